"""Keyset pages: `limit`, `after`, and `Link` rel=next (RFC 8288)."""

from collections.abc import Sequence
from typing import TypeVar
from urllib.parse import urlencode

from flask import request

from adjudicator.web.requests import read_query

Item = TypeVar("Item")


def page(behind: Sequence[Item], limit: int) -> tuple[Sequence[Item], bool]:
    """(the first `limit` of what stands behind the key, whether there are more)."""
    return behind[:limit], len(behind) > limit


def next_link(after: str) -> dict[str, str]:
    """The header that leads to the page behind the key `after`, all else being as in the present request."""
    query = read_query() | {"after": after}
    return {"Link": f'<{request.path}?{urlencode(query)}>; rel="next"'}
