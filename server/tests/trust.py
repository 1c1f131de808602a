"""The certificate authorities, loaded once: every HTTP client would load them anew, which takes 40 ms."""

from __future__ import annotations

import ssl
from typing import Final

TRUST: Final = ssl.create_default_context()
