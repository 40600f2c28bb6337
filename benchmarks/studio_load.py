"""The studio under load: sign-in, validation and ledger on, on loopback, bounded in count and time.

    python benchmarks/studio_load.py                     # 8 clients, then 200 annotators for 5 minutes
    python benchmarks/studio_load.py --annotators 50 --think 2 --seconds 30

Prints first-start time, memory, import of 5,000 items, submissions a second with p50 and p99 for closed-loop
clients, then p50 and p99 for annotators with think time, and export of 85,000 descriptions. The server is the
real one (`likewise studio`, one process), started as a process of its own; the clients share the machine with
it. The rate limit is raised so that one address may send everything, and is still checked on every request.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

PASSWORD = "a long enough password"
ITEMS = 5000
DESCRIPTIONS = 85_000


class Connection:
    """A keep-alive connection that sends JSON; small, so that the clients leave the machine to the server."""

    def __init__(self, port: int, token: str | None = None) -> None:
        self.port, self.token = port, token
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def send(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """Status and JSON of the answer; a connection that the server has closed is opened again."""
        if self.streams is None:
            self.streams = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self.streams
        data = b"" if body is None else json.dumps(body).encode()
        head = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}", f"Content-Length: {len(data)}"]
        head += ["Content-Type: application/json", "X-Likewise: 1"]
        if self.token:
            head.append(f"Authorization: Bearer {self.token}")
        writer.write("\r\n".join(head).encode() + b"\r\n\r\n" + data)
        await writer.drain()
        answer = await reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"content-length: (\d+)", answer)
        content = await reader.readexactly(int(length[1])) if length else b""
        return int(answer[9:12]), json.loads(content) if b"application/json\r" in answer else content

    async def again(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """`send`, once more on a fresh connection where the idle one was closed."""
        try:
            return await self.send(method, path, body)
        except (asyncio.IncompleteReadError, ConnectionError):
            self.close()
            return await self.send(method, path, body)

    def close(self) -> None:
        if self.streams is not None:
            self.streams[1].close()
            self.streams = None


@dataclass
class Tally:
    """Times of submissions in seconds, and what went wrong."""

    times: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def report(self, name: str, seconds: float) -> dict[str, Any]:
        times = sorted(self.times)
        at = lambda share: 1000 * times[min(len(times) - 1, int(share * len(times)))] if times else 0.0  # noqa: E731
        found = {
            "what": name, "submissions": len(times), "seconds": round(seconds, 1),
            "per_second": round(len(times) / seconds, 1), "p50_ms": round(at(0.5), 1),
            "p99_ms": round(at(0.99), 1), "max_ms": round(at(1), 1), "errors": len(self.errors),
        }  # fmt: skip
        print(json.dumps(found), flush=True)
        for error in self.errors[:5]:
            print("  error:", error, flush=True)
        return found


async def worker(port: int, token: str, slug: str, tally: Tally, stop: float, think: float) -> None:
    """One annotator: takes work, thinks, answers, until the time is over or the work is."""
    connection = Connection(port, token)
    path = f"/api/v1/campaigns/{slug}"
    if think:
        await asyncio.sleep(random.random() * think)
    status, found = await connection.again("GET", f"{path}/work")
    work = found["work"] if status == 200 else None
    while work and time.monotonic() < stop:
        if think:
            await asyncio.sleep(random.uniform(0.5, 1.5) * think)
        number = random.randrange(10**9)
        payload = {"text": f"Someone does thing number {number} with a ball.", "language": "English"}
        begun = time.perf_counter()
        body = {"token": work["token"], "payload": payload, "seconds": 5.0, "key": f"k{number}-{begun}"}
        status, found = await connection.again("POST", f"{path}/answers", body)
        if status != 201:
            tally.errors.append(f"{status} {found}")
            break
        tally.times.append(time.perf_counter() - begun)
        work = found["next"]
    connection.close()


async def load(
    port: int, tokens: list[str], slug: str, name: str, seconds: float, think: float
) -> dict[str, Any]:
    tally, begun = Tally(), time.monotonic()
    jobs = (worker(port, token, slug, tally, begun + seconds, think) for token in tokens)
    await asyncio.gather(*jobs)
    return tally.report(name, time.monotonic() - begun)


def memory(pid: int) -> float:
    """Resident megabytes of a process."""
    text = Path(f"/proc/{pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", text)[1]) / 1024  # type: ignore[index]


async def prepare(port: int, invitation: str, people: int) -> tuple[Connection, list[str], float]:
    """The owner, a campaign with its items, and workers who are signed in; gives the import's seconds."""
    owner = Connection(port)
    account = {"invitation": invitation, "login": "owner", "password": PASSWORD}
    status, found = await owner.send("POST", "/api/v1/accounts", account)
    assert status == 201, found
    owner.token = found["token"]
    campaign = {"title": "Load", "task": "describe", "slug": "load", "targets": [1000, 1000]}
    status, found = await owner.send("POST", "/api/v1/campaigns", campaign)
    assert status == 201, found
    stimuli = [{"youtube": "jNQXAC9IVRw", "start": n, "end": n + 5} for n in range(ITEMS)]
    begun = time.perf_counter()
    status, found = await owner.send("POST", "/api/v1/campaigns/load/items", {"stimuli": stimuli})
    imported = time.perf_counter() - begun
    assert status == 201, found
    status, found = await owner.send("POST", "/api/v1/invitations", {"role": "worker", "uses": people})
    assert status == 201, found
    tokens = []
    for number in range(people):
        account = {"invitation": found["token"], "login": f"worker{number}", "password": PASSWORD}
        status, made = await Connection(port).send("POST", "/api/v1/accounts", account)
        assert status == 201, made
        tokens.append(made["token"])
    return owner, tokens, imported


