"""A backup that is made while referees log: what it holds is true, and nothing that was acknowledged before is missing."""

import threading
from pathlib import Path

from adjudicator.services.inspection import Inspection
from adjudicator.storage import backup
from adjudicator.storage.sqlite import SqliteDatabase
from tests.games.cases import GAMES
from tests.services.desk import Desk

REMARK = {"type": "remark", "note": "The next one."}
REFEREES, EACH = 4, 10


def test_a_backup_while_four_referees_log(tmp_path: Path) -> None:
    desk, copy = Desk(f"sqlite:///{tmp_path / 'live.db'}", GAMES), tmp_path / "copy.db"
    assert isinstance(desk.database, SqliteDatabase)
    ids = [desk.create({"game": "toy", "players": ["Asha", "Bo"]}).id for _ in range(REFEREES)]
    acknowledged, stop = dict.fromkeys(ids, 0), threading.Event()

    def log(match_id: str) -> None:
        while not stop.is_set():
            acknowledged[match_id] = desk.append(match_id, REMARK).rulings[0].ply

    threads = [threading.Thread(target=log, args=(match_id,)) for match_id in ids]
    for thread in threads:
        thread.start()
    while min(acknowledged.values()) < EACH:
        stop.wait(0.01)
    before = dict(acknowledged)
    backup.save(desk.database, copy)
    stop.set()
    for thread in threads:
        thread.join()
    desk.database.close()
    backup.put_back(copy, desk.database, replace=True)
    restored = Desk(f"sqlite:///{tmp_path / 'live.db'}", GAMES)
    inspection = Inspection(restored.setting)
    assert inspection.matches() == sorted(ids)
    assert not any(inspection.of_match(match_id) for match_id in ids)
    assert inspection.around() == []
    for match_id in ids:
        assert before[match_id] <= restored.read(match_id).plies <= acknowledged[match_id]
    restored.append(ids[0], REMARK)
    restored.database.close()
