"""A stand-in for both marketplaces on this machine, for tests and demonstrations.

It listens on 127.0.0.1 only, keeps everything in memory, speaks the shapes of Mechanical Turk's JSON protocol
(to boto3 by `endpoint_url`) and of Prolific's REST API, writes down what it was asked, and fails on demand.
It shows that our side of the conversation is sound; it does not prove how the real services behave.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Literal
from urllib.parse import parse_qsl, urlsplit

from likewise.testing.mechanical_turk import StandinTurk
from likewise.testing.prolific import StandinProlific
from likewise.testing.replies import Refusal, Reply

__all__ = ["Asked", "StandinFault", "StandinMarketplace"]

Kind = Literal["throttle", "error", "lost", "slow", "broken", "redirect", "duplicate"]
_TARGET = "MTurkRequesterServiceV20170117."


@dataclass(frozen=True)
class Asked:
    """One request as it came in; the authorisation itself is never written down."""

    service: Literal["mturk", "prolific"]
    operation: str
    body: Mapping[str, Any]
    query: Mapping[str, str]
    authorised: bool


@dataclass
class StandinFault:
    """What goes wrong, for the next `times` requests of an operation.

    throttle: too many requests; error: 500 and nothing done; lost: done, but answered with 500; slow: done,
    but answered after `seconds`; broken: done, and the connection cut; redirect: sent elsewhere; duplicate:
    carried out twice, as by a network that repeats itself, and every row of a list told twice.
    """

    operation: str
    kind: Kind
    times: int = 1
    seconds: float = 0.0


@dataclass
class _Faults:
    waiting: list[StandinFault] = field(default_factory=list)

    def take(self, operation: str) -> StandinFault | None:
        for fault in self.waiting:
            if fault.operation == operation and fault.times > 0:
                fault.times -= 1
                return fault
        return None


class StandinMarketplace:
    """A running stand-in; use it in a `with` block, or call `close`."""

    def __init__(self, *, token: str = "standin-token", funds: int = 1_000_000) -> None:
        self.turk = StandinTurk(funds)
        self.prolific = StandinProlific(funds, token)
        self.asked: list[Asked] = []
        self._faults = _Faults()
        self._lock = threading.RLock()
        self._stopping = threading.Event()
        self._server = _Server(self)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        """The base address, for both services."""
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> StandinMarketplace:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Stop listening and let go of the port."""
        self._stopping.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def fail(self, operation: str, kind: Kind, *, times: int = 1, seconds: float = 0.0) -> None:
        """Let the next requests of an operation fail (`SendBonus`, or `POST studies/{id}/transition/`)."""
        self._faults.waiting.append(StandinFault(operation, kind, times, seconds))

    def operations(self) -> list[str]:
        """The operations asked for so far, in order."""
        return [asked.operation for asked in self.asked]

    def answer(self, method: str, path: str, headers: Mapping[str, str], raw: bytes) -> tuple[Reply, str]:
        """The answer to one request, and whether it is to be sent: "send", "break"."""
        parts = urlsplit(path)
        query = dict(parse_qsl(parts.query))
        target = headers.get("X-Amz-Target")
        service = self.turk if target is not None else self.prolific
        try:
            body = json.loads(raw) if raw else {}
            operation = (
                target.removeprefix(_TARGET)
                if target is not None
                else self.prolific.operation(method, parts.path)
            )
            authorised = service.authorised(headers.get("Authorization", ""))
        except (ValueError, Refusal) as error:
            return service.problem(error if isinstance(error, Refusal) else Refusal(400, "Bad JSON")), "send"
        with self._lock:
            name: Literal["mturk", "prolific"] = "mturk" if target is not None else "prolific"
            self.asked.append(Asked(name, operation, body, query, authorised))
            fault = self._faults.take(operation)
            if fault is not None and fault.kind in ("throttle", "error", "redirect"):
                return service.fault(fault.kind), "send"
            answer = self._served(operation, parts.path, body, query, authorised, target is not None)
            if fault is not None and fault.kind == "duplicate":
                again = self._served(operation, parts.path, body, query, authorised, target is not None)
                answer = _doubled(again)
        if fault is not None and fault.kind == "slow":
            self._stopping.wait(fault.seconds)
        if fault is not None and fault.kind == "lost":
            answer = service.fault("error")
        return answer, "break" if fault is not None and fault.kind == "broken" else "send"

    def _served(
        self,
        operation: str,
        path: str,
        body: Mapping[str, Any],
        query: Mapping[str, str],
        authorised: bool,
        turk: bool,
    ) -> Reply:
        service = self.turk if turk else self.prolific
        try:
            if not authorised:
                raise service.stranger()
            if turk:
                return self.turk.serve(operation, body)
            return self.prolific.serve(operation, path, body, query)
        except Refusal as error:
            return service.problem(error)


def _doubled(answer: Reply) -> Reply:
    """The answer with the rows of its list told twice."""
    rows = {k: [row for row in v for _ in (1, 2)] for k, v in answer.body.items() if isinstance(v, list)}
    return Reply(answer.status, answer.body | rows, answer.headers)


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, standin: StandinMarketplace) -> None:
        self.standin = standin
        super().__init__(("127.0.0.1", 0), _Handler)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that hung up early is part of the play and not worth a traceback."""


class _Handler(BaseHTTPRequestHandler):
    server: _Server
    protocol_version = "HTTP/1.1"
    timeout = 30

    def log_message(self, format: str, *args: Any) -> None:
        """Quiet: what was asked is in `StandinMarketplace.asked`."""

    def _handle(self) -> None:
        raw = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        answer, then = self.server.standin.answer(self.command, self.path, dict(self.headers.items()), raw)
        self.close_connection = True
        if then == "break":
            self.connection.close()
            return
        data = json.dumps(answer.body).encode()
        self.send_response(answer.status)
        for name, value in answer.headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(data)))
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(data)

    do_GET = do_POST = do_PATCH = do_DELETE = _handle
