"""Two studios on one file: the second is told, a studio that crashed is forgotten."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from likewise.studio.lock import held

pytest.importorskip("fcntl", reason="locks of files are for Unix")


def test_the_second_is_told_who_is_there(tmp_path: Path) -> None:
    one, other = tmp_path / "a.db", tmp_path / "b.db"
    with held([one], "http://first") as found:
        assert found == []
        with held([other, one], "http://second") as found:
            assert found == [(one, "http://first")]
        assert sorted(path.name for path in tmp_path.iterdir()) == ["a.db.studio"]  # still the first one's
        with held([one], "http://third") as found:
            assert found == [(one, "http://first")]
    assert not list(tmp_path.iterdir())


def test_one_that_crashed_does_not_count(tmp_path: Path) -> None:
    code = (
        "import os, sys; from pathlib import Path; from likewise.studio.lock import held\n"
        "with held([Path(sys.argv[1])], 'http://gone'): os._exit(9)"
    )
    done = subprocess.run([sys.executable, "-c", code, str(tmp_path / "a.db")], check=False)
    assert done.returncode == 9
    assert (tmp_path / "a.db.studio").read_text() == "http://gone"
    with held([tmp_path / "a.db"], "http://new") as found:
        assert found == []
        assert (tmp_path / "a.db.studio").read_text() == "http://new"


def test_where_no_lock_can_be_made_nobody_is_warned(tmp_path: Path) -> None:
    (tmp_path / "a.db.studio").mkdir()
    with held([tmp_path / "a.db", tmp_path / "absent" / "b.db"], "http://one") as found:
        assert found == []
