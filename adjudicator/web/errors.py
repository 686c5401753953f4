"""What the HTTP layer itself refuses. How it is told is in `problems`."""

from collections.abc import Sequence

from msgspec import Struct

from adjudicator.core.errors import AdjudicatorError, Fault, Malformed


class ParameterFault(Struct, frozen=True):
    """One fault of the query or of a header: its name, a stable word, a plain sentence."""

    parameter: str
    code: str
    message: str


class MalformedRequest(Malformed):
    """Faults of the query or headers, and of the body beside them (422)."""

    def __init__(self, faults: Sequence[Fault], parameters: Sequence[ParameterFault]) -> None:
        super().__init__(faults)
        self.parameters = tuple(parameters)


class UnsupportedMedia(AdjudicatorError):
    """The body is of another kind than this resource reads (415). `headers` say what it reads."""

    def __init__(self, message: str, headers: dict[str, str]) -> None:
        super().__init__(message)
        self.headers = headers


class NotAcceptable(AdjudicatorError):
    """Nothing that this resource writes is acceptable to the client (406)."""


class TooManyRequests(AdjudicatorError):
    """The caller has used up its budget of requests (429). `wait`: seconds until some of it has come back."""

    def __init__(self, wait: int) -> None:
        super().__init__(f"These are more requests than are answered; go on in {wait} s.")
        self.wait = wait


class NotReady(AdjudicatorError):
    """The service is up, but should not be sent anything now (503)."""


class SpoolFull(AdjudicatorError):
    """There is no room to keep the body of a batch (503)."""
