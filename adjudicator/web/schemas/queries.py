"""The parameters of queries."""

from adjudicator.web.schemas.fields import NO_CONTROL, Form, Schema, Text, Truth, Whole, Word

MOST_ITEMS = 200
VIEW = Form(
    "^(referee|public|player:" + NO_CONTROL.strip("^$").replace("*", "{1,60}") + ")$",
    "referee, public, or player: with the name of a player behind it (player:Asha)",
)
LANGUAGE = Form("^[A-Za-z]{1,8}([-_][A-Za-z0-9]{1,8})*$", "a language tag (en, pt-BR)")


class NoQuery(Schema):
    """A resource that has no parameters: each is a fault."""


class LanguageQuery(Schema):
    """`lang`: a language tag. One that is not there reads as the nearest that is, at last as English."""

    lang = Text(
        most=35, form=LANGUAGE, metadata={"description": "A language tag; wins over Accept-Language."}
    )


class PageQuery(LanguageQuery):
    """One page of a list: at most `limit` items, those behind `after`."""

    limit = Whole(
        least=1, most=MOST_ITEMS, query=True, load_default=MOST_ITEMS, metadata={"description": "The most items of a page."}
    )
    after = Text(
        most=200, metadata={"description": "The key of the last item seen, as Link rel=next gives it."}
    )


class CsvQuery(Schema):
    """How text/csv is wanted."""

    bom = Truth(
        query=True,
        load_default=False,
        metadata={"default": False, "description": "text/csv begins with a byte order mark, as some spreadsheets want it."},
    )


class ReportQuery(LanguageQuery):
    """How a report is wanted."""

    view = Text(
        most=67,
        form=VIEW,
        load_default="referee",
        metadata={
            "default": "referee",
            "description": "For whom: the referee, the public, or a player at the table. What they may not see is not there.",
        },
    )
    state = Truth(query=True, load_default=True, metadata={"description": "Whether the report has the table's state."})
    rulings = Word(
        "all", "notable", load_default="all", metadata={"description": "All rulings, or those whose verdict is not legal."}
    )


class BatchQuery(ReportQuery):
    """How the reports of a batch are wanted; only notable rulings, unless asked otherwise."""

    rulings = Word(
        "all", "notable", load_default="notable", metadata={"description": "All rulings, or those whose verdict is not legal."}
    )
