"""A tournament of a club, on its way over HTTP: the calls of a test without their wrapping."""

from typing import Any

from tests.web.matching import Club

SWISS = {"type": "swiss", "rounds": 3}
NAMES = ("Asha", "Bo", "Chen", "Dara")
END = {"type": "end", "reason": "forfeit", "note": "called away"}


class Hall:
    """A tournament of a club."""

    def __init__(self, club: Club, players: tuple[str, ...] = NAMES, **more: Any) -> None:
        self.club = club
        made = club.post("/v1/tournaments", {"name": "Night", "game": "toy", "format": SWISS, "scheme": "match_wins", **more})
        assert made.status_code == 201, made.text
        self.path = made.headers["Location"]
        if players:
            self.post("/entrants", {"entrants": [{"name": name} for name in players]})

    def post(self, part: str, body: Any = None, status: int | None = None, **headers: str) -> Any:
        answer = self.club.call("POST", self.path + part, body, **headers)
        assert answer.status_code in ((200, 201) if status is None else (status,)), answer.text
        return answer.get_json()

    def get(self, part: str = "", **headers: str) -> Any:
        answer = self.club.get(self.path + part, **headers)
        assert answer.status_code == 200, answer.text
        return answer.get_json()

    def put(self, round: int, table: int, body: Any) -> Any:
        answer = self.club.call("PUT", f"{self.path}/rounds/{round}/matches/{table}/result", body)
        assert answer.status_code == 200, answer.text
        return answer.get_json()

    def play(self) -> int:
        """A round, from pairing to closing, in which the sides that begin win."""
        made = self.post("/rounds/pair", {})
        number = made["round"]
        self.post(f"/rounds/{number}/publish")
        for match in made["matches"]:
            if len(match["sides"]) > 1:
                ranks = [{"entrant": side["entrant"], "rank": rank} for rank, side in enumerate(match["sides"], 1)]
                self.put(number, match["table"], {"sides": ranks})
        self.post(f"/rounds/{number}/close")
        return number
