"""Signing JSON with the Ed25519 key of the installation, and telling whether something was signed so.

Signed is the document in its canonical form: UTF-8, without blanks, the keys of every object sorted. A key is named by its
JWK thumbprint (RFC 7638, RFC 8037).
"""

import base64
import hashlib
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import load_pem_private_key, load_pem_public_key
from msgspec import Struct

from adjudicator.core.errors import AdjudicatorError
from adjudicator.services.setting import Setting, moment
from adjudicator.storage import installation

SIGNING_KEY = "signing_key"
ALGORITHM = "Ed25519"


class UnreadableKey(AdjudicatorError):
    """A text that is no Ed25519 key."""


class PublicKey(Struct, frozen=True):
    """The public half of a key: 32 bytes in base64url without padding."""

    x: str

    @property
    def jwk(self) -> dict[str, str]:
        """The key as a JSON Web Key."""
        return {"kty": "OKP", "crv": ALGORITHM, "x": self.x, "kid": self.id, "use": "sig", "alg": "EdDSA"}

    @property
    def id(self) -> str:
        """Its thumbprint."""
        told = f'{{"crv":"{ALGORITHM}","kty":"OKP","x":"{self.x}"}}'
        return _base64url(hashlib.sha256(told.encode()).digest())

    def signed(self, document: Mapping[str, Any], signature: str) -> bool:
        """Whether the signature is that of the key's owner under this document."""
        try:
            Ed25519PublicKey.from_public_bytes(_bytes(self.x)).verify(_bytes(signature), canonical(document))
        except (InvalidSignature, ValueError):
            return False
        return True


class Signing:
    """The installation's key: the one that it was given, or one that is made when it is first needed, and kept.

    `make` gives 32 random bytes.
    """

    def __init__(self, setting: Setting, given: str | None, make: Callable[[], bytes]) -> None:
        self._setting, self._given, self._make = setting, given, make
        self._key: Ed25519PrivateKey | None = None

    def public(self) -> PublicKey:
        """The public key."""
        return public_of(self._private())

    def sign(self, document: Mapping[str, Any]) -> dict[str, Any]:
        """The document with its signature."""
        key, public = self._private(), self.public()
        value = _base64url(key.sign(canonical(document)))
        signature = {"algorithm": ALGORITHM, "key_id": public.id, "public_key": public.x, "value": value}
        return {**document, "signature": signature}

    def _private(self) -> Ed25519PrivateKey:
        if self._key is None:
            self._key = private_key(self._given if self._given is not None else self._kept())
        return self._key

    def _kept(self) -> str:
        with self._setting.database.read() as connection:
            found = installation.value(connection, SIGNING_KEY)
        if found is not None:
            return found
        made, now = self._make().hex(), moment(self._setting.now())
        return self._setting.database.write(lambda connection: installation.settle(connection, SIGNING_KEY, made, now))


def private_key(text: str) -> Ed25519PrivateKey:
    """The key in this text: PEM (PKCS #8, not encrypted), or its 32 bytes in hex. Raises UnreadableKey."""
    try:
        if "-----BEGIN" not in text:
            return Ed25519PrivateKey.from_private_bytes(bytes.fromhex(text.strip()))
        found = load_pem_private_key(text.encode(), password=None)
    except (ValueError, TypeError):
        found = None
    if not isinstance(found, Ed25519PrivateKey):
        raise UnreadableKey("This is no Ed25519 private key: a PEM text (openssl genpkey -algorithm ed25519), or 64 hex digits.")
    return found


def public_of(key: Ed25519PrivateKey) -> PublicKey:
    """Its public half."""
    return PublicKey(_base64url(key.public_key().public_bytes_raw()))


def public_key(text: str) -> PublicKey:
    """The key in this text: a JWK (what the service publishes), PEM, or the 32 bytes in base64url. Raises UnreadableKey."""
    try:
        found = load_pem_public_key(text.encode()) if "-----BEGIN" in text else Ed25519PublicKey.from_public_bytes(_raw(text))
    except (ValueError, msgspec.MsgspecError):
        found = None
    if not isinstance(found, Ed25519PublicKey):
        raise UnreadableKey("This is no Ed25519 public key: a JWK, a PEM text, or 43 characters of base64url.")
    return PublicKey(_base64url(found.public_bytes_raw()))


def canonical(document: Mapping[str, Any]) -> bytes:
    """The bytes that are signed."""
    return msgspec.json.encode(document, order="sorted")


class _Jwk(Struct):
    x: str


def _raw(text: str) -> bytes:
    return _bytes(msgspec.json.decode(text, type=_Jwk).x if text.lstrip().startswith("{") else text.strip())


def _base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _bytes(text: str) -> bytes:
    """Raises ValueError."""
    return base64.b64decode(text.encode() + b"=" * (-len(text) % 4), altchars=b"-_", validate=True)
