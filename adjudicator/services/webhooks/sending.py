"""Sending one delivery: a POST in the form of Standard Webhooks (standardwebhooks.com), signed, within a fixed time."""

import base64
import hashlib
import hmac
import http.client
import socket
import ssl
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial

from msgspec import Struct

from adjudicator import __version__
from adjudicator.services.webhooks.addresses import Target, Unsafe, addresses, target
from adjudicator.services.webhooks.leash import CutOff, Leash

PREFIX = "whsec_"
SECONDS = 10.0
"""For all of an attempt, from looking up the name to the status of the answer."""
CONNECT_SECONDS, MOST_ADDRESSES = 4.0, 2
LONGEST_ERROR = 200
Resolve = Callable[[Target, bool], list[str]]


class Answered(Struct, frozen=True):
    """How the other side answered: its status, or why there is none. Of its words nothing is read."""

    status: int | None
    error: str | None = None


class Message(Struct, frozen=True):
    """What is sent where: `seconds` since 1970, at which it is; signed with each of these secrets."""

    id: str
    seconds: int
    body: str
    url: str
    secrets: Sequence[str]


def secret_of(random: bytes) -> str:
    """A secret as it is told."""
    return PREFIX + base64.b64encode(random).decode()


def signature(secret: str, message: Message) -> str:
    """What proves to the holder of the secret that this very message was sent at that time."""
    key = base64.b64decode(secret.removeprefix(PREFIX))
    signed = f"{message.id}.{message.seconds}.{message.body}".encode()
    return "v1," + base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()


def send(message: Message, local: bool, leash: Leash, resolve: Resolve = addresses) -> Answered:
    """Send it. Redirects are not followed. `local`: http and private addresses are allowed. Its name is looked up once."""
    try:
        to = target(message.url, local)
        with leash.cut_after(SECONDS):
            found = leash.result_of(partial(resolve, to, local))
            return Answered(_posted(to, _connected(to, found, leash), message, leash))
    except (OSError, http.client.HTTPException, Unsafe) as error:
        return Answered(None, _told(error))


def _told(error: Exception) -> str:
    """What went wrong, in a line. The other side may have put anything into it, also what no database takes for text."""
    words = str(error).strip() or type(error).__name__
    return "".join(each if each.isascii() and each.isprintable() else "?" for each in words)[:LONGEST_ERROR]


def _connected(to: Target, found: Sequence[str], leash: Leash) -> socket.socket:
    """A connection to one of these very addresses. Raises OSError."""
    failed = OSError("The host has no address.")
    for address in found[:MOST_ADDRESSES]:
        try:
            return _connected_to(address, to.port, leash)
        except CutOff:
            raise
        except OSError as error:
            failed = error
    raise failed


def _connected_to(address: str, port: int, leash: Leash) -> socket.socket:
    raw = socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET)
    try:
        raw.settimeout(CONNECT_SECONDS)
        with leash.waking(partial(_shut, raw)):
            raw.connect((address, port))
    except OSError:
        raw.close()
        raise
    return raw


def _posted(to: Target, raw: socket.socket, message: Message, leash: Leash) -> int:
    """The status of the answer, whose body is not read. Raises OSError, HTTPException."""
    with raw, _secured(to, raw) as connected, leash.waking(partial(_shut, connected)):
        if isinstance(connected, ssl.SSLSocket):
            connected.do_handshake()
        connection = http.client.HTTPConnection(to.host, to.port)
        connection.sock = connected
        connection.request("POST", to.path, message.body.encode(), _headers(to, message))
        with connection.getresponse() as answer:
            return answer.status


def _headers(to: Target, message: Message) -> dict[str, str]:
    return {
        "Host": to.authority,
        "Content-Type": "application/json",
        "User-Agent": f"adjudicator/{__version__}",
        "webhook-id": message.id,
        "webhook-timestamp": str(message.seconds),
        "webhook-signature": " ".join(signature(secret, message) for secret in message.secrets),
        "Connection": "close",
    }


def _secured(to: Target, raw: socket.socket) -> socket.socket:
    raw.settimeout(SECONDS)
    if not to.tls:
        return raw
    context = ssl.create_default_context()
    return context.wrap_socket(raw, server_hostname=to.host, do_handshake_on_connect=False)


def _shut(connected: socket.socket) -> None:
    """End all waiting for this socket: a timeout of its own would begin anew with every byte."""
    with suppress(OSError):
        # Of the plain socket: the TLS around it is in use.
        socket.socket.shutdown(connected, socket.SHUT_RDWR)
