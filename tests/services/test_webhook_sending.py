"""Sending: where webhooks may lead, TLS to the very address that was checked, and another side that takes its time."""

import datetime
import socket
import ssl
import threading
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from adjudicator.services.webhooks import sending
from adjudicator.services.webhooks.addresses import Target, Unsafe, addresses, target
from adjudicator.services.webhooks.leash import MOST_LEFT_ALONE, CutOff, Leash
from adjudicator.services.webhooks.sending import Answered, Message, Resolve, secret_of, send, signature
from tests.receiving import receiving

SECRET = secret_of(bytes(range(32)))
PRIVATE = (
    "http://club.example/", "https://localhost/", "https://x.localhost./", "https://127.0.0.1/", "https://0x7f.1/",
    "https://2130706433/", "https://10.1.2.3/", "https://169.254.169.254/latest/meta-data", "https://[::1]/", "https://0.0.0.0/",
    "https://[::ffff:127.0.0.1]/", "https://[fe80::1]/", "https://[fd00::1]/", "https://[2002:7f00:1::]/",
    "https://[64:ff9b::a00:1]/", "https://224.0.0.1/", "https://100.64.0.1/", "https://me:secret@club.example/",
    "https://[fec0::1]/", "https://[::7f00:1]/", "https://[64:ff9b:1::a00:1]/", "https://[::ffff:0:a00:1]/", "https://[ff0e::1]/",
    "https://192.0.0.8/", "https://192.88.99.1/", "https://[3fff::1]/", "https://[2001:0:a00:1::]/", "https://255.255.255.255/",
    "https://club.example:99999/", "https:///path", "ftp://club.example/", "https://[::1/",
)


def message(url: str) -> Message:
    return Message("msg_1", 1_700_000_000, "{}", url, [SECRET])


def sent(url: str, resolve: Resolve = addresses) -> Answered:
    return send(message(url), True, Leash(), resolve)


@pytest.mark.parametrize("url", PRIVATE)
def test_where_a_webhook_cannot_lead(url: str) -> None:
    with pytest.raises(Unsafe):
        target(url, local=False)


@pytest.mark.parametrize("url", ["http://a.example:0/", "http://[fe80::1%25eth0]/", "http://[fe80::1%eth0]:80/"])
def test_what_leads_nowhere_does_not_locally_either(url: str) -> None:
    with pytest.raises(Unsafe):
        target(url, local=True)


def test_where_it_can() -> None:
    found = target("https://Club.example:8443/hooks/1?x=%20y", local=False)
    assert (found.tls, found.host, found.port, found.path) == (True, "club.example", 8443, "/hooks/1?x=%20y")
    assert target("https://[2606:4700::1111]", local=False).path == "/"
    for host in ("8.8.8.8", "[::ffff:808:808]", "[64:ff9b::808:808]", "[2002:808:808::1]"):
        assert target(f"https://{host}/", local=False).port == 443


def test_names_are_looked_at_when_called() -> None:
    """`localhost` stands for any name that means a private address: here it is not seen, but resolved."""
    to = target("https://localhost/", local=True)
    with pytest.raises(Unsafe):
        addresses(to, local=False)
    assert set(addresses(to, local=True)) <= {"127.0.0.1", "::1"}


def test_the_signature_of_the_specification() -> None:
    """The example of the Standard Webhooks specification."""
    example = Message("msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330, '{"test": 2432232314}', "", ())
    said = signature("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", example)
    assert said == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_by_tls_if_the_certificate_is_good(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with receiving() as receiver:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate(tmp_path, "localhost"))
        receiver.socket = context.wrap_socket(receiver.socket, server_side=True)
        url = f"https://localhost:{receiver.server_port}/"
        refused = sent(url)
        assert (refused.status, "certificate verify failed" in str(refused.error)) == (None, True)
        monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "localhost.pem"))
        assert sent(url) == Answered(204)
        other = sent(url.replace("localhost", "127.0.0.1"))
        assert (other.status, "IP address mismatch" in str(other.error)) == (None, True)
    assert [headers["host"] for _, headers, _ in receiver.got] == [f"localhost:{receiver.server_port}"]


