"""What is done once for all servers that tests fork from one process: the imports, and compiling the word lists."""

import inflow.app.command_line
import inflow.app.web  # noqa: F401  # most of what a server imports
from inflow.profanity import Profanity

Profanity.english()
