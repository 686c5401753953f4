"""`adjudicator check`: rule on logs, offline."""

import json
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import chain, islice
from typing import Any

import click
from msgspec import Struct, structs

from adjudicator.cli import exits, terminal
from adjudicator.cli.crew import GROUP, crew, in_groups, jobs_option, processes
from adjudicator.cli.sources import Source, read, require_log, size_of, sources
from adjudicator.cli.words import counted
from adjudicator.core.errors import Malformed
from adjudicator.core.game import Game
from adjudicator.core.log import Log, decode_log
from adjudicator.core.reading import Document
from adjudicator.core.report import Judgement, judge_log, report_of
from adjudicator.core.views import Viewer, cut, viewer_of
from adjudicator.services.sheet import headline, is_lawful, sheet

MOST = 8
"""The most processes that are started unasked."""


class Wish(Struct, frozen=True):
    """How the answers are wanted. `several`: each says which log it is of."""

    form: str
    view: str
    languages: tuple[str, ...]
    every: bool
    brief: bool
    several: bool


class Answer(Struct, frozen=True):
    """What became of one log: its exit code, what is printed, and the error if that is to be told."""

    code: int
    text: str
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
        return f"{counted(sum(self.counts.values()), 'log')}: {told}."


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
@jobs_option(MOST)
@click.pass_context
def check(context: click.Context, /, files: Sequence[str], by_line: bool, jobs: int | None, **wanted: Any) -> None:
    """Judge the logs in FILES, and print rulings and the score.

    With the rulings go their effects, and what later entries proved (findings).

    A file holds one log as JSON, or a log a line (NDJSON: by its name .ndjson or .jsonl, or by its first line).
    `-` is standard input. Nothing is sent anywhere. Errors are told on stderr; the other logs are judged all the same.
    Beside a log there may be what `adjudicator import` takes (title, played_at, ...), which is only looked at.

    As json, one log gives its report (what POST /v1/adjudications answers), several give a line each:
    {"file", "line", "id", "report"} or {"file", "line", "id", "problem"}.

    \b
    Examples:
      adjudicator check evening.json
      adjudicator check --view public --all evening.json
      adjudicator check --brief season/*.json
      adjudicator check -f json - < evening.json | jq .score
    """
    found, tally = sources(files, by_line), Tally()
    first = list(islice(found, 2))
    wish = Wish(**wanted, several=len(first) > 1)
    with (
        crew(processes(jobs, files, context.obj, MOST), partial(plain_answer, wish)) as others,
        terminal.progress("Judging", size_of(files)) as advance,
    ):
        for group, answers in others.work_off(in_groups(chain(first, found), GROUP if others.is_there else 0)):
            for source, known in zip(group, answers, strict=True):
                answer = known or _answer(wish, context.obj, source)
                _print(answer, source, wish)
                tally.count(answer.code)
                advance(source.read)
    if wish.several and wish.form == "text":
        terminal.write(f"{tally}\n")
    context.exit(tally.gravest)


def plain_answer(wish: Wish, games: Mapping[str, Game], source: Source) -> Answer | None:
    """The answer to one log, if no error is to be told."""
    answer = _answer(wish, games, source)
    return answer if answer.error is None else None


def _answer(wish: Wish, games: Mapping[str, Game], source: Source) -> Answer:
    """Judge one log, whatever goes wrong with it."""
    name = None
    try:
        document, name = read(source)
        require_log(document)
        return _ruled(wish, source, name, _log(games, document))
    except Exception as error:
        code = exits.code_of(error)
        if wish.form == "text":
            return Answer(code, "", error)
        line = _line(wish, source, name, "problem", _problem(error))
        return Answer(code, line, error if code == exits.INTERNAL else None)


def _log(games: Mapping[str, Game], document: Document) -> Log:
    """The log of a document. What `import` takes beside one may stand there: a file can be checked before it is stored."""
    try:
        return decode_log(games, document)
    except Malformed:
        # Rare, so that a check of logs alone does not wait for what reads forms.
        from adjudicator.web.match_bodies import BESIDE_LOG, read_new_match

        if isinstance(document.value, dict) and not document.value.keys().isdisjoint(BESIDE_LOG):
            return read_new_match(games, document).log
        raise


def _ruled(wish: Wish, source: Source, name: str | None, log: Log) -> Answer:
    viewer, language = viewer_of(wish.view, log.table.players), log.game.texts.choose(wish.languages)
    judged = judge_log(log, viewer)
    report = report_of(judged, language)
    if wish.form == "json":
        text = _line(wish, source, name, "report", report)
    elif wish.brief:
        text = f"{source}: " * wish.several + headline(report) + "\n"
    else:
        text = f"== {source} ==\n" * wish.several + _sheet(wish, log, viewer, judged, report, language) + "\n" * wish.several
    return Answer(exits.LAWFUL if is_lawful(report) else exits.UNLAWFUL, text)


def _sheet(wish: Wish, log: Log, viewer: Viewer, judged: Judgement, report: Mapping[str, Any], language: str) -> str:
    game = log.game
    entries = [cut(game, entry, viewer, judged.ended) for entry in log.entries]
    picture = None if game.picture is None else game.picture(judged.replay.head.state)
    return sheet(game, report, language, entries=entries, picture=picture, every=wish.every)


def _line(wish: Wish, source: Source, name: str | None, part: str, what: Mapping[str, Any]) -> str:
    """The report or problem alone, or in a line that says which log it is of."""
    whole = {"file": source.file, "line": source.line, "id": name, part: what} if wish.several else what
    return json.dumps(whole, ensure_ascii=part == "problem", separators=(",", ":")) + "\n"


def _print(answer: Answer, source: Source, wish: Wish) -> None:
    if answer.error is not None:
        exits.report(answer.error, f"{source if wish.several else source.file}: ")
    if answer.text:
        (terminal.write if wish.form == "json" else terminal.show)(answer.text)


def _problem(error: Exception) -> dict[str, Any]:
    """The error in the form of the service's problems, as far as they are not about HTTP."""
    problem: dict[str, Any] = {"type": f"/problems/{exits.slug_of(error)}", "detail": exits.detail_of(error)}
    if isinstance(error, Malformed):
        problem["errors"] = [structs.asdict(fault) for fault in error.faults]
    return problem
