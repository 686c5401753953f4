"""The work of `proving`: matches of the database of the environment, and files."""

from collections.abc import Iterable, Mapping

from adjudicator.cli import exits, terminal
from adjudicator.cli.keeping import existing_database
from adjudicator.cli.sources import Source, read
from adjudicator.cli.words import counted
from adjudicator.core.errors import Unreadable
from adjudicator.core.game import Game
from adjudicator.services import restoring, result_sheet
from adjudicator.services.columns import printable
from adjudicator.services.inspection import Inspection
from adjudicator.services.record import Difference
from adjudicator.services.restoring import Tampered
from adjudicator.services.result_sheet import BadSignature, Sheet
from adjudicator.services.signing import public_key
from adjudicator.storage.whole import Whole


def of_database(games: Mapping[str, Game], match_id: str | None) -> int:
    """Look through the database of the environment; the exit code."""
    inspection = Inspection(existing_database(games))
    wrong: set[str] = set()
    for stray, difference in inspection.around(match_id):
        wrong.add(stray)
        _show(stray, [difference])
    ids = inspection.matches(match_id)
    with terminal.progress("Verifying", len(ids)) as advance:
        for each in ids:
            found = inspection.of_match(each)
            wrong |= {each} if found else set()
            _show(each, found)
            advance(1)
    inspection.setting.database.close()
    terminal.show(f"{_verified(len(ids), len(wrong))}\n")
    return exits.UNLAWFUL if wrong else exits.LAWFUL


def _verified(number: int, wrong: int) -> str:
    """What was found of so many matches."""
    if wrong:
        they = "it was" if wrong == 1 else "they were"
        return f"{wrong} of {counted(number, 'match', 'matches')} {'is' if wrong == 1 else 'are'} not as {they} written."
    if number <= 1:
        return "The one match is as it was written." if number else "There are no matches."
    return f"All {number} matches are as they were written."


class Proofs:
    """Sheets and exported matches, one after the other, and then together. `code`: the gravest exit code so far."""

    def __init__(self, games: Mapping[str, Game], key_text: str | None) -> None:
        self._games = games
        self._key = None if key_text is None else public_key(key_text)
        self._sheets: list[tuple[Source, Sheet]] = []
        self._matches: list[Whole] = []
        self.code = exits.LAWFUL

    def look(self, source: Source) -> None:
        """Tell of one file whether it is true."""
        try:
            self._look(source)
        except Exception as error:
            tampered = isinstance(error, (Tampered, BadSignature))
            self.code = max(self.code, exits.UNLAWFUL if tampered else exits.code_of(error))
            exits.report(error, f"{source}: ")

    def _look(self, source: Source) -> None:
        document, _ = read(source)
        if restoring.is_export(document):
            found = restoring.read(self._games, document)
            self._matches.append(found)
            terminal.show(f"{source}: {_told(self._games, found)}\n")
        elif result_sheet.is_sheet(document):
            sheet = result_sheet.read(document, self._key)
            self._sheets.append((source, sheet))
            whose = "the key that was given" if self._key else "this key, whosever that is (--key would say)"
            terminal.show(f"{source}: {_summary(sheet)}; signed by {whose}: {sheet.signature.key_id}\n")
        else:
            raise Unreadable("This is neither an exported match nor a result sheet.")

    def compare(self) -> int:
        """Tell which sheets are not of the history of the exported match of the same id; the exit code."""
        code = exits.LAWFUL
        for source, sheet in self._sheets:
            for found in self._matches:
                if found.match.id != sheet.id or _is_of(sheet, found):
                    continue
                if sheet.revision > found.match.play.revision:
                    terminal.show(f"{source}: signed at a later revision than the exported match {sheet.id} has; not compared\n")
                else:
                    code = exits.UNLAWFUL
                    terminal.complain(f"{source}: the exported match {sheet.id} has another history than what was signed.")
        return code


def _is_of(sheet: Sheet, found: Whole) -> bool:
    """Whether the sheet was signed at a write of this history."""
    return any((row.revision, row.chain) == (sheet.revision, sheet.chain) for row in found.history)


def _summary(sheet: Sheet) -> str:
    voided = ", voided" if sheet.voided else ""
    return f"{sheet.game}, {', '.join(sheet.players)}: {sheet.status}{voided}, revision {sheet.revision}"


def _told(games: Mapping[str, Game], found: Whole) -> str:
    match = found.match
    game = games.get(match.game)
    judged = "as it was written"
    if game is None or game.version != match.rules_version:
        judged = "its history is whole; its rulings are of other rules than those here, and were not judged again"
    return f"{match.id}, {counted(match.play.length, 'entry', 'entries')}, revision {match.play.revision}: {judged}"


def _show(match_id: str, found: Iterable[Difference]) -> None:
    for each in found:
        terminal.show(f"{printable(f'{match_id}: {each}')}\n")
