"""Exports, signed sheets, and the key that tells whether they came from here."""

import base64
import hashlib
import json

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from adjudicator.app import create_app
from adjudicator.config import Settings
from adjudicator.games import discover
from adjudicator.wiring import prepare
from tests.web.matching import ANSWERED, KEY, OUT_OF_TURN, PLAY, REMARK, Club, problem

WELL_KNOWN = "/.well-known/adjudicator-key"


def raw(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def is_signed(sheet: dict, jwk: dict) -> bool:
    """By the letter of the document, and with Python's own JSON."""
    unsigned = {name: value for name, value in sheet.items() if name != "signature"}
    text = json.dumps(unsigned, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    Ed25519PublicKey.from_public_bytes(raw(jwk["x"])).verify(raw(sheet["signature"]["value"]), text.encode())
    return True


def test_an_export_is_the_same_as_long_as_nothing_is_written(club: Club) -> None:
    path = club.match(title="Frühling", moves=[PLAY])
    one, other = club.get(f"{path}/export"), club.get(f"{path}/export", Accept_Language="de")
    assert one.content_type == "application/json"
    assert one.data == other.data
    assert one.headers["ETag"] == '"1.export"'
    found = one.get_json()
    assert (found["format"], found["schema"], found["revision"], len(found["moves"])) == ("adjudicator-match", 1, 1, 1)
    assert club.get(f"{path}/export", If_None_Match='"1.export"').status_code == 304
    club.log(path, ANSWERED)
    later = club.get(f"{path}/export", If_None_Match='"1.export"')
    assert (later.status_code, later.headers["ETag"], later.get_json()["revision"]) == (200, '"2.export"', 2)


def test_a_sheet_is_signed_by_the_published_key(club: Club) -> None:
    path = club.match(title="Frühling", moves=[PLAY, ANSWERED])
    jwk = club.client.get(WELL_KNOWN).get_json()
    sheet = club.get(f"{path}/sheet").get_json()
    assert is_signed(sheet, jwk)
    assert sheet["signature"]["key_id"] == jwk["kid"]
    assert sheet["signature"]["public_key"] == jwk["x"]
    match, export = club.get(path).get_json(), club.get(f"{path}/export").get_json()
    for name in ("id", "game", "ruleset", "players", "status", "voided", "revision", "plies", "created_at", "updated_at"):
        assert sheet[name] == match[name], name
    assert sheet["score"] == match["score"]
    assert sheet["facts"] == {"title": "Frühling"}
    assert sheet["chain"] == export["chain"]


def test_a_sheet_says_how_the_match_stands(club: Club) -> None:
    path = club.match(moves=[PLAY])
    club.post(f"{path}/moves?accept_stop=true", OUT_OF_TURN)
    club.post(f"{path}/void", {"reason": "Wrong table."}, If_Match="*")
    sheet = club.get(f"{path}/sheet").get_json()
    assert (sheet["status"], sheet["stopped_at"], sheet["voided"], sheet["void_reason"]) == ("stopped", 2, True, "Wrong table.")


def test_a_sheet_has_its_revision_and_key_in_its_tag(club: Club) -> None:
    path = club.match(moves=[PLAY])
    tag = club.get(f"{path}/sheet").headers["ETag"]
    assert tag == f'"1.sheet.{club.client.get(WELL_KNOWN).get_json()["kid"]}"'
    assert club.get(f"{path}/sheet", If_None_Match=tag).status_code == 304
    club.log(path, REMARK)
    assert club.get(f"{path}/sheet", If_None_Match=tag).status_code == 200


def test_the_key_is_for_everybody(club: Club) -> None:
    response = club.client.get(WELL_KNOWN, headers={"Origin": "https://anybody.example"})
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    assert response.headers["Cache-Control"] == "public, max-age=3600"
    jwk = response.get_json()
    thumbprint = json.dumps({"crv": jwk["crv"], "kty": jwk["kty"], "x": jwk["x"]}, separators=(",", ":"))
    assert raw(jwk["kid"]) == hashlib.sha256(thumbprint.encode()).digest()
    assert (jwk["kty"], jwk["crv"], jwk["alg"], jwk["use"]) == ("OKP", "Ed25519", "EdDSA", "sig")
    assert set(jwk) == {"kty", "crv", "x", "kid", "use", "alg"}, "no private half"


@pytest.mark.parametrize("part", ["export", "sheet"])
def test_refusals(club: Club, part: str) -> None:
    path = club.match()
    assert problem(club.client.get(f"{path}/{part}")) == (401, "unauthenticated")
    assert problem(club.get(f"/v1/matches/{'0' * 36}/{part}")) == (404, "not-found")
    assert problem(club.get(f"{path}/{part}?view=public")) == (422, "malformed")


def given_key(tmp_path, text: str | None) -> dict:
    settings = Settings(
        log_level="error", database_url=f"sqlite:///{tmp_path / 'adjudicator.db'}", admin_key=KEY, signing_key=text
    )
    games = discover("tests.games")
    prepare(settings, games)
    return create_app(settings, games).test_client().get(WELL_KNOWN).get_json()


def test_the_key_is_made_once_or_given(tmp_path) -> None:
    own = given_key(tmp_path, None)
    assert given_key(tmp_path, None) == own, "another process of the same installation"
    key = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
    pem = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()
    given = given_key(tmp_path, pem)
    assert given == given_key(tmp_path, bytes(range(32)).hex()) != own
    assert raw(given["x"]) == key.public_key().public_bytes_raw()
