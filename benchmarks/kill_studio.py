"""Kill the studio under load, again and again, and count what became of the answers.

    python benchmarks/kill_studio.py [--kills 100] [--only sqlite|postgresql] [--seconds 1200]

Eight workers who are signed in send answers to the real server (`likewise studio`) as fast as it takes them,
with validation and ledger on. The server is killed (SIGKILL) at a random moment and started again on the same
database. An answer is acknowledged by HTTP 201; one that was not is sent again with its key. After each kill,
before the clients go on: every acknowledged answer is there, word for word, under its key and credited once;
no key has two answers, no answer came without a key; none is accepted and unpaid; the ledger, the counters
and the database are sound. After every tenth kill the server is killed once more while it starts. PostgreSQL
itself is killed too, as often as ten kills of the studio come round: the studio has to live through that.
Stops after `--seconds` a database, whatever is done by then.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import sqlalchemy as sa

from kill_collection import ANSWER, databases, examine, prepare, verdict
from likewise.collect.people import create_account, open_session
from likewise.collect.schema import answers
from likewise.collect.store import Store
from studio_load import PASSWORD, Connection

CLIENTS = 8
PATIENCE = 60.0  # seconds until a start or an answer counts as failed
GONE = (OSError, asyncio.IncompleteReadError)


@dataclass
class Client:
    """A worker at a browser who sends again what was not acknowledged."""

    token: str
    path: str
    chance: random.Random
    waiting: dict[str, Any] | None = None  # what was sent and not acknowledged
    sent: dict[str, str] = field(default_factory=dict)  # texts by key
    known: dict[str, int] = field(default_factory=dict)  # acknowledged answers by key
    wrong: Counter[str] = field(default_factory=Counter)

    async def work(self, port: int, until: asyncio.Event) -> None:
        """Answer until it is enough or the server is gone; while it says that the database is, ask again."""
        connection = Connection(port, self.token)
        try:
            while not until.is_set():
                if self.waiting is None:
                    await self._take(connection)
                else:
                    await self._send(connection, self.waiting)
        except GONE:
            return
        finally:
            connection.close()

    async def _take(self, connection: Connection) -> None:
        status, found = await connection.send("GET", f"{self.path}/work")
        if status == 200:
            self._answer(found["work"])
        else:
            await self._refused("work", status)

    async def _send(self, connection: Connection, body: dict[str, Any]) -> None:
        status, found = await connection.send("POST", f"{self.path}/answers", body)
        if status == 201:
            self.known[body["key"]] = found["answer"]["id"]
            self._answer(found["next"])
        else:
            await self._refused("answer", status)

    def _answer(self, work: dict[str, Any] | None) -> None:
        """The next answer, to be sent until it is acknowledged."""
        assert work is not None, "the campaign has run out of work"
        key = f"{self.chance.getrandbits(64):016x}"
        self.sent[key] = f"Someone does thing number {key} with a ball."
        payload = ANSWER | {"text": self.sent[key]}
        self.waiting = {"token": work["token"], "payload": payload, "seconds": 5.0, "key": key}

    async def _refused(self, what: str, status: int) -> None:
        if status != 503:
            self.wrong[f"{what} refused with {status}"] += 1
        await asyncio.sleep(0.05)


@dataclass
class Server:
    """The studio as a process of its own; started again, it finds what it left."""

    url: str
    folder: str
    process: subprocess.Popen[str] | None = None
    port: int = 0

    def begin(self) -> None:
        options = ["--port", "0", "--database", self.url, "--media", f"{self.folder}/media"]
        command = [sys.executable, "-m", "likewise", "studio", *options, "--rate", "100000", "--json"]
        with open(f"{self.folder}/log", "a", encoding="utf-8") as log:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)

    async def start(self) -> None:
        """Start it and wait until it answers."""
        self.begin()
        assert self.process is not None
        assert self.process.stdout is not None
        line = await asyncio.wait_for(asyncio.to_thread(self.process.stdout.readline), PATIENCE)
        assert line, Path(self.folder, "log").read_text(encoding="utf-8")[-2000:]
        self.port = urlsplit(json.loads(line)["address"]).port or 0
        # It listens already: what is sent now waits until it answers.
        connection = Connection(self.port)
        status, _ = await asyncio.wait_for(connection.send("GET", "/api/v1/health"), PATIENCE)
        assert status == 200
        connection.close()

    def kill(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()


@dataclass
class Killing:
    """Clients, a server, and what came of it so far."""

    store: Store
    server: Server
    clients: list[Client]
    chance: random.Random
    longest: float
    wrong: Counter[str] = field(default_factory=Counter)
    kills: Counter[str] = field(default_factory=Counter)
    unheard: set[str] = field(default_factory=set)  # keys of answers stored though nobody was told

    def __str__(self) -> str:
        kills = ", ".join(f"{what} {number}" for what, number in self.kills.items())
        told = f"{self.acknowledged()} answers acknowledged, {len(self.unheard)} stored by a try that failed"
        return f"kills: {kills}; {told}; {verdict(self.wrong)}"

    async def kill_server(self) -> None:
        """Let them work, kill the studio, start it again, examine before they go on."""
        jobs, _ = await self._working()
        self.server.kill()
        self.kills["studio"] += 1
        await asyncio.wait_for(asyncio.gather(*jobs), PATIENCE)
        if self.kills["studio"] % 10 == 0:
            self.server.begin()
            await self._wait(2.0)
            self.server.kill()
            self.kills["starting"] += 1
        await self.server.start()
        self.wrong += await asyncio.to_thread(self.examine)

    async def kill_database(self, cluster: Any) -> None:
        """The same to the server of the database: the studio goes on as soon as that is back."""
        jobs, until = await self._working()
        cluster.kill()
        self.kills["database"] += 1
        await self._wait(self.longest)
        await asyncio.to_thread(cluster.start)
        await self._some_answers(CLIENTS)
        until.set()
        await asyncio.wait_for(asyncio.gather(*jobs), PATIENCE)
        self.wrong += await asyncio.to_thread(self.examine)

    async def _working(self) -> tuple[list[asyncio.Task[None]], asyncio.Event]:
        """Clients at work for a random time."""
        until = asyncio.Event()
        jobs = [asyncio.create_task(client.work(self.server.port, until)) for client in self.clients]
        await self._some_answers(1)
        await self._wait(self.longest)
        return jobs, until

    async def _wait(self, most: float) -> None:
        await asyncio.sleep(self.chance.uniform(0, most))

    async def _some_answers(self, number: int) -> None:
        """Wait until so many more are acknowledged."""
        wanted, end = self.acknowledged() + number, time.monotonic() + PATIENCE
        while self.acknowledged() < wanted:
            assert time.monotonic() < end, "nothing is acknowledged any more"
            await asyncio.sleep(0.005)

    def acknowledged(self) -> int:
        return sum(len(client.known) for client in self.clients)

    def examine(self) -> Counter[str]:
        """What is wrong with the database, and between it and what the clients know."""
        known = {key: answer for client in self.clients for key, answer in client.known.items()}
        sent = {key: text for client in self.clients for key, text in client.sent.items()}
        wrong = examine(self.store, set(known.values()))
        query = sa.select(answers.c.id, answers.c.idempotency_key, answers.c.payload)
        with self.store.read() as connection:
            rows = [(number, str(key).partition(":")[2], payload["text"]) for number, key, payload in
                    connection.execute(query)]  # fmt: skip
        kept = {key: number for number, key, _ in rows}
        wrong["doubled"] += len(rows) - len(kept)
        wrong["without a key"] += len(kept.keys() - sent.keys())
        wrong["under another key"] += sum(1 for key, number in known.items() if kept.get(key) != number)
        wrong["changed"] += sum(1 for _, key, text in rows if sent.get(key) != text)
        for client in self.clients:
            wrong += client.wrong
            client.wrong.clear()
        self.unheard |= kept.keys() - known.keys()
        self.store.close()  # a connection of ours would keep SQLite's log from being read anew
        return +wrong


def sign_up(store: Store, chance: random.Random) -> list[Client]:
    """A campaign, and workers who are signed in."""
    path = f"/api/v1/campaigns/{prepare(store, items=10_000).slug}"
    accounts = [create_account(store, f"worker{n}", PASSWORD, "worker") for n in range(CLIENTS)]
    tokens = [open_session(store, account.id) for account in accounts]
    return [Client(token, path, random.Random(chance.getrandbits(32))) for token in tokens]


async def run(
    url: str, kills: int, cluster: Any = None, *, longest: float = 1.0, seconds: float = 1200
) -> Killing:
    """Kill the studio that often, and after the fifth of each ten its database; what came of it."""
    chance = random.Random(12345)
    end = time.monotonic() + seconds
    with tempfile.TemporaryDirectory(prefix="likewise-kill-") as folder, Store(url) as store:
        server = Server(url, folder)
        found = Killing(store, server, sign_up(store, chance), chance, longest)
        try:
            await server.start()
            while found.kills["studio"] < kills and time.monotonic() < end:
                await found.kill_server()
                if cluster is not None and found.kills["studio"] % 10 == 5:
                    await found.kill_database(cluster)
                if found.kills["studio"] % 10 == 0:
                    print(found, file=sys.stderr, flush=True)
            return found
        finally:
            if server.process is not None and server.process.poll() is None:
                server.kill()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--only", choices=["sqlite", "postgresql"])
    parser.add_argument("--seconds", type=float, default=1200, help="stop after these, for each database")
    choice = parser.parse_args()
    fine = True
    for name, url, cluster in databases(choice.only):
        start = time.perf_counter()
        found = asyncio.run(run(url, choice.kills, cluster, seconds=choice.seconds))
        print(f"{name}: {found} ({time.perf_counter() - start:.0f} s)", flush=True)
        fine &= not found.wrong and found.kills["studio"] == choice.kills
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
