"""A tournament brought to where a resource can be asked for, with the resource's body."""

from collections.abc import Callable, Mapping
from typing import Any

Ask = Callable[[str, str, Any], Any]
"""`(method, path, body)`, as an organiser: the answer's body."""
ONE = "/v1/tournaments/{tournament_id}"
RESULT = {"outcome": "double_forfeit"}
BODIES: Mapping[tuple[str, str], Any] = {
    ("POST", f"{ONE}/results/import"): "round,table,entrant,rank,outcome\n",
    ("POST", "/v1/tournaments"): {
        "name": "Night", "game": "toy", "format": {"type": "swiss", "rounds": 2}, "scheme": "match_wins"
    },
    ("PATCH", ONE): {"place": "Hall 2"},
    ("POST", f"{ONE}/stages"): {"format": {"type": "knock_out"}, "entrants": ["0002", "0001"]},
    ("POST", f"{ONE}/entrants"): {"entrants": [{"name": "Yan"}]},
    ("PATCH", f"{ONE}/entrants/{{entrant}}"): {"name": "Asha B."},
    ("POST", f"{ONE}/entrants/{{entrant}}/withdraw"): {"reason": "ill"},
    ("POST", f"{ONE}/entrants/{{entrant}}/return"): {},
    ("POST", f"{ONE}/rounds/pair"): {},
    ("POST", f"{ONE}/rounds/{{round}}/unpair"): {"reason": "Somebody came."},
    ("POST", f"{ONE}/rounds/{{round}}/matches"): {"sides": ["0005"], "bye": "half_point"},
    ("PUT", f"{ONE}/rounds/{{round}}/matches/{{table}}/result"): RESULT,
    ("POST", f"{ONE}/rounds/{{round}}/matches/{{table}}/corrections"): {"result": RESULT, "reason": "Nobody came."},
    ("POST", f"{ONE}/rounds/{{round}}/matches/{{table}}/corrections/{{number}}/withdraw"): {"reason": "They did."},
    ("POST", f"{ONE}/sanctions"): {"entrant": "0001", "round": 1, "points": -1, "reason": "Late."},
    ("POST", f"{ONE}/sanctions/{{number}}/withdraw"): {"reason": "The clock was wrong."},
    ("POST", f"{ONE}/disturbances/{{number}}"): {"decision": "accept"},
}
PARTS = {"round": 1, "table": 1, "entrant": "0001", "number": 1}
"""What stands for the other parts of paths."""
STEPS = ("entered", "paired", "published", "played", "closed")
READY = {
    "/publish": "paired",
    "/unpair": "paired",
    "/close": "played",
    "/result": "published",
    "/corrections": "played",
    "/corrections/{number}/withdraw": "played",
    "/disturbances/{number}": "closed",
    "/stages": "closed",
    "/rounds/{round}": "published",
    "/matches": "published",
}
"""How far a tournament must have got for the resources whose paths end so."""


def tournament(ask: Ask, path: str) -> str:
    """The id of a new tournament that is ready for this resource."""
    tournament_id: str = ask("POST", "/v1/tournaments", BODIES["POST", "/v1/tournaments"])["id"]
    one = ONE.format(tournament_id=tournament_id)
    ask("POST", f"{one}/entrants", {"entrants": [{"name": name} for name in ("Asha", "Bo", "Chen", "Dara")]})
    step = next((step for end, step in READY.items() if path.endswith(end)), STEPS[0])
    for each in STEPS[1 : STEPS.index(step) + 1]:
        _go_on(ask, one, each)
    _prepare(ask, one, path)
    return tournament_id


def _go_on(ask: Ask, one: str, step: str) -> None:
    if step == "paired":
        ask("POST", f"{one}/rounds/pair", {})
        ask("POST", f"{one}/entrants", {"entrants": [{"name": "Zoe"}]})
    elif step == "played":
        for table in (1, 2):
            ask("PUT", f"{one}/rounds/1/matches/{table}/result", RESULT)
    else:
        ask("POST", f"{one}/rounds/1/{'publish' if step == 'published' else 'close'}", None)


def _prepare(ask: Ask, one: str, path: str) -> None:
    """What must have been done before for this very resource."""
    correction = {"result": RESULT, "reason": "As it was."}
    if path.endswith("/return"):
        ask("POST", f"{one}/entrants/0001/withdraw", {})
    elif path.endswith("/corrections/{number}/withdraw"):
        ask("POST", f"{one}/rounds/1/matches/1/corrections", correction)
    elif path.endswith("/sanctions/{number}/withdraw"):
        ask("POST", f"{one}/sanctions", BODIES["POST", f"{ONE}/sanctions"])
    elif path.endswith("/disturbances/{number}"):
        won = [{"entrant": entrant, "rank": rank} for rank, entrant in enumerate(_sides(ask, one), 1)]
        ask("POST", f"{one}/rounds/1/matches/1/corrections", correction | {"result": {"sides": won}})


def _sides(ask: Ask, one: str) -> list[str]:
    return [side["entrant"] for side in ask("GET", f"{one}/rounds/1", None)["matches"][0]["sides"]]
