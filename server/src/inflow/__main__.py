"""`python -m inflow`."""

from inflow.app.command_line import main

main()
