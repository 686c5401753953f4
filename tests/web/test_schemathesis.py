"""The service against its own document: whatever schemathesis makes of it, every answer is one that the document allows."""

import json

import schemathesis
from hypothesis import HealthCheck, settings

from adjudicator.app import create_app
from adjudicator.config import Settings
from adjudicator.games import discover

# What schemathesis expects of data that fits the document, and 422: the seats, notes and setup of a log are beyond JSON Schema.
ACCEPTED = ["2xx", "401", "403", "404", "409", "5xx"]
OF_LOGS = {"include-path": "/v1/adjudications", "checks": {"positive_data_acceptance": {"expected-statuses": [*ACCEPTED, "422"]}}}


@schemathesis.serializer("application/x-ndjson")
def ndjson(context, value):
    lines = value if isinstance(value, list) else [value]
    return "\n".join(json.dumps(line) for line in lines).encode()


@schemathesis.deserializer("application/x-ndjson")
def lines_of_ndjson(context, response):
    return [json.loads(line) for line in response.content.splitlines()]


APP = create_app(Settings(log_level="error"), discover("adjudicator.games", "tests.games"))
SCHEMA = schemathesis.openapi.from_wsgi(
    "/openapi.yaml", APP, config=schemathesis.Config.from_dict({"operations": [OF_LOGS]})
)


@SCHEMA.include(path_regex="").parametrize()
@settings(max_examples=60, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
def test_every_answer_is_one_that_the_document_allows(case):
    case.call_and_validate()
