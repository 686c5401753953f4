"""The stateless service against its own document: whatever is sent, every answer is one that it allows."""

from hypothesis import HealthCheck, settings

from tests.web.documented import OF_LOGS, OF_PAGES, described, service

STATELESS = described(service(), OF_LOGS, OF_PAGES).exclude(path_regex="^/v1/matches")


@STATELESS.parametrize()
@settings(max_examples=30, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
def test_every_answer_is_one_that_the_document_allows(case):
    case.call_and_validate()
