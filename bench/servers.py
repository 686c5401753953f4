"""granian (WSGI, blocking threads) against gunicorn (gthread) on this service: speed, streaming, and how they stop.

One worker process with eight threads each; the rounds of both are taken in turns. Both serve the same application.
"""

import http.client
import threading
import time

from bench.appending import Strokes, at_once, in_turns, tell
from bench.serving import Client, Served, served

SERVERS = ("granian", "gunicorn")
LINES = 20


def main() -> None:
    """Print what was measured of each."""
    with served("service", "granian") as granian, served("service", "gunicorn") as gunicorn:
        speed(granian, gunicorn)
    for server in SERVERS:
        with served("service", server) as running:
            streaming(server, running)
            stopping(server, running)
        with served("service", server) as running:
            stopping_idle(server, running)


def speed(granian: Served, gunicorn: Served) -> None:
    """Reads and appends of one client, appends of eight."""
    clients = [Client(running.port) for running in (granian, gunicorn)]
    ready = in_turns(*(lambda each=each: each.get("/healthz") for each in clients))
    tell("healthz: granian / gunicorn", ready[0], ready[1], 1.0)
    matches = [Strokes(each) for each in clients]
    appended = in_turns(*(each.append for each in matches))
    tell("append: granian / gunicorn", appended[0], appended[1], 1.0)
    for name, running in zip(SERVERS, (granian, gunicorn), strict=True):
        begun = time.perf_counter()
        times = sorted(at_once(running, lambda client: Strokes(client).append))
        whole = time.perf_counter() - begun
        p50, p99 = times[len(times) // 2], times[len(times) * 99 // 100]
        print(f"{name}, 8 clients: {len(times) / whole:.0f} appends/s, p50 {p50 * 1e3:.1f} ms, p99 {p99 * 1e3:.1f} ms")


def streaming(server: str, running: Served) -> None:
    """How late each line of a slow stream arrives, and whether as many streams as threads keep others waiting."""
    late = []
    for line, arrived in _lines(running.port):
        late.append(arrived - float(line.split()[1]))
    print(f"{server}: a streamed line arrives {max(late) * 1e3:.1f} ms late at most")
    threads = [threading.Thread(target=lambda: list(_lines(running.port))) for _ in range(7)]
    for thread in threads:
        thread.start()
    time.sleep(0.3)
    begun = time.perf_counter()
    Client(running.port).get("/healthz")
    print(f"{server}: beside 7 streams an answer takes {(time.perf_counter() - begun) * 1e3:.1f} ms")
    for thread in threads:
        thread.join()


def stopping(server: str, running: Served) -> None:
    """Whether a stream that is open at SIGTERM is finished, and how long the end takes."""
    found: list[str] = []
    thread = threading.Thread(target=lambda: found.extend(line for line, _ in _lines(running.port)))
    thread.start()
    time.sleep(0.5)
    took = running.stop()
    thread.join()
    print(f"{server}: SIGTERM with an open stream of 2 s: ended after {took:.2f} s, {len(found)} of {LINES} lines arrived")


def stopping_idle(server: str, running: Served) -> None:
    """How long the end takes with a connection that is kept but idle."""
    client = Client(running.port)
    client.get("/healthz")
    print(f"{server}: SIGTERM with an idle connection: ended after {running.stop():.2f} s")


def _lines(port: int) -> list[tuple[str, float]]:
    """(line, time of its arrival) of the stream; what had arrived if it breaks off."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", f"/bench/stream?lines={LINES}")
    found: list[tuple[str, float]] = []
    try:
        answer = connection.getresponse()
        while line := answer.readline():
            found.append((line.decode(), time.time()))
    except (OSError, http.client.HTTPException):
        pass
    finally:
        connection.close()
    return found


if __name__ == "__main__":
    main()
