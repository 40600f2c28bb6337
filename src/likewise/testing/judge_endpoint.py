"""A stand-in for a language model behind an address, on this machine, for tests and demonstrations.

    with StandinJudge(key="any") as judge:
        ...  # endpoint = judge.url, in a judge's file

It speaks the shape of chat completions, judges by counting words (`standin_reply`), writes down what it was
asked and fails on demand. It shows that our side of the conversation is sound, not how real models judge. By
itself: `python -m likewise.testing.judge_endpoint --port 8123`.
"""

from __future__ import annotations

import argparse
import json
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Literal

from likewise.testing.judge_command import standin_reply

__all__ = ["AskedJudge", "StandinJudge"]

Kind = Literal[
    "throttle", "error", "unavailable", "refuse", "redirect", "garbage", "nonsense", "cut", "slow", "broken",
]  # fmt: skip
_STATUS = {"throttle": 429, "error": 500, "unavailable": 503, "refuse": 400, "redirect": 307}


@dataclass(frozen=True)
class AskedJudge:
    """One request as it came in, and when; the key itself is never written down."""

    body: Mapping[str, Any]
    headers: Mapping[str, str]
    authorised: bool
    at: float


@dataclass
class _Fault:
    kind: Kind
    times: int
    seconds: float


@dataclass(frozen=True)
class _Answer:
    status: int
    data: bytes
    headers: Mapping[str, str] = field(default_factory=dict)
    is_broken: bool = False


class StandinJudge:
    """A running stand-in; use it in a `with` block, or call `close`.

    With a `key`, requests without it get 401; `echo=True` lets refusals and nonsense quote the key that was
    sent, as some endpoints do.
    """

    def __init__(self, *, key: str = "", port: int = 0, echo: bool = False) -> None:
        self.asked: list[AskedJudge] = []
        self._key, self._echo = key, echo
        self._faults: list[_Fault] = []
        self._lock = threading.Lock()
        self._stopping = threading.Event()
        self._server = _Server(self, port)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        """The address for a judge's file."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1/chat/completions"

    def __enter__(self) -> StandinJudge:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Stop listening and let go of the port."""
        self._stopping.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def fail(self, kind: Kind, *, times: int = 1, seconds: float = 0.0) -> None:
        """Let the next requests fail.

        throttle: 429, and asks to wait `seconds`; error: 500; unavailable: 503; refuse: 400; redirect: sent
        elsewhere; garbage: 200 with what is no JSON; nonsense: a reply without a verdict; cut: a reply that
        is cut off; slow: answered after `seconds`; broken: the connection cut.
        """
        self._faults.append(_Fault(kind, times, seconds))

    def answer(self, headers: Mapping[str, str], raw: bytes) -> _Answer:
        """The answer to one request."""
        given = headers.get("Authorization", "")
        authorised = not self._key or given == f"Bearer {self._key}"
        try:
            body = json.loads(raw)
        except ValueError:
            return _problem(400, "the body is not JSON")
        told = {name: value for name, value in headers.items() if name != "Authorization"}
        with self._lock:
            self.asked.append(AskedJudge(body, told, authorised, time.monotonic()))
            fault = self._take()
        if not authorised:
            return _problem(401, f"Incorrect key: {given}" if self._echo else "Incorrect key")
        if fault is not None and fault.kind in _STATUS:
            quoted = f": {given}" if self._echo else ""
            return _problem(_STATUS[fault.kind], f"{fault.kind} on demand{quoted}", fault)
        if fault is not None and fault.kind == "slow":
            self._stopping.wait(fault.seconds)
        return self._completion(body, fault.kind if fault is not None else "", given if self._echo else "")

    def _take(self) -> _Fault | None:
        for fault in self._faults:
            if fault.times > 0:
                fault.times -= 1
                return fault
        return None

    def _completion(self, body: Mapping[str, Any], fault: str, quoted: str) -> _Answer:
        system, user = (message["content"] for message in body["messages"])
        reply = standin_reply(json.loads(user))
        if fault == "garbage":
            return _Answer(200, b"<html>busy</html>")
        if fault == "nonsense":
            reply = f"I would rather not say. {quoted}"
        if fault == "cut":
            reply = reply[:12]
        counts = {"prompt_tokens": len((system + user).split()), "completion_tokens": len(reply.split())}
        choice = {
            "index": 0, "message": {"role": "assistant", "content": reply},
            "finish_reason": "length" if fault == "cut" else "stop",
        }  # fmt: skip
        answer = {"object": "chat.completion", "model": body["model"], "choices": [choice], "usage": counts}
        return _Answer(200, json.dumps(answer).encode(), is_broken=fault == "broken")


def _problem(status: int, text: str, fault: _Fault | None = None) -> _Answer:
    headers: dict[str, str] = {}
    if fault is not None and fault.kind == "throttle":
        headers["Retry-After"] = f"{fault.seconds:g}"
    if fault is not None and fault.kind == "redirect":
        headers["Location"] = "http://127.0.0.1:9/elsewhere"
    return _Answer(status, json.dumps({"error": {"message": text}}).encode(), headers)


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, standin: StandinJudge, port: int) -> None:
        self.standin = standin
        super().__init__(("127.0.0.1", port), _Handler)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that hung up early is part of the play and not worth a traceback."""


class _Handler(BaseHTTPRequestHandler):
    server: _Server
    protocol_version = "HTTP/1.1"
    timeout = 30

    def log_message(self, format: str, *args: Any) -> None:
        """Quiet: what was asked is in `StandinJudge.asked`."""

    def do_POST(self) -> None:
        raw = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        answer = self.server.standin.answer(dict(self.headers.items()), raw)
        self.close_connection = True
        if answer.is_broken:
            self.connection.close()
            return
        self.send_response(answer.status)
        for name, value in {"Content-Type": "application/json", **answer.headers}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(answer.data)))
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(answer.data)


def _main() -> None:
    options = argparse.ArgumentParser(description="A stand-in for a language model behind an address.")
    options.add_argument("--port", type=int, default=8123)
    with StandinJudge(port=options.parse_args().port) as judge:
        print(f"endpoint = {json.dumps(judge.url)}", flush=True)
        threading.Event().wait()


if __name__ == "__main__":
    _main()