def fill(url: str) -> None:
    """Descriptions up to the number that the export is measured with, written below the ledger."""
    from likewise.collect.campaigns import get_campaign
    from likewise.collect.people import create_worker
    from likewise.collect.schema import answers, items, sa
    from likewise.collect.store import Store

    store = Store(url)
    campaign = get_campaign(store, "load")
    with store.read() as connection:
        there = connection.execute(sa.select(sa.func.count()).select_from(answers)).scalar_one()
        keys = list(connection.execute(sa.select(items.c.id).order_by(items.c.id)).scalars())
    missing, now = DESCRIPTIONS - there, store.now()
    writers = [create_worker(store).id for _ in range(-(-missing // len(keys)))]
    rows = [
        {
            "campaign_id": campaign.id, "item_id": keys[n % len(keys)], "worker_id": writers[n // len(keys)],
            "tier": 1, "payload": {"text": f"A description {n} of a thing.", "language": "English"},
            "lang": "English", "state": "accepted", "pay": 0, "created": now,
        }
        for n in range(missing)
    ]  # fmt: skip
    with store.begin() as connection:
        connection.execute(sa.insert(answers), rows)
    store.close()


async def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--clients", type=int, default=8)
    options.add_argument("--burst", type=float, default=20.0, help="seconds of the closed loop")
    options.add_argument("--annotators", type=int, default=200)
    options.add_argument("--think", type=float, default=10.0, help="mean seconds of thought")
    options.add_argument("--seconds", type=float, default=300.0)
    options.add_argument("--database", help="URL; a new SQLite file unless told otherwise")
    chosen = options.parse_args()
    chosen.clients, chosen.annotators = min(chosen.clients, 64), min(chosen.annotators, 1000)
    with tempfile.TemporaryDirectory(prefix="likewise-load-") as folder:
        url = chosen.database or f"sqlite:///{folder}/load.db"
        begun = time.perf_counter()
        command = ["-m", "likewise", "studio", "--port", "0", "--database", url, "--media", f"{folder}/media"]
        server = subprocess.Popen(
            [sys.executable, *command, "--rate", "100000"],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        try:
            return await measure(server, begun, url, chosen)
        finally:
            server.terminate()
            server.wait(20)


async def measure(server: subprocess.Popen[str], begun: float, url: str, chosen: argparse.Namespace) -> int:
    assert server.stdout is not None
    first = server.stdout.readline()
    match = re.search(r":(\d+)/join/(\S+)", first)
    assert match, first
    port, invitation = int(match[1]), match[2]
    while True:
        try:
            status, _ = await Connection(port).send("GET", "/api/v1/health")
            break
        except (OSError, asyncio.IncompleteReadError):
            await asyncio.sleep(0.05)
    start = time.perf_counter() - begun
    print(
        json.dumps({"what": "first start", "seconds": round(start, 2), "rss_mb": round(memory(server.pid))}),
        flush=True,
    )
    owner, tokens, imported = await prepare(port, invitation, max(chosen.clients, chosen.annotators))
    print(json.dumps({"what": f"import of {ITEMS} items", "seconds": round(imported, 2)}), flush=True)
    clients = tokens[: chosen.clients]
    burst = await load(port, clients, "load", f"{chosen.clients} clients", chosen.burst, 0.0)
    name = f"{chosen.annotators} annotators, {chosen.think:g} s of thought"
    calm = await load(port, tokens[: chosen.annotators], "load", name, chosen.seconds, chosen.think)
    rss = memory(server.pid)
    print(json.dumps({"what": "memory after the load", "rss_mb": round(rss)}), flush=True)
    status, health = await owner.again("GET", "/api/v1/health/details")
    print(
        json.dumps({"what": "ledger", "ok": health["ok"], "violations": health["violations"][:3]}), flush=True
    )
    fill(url)
    began = time.perf_counter()
    status, data = await owner.again("GET", "/api/v1/campaigns/load/export/clusters")
    exported = time.perf_counter() - began
    print(
        json.dumps(
            {
                "what": f"export of {DESCRIPTIONS} descriptions",
                "seconds": round(exported, 2),
                "rss_mb": round(memory(server.pid)),
            }
        ),
        flush=True,
    )
    assert status == 200, data
    met = {
        "first start < 5 s": start < 5, "import < 1 s": imported < 1, "export < 5 s": exported < 5,
        "150 submissions a second": burst["per_second"] >= 150, "p99 < 250 ms": calm["p99_ms"] < 250,
        "no error": not burst["errors"] and not calm["errors"], "memory < 150 MB": rss < 150,
        "ledger adds up": health["ok"],
    }  # fmt: skip
    print(json.dumps({"goals": met}), flush=True)
    return 0 if all(met.values()) else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
