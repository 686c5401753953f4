"""Empty databases for tests: files of SQLite, and databases of a PostgreSQL server that the tests start themselves.

The server needs PostgreSQL's programs. Where they are missing, its tests are skipped, or fail if
ADJUDICATOR_REQUIRE_POSTGRES is set.
"""

import atexit
import functools
import itertools
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import psycopg
import pytest

from adjudicator.storage import migrating
from adjudicator.storage.opening import open_database

REQUIRED = "ADJUDICATOR_REQUIRE_POSTGRES"
BACKENDS = ("sqlite", "postgresql")
_numbers = itertools.count()


def new_database(backend: str, folder: Path) -> str:
    """The URL of an empty database."""
    if backend == "sqlite":
        return f"sqlite:///{folder / 'adjudicator.db'}"
    server = _server()
    if server is None:
        why = "PostgreSQL's server programs (Debian: postgresql) are not installed."
        pytest.fail(why) if os.environ.get(REQUIRED) else pytest.skip(why)
    name = f"test_{os.getpid()}_{next(_numbers)}"
    with psycopg.connect(f"host={server} user=tester dbname=postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return f"postgresql://tester@/{name}?host={server}"


def migrated(backend: str, folder: Path) -> str:
    """The URL of a database with the newest schema."""
    url = new_database(backend, folder)
    database = open_database(url)
    migrating.upgrade(database)
    database.close()
    return url


@functools.cache
def _server() -> str | None:
    """The folder of the socket of a server of this process's own, which ends with the process."""
    programs = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if not programs:
        return None
    folder = tempfile.mkdtemp(prefix="adjudicator-pg-")
    programs_folder, as_user = programs[-1].parent, _as_user(folder)

    def run(program: str, *arguments: str) -> None:
        command = [*as_user, str(programs_folder / program), *arguments]
        # A daemon that inherits the pipes would hang whoever reads them.
        subprocess.run(command, check=True, cwd="/", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=120)

    run("initdb", "-D", f"{folder}/data", "-U", "tester", "-A", "trust", "-N", "-E", "UTF8", "--locale=C.UTF-8")
    settings = f"-k {folder} -c listen_addresses='' -c fsync=off -c max_connections=200"
    run("pg_ctl", "-D", f"{folder}/data", "-w", "-l", f"{folder}/log", "-o", settings, "start")
    atexit.register(_stop, folder, functools.partial(run, "pg_ctl", "-D", f"{folder}/data", "-m", "immediate", "stop"))
    return folder


def _as_user(folder: str) -> list[str]:
    """PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return []
    shutil.chown(folder, "postgres")
    return ["runuser", "-u", "postgres", "--"]


def _stop(folder: str, stop: "functools.partial[None]") -> None:
    stop()
    shutil.rmtree(folder, ignore_errors=True)
