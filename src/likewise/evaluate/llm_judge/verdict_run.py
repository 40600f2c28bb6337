"""Verdicts fetched: every reply is written down as soon as it is there, so that nothing is paid for twice."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any, Unpack

from likewise.draw import ResultTable, Tabular
from likewise.errors import RefusedError
from likewise.evaluate.llm_judge.command_asker import CommandAsker
from likewise.evaluate.llm_judge.endpoint_asker import EndpointAsker
from likewise.evaluate.llm_judge.judge_asker import JudgeAsker
from likewise.evaluate.llm_judge.judge_costs import Tokens, price
from likewise.evaluate.llm_judge.judge_file import LanguageJudge
from likewise.evaluate.llm_judge.judge_reply import read_reply
from likewise.evaluate.llm_judge.judge_request import JudgeRequest
from likewise.evaluate.llm_judge.swapped_orders import PositionBias, position_bias
from likewise.evaluate.llm_judge.verdict_plan import UNPRICED, VerdictPlan, plan_verdicts
from likewise.evaluate.llm_judge.work_list import JudgeReply, WorkList
from likewise.evaluate.own_data import OwnData, taken
from likewise.io import JudgeVerdict, Source

__all__ = ["VerdictRun", "fetch_planned", "fetch_verdicts"]

Progress = Callable[[int], None]

_GRACE = 5.0
"""Seconds that replies under way have after an interrupt: they are paid for."""
_IN_A_ROW = 5
"""So many problems in a row end the run."""


@dataclass(frozen=True, repr=False)
class VerdictRun(Tabular):
    """What a run has fetched, and what all requests about the segments have come to.

    `asked` counts the replies of this run; `verdicts`, `no_verdict` and `missing` count all requests, those
    answered before too. `cost` is that of this run, `total_cost` that of the judge's verdicts in
    the file; both are None where the judge's prices are unknown.
    """

    judge: str
    model: str
    file: str
    requests: int
    asked: int
    verdicts: int
    no_verdict: int
    missing: int
    tokens_in: int
    tokens_out: int
    cost: float | None
    total_cost: float | None
    is_counted: bool = True
    whys: Mapping[str, int] = field(default_factory=dict)
    problems: Mapping[str, int] = field(default_factory=dict)
    bias: PositionBias | None = None
    is_spent: bool = False

    @property
    def is_complete(self) -> bool:
        """Whether every request has been answered."""
        return not self.missing

    def as_dict(self) -> dict[str, Any]:
        """The result as its JSON object."""
        row: dict[str, Any] = {
            "judge": self.judge, "model": self.model, "file": self.file, "requests": self.requests,
            "asked": self.asked, "verdicts": self.verdicts, "no_verdict": self.no_verdict,
            "missing": self.missing, "tokens_in": self.tokens_in, "tokens_out": self.tokens_out,
            "tokens_counted": self.is_counted, "cost": self.cost, "total_cost": self.total_cost,
            "whys": dict(self.whys), "problems": dict(self.problems),
        }  # fmt: skip
        return row if self.bias is None else {**row, "position": self.bias.as_dict()}

    def tables(self) -> Sequence[ResultTable]:
        columns = ("judge", "model", "requests", "asked now", "verdicts", "no verdict", "missing",
                   "tokens in", "tokens out", "cost now", "cost in all")  # fmt: skip
        cells = [self.judge, self.model, self.requests, self.asked, self.verdicts, self.no_verdict,
                 self.missing, self.tokens_in, self.tokens_out, _money(self.cost),
                 _money(self.total_cost)]  # fmt: skip
        told = [] if self.is_counted else ["tokens are estimated where the judge does not count them"]
        if self.total_cost is None:
            told.append(UNPRICED)
        if self.bias is not None:
            told.append(f"position: {self.bias}")
        return [ResultTable(f"Verdicts in {self.file}", columns, [cells], "\n".join(told))]

    @property
    def warnings(self) -> list[str]:
        """What is missing, and why."""
        told = [f"{count} without a verdict: {why}" for why, count in self.whys.items()]
        told += [f"{count} failed: {problem}" for problem, count in self.problems.items()]
        if self.is_spent:
            told.append("stopped before max_cost would have been passed")
        if self.missing:
            told.append(
                f"{self.missing} of {self.requests} requests are not answered yet: run it again to go on"
            )
        return told


def _money(cost: float | None) -> str:
    return "unknown" if cost is None else f"{cost:.4f}"


def fetch_verdicts(
    segments: object,
    judge: LanguageJudge | Source,
    out: str | os.PathLike[str] = "verdicts.jsonl",
    *,
    max_cost: float | None = None,
    limit: int | None = None,
    against: str | None = None,
    again: bool = False,
    progress: Progress | None = None,
    **own: Unpack[OwnData],
) -> VerdictRun:
    """Ask a language model for its verdict on each segment (or pair), and write the verdicts to a file.

    `judge` is a file (see `read_judge`) or a `LanguageJudge`. What the file `out` has already is not asked
    again, so a run that was interrupted goes on where it was. The metric `verdict` reads the file. For
    `limit`, `against`, `again` and `max_cost` see `plan_verdicts`; data of your own are taken as by `score`.
    """
    rows, _ = taken(segments, own, (), function="fetch_verdicts")
    plan = plan_verdicts(list(rows), judge, out, max_cost=max_cost, limit=limit, against=against, again=again)
    return fetch_planned(plan, progress=progress)


def fetch_planned(plan: VerdictPlan, *, progress: Progress | None = None) -> VerdictRun:
    """Send what a plan says."""
    keeping = _Keeping(plan, progress)
    for request in plan.waiting:
        if request.is_same:
            keeping.keep_same(request)
    waiting = [request for request in plan.waiting if not request.is_same]
    work = WorkList(plan.judge, waiting, plan.file, limit=plan.limit, again=plan.again)
    if waiting:
        kind = CommandAsker if plan.judge.command else EndpointAsker
        _ask(kind(plan.judge, work), keeping)
    plan.file.look()
    return keeping.result(work)


def _ask(asker: JudgeAsker, keeping: _Keeping) -> None:
    try:
        asker.start()
        while (reply := asker.take()) is not None:
            keeping.keep(reply, asker)
    except KeyboardInterrupt:
        asker.stop()
        while (reply := asker.take(_GRACE)) is not None:
            keeping.keep(reply, asker)
        raise
    finally:
        asker.end()


class _Keeping:
    """Writes verdicts down as they come, and counts."""

    def __init__(self, plan: VerdictPlan, progress: Progress | None) -> None:
        self.plan, self.progress = plan, progress
        self.asked, self.in_a_row = 0, 0
        self.tokens, self.cost = Tokens(0, 0), price(plan.judge, 0, 0)
        self.problems: Counter[str] = Counter()

    def keep(self, reply: JudgeReply, asker: JudgeAsker) -> None:
        """Write the reply down; end the run where asking on makes no sense."""
        if reply.problem:
            asker.work.settle(reply.request, is_lost=reply.maybe_paid)
            self.problems[reply.problem] += 1
            self.in_a_row += 1
            if reply.is_final and not self.asked:
                raise RefusedError("judge", reply.problem)
            if reply.is_final or self.in_a_row >= _IN_A_ROW:
                asker.stop()
        else:
            self.in_a_row = 0
            self._write(reply)
            asker.work.settle(reply.request)
        if self.progress is not None:
            self.progress(1)

    def _write(self, reply: JudgeReply) -> None:
        judge, tokens = self.plan.judge, reply.tokens or Tokens(0, 0)
        read = read_reply(reply.text, judge)
        if read.verdict is None and reply.why:
            read = replace(read, why=reply.why)
        cost = price(judge, tokens.into, tokens.out)
        self.plan.file.add(
            replace(
                self._blank(reply.request), verdict=read.verdict, reason=read.reason, why=read.why,
                reply=reply.text, tokens_in=tokens.into, tokens_out=tokens.out,
                tokens_counted=tokens.counted, cost=cost,
            )
        )  # fmt: skip
        self.asked += 1
        if self.cost is not None and cost is not None:
            self.cost += cost
        known = self.tokens
        self.tokens = Tokens(
            known.into + tokens.into, known.out + tokens.out, known.counted and tokens.counted
        )

    def keep_same(self, request: JudgeRequest) -> None:
        """A tie that nobody has to be asked about."""
        reason = "both texts are the same: not asked"
        self.plan.file.add(replace(self._blank(request), verdict="tie", reason=reason))

    def _blank(self, request: JudgeRequest) -> JudgeVerdict:
        judge = self.plan.judge
        return JudgeVerdict(
            judge=judge.name, judge_id=judge.id, model=judge.model_name, rubric=judge.rubric_id,
            mode=judge.mode, scale=judge.scale_text, fields=judge.fields, texts=request.texts,
            ids=request.ids, systems=request.systems, verdict=None,
            asked=datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        )  # fmt: skip

    def result(self, work: WorkList) -> VerdictRun:
        plan = self.plan
        found = [plan.file.get(request.key) for request in plan.requests]
        kept = [one for one in found if one is not None]
        without = [one for one in kept if one.verdict is None]
        return VerdictRun(
            judge=plan.judge.name, model=plan.judge.model_name, file=str(plan.file.path),
            requests=len(found), asked=self.asked, verdicts=len(kept) - len(without),
            no_verdict=len(without), missing=len(found) - len(kept), tokens_in=self.tokens.into,
            tokens_out=self.tokens.out, cost=self.cost, total_cost=plan.spent,
            is_counted=self.tokens.counted, whys=Counter(one.why for one in without),
            problems=self.problems, is_spent=work.is_spent,
            bias=position_bias(kept) if plan.judge.mode == "pair" else None,
        )  # fmt: skip
