"""Sending one delivery: a POST in the form of Standard Webhooks (standardwebhooks.com), signed, within a fixed time."""

import base64
import hashlib
import hmac
import http.client
import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from msgspec import Struct

from adjudicator import __version__
from adjudicator.services.webhooks.addresses import Target, Unsafe, addresses, target

PREFIX = "whsec_"
CONNECT_SECONDS, SECONDS, MOST_ADDRESSES = 5.0, 10.0, 2
LONGEST_ERROR = 200


class Answered(Struct, frozen=True):
    """How the other side answered: its status, or why there is none. Of its words nothing is read."""

    status: int | None
    error: str | None = None


class Message(Struct, frozen=True):
    """What is sent: `seconds` since 1970, at which it is."""

    id: str
    seconds: int
    body: str


def secret_of(random: bytes) -> str:
    """A secret as it is told."""
    return PREFIX + base64.b64encode(random).decode()


def signature(secret: str, message: Message) -> str:
    """What proves to the holder of the secret that this very message was sent at that time."""
    key = base64.b64decode(secret.removeprefix(PREFIX))
    signed = f"{message.id}.{message.seconds}.{message.body}".encode()
    return "v1," + base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()


def send(url: str, secret: str, message: Message, local: bool) -> Answered:
    """Send it. Redirects are not followed. `local`: http and private addresses are allowed."""
    headers = {
        "Content-Type": "application/json",
        "User-Agent": f"adjudicator/{__version__}",
        "webhook-id": message.id,
        "webhook-timestamp": str(message.seconds),
        "webhook-signature": signature(secret, message),
        "Connection": "close",
    }
    try:
        to = target(url, local)
        return Answered(_posted(to, _connected(to, addresses(to, local)), headers | {"Host": to.authority}, message.body))
    except (OSError, http.client.HTTPException, Unsafe) as error:
        return Answered(None, _told(error))


def _told(error: Exception) -> str:
    """What went wrong, in a line. The other side may have put anything into it, also what no database takes for text."""
    words = str(error).strip() or type(error).__name__
    return "".join(each if each.isascii() and each.isprintable() else "?" for each in words)[:LONGEST_ERROR]


def _connected(to: Target, found: list[str]) -> socket.socket:
    """A connection to one of these very addresses. Raises OSError."""
    failed: OSError | None = None
    for address in found[:MOST_ADDRESSES]:
        try:
            return socket.create_connection((address, to.port), CONNECT_SECONDS)
        except OSError as error:
            failed = error
    raise failed or OSError("The host has no address.")


def _posted(to: Target, raw: socket.socket, headers: dict[str, str], body: str) -> int:
    """The status of the answer. Raises OSError, HTTPException; whatever the other side does, before long."""
    with raw, _secured(to, raw) as connected, _cut_off(connected):
        if isinstance(connected, ssl.SSLSocket):
            connected.do_handshake()
        connection = http.client.HTTPConnection(to.host, to.port)
        connection.sock = connected
        connection.request("POST", to.path, body.encode(), headers)
        return connection.getresponse().status


def _secured(to: Target, raw: socket.socket) -> socket.socket:
    raw.settimeout(SECONDS)
    if not to.tls:
        return raw
    context = ssl.create_default_context()
    return context.wrap_socket(raw, server_hostname=to.host, do_handshake_on_connect=False)


@contextmanager
def _cut_off(connected: socket.socket) -> Iterator[None]:
    """After SECONDS the connection ends: a timeout of the socket would begin anew with every byte."""

    def cut() -> None:
        # Of the plain socket: the TLS around it is in use.
        socket.socket.shutdown(connected, socket.SHUT_RDWR)

    timer = threading.Timer(SECONDS, cut)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
