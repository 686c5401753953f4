"""What must hold of whatever a game hands out, lawful play or not: rulings, findings, scores, what is next, actions."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from adjudicator.core.entries import Entry, tag
from adjudicator.core.errors import Fault
from adjudicator.core.game import Action, Game
from adjudicator.core.replay import Head, Replay, actor, next_of
from adjudicator.core.report import score_part
from adjudicator.core.ruling import IMPOSSIBLE, Finding, Ruling, verdict_of

PYTHON = ("{'", "[{", "['", "None", "True", "False", "UNSET", "Struct")


def plain(value: Any) -> None:
    """It is JSON already: what encoding and decoding hands back is equal to it, texts for keys and all."""
    assert json.loads(msgspec.json.encode(value)) == value, value


def look_at_ply(game: Game, done: Replay, before: Sequence[Entry], thorough: bool = True) -> None:
    """Everything that the kernel and the game say behind a ply; `before` are the entries up to it.

    What can be asked at any ply (score, table, actions) is asked only if `thorough`.
    """
    for ruling in done.rulings:
        look_at_ruling(game, ruling)
        assert (ruling.type, ruling.player) == (tag(type(before[-1])), actor(before[-1]))
    for finding in done.findings:
        look_at_finding(game, finding, before, done.head)
    plain(done.frames)
    assert all(frame.get("summary", True) is True for frame in done.frames), "summary is true or absent"
    if thorough:
        look_at_score(game, done.head)
        look_at_table(game, done.head.state)
        look_at_actions(game, done.head.state)


def look_at_ruling(game: Game, ruling: Ruling) -> None:
    """Rules and codes exist and belong together, the order is that of log-format, every sentence can be made."""
    keys = [game.rulebook.order(violation) for violation in ruling.violations]
    assert keys == sorted(keys), ruling
    codes = [violation.code for violation in ruling.violations]
    assert len(set(codes)) == len(codes), ruling
    assert ruling.verdict == verdict_of(ruling.violations, ruling.unverified), ruling
    for violation in ruling.violations:
        assert violation.code in game.rulebook.by_id[violation.rule].codes, ruling
        assert (violation.gravity == IMPOSSIBLE) == (ruling.verdict == "impossible"), ruling
        plain(violation.params)
        speak(game.texts.violation, game, violation.code, violation.params)
    assert len(set(ruling.unverified)) == len(ruling.unverified), ruling
    assert game.rulebook.by_id.keys() >= set(ruling.unverified), ruling
    for effect in ruling.effects:
        plain(effect)
        assert "rule" not in effect or effect["rule"] in game.rulebook.by_id, effect
        speak(game.texts.effect, game, effect)


def look_at_finding(game: Game, finding: Finding, before: Sequence[Entry], head: Head) -> None:
    """It names the offence, an entry of this player (if of any), and the ply that proved it."""
    assert finding.code in game.rulebook.by_id[finding.rule].codes, finding
    assert 1 <= finding.ply <= finding.proved_at == head.state.ply == len(before), finding
    assert finding.player in head.state.players, finding
    plain(finding.params)
    speak(game.texts.violation, game, finding.code, finding.params)


def speak(sentence: Any, game: Game, *about: Any) -> None:
    """A sentence can be made in every language, and is one: no Python in it, no placeholder left (names may have braces)."""
    names = json.dumps(about, ensure_ascii=False)
    for language in game.texts.languages:
        text = sentence(*about, language)
        assert text.strip(), about
        assert not any(python in text and python not in names for python in PYTHON), text


def look_at_score(game: Game, head: Head) -> None:
    """Rows are the sides, ranks are as in sport, best first, and nobody has won what is not over or was abandoned."""
    state, score = head.state, score_part(game, head, [])
    plain(score)
    rows, players = score["standings"], state.players
    sides = [[players[seat] for seat in side] for side in game.sides(len(players))]
    assert sorted(row["players"] for row in rows) == sorted(sides), rows
    assert [row["rank"] for row in rows] == [1 + sum(each["rank"] < row["rank"] for each in rows) for row in rows], rows
    assert rows == sorted(rows, key=lambda row: (row["rank"], sides.index(row["players"]))), rows
    assert {"points", *game.measures} <= set.intersection(*(set(row) for row in rows)), rows
    if score["winner"] is not None:
        assert state.ending not in (None, "abandoned"), score
        assert set(score["winner"]) <= set(players), score
        assert game.shared_win or score["winner"] in sides, score


def look_at_table(game: Game, state: Any) -> None:
    """The report's `state`, the picture and what is owed are plain, and name players of the table."""
    plain(game.table(state))
    assert game.picture is None or game.picture(state).strip()
    found = next_of(game, state)
    assert len(set(found.players)) == len(found.players), found
    assert set(found.players) <= set(state.players), found
    plain(found.must)
    for owed in found.must:
        assert {"player", "type"} <= owed.keys(), owed
        assert owed["player"] is None or owed["player"] in state.players, owed
        assert owed.get("rule") is None or owed["rule"] in game.rulebook.by_id, owed


def look_at_actions(game: Game, state: Any) -> None:
    """Actions are kinds of entry with fields that they have; a player is offered only what is their own or the table's.

    Asked are anybody and one player, another at each ply.
    """
    kinds = {tag(kind): kind for kind in game.entries}
    for player in (None, state.players[state.ply % len(state.players)]):
        for action in game.actions(state, player):
            plain(action.fields)
            assert set(action.fields) <= set(kinds[action.type].__struct_fields__), action
            assert action.player is None or action.player in state.players, action
            assert player is None or action.player in (None, player), f"{player} is offered {action}"
            assert action.rule is None or action.rule in game.rulebook.by_id, action
    assert state.ending is None or not game.actions(state, None), "nothing may be done when the match is over"


def offered(actions: Iterable[Action], entry: Entry) -> bool:
    """Whether one of these actions is this entry's kind, for its player, with its fields among the choices known."""
    return any(
        action.type == tag(type(entry))
        and action.player in (None, actor(entry))
        and all(_among(getattr(entry, name), choices) for name, choices in action.fields.items())
        for action in actions
    )


def _among(value: Any, choices: Any) -> bool:
    one = isinstance(value, (str, int))
    known = isinstance(choices, list) and all(isinstance(choice, (str, int)) for choice in choices)
    return not (one and known) or value in choices


def look_at_fault(fault: Fault, raw: Any) -> None:
    """Its pointer leads to something that is there, or to a field that an object there lacks."""
    *way, last = fault.pointer.split("/")[1:] or [""]
    holder = raw
    for step in way:
        holder = holder[int(step) if isinstance(holder, list) else _unescaped(step)]
    there = last == "" or (isinstance(holder, list) and int(last) < len(holder)) or _unescaped(last) in holder
    assert there or (fault.code == "missing" and isinstance(holder, dict)), fault
    assert fault.message.strip(), fault


def _unescaped(step: str) -> str:
    return step.replace("~1", "/").replace("~0", "~")


def same_pieces(found: Mapping[str, int], pieces: Mapping[str, int] | None, place: str) -> Mapping[str, int]:
    """The state accounts for the same pieces as before."""
    assert pieces is None or found == pieces, f"{found}, not {pieces}, {place}"
    return found
