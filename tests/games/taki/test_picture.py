"""The table as text."""

from adjudicator.core.replay import begin, replay
from adjudicator.games.taki import GAME
from tests.games.playing import decoded, lawful_logs, plies


def drawn(ruleset: object, setup: object, *moves: dict[str, object]) -> list[str]:
    players = ["Asha", "Bo", "A name that is too long for its column"]
    log = decoded({"game": "taki", "ruleset": ruleset, "players": players, "setup": setup, "moves": list(moves)})
    assert GAME.picture is not None
    return GAME.picture(replay(GAME, begin(GAME, log.table), log.entries).head.state).splitlines()


def test_a_stack_on_an_open_run() -> None:
    rules = {"options": {"unclosed_action": "resolve", "hand_size": 3}}
    assert drawn(rules, {"leading": ["R5"]}, {"type": "play", "player": "Asha", "cards": ["RTAKI", "R+2"]}) == [
        "Lead R+2", "Stack of 2 for Bo", "Open run of R", "Pile 106, discards 3, play goes clockwise",
        "  Asha                       1 card, has not called",
        "> Bo                         3 cards",
        "  A name that is too long…   3 cards",
    ]


def test_owed_cards_under_a_colourless_one() -> None:
    rules = {"options": {"format": "tournament", "stages": 2}}
    assert drawn(rules, {"leading": ["R5"]}, {"type": "play", "player": "Asha", "cards": ["KING", "+3"]}) == [
        "Lead R5, under +3", "Pile 109, discards 3, play goes clockwise",
        "  Asha                       0 cards, stage 1, draws 1",
        "> Bo                         2 cards, stage 2, draws 3",
        "  A name that is too long…   2 cards, stage 2, draws 3",
    ]


def test_a_plus_and_the_other_direction() -> None:
    moves = [{"type": "play", "player": "Asha", "cards": ["RDIR"]}]
    moves.append({"type": "play", "player": "A name that is too long for its column", "cards": ["RPLUS"]})
    assert drawn("standard", {"leading": ["R5"]}, *moves) == [
        "Lead RPLUS", "Pile 91, discards 3, play goes counterclockwise",
        "  Asha                       7 cards",
        "  Bo                         8 cards",
        "> A name that is too long…   7 cards, owes a card",
    ]


def test_a_result() -> None:
    assert drawn("standard", {}, {"type": "summary", "winner": "Bo"}) == [
        "  Asha                       ? cards",
        "  Bo                         ? cards, has won",
        "  A name that is too long…   ? cards",
    ]


def test_it_is_never_wider_than_a_terminal() -> None:
    assert GAME.picture is not None
    for log in lawful_logs(GAME, share=200):
        for done in plies(log):
            assert max(len(line) for line in GAME.picture(done.head.state).splitlines()) <= 80
