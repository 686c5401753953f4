"""The document: valid, complete, and the one that is committed."""

import re
from pathlib import Path

import jsonschema_rs
import pytest
import yaml
from flask.views import MethodView
from msgspec import Struct, structs
from openapi_spec_validator import validate

from adjudicator.app import create_app, openapi_document
from adjudicator.config import Settings
from adjudicator.games import discover
from adjudicator.web.log_schemas import log_components
from adjudicator.web.openapi import document
from tests.games.cases import GAMES, cases_of

COMMITTED = Path(__file__).parent.parent.parent / "openapi.yaml"


@pytest.fixture(scope="module")
def found(app) -> dict:
    return document(app)


def test_the_committed_document_is_the_present_one():
    assert yaml.safe_load(COMMITTED.read_text(encoding="utf-8")) == yaml.safe_load(openapi_document()), "run: make openapi"


def test_the_document_is_valid(found):
    validate(found)
    validate(yaml.safe_load(COMMITTED.read_text(encoding="utf-8")))


def test_the_document_is_served(client, found):
    response = client.get("/openapi.yaml")
    assert response.content_type == "application/yaml"
    assert yaml.safe_load(response.text)["components"]["schemas"].keys() == found["components"]["schemas"].keys()


def test_every_resource_is_described(app, found):
    served = {
        (re.sub("<(?:[a-z]+:)?([a-z_]+)>", r"{\1}", rule.rule), method.lower())
        for rule in app.url_map.iter_rules()
        for method in rule.methods - {"HEAD", "OPTIONS"}
    }
    described = {(path, method) for path, operations in found["paths"].items() for method in operations if method != "parameters"}
    assert described == served


def test_every_answer_has_a_request_id(found):
    responses = [
        response
        for operations in found["paths"].values()
        for method, operation in operations.items()
        if method != "parameters"
        for response in operation["responses"].values()
    ] + list(found["components"]["responses"].values())
    assert all("$ref" in response or "X-Request-Id" in response["headers"] for response in responses)


def test_every_problem_is_described_as_one(found):
    for name, response in found["components"]["responses"].items():
        assert response["content"] == {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}, name


def test_headers_that_tell_how_to_go_on_are_described(found):
    """Of what is refused, of what has not changed, and of what would have been written."""
    expected = {
        "UNAUTHORIZED": "WWW-Authenticate", "PRECONDITION_FAILED": "ETag", "TOO_MANY_REQUESTS": "Retry-After",
        "SERVICE_UNAVAILABLE": "Retry-After",
    }
    described = found["components"]["responses"]
    assert {name for name, header in expected.items() if header not in described[name]["headers"]} == set()
    operations = [each for path in found["paths"].values() for name, each in path.items() if name != "parameters"]
    unchanged = [each["responses"]["304"] for each in operations if "304" in each["responses"]]
    assert unchanged
    assert all("ETag" in each["headers"] for each in unchanged)
    assert "ETag" in found["paths"]["/v1/matches/{match_id}/moves"]["post"]["responses"]["200"]["headers"]


def test_every_kind_of_answer_is_described(app, found):
    """What a client can ask for by Accept."""
    for rule in app.url_map.iter_rules():
        path = re.sub("<(?:[a-z]+:)?([a-z_]+)>", r"{\1}", rule.rule)
        for method in rule.methods - {"HEAD", "OPTIONS"}:
            turn = getattr(getattr(app.view_functions[rule.endpoint].view_class, method.lower()), "turn", None)
            if turn is not None and turn.done != 204:
                told = found["paths"][path][method.lower()]["responses"][str(turn.done)]["content"]
                assert {*told} == {*turn.gives}, f"{method} {path}"


def test_what_may_not_be_there_is_described_as_not_found(found):
    """Whatever has something's name in its path; and a batch, of which there can be too many, as busy."""
    silent = [
        f"{method} {path}"
        for path, operations in found["paths"].items() if "{" in path
        for method, operation in operations.items() if method != "parameters" and "404" not in operation["responses"]
    ]
    assert silent == []
    assert "503" in found["paths"]["/v1/adjudications/batch"]["post"]["responses"]


def test_logs_are_told_apart_by_game_and_entries_by_type(found):
    schemas = found["components"]["schemas"]
    assert schemas["Log"]["discriminator"] == {
        "propertyName": "game",
        "mapping": {game: f"#/components/schemas/{game.capitalize()}Log" for game in GAMES},
    }
    assert [part["$ref"] for part in schemas["Log"]["oneOf"]] == list(schemas["Log"]["discriminator"]["mapping"].values())
    assert schemas["ToyEntry"]["discriminator"]["mapping"] == {
        "play": "#/components/schemas/ToyPlayEntry",
        "ruling": "#/components/schemas/ToyRulingEntry",
        "end": "#/components/schemas/EndEntry",
        "adjust": "#/components/schemas/AdjustEntry",
        "remark": "#/components/schemas/RemarkEntry",
        "result": "#/components/schemas/ResultEntry",
    }
    for name in ("ToyLog", "ToyPlayEntry", "EndEntry", "Placing", "ToyOptions", "ToySetup", "ToyReport", "ToyRuling"):
        assert schemas[name]["additionalProperties"] is False, name


def validator(found: dict, name: str):
    return jsonschema_rs.Draft202012Validator({"$ref": f"#/components/schemas/{name}", "components": found["components"]})


@pytest.mark.parametrize("game", GAMES)
def test_cases_fit_their_description(client, found, game):
    """Every log that is read fits the description of logs, and its report that of reports."""
    logs, reports = validator(found, "Log"), validator(found, "Report")
    for case in cases_of(game):
        view = {} if case.view is None else {"view": case.view}
        response = client.post("/v1/adjudications", json=case.log, query_string=view)
        if response.status_code == 200:
            logs.validate(case.log)
            reports.validate(response.get_json())


def test_what_no_game_reads_does_not_fit(found, toy_log):
    logs = validator(found, "Log")
    assert logs.is_valid(toy_log)
    wrong = [
        toy_log | {"game": "chess"},
        toy_log | {"colour": 1},
        toy_log | {"players": ["Asha"]},
        toy_log | {"moves": [{"type": "fly"}]},
        toy_log | {"moves": [{"type": "play", "player": "Asha", "card": 3, "colour": 1}]},
        toy_log | {"ruleset": {"preset": "house"}},
        toy_log | {"ruleset": {"options": {"speed": 1}}},
    ]
    assert not any(logs.is_valid(log) for log in wrong)


def test_two_structs_of_one_game_cannot_be_described_under_one_name():
    toy = discover("tests.games")["toy"]

    class Play(Struct):
        """Another struct called Play."""

    class Options(toy.options, frozen=True):
        """Options with a field of that kind."""

        other: Play | None = None

    with pytest.raises(ValueError, match="called Play"):
        log_components(structs.replace(toy, options=Options))


def test_two_games_with_one_prefix_cannot_be_described_together():
    toy = discover("tests.games")["toy"]
    other = structs.replace(toy, name="Toy", presets={"standard": {}})
    with pytest.raises(ValueError, match="called Toy"):
        create_app(Settings(log_level="error"), {"toy": toy, "Toy": other})


def test_every_operation_has_words_of_its_own(app):
    for view in app.view_functions.values():
        kind = getattr(view, "view_class", None)
        assert kind is not None
        assert issubclass(kind, MethodView)
        assert all(getattr(kind, method.lower()).__doc__ for method in kind.methods)
