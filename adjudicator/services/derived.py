"""Secrets that are told once, and to the same request again, though the results that are kept for retries do not have them."""

import hashlib
import hmac

from adjudicator.services.access import Access
from adjudicator.services.setting import Setting


def new_salt(setting: Setting) -> str:
    """What is kept of a secret: 256 random bits."""
    return setting.salt() + setting.salt()


def derived(access: Access, what: str, salt: str) -> bytes:
    """256 bits that only whoever says this key can work out again from the salt: so a retry is told them again."""
    return hmac.digest(str(access.key).encode(), f"{what} {salt}".encode(), hashlib.sha256)
