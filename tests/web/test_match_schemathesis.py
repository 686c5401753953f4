"""What is kept (matches, players, tournaments, webhooks, ...) against the document: each operation alone, and along the links."""

import schemathesis
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.web.documented import ACCEPTED, service
from tests.web.matching import KEY

# 422: the seats, setup and state of a match are beyond JSON Schema. 412 and 428: so is the revision that If-Match must name.
# 304: an If-None-Match of * knows every ETag.
EXPECTED = [*ACCEPTED, "304", "412", "422", "428"]
CONFIG = {
    "auth": {"openapi": {"key": {"bearer": KEY}}},
    "checks": {"positive_data_acceptance": {"expected-statuses": EXPECTED}},
}
SCHEMA = schemathesis.openapi.from_wsgi("/openapi.yaml", service(), config=schemathesis.Config.from_dict(CONFIG))
KEPT = SCHEMA.include(path_regex="^/v1/(matches|public|players|clubs|leaderboards|ratings|tournaments|webhooks)")
COMMON = {"deadline": None, "derandomize": True, "suppress_health_check": list(HealthCheck)}


@KEPT.parametrize()
@settings(max_examples=10, **COMMON)
def test_every_answer_is_one_that_the_document_allows(case):
    case.call_and_validate()


def test_along_the_links():
    run_state_machine_as_test(KEPT.as_state_machine(), settings=settings(max_examples=10, stateful_step_count=6, **COMMON))
