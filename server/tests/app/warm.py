"""What is done once for all servers that tests fork from one process: imports, word lists, analysed queries."""

import inflow.app.command_line
import inflow.app.web  # noqa: F401  # most of what a server imports
from inflow.app.database_requirements import needed_of_log
from inflow.profanity import Profanity
from reflow.auth.jwks import certificate_authorities

Profanity.english(None, None)
certificate_authorities()
needed_of_log()
