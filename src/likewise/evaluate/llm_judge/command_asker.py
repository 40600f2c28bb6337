"""A judge that is a program: it reads JSON lines on standard input and writes JSON lines on standard output.

In: `{"id", "model", "max_tokens", "system", "user", "texts"}`, where `texts` is what is to be judged and
`system` and `user` are the same as messages. Out, in any order: `{"id", "reply"}`, or `{"id", "verdict",
"reason"}`, with `tokens_in` and `tokens_out` where they are known, or `{"id", "error"}`.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from threading import Lock, Thread
from typing import Any

from likewise.errors import InputError, RefusedError
from likewise.evaluate.llm_judge.judge_asker import JudgeAsker
from likewise.evaluate.llm_judge.judge_costs import Tokens, tokens_of
from likewise.evaluate.llm_judge.judge_file import LanguageJudge
from likewise.evaluate.llm_judge.judge_request import JudgeRequest, system_text
from likewise.evaluate.llm_judge.work_list import JudgeReply, WorkList
from likewise.io import json_kind

__all__ = ["CommandAsker", "command_line"]

_PATIENCE = 2.0
"""Seconds that a program has to end."""


def command_line(judge: LanguageJudge, request: JudgeRequest, number: int) -> dict[str, Any]:
    """What the program reads for one request."""
    return {
        "id": str(number), "model": judge.model, "max_tokens": judge.max_tokens,
        "system": system_text(judge), "user": request.user_text(), "texts": request.shown,
    }  # fmt: skip


class CommandAsker(JudgeAsker):
    """Runs the program once, in the folder of the judge's file; it may answer in any order."""

    def __init__(self, judge: LanguageJudge, work: WorkList) -> None:
        super().__init__(judge, work)
        self._program: subprocess.Popen[str] | None = None
        self._asked: dict[str, JudgeRequest] = {}
        self._lock = Lock()

    def start(self) -> None:
        words = [_program_of(self.judge), *self.judge.command[1:]]
        try:
            self._program = subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=self.judge.folder,
                encoding="utf-8", errors="replace", start_new_session=True,
            )  # fmt: skip
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise InputError(f"the program {words[0]} cannot be run ({reason})", field="command") from None
        self.run(1)
        sender = Thread(target=self._send, args=(self._program,), daemon=True)
        self._threads.append(sender)
        sender.start()

    def take(self, seconds: float | None = None) -> JudgeReply | None:
        reply = super().take(self.judge.timeout if seconds is None else seconds)
        if reply is None and self._running and seconds is None:
            raise RefusedError(
                "timeout",
                f"the judge's program wrote nothing in {self.judge.timeout:g} seconds "
                "(does it flush what it writes?)",
            )
        return reply

    def _send(self, program: subprocess.Popen[str]) -> None:
        """Write all requests; a program that has ended is noticed by the one who reads."""
        assert program.stdin is not None
        with suppress(OSError, ValueError):
            number = 0
            while (request := self.work.next()) is not None:
                number += 1
                with self._lock:
                    self._asked[str(number)] = request
                line = json.dumps(command_line(self.judge, request, number), ensure_ascii=False)
                program.stdin.write(line + "\n")
                program.stdin.flush()
        with suppress(OSError, ValueError):
            program.stdin.close()

    def each(self) -> None:
        program = self._program
        assert program is not None
        assert program.stdout is not None
        with program.stdout:
            for line in program.stdout:
                if line.strip():
                    self.give(self._read(line))
        code = program.wait()
        with self._lock:
            left = list(self._asked.values())
        if left and not self.stopping.is_set():
            ended = f"the judge's program ended with code {code}"
            message = f"{ended} and left {len(left)} of the requests unanswered"
            self.stop()
            for request in left:
                self.give(JudgeReply(request, problem=message, is_final=True))

    def _read(self, line: str) -> JudgeReply:
        try:
            row = json.loads(line)
        except (ValueError, RecursionError):
            raise self._refuse("a line that is not JSON", line) from None
        identity = str(row.get("id")) if isinstance(row, dict) else ""
        with self._lock:
            request = self._asked.pop(identity, None)
        if request is None:
            raise self._refuse("a line without the id of a request that is open", line)
        if "error" in row:
            return JudgeReply(request, problem=f"the judge's program says: {_text(row['error'])[:300]}")
        reply = row.get("reply")
        if reply is None and "verdict" in row:
            reply = json.dumps({key: row[key] for key in ("verdict", "reason") if key in row})
        if not isinstance(reply, str):
            raise self._refuse(f'a line whose "reply" is {json_kind(reply)}, expected a string', line)
        return JudgeReply(request, reply, self._tokens(row, request, reply))

    def _tokens(self, row: dict[str, Any], request: JudgeRequest, reply: str) -> Tokens:
        asked = system_text(self.judge) + request.user_text()
        return tokens_of(row.get("tokens_in"), row.get("tokens_out"), asked, reply)

    def _refuse(self, what: str, line: str) -> RefusedError:
        return RefusedError("bad-reply", f"the judge's program wrote {what}: {line.strip()[:200]}")

    def end(self) -> None:
        """End the program, by force if it does not end by itself."""
        self.stop()
        if self._program is not None:
            _end(self._program)
            self.join(_PATIENCE)


def _end(program: subprocess.Popen[str]) -> None:
    for how in (signal.SIGTERM, signal.SIGKILL if os.name == "posix" else signal.SIGTERM):
        if program.poll() is not None:
            return
        with suppress(OSError):
            os.killpg(program.pid, how) if os.name == "posix" else program.terminate()
        with suppress(subprocess.TimeoutExpired):
            program.wait(_PATIENCE)


def _program_of(judge: LanguageJudge) -> str:
    """The program to run: one beside the judge's file first; `python` is the one that runs Likewise."""
    word = judge.command[0]
    if word in ("python", "python3"):
        return sys.executable
    beside = os.path.abspath(os.path.join(judge.folder, word))
    if os.path.isfile(beside):
        return beside
    found = shutil.which(word)
    if found is None:
        message = f"there is no program {word}, neither beside the judge's file nor installed"
        raise InputError(message, field="command")
    return found


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
