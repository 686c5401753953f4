"""`adjudicator check`: rule on logs, offline."""

import json
from collections.abc import Mapping, Sequence
from itertools import chain, islice
from typing import Any

import click
from msgspec import Struct, structs

from adjudicator.cli import exits, terminal
from adjudicator.cli.sources import Source, read, require_log, size_of, sources
from adjudicator.core.entries import Entry
from adjudicator.core.errors import Malformed
from adjudicator.core.game import Game
from adjudicator.core.log import decode_log
from adjudicator.core.report import judge_log, report_of
from adjudicator.core.texts import FALLBACK
from adjudicator.core.views import cut, viewer_of
from adjudicator.services.sheet import headline, is_lawful, sheet


class Wish(Struct, frozen=True):
    """How the answers are wanted."""

    form: str
    view: str
    languages: tuple[str, ...]
    every: bool
    brief: bool


class Answer(Struct):
    """What became of one log: its exit code, and its report or the error."""

    code: int
    id: str | None = None
    game: Game | None = None
    language: str = FALLBACK
    report: dict[str, Any] | None = None
    entries: Sequence[Entry] = ()
    picture: str | None = None
    error: Exception | None = None


class Tally(Struct):
    """How many logs there were of each exit code, and the gravest of these."""

    counts: dict[int, int] = {}

    def count(self, code: int) -> None:
        """One more log that ends in this exit code."""
        self.counts[code] = self.counts.get(code, 0) + 1

    @property
    def gravest(self) -> int:
        """The exit code for all logs together."""
        return max(self.counts, default=exits.LAWFUL)

    def __str__(self) -> str:
        words = {exits.LAWFUL: "lawful", exits.UNLAWFUL: "not lawful", exits.UNREADABLE: "unreadable", exits.INTERNAL: "failed"}
        told = ", ".join(f"{self.counts[code]} {word}" for code, word in words.items() if code in self.counts)
        return f"{sum(self.counts.values())} logs: {told}."


@click.command(
    epilog="Exit codes: 0 all lawful (fouls are ordinary play), 1 something illegal or impossible or found out later, "
    "2 a log that cannot be read or is malformed, or a wrong call, 3 internal error. The gravest counts."
)
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path(allow_dash=True))
@click.option("-f", "--format", "form", type=click.Choice(["text", "json"]), default="text", help="For people, or for programs.")
@click.option("--view", default="referee", show_default=True, help="Whose report: referee, public or player:NAME.")
@click.option("--lang", "languages", multiple=True, metavar="TAG", help="Language of the sentences; several: the best first.")
@click.option("--all", "every", is_flag=True, help="A line for every entry; else runs of plainly legal ones share a line.")
@click.option("--brief", is_flag=True, help="One line a log.")
@click.option("--lines", "by_line", is_flag=True, help="Every line is a log (NDJSON), whatever the text looks like.")
@click.pass_context
def check(context: click.Context, /, files: Sequence[str], by_line: bool, **wanted: Any) -> None:
    """Rule on the logs in FILES and print rulings, effects, findings and the score.

    A file holds one log as JSON, or a log a line (NDJSON: by its name .ndjson or .jsonl, or by its first line).
    `-` is standard input. Nothing is sent anywhere. Errors are told on stderr; the other logs are judged all the same.

    As json, one log gives its report (what POST /v1/adjudications answers), several give a line each:
    {"file", "line", "id", "report"} or {"file", "line", "id", "problem"}.

    \b
    Examples:
      adjudicator check evening.json
      adjudicator check --view public --all evening.json
      adjudicator check --brief season/*.json
      adjudicator check -f json - < evening.json | jq .score
    """
    wish, tally = Wish(**wanted), Tally()
    found = sources(files, by_line)
    first = list(islice(found, 2))
    several = len(first) > 1
    with terminal.progress("Judging", size_of(files)) as advance:
        for source in chain(first, found):
            answer = _answer(context.obj, source, wish)
            (_print_json if wish.form == "json" else _print_text)(answer, source, wish, several)
            tally.count(answer.code)
            advance(source.read)
    if several and wish.form == "text":
        terminal.write(f"{tally}\n")
    context.exit(tally.gravest)


def _answer(games: Mapping[str, Game], source: Source, wish: Wish) -> Answer:
    """Judge one log, whatever goes wrong with it."""
    answer = Answer(exits.LAWFUL)
    try:
        _judge(games, source, wish, answer)
    except Exception as error:
        answer.error = error
        answer.code = exits.code_of(error)
    return answer


def _judge(games: Mapping[str, Game], source: Source, wish: Wish, answer: Answer) -> None:
    document, answer.id = read(source)
    require_log(document)
    log = decode_log(games, document)
    viewer = viewer_of(wish.view, log.table.players)
    judged = judge_log(log, viewer)
    answer.game, answer.language = log.game, log.game.texts.choose(wish.languages)
    answer.report = report_of(judged, answer.language)
    answer.entries = [cut(log.game, entry, viewer, judged.ended) for entry in log.entries]
    if log.game.picture is not None and not wish.brief:
        answer.picture = log.game.picture(judged.replay.head.state)
    answer.code = exits.LAWFUL if is_lawful(answer.report) else exits.UNLAWFUL


def _print_text(answer: Answer, source: Source, wish: Wish, several: bool) -> None:
    if answer.error is not None:
        exits.report(answer.error, f"{source if several else source.file}: ")
        return
    assert answer.game is not None
    assert answer.report is not None
    if wish.brief:
        terminal.show(f"{source}: " * several + headline(answer.report) + "\n")
    else:
        title = f"== {source} ==\n" * several
        entries, picture = answer.entries, answer.picture
        text = sheet(answer.game, answer.report, answer.language, entries=entries, picture=picture, every=wish.every)
        terminal.show(title + text + "\n" * several)


def _print_json(answer: Answer, source: Source, wish: Wish, several: bool) -> None:
    """The report or problem alone, or in a line that says which log it is of."""
    if answer.code == exits.INTERNAL and answer.error is not None:
        exits.report(answer.error, f"{source}: ")
    part = {"report": answer.report} if answer.error is None else {"problem": _problem(answer.error)}
    (alone,) = part.values()
    whole = {"file": source.file, "line": source.line, "id": answer.id, **part} if several else alone
    terminal.write(json.dumps(whole, ensure_ascii=answer.error is not None, separators=(",", ":")) + "\n")


def _problem(error: Exception) -> dict[str, Any]:
    """The error in the form of the service's problems, as far as they are not about HTTP."""
    problem: dict[str, Any] = {"type": f"/problems/{exits.slug_of(error)}", "detail": exits.detail_of(error)}
    if isinstance(error, Malformed):
        problem["errors"] = [structs.asdict(fault) for fault in error.faults]
    return problem
