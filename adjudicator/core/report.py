"""The report of a log for one viewer: cut, judged, and put into words."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from adjudicator.core import results
from adjudicator.core.game import Game, Table
from adjudicator.core.log import Log
from adjudicator.core.replay import Head, Replay, begin, next_of, replay, status
from adjudicator.core.ruling import Finding, Ruling
from adjudicator.core.texts import FALLBACK
from adjudicator.core.views import REFEREE, Viewer, cut, cut_table, returns_at_end


class Judgement(Struct):
    """A log as one viewer may read it, judged: the table as cut, and the replay.

    `ended`: the game has ended for this viewer, and the facts that come back then have come back.
    """

    game: Game
    table: Table
    replay: Replay
    ended: bool = False


def judge_log(log: Log, viewer: Viewer = REFEREE) -> Judgement:
    """Cut, then judge. Where facts come back when the game has ended for this viewer, it is judged again with them."""
    done = _judge_cut(log, viewer, ended=False)
    if not viewer.referee and done.replay.head.state.ending is not None and returns_at_end(log.game):
        done = _judge_cut(log, viewer, ended=True)
    return done


def report(
    log: Log, viewer: Viewer = REFEREE, language: str = FALLBACK, *, state: bool = True, rulings: str = "all"
) -> dict[str, Any]:
    """The report of a log for one viewer; see `report_of`."""
    return report_of(judge_log(log, viewer), language, state=state, rulings=rulings)


def report_of(judged: Judgement, language: str = FALLBACK, *, state: bool = True, rulings: str = "all") -> dict[str, Any]:
    """The report: `rulings` is `all`, or `notable` for those other than legal; `state=False` leaves the table's state out."""
    game, done = judged.game, judged.replay
    shown = [each for each in done.rulings if rulings == "all" or each.verdict != "legal"]
    found: dict[str, Any] = {
        "game": game.name,
        "ruleset": ruleset_part(game, judged.table),
        "players": list(judged.table.players),
        "status": status(done.head),
        "stopped_at": done.head.stopped_at,
        "rulings": [ruling_part(game, each, language) for each in shown],
        "findings": [finding_part(game, each, language) for each in done.findings],
        "next": next_part(game, done.head.state),
        "score": score_part(game, done.head, done.frames),
    }
    if state:
        found["state"] = game.table(done.head.state)
    return found


def ruleset_part(game: Game, table: Table) -> dict[str, Any]:
    """Preset, all options resolved, and the version of the rules that judged."""
    return {"preset": table.preset, "options": msgspec.to_builtins(table.options), "version": game.version}


def ruling_part(game: Game, ruling: Ruling, language: str = FALLBACK) -> dict[str, Any]:
    """One ruling with its sentences."""
    return {
        "ply": ruling.ply,
        "type": ruling.type,
        "player": ruling.player,
        "verdict": ruling.verdict,
        "violations": [
            {
                "rule": each.rule,
                "code": each.code,
                "message": game.texts.violation(each.code, each.params, language),
                "params": each.params,
            }
            for each in ruling.violations
        ],
        "unverified": list(ruling.unverified),
        "effects": list(ruling.effects),
    }


def finding_part(game: Game, finding: Finding, language: str = FALLBACK) -> dict[str, Any]:
    """One finding with its sentence."""
    return {
        "rule": finding.rule,
        "code": finding.code,
        "player": finding.player,
        "ply": finding.ply,
        "proved_at": finding.proved_at,
        "message": game.texts.violation(finding.code, finding.params, language),
        "params": finding.params,
    }


def next_part(game: Game, state: Any) -> dict[str, Any]:
    """Who may act, and what is owed."""
    found = next_of(game, state)
    return {"players": found.players, "must": found.must}


def score_part(game: Game, head: Head, frames: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Standings, frames (those of a hold behind the finished ones) and winner at the head."""
    state = head.state
    reported = state.ending == "reported"
    standing = results.standing(game, state) if reported else game.score(state)
    held = state.held and state.ending is None
    return {
        "standings": standing.rows,
        "frames": [*frames, *game.pending(state)] if held else frames,
        "winner": standing.winner,
        "provisional": held,
        "reported": reported,
    }


def _judge_cut(log: Log, viewer: Viewer, ended: bool) -> Judgement:
    table = cut_table(log.game, log.table, viewer, ended)
    entries = [cut(log.game, entry, viewer, ended) for entry in log.entries] if not viewer.referee else log.entries
    return Judgement(log.game, table, replay(log.game, begin(log.game, table), entries), ended)
