"""gunicorn's worker with threads, but what it refuses itself is a problem (RFC 9457), as everything that the service refuses;
and no client keeps a thread by sending, or taking, nothing more.
"""

import uuid
from typing import Any

import msgspec
from gunicorn.http import errors
from gunicorn.util import write_nonblock
from gunicorn.workers.gthread import ThreadWorker
from werkzeug.exceptions import HTTPException, InternalServerError, default_exceptions

from adjudicator.cli.patience import Patient
from adjudicator.web.problems import CONTENT_TYPE, UNKEPT, problem

_STATUSES: dict[type[Exception], int] = {
    errors.InvalidResponseHeader: 500,
    errors.InvalidResponseHeaderName: 500,
    errors.ConfigurationProblem: 500,
    errors.UnsupportedTransferCoding: 501,
    errors.LimitRequestLine: 414,
    errors.LimitRequestHeaders: 431,
    errors.ExpectationFailed: 417,
    errors.ForbiddenProxyRequest: 403,
    errors.ParseException: 400,
}


class Worker(ThreadWorker):
    """See the module."""

    def handle(self, conn: Any) -> Any:
        """Serve a request of a connection; as gunicorn does, but with so much patience and no more."""
        if not isinstance(conn.sock, Patient):
            conn.sock = Patient.of(conn.sock, self.app.settings.patience_seconds)
        conn.sock.begin()
        return super().handle(conn)

    def handle_error(self, req: Any, client: Any, addr: Any, exc: Exception) -> None:
        """Answer a request that cannot be handed to the service, or that the service let fall."""
        told = refusal(exc)
        if told.code == InternalServerError.code:
            self.log.exception("Error handling a request")
        else:
            self.log.warning("A request from %s was refused: %s", (addr or ("a socket",))[0], exc)
        try:
            write_nonblock(client, _answer(told))
        except OSError as error:
            self.log.debug("The refusal could not be sent: %s", error)


def refusal(exc: Exception) -> HTTPException:
    """How this is told to the client. A mistake of ours says nothing."""
    status = next((status for kind, status in _STATUSES.items() if isinstance(exc, kind)), 500)
    return InternalServerError() if status == InternalServerError.code else default_exceptions[status](str(exc))


def _answer(told: HTTPException) -> bytes:
    request_id = uuid.uuid4().hex
    body = msgspec.json.encode(problem(told, "", request_id).body)
    head = (
        f"HTTP/1.1 {told.code} {told.name}",
        "Connection: close",
        f"Content-Type: {CONTENT_TYPE}",
        f"Content-Length: {len(body)}",
        *(f"{name}: {value}" for name, value in UNKEPT.items()),
        f"X-Request-Id: {request_id}",
        "X-Content-Type-Options: nosniff",
    )
    return "\r\n".join((*head, "", "")).encode("latin-1") + body
