"""Where webhooks may lead: to addresses of the public net alone, so that nobody reaches by them what only this machine can.

What can be seen of a URL is looked at when it is said; what its name means is looked at when it is called, and then that very
address is connected to, so that a name cannot mean something else in between.
"""

import ipaddress
import socket
from urllib.parse import SplitResult, urlsplit

from msgspec import Struct

from adjudicator.core.errors import AdjudicatorError, Fault

PORTS = {"https": 443, "http": 80}
Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network
NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
"""Its last 32 bits are the IPv4 address to which a gateway leads."""
UNICAST = ipaddress.IPv6Network("2000::/3")
"""All that IANA has ever given out of IPv6 for the public net."""
SPECIAL: tuple[Network, ...] = (
    ipaddress.IPv4Network("192.0.0.0/24"), ipaddress.IPv4Network("192.88.99.0/24"), ipaddress.IPv6Network("3fff::/20"),
)
"""Not for the public net, and older Pythons do not know it."""
NOWHERE = "The host has no address in the public net."


class Unsafe(AdjudicatorError):
    """A URL that webhooks may not lead to, or a name that means no address that they may."""


class Target(Struct, frozen=True):
    """What a URL leads to: `path` with the query. `host` as it stands in certificates, `authority` as in the header Host."""

    tls: bool
    host: str
    port: int
    authority: str
    path: str


def target(url: str, local: bool) -> Target:
    """What the URL leads to. `local`: http and private addresses are allowed. Raises Unsafe for what can be seen to be wrong."""
    parts, port = _split(url)
    if parts.scheme != "https" and not (local and parts.scheme == "http"):
        raise Unsafe("A webhook is called by https.")
    if parts.username is not None or parts.password is not None:
        raise Unsafe("There can be no user name or password in the URL of a webhook.")
    host = (parts.hostname or "").rstrip(".")
    if not host:
        raise Unsafe("The URL names no host.")
    if "%" in host:
        raise Unsafe("The host cannot be written with %, nor be an address with a zone.")
    if port == 0:
        raise Unsafe("Nothing can be reached at port 0.")
    if not local and (host == "localhost" or host.endswith(".localhost") or not all(map(_is_public, _written(host)))):
        raise Unsafe("A webhook cannot lead to a private address.")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(parts.scheme == "https", host, port or PORTS[parts.scheme], parts.netloc, path)


def fault(url: str, local: bool) -> Fault | None:
    """What can be seen to be wrong with the URL of a webhook."""
    try:
        target(url, local)
        if "#" in url:
            raise Unsafe("There can be no fragment (#) in the URL of a webhook: it is not sent.")
    except Unsafe as unsafe:
        return Fault("/url", "unsafe_url", str(unsafe))
    return None


def addresses(to: Target, local: bool) -> list[str]:
    """The addresses that the host means now. Raises Unsafe if it means none, or a private one: which of both is not told."""
    try:
        found = _resolved(to.host, 0)
    except (OSError, UnicodeError):
        raise Unsafe(NOWHERE) from None
    if not local and not all(map(_is_public, found)):
        raise Unsafe(NOWHERE)
    return found


def _split(url: str) -> tuple[SplitResult, int | None]:
    try:
        parts = urlsplit(url)
        return parts, parts.port
    except ValueError:
        raise Unsafe("This is no URL.") from None


def _written(host: str) -> list[str]:
    """The address that the host is, in whatever way it is written (0x7f.1, 2130706433); none if it is a name."""
    try:
        return _resolved(host, socket.AI_NUMERICHOST)
    except (OSError, UnicodeError):
        return []


def _resolved(host: str, flags: int) -> list[str]:
    return [str(row[4][0]) for row in socket.getaddrinfo(host, None, type=socket.SOCK_STREAM, flags=flags)]


def _is_public(text: str) -> bool:
    meant = _meant(ipaddress.ip_address(text))
    if not meant.is_global or meant.is_multicast or any(meant in network for network in SPECIAL):
        return False
    return isinstance(meant, ipaddress.IPv4Address) or meant in UNICAST


def _meant(address: Address) -> Address:
    """The IPv4 address that an address of IPv6 stands for, if it does; or itself."""
    if isinstance(address, ipaddress.IPv4Address):
        return address
    if address in NAT64:
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour or address
