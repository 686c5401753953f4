from adjudicator.services.recent import Recent


def test_the_last_few_are_kept_and_no_others() -> None:
    recent: Recent[str] = Recent(2)
    made = []

    def get(word: str) -> str:
        return recent.get(word, lambda: made.append(word) or word.upper())

    assert [get(word) for word in "aabaca"] == ["A", "A", "B", "A", "C", "A"]
    assert made == ["a", "b", "c"]
    assert get("b") == "B"
    assert made == ["a", "b", "c", "b"]
