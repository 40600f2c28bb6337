"""`likewise studio`: the first start, its link, and a second start beside it."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path


def start(folder: Path, *more: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "likewise", "studio", "--database", "sqlite:///s.db", "--json", *more]
    return subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_first_start_gives_a_link_and_the_second_finds_the_port_taken(tmp_path: Path) -> None:
    server = start(tmp_path, "--port", "0")
    try:
        assert server.stdout is not None
        said = json.loads(server.stdout.readline())
        assert said["join"].startswith(said["address"] + "/join/")
        with urllib.request.urlopen(said["join"], timeout=120) as page:
            assert b"You join as an owner" in page.read()
        beside = start(tmp_path, "--port", "0")
        assert beside.stdout is not None
        assert json.loads(beside.stdout.readline())["address"] != said["address"]
        beside.terminate()
        warned = f"likewise: warning: another studio at {said['address']} uses s.db and likewise-media too;"
        assert beside.communicate(timeout=120)[1].startswith(warned)
        other = start(tmp_path, "--port", said["address"].rpartition(":")[2])
        _, complaint = other.communicate(timeout=120)
        assert other.returncode == 2
        assert "cannot listen on 127.0.0.1" in complaint
        assert complaint.count("\n") == 1
    finally:
        server.send_signal(signal.SIGINT)
        server.communicate(timeout=120)
    assert server.returncode == 0
    assert not list(tmp_path.glob("*.studio"))
    assert (tmp_path / "likewise-media.key").stat().st_mode & 0o077 == 0
