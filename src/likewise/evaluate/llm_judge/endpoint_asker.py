"""A judge behind an address: several requests at a time, no faster than allowed, again when it is busy."""

from __future__ import annotations

import random

from likewise.errors import RefusedError
from likewise.evaluate.llm_judge.chat_request import chat_body, chat_reply
from likewise.evaluate.llm_judge.endpoint import Endpoint, EndpointBusy
from likewise.evaluate.llm_judge.judge_asker import JudgeAsker
from likewise.evaluate.llm_judge.judge_file import LanguageJudge
from likewise.evaluate.llm_judge.judge_request import JudgeRequest
from likewise.evaluate.llm_judge.request_pace import RequestPace
from likewise.evaluate.llm_judge.work_list import JudgeReply, WorkList

__all__ = ["EndpointAsker"]

_FIRST_PAUSE, _LONGEST_PAUSE = 0.5, 30.0
_LONGEST_ASKED = 300.0
"""Seconds that an endpoint may ask to wait; more ends the run, which can go on later."""


class EndpointAsker(JudgeAsker):
    """Threads that share one pace: where the endpoint asks one of them to wait, all wait."""

    def __init__(self, judge: LanguageJudge, work: WorkList) -> None:
        super().__init__(judge, work)
        self.endpoint = Endpoint(judge.endpoint, key_env=judge.key_env, timeout=judge.timeout)
        self.pace = RequestPace(judge.requests_per_minute, self.stopping)

    def start(self) -> None:
        self.endpoint.check_key()
        self.run(self.judge.concurrency)

    def end(self) -> None:
        self.stop()

    def each(self) -> None:
        while (request := self.work.next()) is not None:
            reply = self._ask(request)
            if reply is None:
                return
            if reply.is_final:
                self.stop()
            self.give(reply)

    def _ask(self, request: JudgeRequest) -> JudgeReply | None:
        """What becomes of a request; None where the run ends before it is sent."""
        for tried in range(self.judge.retries + 1):
            if not self.pace.wait():
                return None
            try:
                raw = self.endpoint.post(chat_body(self.judge, request))
            except EndpointBusy as busy:
                problem, after, is_lost = str(busy), busy.after, busy.maybe_done
            except RefusedError as error:
                return JudgeReply(request, problem=str(error), is_final=error.code != "this-request")
            else:
                reply = chat_reply(self.judge, request, raw)
                if reply is not None:
                    return reply
                problem, after, is_lost = "the answer is not in the shape of chat completions", None, True
            if after is not None and after > _LONGEST_ASKED:
                message = f"{problem}, and asks to wait {after:.0f} seconds: run it again then"
                return JudgeReply(request, problem=message, is_final=True)
            if is_lost and self.work.limit is not None:
                # It may have been paid for, and could be again.
                return JudgeReply(request, problem=problem, maybe_paid=True)
            if tried < self.judge.retries:
                self._pause(tried, after)
        return JudgeReply(request, problem=problem)

    def _pause(self, tried: int, after: float | None) -> None:
        """Wait as long as was asked for, and all threads with this one; else a while that grows."""
        if after is not None:
            self.pace.hold(after)
            return
        whole = min(_FIRST_PAUSE * 2.0**tried, _LONGEST_PAUSE)
        self.stopping.wait(whole * (0.5 + random.random() / 2))
