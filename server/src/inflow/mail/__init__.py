"""Letters to members. A letter is a row written in the same transaction as what it tells, and is sent after the commit.

It is sealed while it waits, because it may hold a code; once it is sent its words are gone. A letter is sent once,
or, if we die between the post office's yes and our note of it, once more with the same Message-ID.
"""

from inflow.mail.outbox import Outbox
from inflow.mail.words import Words

__all__ = ["Outbox", "Words"]
