"""Handing a match over to others: whole, to be kept or stored elsewhere, or its result, signed."""

from typing import Any

from msgspec import Struct
from sqlalchemy.engine import Connection

from adjudicator.services.access import Access, admitted, existing
from adjudicator.services.exported import written
from adjudicator.services.later import Later
from adjudicator.services.result_sheet import sheet_of
from adjudicator.services.rights import Right
from adjudicator.services.setting import Setting
from adjudicator.services.shown import shown
from adjudicator.services.signing import PublicKey, Signing
from adjudicator.storage import moves
from adjudicator.storage.rows import MatchRow
from adjudicator.storage.whole import whole


class Handed(Struct):
    """What is handed over: of which revision, and what. `key_id`: the key that signed it."""

    revision: int
    what: Any
    key_id: str | None = None


class Exports:
    """What may be taken away of a club's matches."""

    def __init__(self, setting: Setting, signing: Signing) -> None:
        self._setting, self._signing = setting, signing

    def export(self, access: Access, match_id: str, asked: Later[Any]) -> Handed:
        """The whole match as bytes (see `exported`). Raises NotFound, Forbidden."""
        with self._setting.database.read() as connection:
            match = self._match(connection, access, match_id, asked)
            return Handed(match.play.revision, written(whole(connection, match)))

    def sheet(self, access: Access, match_id: str, asked: Later[Any]) -> Handed:
        """The signed result sheet (see `result_sheet`), an object. Raises NotFound, Forbidden."""
        with self._setting.database.read() as connection:
            match = self._match(connection, access, match_id, asked)
            seen = shown(match, moves.brought(connection, match.id, "frames", "referee"))
        signed = self._signing.sign(sheet_of(seen, match.play.chain))
        return Handed(match.play.revision, signed, signed["signature"]["key_id"])

    def public_key(self) -> PublicKey:
        """The key that sheets of this installation are signed with."""
        return self._signing.public()

    def _match(self, connection: Connection, access: Access, match_id: str, asked: Later[Any]) -> MatchRow:
        match = existing(admitted(connection, access, self._setting.now(), Right.EXPORT, match_id))
        asked.get()
        return match
