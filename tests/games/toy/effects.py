"""STEPS: kind of entry -> what it changes and brings about, step by step."""

from adjudicator.core.entries import Adjust, End
from adjudicator.core.ruling import Finding, Judged, Outcome
from adjudicator.core.seats import after, round_from

from . import rules
from .moves import Play, Ruling
from .state import State


def prove(state: State, entry: Play, judged: Judged, outcome: Outcome) -> None:
    """TOY-2.2: this card would have beaten where its player did not beat."""
    seat = state.players.index(entry.player)
    for claim in [claim for claim in state.claims if claim[1] == seat and entry.card > claim[2]]:
        state.claims.remove(claim)
        ply, _, top = claim
        params = {"player": entry.player, "top": top}
        outcome.findings.append(Finding(rules.BEAT.id, "could_beat", entry.player, ply, state.ply, params))
        state.proven.append(seat)
        state.held = state.options.proof == "hold"


def claim(state: State, entry: Play, judged: Judged, outcome: Outcome) -> None:
    """TOY-2.2: what could not be decided waits for proof."""
    if rules.BEAT.id in judged.unverified:
        state.claims.append((state.ply, state.players.index(entry.player), state.top))


def lay(state: State, entry: Play, judged: Judged, outcome: Outcome) -> None:
    """TOY-3.1: the card lies on top; one that beats scores a point."""
    seat = state.players.index(entry.player)
    hand = state.hands[seat]
    if hand is not None:
        hand.remove(entry.card)
    if entry.card > state.top:
        state.points[seat] += 1
        outcome.effects.append(rules.POINTS.effect("point", player=entry.player))
    state.top = entry.card
    state.played.append(entry.card)
    state.counts[seat] -= 1


def pass_turn(state: State, entry: Play, judged: Judged, outcome: Outcome) -> None:
    """TOY-2.1: play goes on to the left of whoever played, to the next who has a card."""
    left = after(state.players.index(entry.player), len(state.players))
    state.turn = next((seat for seat in round_from(left, len(state.players)) if state.counts[seat]), left)


def decide(state: State, entry: Ruling, judged: Judged, outcome: Outcome) -> None:
    """TOY-2.3: the referee decides all that was proven."""
    if entry.decision == "fined":
        for seat in state.proven:
            state.points[seat] -= 1
    state.proven, state.held = [], False


def finish(state: State, entry: Play | Ruling, judged: Judged, outcome: Outcome) -> None:
    """TOY-3.2: the game is over when all cards are played and nothing is owed."""
    if not any(state.counts) and not state.held:
        state.ending = "played"
        outcome.frames.append({"hand": 1, "points": dict(zip(state.players, state.points, strict=True))})


def adjust(state: State, entry: Adjust, judged: Judged, outcome: Outcome) -> None:
    """A correction by hand."""
    state.points[state.players.index(entry.player)] += entry.points
    outcome.effects.append({"type": "total_adjusted", "player": entry.player, "points": entry.points})


def end(state: State, entry: End, judged: Judged, outcome: Outcome) -> None:
    """TOY-3.2: the match ends before its own end."""
    state.ending = entry.reason
    state.forfeiter = state.players.index(entry.player) if entry.reason == "forfeit" else None
    outcome.effects.append(rules.END.effect("match_ended", reason=entry.reason))


STEPS = {
    Play: (prove, claim, lay, pass_turn, finish),
    Ruling: (decide, finish),
    Adjust: (adjust,),
    End: (end,),
}
