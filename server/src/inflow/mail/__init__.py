"""Emails to members. An email is a row, written in the transaction of its event and sent after the commit.

Its content is encrypted while it waits, because it may contain a code, and deleted once it is sent. An email is sent
once; if the process dies between the mail server's answer and the update of the row, twice with the same Message-ID.
"""

from inflow.mail.content import EmailContent
from inflow.mail.outbox import Outbox

__all__ = ["EmailContent", "Outbox"]
