"""Players of a desk's club: the calls of a test without their wrapping."""

from typing import Any

from adjudicator.services.access import Access, access_of, digest
from adjudicator.services.keys import Keys, NewKey
from adjudicator.services.later import Later
from adjudicator.services.merging import Merging
from adjudicator.services.players import Details, ExternalId, Player, Players, PlayersWish
from adjudicator.services.rights import Role
from tests.services.desk import KEY, Desk

NOTHING: Later[Any] = Later(lambda: None)


def fide(value: str) -> ExternalId:
    return ExternalId("fide", value)


class Roster:
    def __init__(self, desk: Desk, access: Access | None = None) -> None:
        self.desk = desk
        self.access = access or desk.access
        self.players, self.merging = Players(desk.setting), Merging(desk.setting)

    def of(self, role: Role, club: str | None = None) -> "Roster":
        """The same club (or another one) for somebody else."""
        keys = Keys(self.desk.setting, lambda: self.desk.setting.new_id())
        return Roster(self.desk, Access(keys.add(NewKey(f"{role} {club}", role, club))[1]))

    def add(self, name: str, *aliases: str, ids: tuple[ExternalId, ...] = (), word: str | None = None) -> Player:
        access = self.access if word is None else access_of(KEY, word, "add", digest(name))
        return self.players.create(access, Later(lambda: Details(name, aliases, ids))).value

    def read(self, player: Player) -> Player:
        return self.players.one(self.access, player.id, NOTHING)

    def change(self, player: Player, **said: Any) -> Player:
        now = self.read(player).revision
        return self.players.change(self.access, player.id, Later(lambda: Details(**said)), now.__eq__).value

    def merge(self, player: Player, into: Player) -> Player:
        now = self.read(player).revision
        return self.merging.merge(self.access, player.id, Later(lambda: into.id), now.__eq__).value

    def unmerge(self, player: Player) -> Player:
        return self.merging.unmerge(self.access, player.id, NOTHING, self.read(player).revision.__eq__).value

    def found(self, search: str | None = None, after: str | None = None, limit: int = 200, **more: Any) -> list[str]:
        """The names of those who are found."""
        wish = PlayersWish(after, limit, search, **more)
        return [player.name for player in self.players.page(self.access, Later(lambda: wish)).items]
