"""Components of the document that describe exported matches, signed sheets and the key, from the structs that make them."""

import msgspec

from adjudicator.services.exported import Exported
from adjudicator.services.result_sheet import Sheet
from adjudicator.web.log_schemas import REF, Described, reference

_NAMES = {"Exported": "MatchExport", "Sheet": "ResultSheet"}
_BASE64URL: Described = {"type": "string", "pattern": "^[A-Za-z0-9_-]{43}$"}


def export_components() -> Described:
    """Everything that exports and sheets are made of, and the public key."""
    _, found = msgspec.json.schema_components((Exported, Sheet), ref_template=REF + "{name}")
    return {**{_NAMES.get(name, name): schema for name, schema in found.items()}, "PublicKey": _public_key()}


def _public_key() -> Described:
    fields: Described = {
        "kty": {"type": "string", "const": "OKP"},
        "crv": {"type": "string", "const": "Ed25519"},
        "x": _BASE64URL | {"description": "The 32 bytes of the key."},
        "kid": _BASE64URL | {"description": "The thumbprint of the key (RFC 7638)."},
        "use": {"type": "string", "const": "sig"},
        "alg": {"type": "string", "const": "EdDSA"},
    }
    about = "The public key of the installation, as a JSON Web Key (RFC 8037)."
    return {"type": "object", "description": about, "properties": fields, "required": list(fields), "additionalProperties": False}


EXPORT, SHEET, PUBLIC_KEY = reference("MatchExport"), reference("ResultSheet"), reference("PublicKey")
