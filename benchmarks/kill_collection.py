"""Kill the collection under load, again and again, and count what was lost.

    python benchmarks/kill_collection.py [--kills 100] [--only sqlite|postgresql]

A process with four threads takes work and hands in answers, and prints the id of each answer when `submit`
has returned: from then on it is acknowledged. The process is killed (SIGKILL) at a random moment. Then every
acknowledged answer must be there, credited exactly once; no answer may be accepted and unpaid or credited
twice; the ledger, the counters and the database itself must be sound. PostgreSQL runs in a private cluster,
fsync on.
"""

from __future__ import annotations

import argparse
import importlib.util
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path

import sqlalchemy as sa

from likewise.collect.answers import submit
from likewise.collect.assign import check_counts, next_work
from likewise.collect.campaigns import Campaign, add_items, create_campaign
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


def prepare(store: Store) -> Campaign:
    """A campaign that does not run out of work."""
    store.create()
    campaign = create_campaign(store, title="Killed", task="describe", targets=(100_000, 0))
    add_items(store, campaign, ({"youtube": f"{n:011d}", "start": 0, "end": 5} for n in range(2000)))
    return campaign


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


def load_cluster() -> type:
    """The private PostgreSQL server that the tests use."""
    path = Path(__file__).parents[1] / "tests" / "collect" / "conftest.py"
    spec = importlib.util.spec_from_file_location("collect_conftest", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module.Cluster


def report(name: str, url: str, kills: int) -> bool:
    start = time.perf_counter()
    number, wrong = run(url, kills)
    verdict = (
        ", ".join(f"{count} {what}" for what, count in wrong.items()) or "nothing lost, nothing paid twice"
    )
    seconds = time.perf_counter() - start
    print(f"{name}: {kills} kills, {number} answers acknowledged: {verdict} ({seconds:.0f} s)", flush=True)
    return not wrong


def main() -> int:
    parser = argparse.ArgumentParser(description="Kill the collection under load and count what was lost.")
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--only", choices=["sqlite", "postgresql"])
    choice = parser.parse_args()
    fine = True
    if choice.only != "postgresql":
        with tempfile.TemporaryDirectory() as folder:
            fine &= report("SQLite", f"sqlite:///{folder}/kill.db", choice.kills)
    if choice.only != "sqlite":
        found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
        if not found:
            sys.exit("PostgreSQL is not installed; install it with: apt-get install postgresql")
        with tempfile.TemporaryDirectory(prefix="lw-pg-", dir="/tmp", ignore_cleanup_errors=True) as folder:
            cluster = load_cluster()(found[-1].parent, Path(folder))
            cluster.start()
            try:
                fine &= report("PostgreSQL", cluster.url(cluster.new_database()), choice.kills)
            finally:
                cluster.stop()
    return 0 if fine else 1


if __name__ == "__main__":
    if sys.argv[1:2] == ["--work"]:
        work(sys.argv[2], int(sys.argv[3]), [int(worker) for worker in sys.argv[4:]])
    else:
        sys.exit(main())
