"""The states and limits of an export."""

from __future__ import annotations

from datetime import timedelta
from typing import Final, Literal, NewType

ExportId = NewType("ExportId", str)
ExportState = Literal["waiting", "working", "ready", "failed"]

KEPT_FOR: Final = timedelta(days=7)
"""How long a finished archive can be downloaded, and how long a failed or lost export is shown."""
OPENED_FOR: Final = timedelta(days=1)
"""How long the session whose holder gave the password may download the archive. A slow line may need hours."""
MOST_ATTEMPTS: Final = 5
"""How many jobs in a row may end before one of them records a segment. After that the export has failed."""
