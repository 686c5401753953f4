"""What the log proves: claims against a slow count of their own, no false finding, and views that never know better."""

from collections.abc import Iterator

from msgspec import UNSET, structs

from adjudicator.core.entries import Entry
from adjudicator.core.log import Log
from adjudicator.core.replay import begin, replay
from adjudicator.core.report import judge_log
from adjudicator.core.ruling import Ruling
from adjudicator.core.views import PUBLIC, REFEREE, Viewer
from adjudicator.games.taki import GAME, rules
from adjudicator.games.taki.moves import Draw, Play
from adjudicator.games.taki.pieces import COLOUR, COLOURLESS, SYMBOL
from tests.games.playing import lawful, lawful_logs, plies, show, written
from tests.games.test_conformance_damage import damaged, readable

ABLE, RUN = rules.ABLE.id, rules.RUN.id
LOGS = 200
Proofs = set[tuple[str, str, int, int]]


def blind(log: Log) -> Log:
    """The log without its hidden facts."""
    setup = structs.replace(log.table.setup, hands=UNSET)
    entries = tuple(structs.replace(each, cards=UNSET) if isinstance(each, Draw) else each for each in log.entries)
    return Log(log.game, structs.replace(log.table, setup=setup), entries)


def dishonest(number: int) -> Log | None:
    """A lawful log of the other ruleset: whoever drew there though able, or kept cards back, is proven wrong here."""
    raw = written(lawful(GAME, number))
    options = {**raw["ruleset"]["options"], "draw_when_able": "forbidden", "taki_must_play_all": True}
    return readable({**raw, "ruleset": {"preset": "standard", "options": options}})


def some_logs() -> Iterator[Log]:
    for number in range(LOGS):
        log = dishonest(number)
        if log is not None:
            yield blind(log)
    yield from (log for number in range(LOGS) if (log := readable(damaged(GAME, number))) is not None)


def fits(card: str, rule: str, colour: str, symbol: str) -> bool:
    """TAKI-2.2, 2.3, 6.1, once more: whether the card would have been playable, or is of the run."""
    if rule == RUN:
        return COLOUR.get(card) == colour
    return card in COLOURLESS or COLOUR[card] == colour or SYMBOL[card] == symbol


class SlowCount:
    """The log is kept, and gone through from each open claim on, at every play."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.open: list[tuple[int, str, str, str, str]] = []
        self.proofs: Proofs = set()

    def add(self, entry: Entry, ruling: Ruling, lead: tuple[str, str], run: str) -> None:
        """One applied entry, the lead that it met, and the colour of the run that is open behind it or was opened by it."""
        self.entries.append(entry)
        if isinstance(entry, Play):
            self._prove(entry.player, ruling.ply)
        for rule in ruling.unverified:
            place = lead if rule == ABLE else (run, "")
            self.open.append((ruling.ply, rule, entry.player, *place))  # type: ignore[attr-defined]

    def _prove(self, player: str, now: int) -> None:
        for claim in [claim for claim in self.open if claim[2] == player]:
            ply, rule, _, colour, symbol = claim
            mine = [each for each in self.entries[ply - 1 :] if getattr(each, "player", None) == player]
            drawn = sum(each.count for each in mine if isinstance(each, Draw))
            later = [each for each in self.entries[ply:] if isinstance(each, Play) and each.player == player]
            fitting = sum(fits(card, rule, colour, symbol) for each in later for card in each.cards)
            if fitting > drawn:
                self.open.remove(claim)
                self.proofs.add((rule, player, ply, now))


def counted(log: Log) -> tuple[Proofs, Proofs]:
    """What the engine proves, and what the slow count proves."""
    slow, found = SlowCount(), Proofs()
    head = begin(GAME, log.table)
    for entry in log.entries:
        lead, options = (head.state.colour, head.state.symbol), head.state.options
        done = replay(GAME, head, (entry,))
        if head.stopped_at is not None:
            break
        found |= {(each.rule, each.player, each.ply, each.proved_at) for each in done.findings if each.rule in (ABLE, RUN)}
        opened = [effect["colour"] for effect in done.rulings[0].effects if effect["type"] == "run_opened"]
        slow.add(entry, done.rulings[0], lead, opened[0] if opened and options.taki_must_play_all else "")
    return found, slow.proofs


def test_claims_are_proven_when_a_slow_count_proves_them() -> None:
    proofs = 0
    for log in some_logs():
        found, expected = counted(log)
        assert found == expected, show(log)
        proofs += len(found)
    assert proofs > LOGS // 2, "hardly anything is proven in these logs"


def test_honest_play_is_never_proven_wrong() -> None:
    for log in lawful_logs(GAME, share=25):
        for viewed in (log, blind(log)):
            wrong = [each for done in plies(viewed) for each in done.findings if each.rule in (ABLE, RUN)]
            assert wrong == [], show(viewed)


def test_who_knows_less_never_stops_earlier() -> None:
    """Of logs with breaches, standing or not, too."""
    for log in some_logs():
        full = stop(log, REFEREE)
        for viewer in (PUBLIC, *(Viewer(player=name) for name in log.table.players)):
            assert stop(log, viewer) >= full, f"{viewer} of {show(log)}"


def stop(log: Log, viewer: Viewer) -> int:
    """The ply at which this view stops; behind the log if nowhere."""
    return judge_log(log, viewer).replay.head.stopped_at or len(log.entries) + 1
