"""Something that puts requests to a judge in threads of its own and hands back the replies as they come."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from queue import Empty, Queue
from threading import Event, Thread

from likewise.evaluate.llm_judge.judge_file import LanguageJudge
from likewise.evaluate.llm_judge.work_list import JudgeReply, WorkList

__all__ = ["JudgeAsker"]

_WAKE = 0.2
"""Seconds after which a wait looks whether it was interrupted."""


class JudgeAsker(ABC):
    """Base of the two ways to a judge: a program, or an endpoint."""

    def __init__(self, judge: LanguageJudge, work: WorkList) -> None:
        self.judge, self.work = judge, work
        self.stopping = Event()
        self._done: Queue[JudgeReply | BaseException | None] = Queue()
        self._running = 0
        self._threads: list[Thread] = []

    @abstractmethod
    def start(self) -> None:
        """Begin to ask."""

    @abstractmethod
    def end(self) -> None:
        """Let go of what was opened."""

    def stop(self) -> None:
        """Ask nothing more; replies that are under way still come."""
        self.stopping.set()
        self.work.close()

    def take(self, seconds: float | None = None) -> JudgeReply | None:
        """The next reply; None when all threads are done, or none came in so many seconds."""
        until = None if seconds is None else time.monotonic() + seconds
        while self._running and (until is None or time.monotonic() < until):
            try:
                found = self._done.get(timeout=_WAKE)
            except Empty:
                continue
            if isinstance(found, BaseException):
                raise found
            if found is not None:
                return found
            self._running -= 1
        return None

    def give(self, reply: JudgeReply) -> None:
        """Hand a reply over, from any thread."""
        self._done.put(reply)

    def run(self, count: int) -> None:
        """Run `each` in so many threads; an error in one of them reaches the caller."""
        self._running += count
        for _ in range(count):
            thread = Thread(target=self._guarded, daemon=True)
            self._threads.append(thread)
            thread.start()

    def join(self, seconds: float) -> None:
        """Wait so long for the threads to end."""
        for thread in self._threads:
            thread.join(seconds)

    @abstractmethod
    def each(self) -> None:
        """What a thread does."""

    def _guarded(self) -> None:
        try:
            self.each()
        except BaseException as error:
            self._done.put(error)
        self._done.put(None)
