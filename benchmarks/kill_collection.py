"""Kill the collection under load, again and again, and count what was lost.

    python benchmarks/kill_collection.py [--kills 100] [--only sqlite|postgresql]

A process with four threads takes work and hands in answers, and prints the id of each answer when `submit`
has returned: from then on it is acknowledged. The process is killed (SIGKILL) at a random moment. Then every
acknowledged answer must be there, credited exactly once; no answer may be accepted and unpaid or credited
twice; the ledger, the counters and the database itself must be sound. PostgreSQL runs in a private cluster,
fsync on. `kill_studio.py` does the same to the web server, with clients who send again what nobody
acknowledged.
"""

from __future__ import annotations

import argparse
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from likewise.collect.answers import submit
from likewise.collect.assign import check_counts, next_work
from likewise.collect.campaigns import Campaign, create_campaign
from likewise.collect.ledger import check
from likewise.collect.people import create_worker
from likewise.collect.schema import answers, entries
from likewise.collect.store import Store

ANSWER = {"text": "A man is peeling a potato.", "language": "English"}
THREADS = 4


def work(url: str, campaign: int, workers: list[int]) -> None:
    """What is killed: each thread is a worker who answers as fast as it can."""
    store = Store(url)
    say = threading.Lock()

    def answer(worker: int) -> None:
        while (given := next_work(store, worker, campaign)) is not None:
            done = submit(store, worker, given.token, ANSWER, key=given.token)
            with say:
                print(done.id, flush=True)

    threads = [threading.Thread(target=answer, args=(worker,)) for worker in workers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def prepare(store: Store, items: int = 2000) -> Campaign:
    """A campaign that does not run out of work."""
    store.create()
    stimuli = ({"youtube": f"{n:011d}", "start": 0, "end": 5} for n in range(items))
    return create_campaign(store, title="Killed", task="describe", targets=(100_000, 0), stimuli=stimuli)


def kill_once(store: Store, campaign: Campaign, wait: float) -> set[int]:
    """Let it work, kill it `wait` seconds after the first answer; the answers it acknowledged."""
    workers = [create_worker(store).id for _ in range(THREADS)]
    url = store.url.render_as_string(hide_password=False)
    command = [sys.executable, __file__, "--work", url, str(campaign.id), *map(str, workers)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        first = process.stdout.readline()
        time.sleep(wait)
        process.send_signal(signal.SIGKILL)
        rest = process.stdout.read()
    lines = (first + rest).split("\n")[:-1]  # what follows the last line end was not said
    return {int(line) for line in lines}


def examine(store: Store, acknowledged: set[int]) -> Counter[str]:
    """What is wrong after the kills, by name; empty when all is well."""
    wrong: Counter[str] = Counter()
    with store.read() as connection:
        kept = {row.id: row.state for row in connection.execute(sa.select(answers.c.id, answers.c.state))}
        credit = sa.select(entries.c.answer_id, sa.func.count().label("n")).where(
            entries.c.kind == "accepted"
        )
        credited = {row.answer_id: row.n for row in connection.execute(credit.group_by(entries.c.answer_id))}
        if store.is_sqlite and connection.exec_driver_sql("PRAGMA integrity_check").scalar() != "ok":
            wrong["integrity"] += 1
    wrong["lost"] = len(acknowledged - kept.keys())
    wrong["credited twice"] = sum(1 for n in credited.values() if n > 1)
    wrong["accepted and unpaid"] = sum(
        1 for a, state in kept.items() if state == "accepted" and a not in credited
    )
    wrong["ledger"] = len(check(store))
    wrong["counters"] = len(check_counts(store))
    return +wrong


def run(url: str, kills: int, seed: int = 12345, longest: float = 0.4) -> tuple[int, Counter[str]]:
    """Kill that often; how many answers were acknowledged, and what is wrong."""
    chance = random.Random(seed)
    acknowledged: set[int] = set()
    wrong: Counter[str] = Counter()
    with Store(url) as store:
        campaign = prepare(store)
        for _ in range(kills):
            acknowledged |= kill_once(store, campaign, chance.uniform(0, longest))
            wrong += examine(store, acknowledged)
    return len(acknowledged), wrong


def databases(only: str | None = None) -> Iterator[tuple[str, str, Any]]:
    """Fresh databases, each gone when the next is asked for: its name, its URL, and its server if it has one.

    PostgreSQL runs in the private cluster that the tests use.
    """
    if only != "postgresql":
        with tempfile.TemporaryDirectory() as folder:
            yield "SQLite", f"sqlite:///{folder}/kill.db", None
    if only != "sqlite":
        sys.path.append(str(Path(__file__).parents[1] / "tests" / "machine"))
        from parts import POSTGRESQL
        from postgresql import running

        with running() as cluster:
            if cluster is None:
                sys.exit(POSTGRESQL)
            yield "PostgreSQL", cluster.url(cluster.new_database()), cluster


def verdict(wrong: Counter[str]) -> str:
    """What is wrong, in words."""
    return ", ".join(f"{count} {what}" for what, count in wrong.items()) or "nothing lost, nothing paid twice"


def main() -> int:
    parser = argparse.ArgumentParser(description="Kill the collection under load and count what was lost.")
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--only", choices=["sqlite", "postgresql"])
    choice = parser.parse_args()
    fine = True
    for name, url, _ in databases(choice.only):
        start = time.perf_counter()
        number, wrong = run(url, choice.kills)
        seconds = time.perf_counter() - start
        found = f"{choice.kills} kills, {number} answers acknowledged: {verdict(wrong)}"
        print(f"{name}: {found} ({seconds:.0f} s)", flush=True)
        fine &= not wrong
    return 0 if fine else 1


if __name__ == "__main__":
    if sys.argv[1:2] == ["--work"]:
        work(sys.argv[2], int(sys.argv[3]), [int(worker) for worker in sys.argv[4:]])
    else:
        sys.exit(main())