def certificate(folder: Path, name: str) -> Path:
    """A certificate for this name that signs itself, with its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    named = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
    now = datetime.datetime.now(datetime.UTC)
    until, number = now + datetime.timedelta(days=1), x509.random_serial_number()
    made = (
        x509.CertificateBuilder(named, named, key.public_key(), number, now, until)
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    plain = serialization.NoEncryption()
    pem = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain)
    path = folder / f"{name}.pem"
    path.write_bytes(pem + made.public_bytes(serialization.Encoding.PEM))
    return path


@pytest.mark.parametrize("drop", [b"H", b"HTTP/1.1 100 Continue\r\n\r\n", b""], ids=repr)
def test_who_never_comes_to_an_end_is_cut_off(monkeypatch: pytest.MonkeyPatch, drop: bytes) -> None:
    monkeypatch.setattr(sending, "SECONDS", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        dripping = threading.Thread(target=drip, args=(listening, drop))
        dripping.start()
        answered = sent(f"http://127.0.0.1:{listening.getsockname()[1]}/")
        dripping.join()
    assert answered == Answered(None, "It took too long.")


def drip(listening: socket.socket, drop: bytes) -> None:
    """The same now and then, until the other side has gone."""
    connected, _ = listening.accept()
    connected.settimeout(0.05)
    with connected:
        try:
            while True:
                connected.sendall(drop)
                with suppress(TimeoutError):
                    if not connected.recv(65_536):
                        return
        except OSError:
            return


def test_no_body_is_read() -> None:
    """One without an end is left where it is."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        answering = threading.Thread(target=drip, args=(listening, b"HTTP/1.1 200 OK\r\n\r\n" + 1_000_000 * b"x"))
        answering.start()
        assert sent(f"http://127.0.0.1:{listening.getsockname()[1]}/") == Answered(200)
        answering.join()


def test_who_does_not_take_calls_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its queue is full: a connection is never made."""
    monkeypatch.setattr(sending, "SECONDS", 0.5)
    monkeypatch.setattr(sending, "CONNECT_SECONDS", 3_600)
    with socket.create_server(("127.0.0.1", 0), backlog=0) as listening, ExitStack() as queue:
        for _ in range(8):
            waiting = queue.enter_context(socket.socket())
            waiting.setblocking(False)
            waiting.connect_ex(listening.getsockname())
        assert sent(f"http://127.0.0.1:{listening.getsockname()[1]}/") == Answered(None, "It took too long.")


def test_a_name_that_nobody_answers_for_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending, "SECONDS", 0.5)
    answered = threading.Event()

    def resolve(to: Target, local: bool) -> list[str]:
        answered.wait()
        return ["127.0.0.1"]

    found = [sent("http://club.example/", resolve=resolve) for _ in range(2)]
    assert found == [Answered(None, "It took too long.")] * 2
    answered.set()


def test_not_too_many_names_are_looked_up_at_a_time() -> None:
    """Each holds a thread, and nothing can end it."""
    answered = threading.Event()
    for _ in range(MOST_LEFT_ALONE):
        leash = Leash()
        with pytest.raises(CutOff), leash.cut_after(0):
            leash.result_of(answered.wait)
    with pytest.raises(CutOff, match="Too much"):
        Leash().result_of(lambda: None)
    answered.set()
    assert one_more() == "looked up"


def one_more() -> str:
    """As soon as one of them has come to its end."""
    while True:
        with suppress(CutOff):
            return Leash().result_of(lambda: "looked up")


def test_a_name_is_looked_up_once_and_not_gone_back_on() -> None:
    """Whoever answers for it may say something else the next time: the address that was looked at is the one that is called."""
    with receiving() as receiver:
        told = iter([["127.0.0.1"]])
        url = f"http://club.example:{receiver.server_port}/told"
        assert sent(url, resolve=lambda to, local: next(told)) == Answered(204)
    assert [headers["host"] for _, headers, _ in receiver.got] == [f"club.example:{receiver.server_port}"]


def test_the_next_address_is_tried() -> None:
    with receiving() as receiver:
        url = f"http://club.example:{receiver.server_port}/told"
        assert sent(url, resolve=lambda to, local: ["::1", "127.0.0.1"]) == Answered(204)


def test_cut_before_it_began() -> None:
    leash = Leash()
    leash.cut()
    with receiving() as receiver:
        assert send(message(receiver.url), True, leash) == Answered(None, "It took too long.")
    assert receiver.got == []
