"""What would be asked, of whom, and what that may cost: told before anything is sent."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from likewise.errors import InputError
from likewise.evaluate.llm_judge.chat_request import chat_body
from likewise.evaluate.llm_judge.command_asker import command_line
from likewise.evaluate.llm_judge.judge_costs import estimated_tokens, price, spent
from likewise.evaluate.llm_judge.judge_file import LanguageJudge, read_judge
from likewise.evaluate.llm_judge.judge_request import JudgeRequest, requests_of, system_text
from likewise.io import Source, VerdictFile
from likewise.records import Segment

__all__ = ["VerdictPlan", "plan_verdicts"]

UNPRICED = "cost unknown: price_in and price_out in the judge's file give it (for a million tokens; 0: free)"
_USUAL_OUT = 60
"""Tokens of a usual reply: one or two sentences."""


@dataclass(frozen=True)
class VerdictPlan:
    """All requests about some segments, and those of them that are still to be sent."""

    judge: LanguageJudge
    file: VerdictFile
    requests: tuple[JudgeRequest, ...]
    waiting: tuple[JudgeRequest, ...]
    segments: int
    known: int
    limit: float | None = None
    again: bool = False

    @property
    def spent(self) -> float | None:
        """What this judge's replies in the file have cost; None where its prices are unknown."""
        return spent(self.judge, self.file)

    @property
    def to_send(self) -> int:
        """How many requests would be sent; two texts that are the same need none."""
        return sum(not request.is_same for request in self.waiting)

    @cached_property
    def tokens(self) -> tuple[int, int, int]:
        """Tokens: about so many in, about so many out, and out at most."""
        sent = [request for request in self.waiting if not request.is_same]
        into = sum(estimated_tokens(request.user_text()) for request in sent)
        into += len(sent) * estimated_tokens(system_text(self.judge))
        most = len(sent) * self.judge.most_tokens
        return into, min(len(sent) * _USUAL_OUT, most) if most else len(sent) * _USUAL_OUT, most

    @property
    def cost(self) -> tuple[float | None, float | None]:
        """About so much, and about so much if every reply is as long as allowed; None: unknown."""
        into, out, most = self.tokens
        return price(self.judge, into, out), price(self.judge, into, most)

    def as_dict(self) -> dict[str, Any]:
        """The plan as its JSON object."""
        into, out, _ = self.tokens
        return {
            "judge": self.judge.name, "model": self.judge.model_name, "to": self.judge.place,
            "file": str(self.file.path), "segments": self.segments, "requests": len(self.requests),
            "to_send": self.to_send, "tokens_in": into, "tokens_out": out, "cost": self.cost[0],
            "spent": self.spent, "max_cost": self.limit,
        }  # fmt: skip

    def lines(self) -> list[str]:
        """The plan in words."""
        judge = self.judge
        shown = ", ".join(judge.fields or dict.fromkeys(name for one in self.requests for name in one.shown))
        told = [
            f"judge '{judge.name}' (model {judge.model_name}, rubric {judge.rubric_id}) asks {judge.place}",
            f"sends the rubric and these fields: {shown}; no ids, no names of systems, no ratings",
            self._counts(),
        ]
        if judge.endpoint.startswith("http://") and not judge.is_local:
            told.append("the connection is not encrypted (http)")
        return [*told, self._money()]

    def _counts(self) -> str:
        into, out, _ = self.tokens
        texts = f"{self.segments} segments, {len(self.requests)} different requests"
        return (
            f"{texts}; {self.known} are answered in {self.file.path}, {self.to_send} to send: "
            f"about {into:,} tokens in, {out:,} out"
        )

    def _money(self) -> str:
        about, most = self.cost
        if about is None:
            return UNPRICED
        spent = f"; {self.spent:.4f} were spent before" if self.spent else ""
        held = "" if self.limit is None else f"; stops before {self.limit:g} in all (max_cost)"
        return f"costs about {about:.4f}, {most:.4f} with replies as long as allowed{spent}{held}"

    def example(self) -> str:
        """The first request in full, as it would be sent; the key is never shown."""
        request = next((one for one in (*self.waiting, *self.requests) if not one.is_same), None)
        if request is None:
            return "nothing would be sent"
        if self.judge.command:
            return json.dumps(command_line(self.judge, request, 1), ensure_ascii=False, indent=2)
        head = [f"POST {self.judge.endpoint}", "Content-Type: application/json"]
        if self.judge.key_env:
            head.append(f"Authorization: Bearer (the value of {self.judge.key_env})")
        return "\n".join(
            [*head, "", json.dumps(chat_body(self.judge, request), ensure_ascii=False, indent=2)]
        )


def plan_verdicts(
    segments: Sequence[Segment],
    judge: LanguageJudge | Source,
    out: str | os.PathLike[str] = "verdicts.jsonl",
    *,
    max_cost: float | None = None,
    limit: int | None = None,
    against: str | None = None,
    again: bool = False,
) -> VerdictPlan:
    """What is to be asked about these segments, beside what the file `out` has already.

    `limit` keeps the first so many requests, `against` pairs one system with each other one, `again` asks
    anew where a reply gave no verdict. Of `max_cost` here and in the judge's file the lower one holds.
    """
    chosen = judge if isinstance(judge, LanguageJudge) else read_judge(judge)
    limits = [one for one in (max_cost, chosen.max_cost) if one is not None]
    if max_cost is not None and not (chosen.price_in or chosen.price_out):
        raise InputError("max_cost has no effect: the judge's file has no price_in and price_out")
    if limits and not chosen.most_tokens:
        raise InputError("max_cost needs a bound of the replies: max_tokens, or extra.max_completion_tokens")
    requests = requests_of(chosen, segments, against)
    file = VerdictFile(out)
    known = {one.key: one for one in file.verdicts()}
    waiting = [one for one in requests if one.key not in known or (again and known[one.key].verdict is None)]
    return VerdictPlan(
        chosen, file, tuple(requests), tuple(waiting[:limit]), len(segments), len(requests) - len(waiting),
        min(limits, default=None), again,
    )  # fmt: skip
