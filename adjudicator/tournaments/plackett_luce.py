"""Plackett-Luce ratings (Weng and Lin 2011, by openskill), for matches of several sides and of sides with several players.

Inside a period every match is rated from the ratings before it, and what the matches say is put together as independent
evidence is: precisions (1 / sigma^2) add up, means are weighed by them. One match gives what openskill gives; many give
the same in whatever order, and do not overshoot as adding up the changes would.
"""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence

from msgspec import Struct
from openskill.models import PlackettLuce

MU, SIGMA, TAU = 25.0, 25.0 / 3, 25.0 / 300
MODEL = PlackettLuce(mu=MU, sigma=SIGMA, tau=0.0)
"""Its tau is 0: uncertainty grows once a period (TAU), not once a match."""


class Skill(Struct, frozen=True):
    """Mean and deviation; as it stands, somebody unrated."""

    mu: float = MU
    sigma: float = SIGMA


Teams = tuple[tuple[str, ...], ...]


def rated(skills: Mapping[str, Skill], matches: Sequence[tuple[Teams, tuple[int, ...]]]) -> dict[str, Skill]:
    """The skills behind a period of those who played in it; `matches` are (players of each side, ranks)."""
    before = {
        player: Skill(skill.mu, math.hypot(skill.sigma, TAU))
        for player, skill in ((each, skills.get(each, Skill())) for teams, _ in matches for team in teams for each in team)
    }
    evidence: dict[str, list[Skill]] = defaultdict(list)
    for teams, ranks in matches:
        for player, skill in _one(before, teams, ranks).items():
            evidence[player].append(skill)
    return {player: _together(before[player], found) for player, found in evidence.items()}


def _one(before: Mapping[str, Skill], teams: Teams, ranks: tuple[int, ...]) -> dict[str, Skill]:
    """One match; sides are put in one order first, so that none shows in the last digits."""
    ordered = sorted((rank, tuple(sorted(team))) for rank, team in zip(ranks, teams, strict=True))
    rating = [[MODEL.rating(before[each].mu, before[each].sigma) for each in team] for _, team in ordered]
    after = MODEL.rate(rating, ranks=[float(rank) for rank, _ in ordered])
    return {
        player: Skill(new.mu, new.sigma)
        for (_, team), news in zip(ordered, after, strict=True)
        for player, new in zip(team, news, strict=True)
    }


def _together(before: Skill, evidence: Sequence[Skill]) -> Skill:
    """What all matches of the period say of one player."""
    own = before.sigma**-2
    precision = math.fsum([own, *(skill.sigma**-2 - own for skill in evidence)])
    weighed = math.fsum([before.mu * own, *(skill.mu * skill.sigma**-2 - before.mu * own for skill in evidence)])
    return Skill(weighed / precision, precision**-0.5)
