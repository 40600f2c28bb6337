"""What is still to be asked: handed out one by one, and only as long as the money lasts."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from threading import Condition

from likewise.evaluate.llm_judge.judge_costs import Tokens, price, spent, token_bound
from likewise.evaluate.llm_judge.judge_file import LanguageJudge
from likewise.evaluate.llm_judge.judge_request import JudgeRequest, system_text
from likewise.io import VerdictFile

__all__ = ["JudgeReply", "WorkList"]

_LOOK_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class JudgeReply:
    """What became of a request: a reply, or a problem.

    `is_final` says that asking on makes no sense, `maybe_paid` that the endpoint may have worked for nothing.
    """

    request: JudgeRequest
    text: str = ""
    tokens: Tokens | None = None
    why: str = ""
    problem: str = ""
    is_final: bool = False
    maybe_paid: bool = False


class WorkList:
    """Requests in their order, shared by threads; those that another program has answered are passed over.

    With a limit, a request is handed out only if its most expensive reply fits into what is left beside all
    that are under way, so that the limit holds whatever comes back.
    """

    def __init__(
        self, judge: LanguageJudge, requests: Iterable[JudgeRequest], file: VerdictFile, *,
        limit: float | None, again: bool,
    ) -> None:  # fmt: skip
        self._judge, self._file, self._again = judge, file, again
        self._requests = iter(requests)
        self._rubric_bound = token_bound(system_text(judge))
        self._bounds: dict[str, float] = {}
        self._turn = Condition()
        self._looked = time.monotonic()
        self.lost, self.limit = 0.0, limit
        self.elsewhere = 0
        self.is_closed = False
        self.is_spent = False

    def close(self) -> None:
        """Hand out nothing more."""
        with self._turn:
            self.is_closed = True
            self._turn.notify_all()

    def next(self) -> JudgeRequest | None:
        """The next request, once it may be sent; None when there is none, or no money for it."""
        with self._turn:
            while not self.is_closed:
                request = next(self._requests, None)
                if request is None:
                    return None
                if not self._known(request):
                    return request if self._admitted(request) else None
                self.elsewhere += 1
            return None

    def settle(self, request: JudgeRequest, *, is_lost: bool = False) -> None:
        """The reply is in the file, or none will come; one that is lost counts as the most expensive one."""
        with self._turn:
            bound = self._bounds.pop(request.key, 0.0)
            self.lost += bound if is_lost else 0.0
            self._turn.notify_all()

    def _known(self, request: JudgeRequest) -> bool:
        if time.monotonic() - self._looked > _LOOK_SECONDS:
            self._file.look()
            self._looked = time.monotonic()
        found = self._file.get(request.key)
        return found is not None and (found.verdict is not None or not self._again)

    def _admitted(self, request: JudgeRequest) -> bool:
        """Wait until the request fits into the limit; False where it never will."""
        bound = most_expensive(self._judge, request, self._rubric_bound)
        while self.limit is not None and not self.is_closed:
            paid = (spent(self._judge, self._file) or 0.0) + self.lost
            if paid + sum(self._bounds.values()) + bound <= self.limit:
                break
            if not self._bounds:
                self.is_spent = self.is_closed = True
                break
            self._turn.wait()
        if not self.is_closed:
            self._bounds[request.key] = bound
        return not self.is_closed


def most_expensive(judge: LanguageJudge, request: JudgeRequest, rubric_bound: int) -> float:
    """What a request may cost at most; 0 where prices are unknown, and no limit can be given."""
    return price(judge, rubric_bound + token_bound(request.user_text()), judge.most_tokens) or 0.0
