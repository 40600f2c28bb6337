"""What a language model said of each segment, as a metric: the verdicts are read, nothing is asked.

`likewise verdicts` fetches them into a file. A segment is found there by the texts that the judge was shown,
so a verdict never outlives a change of the text. Of two texts that were compared in both orders, one has won
where it won in both, as in Zheng et al. (2023, section 3.4); anything else is a tie.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from os import stat
from pathlib import Path
from typing import Any

import numpy as np

from likewise.errors import InputError
from likewise.io import JudgeVerdict, read_verdicts, text_key
from likewise.metrics.base import Floats, Metric
from likewise.metrics.batch import Batch
from likewise.records import Segment

__all__ = ["JudgedTexts", "VerdictScore", "judged_texts", "paired_outcomes"]

SUM, WITH, WITHOUT, NONE = range(4)
"""Columns of the statistics: the sum of verdicts, segments with one, never asked about, without one."""


def paired_outcomes(verdicts: Sequence[JudgeVerdict]) -> dict[tuple[str, str], float]:
    """For two texts the share of the win of each over the other: 1, 0, or 0.5 for a tie.

    A pair that was asked about in one order alone, or has a reply without a verdict, has no outcome.
    """
    asked: dict[tuple[str, str], str] = {}
    for one in verdicts:
        if one.mode == "pair" and isinstance(one.verdict, str):
            asked[one.texts[0], one.texts[1]] = one.verdict
    outcomes: dict[tuple[str, str], float] = {}
    for (a, b), said in asked.items():
        swapped = asked.get((b, a))
        if swapped is not None:
            won = said == "first" and swapped == "second"
            lost = said == "second" and swapped == "first"
            outcomes[a, b] = 1.0 if won else 0.0 if lost else 0.5
    return outcomes


@dataclass(frozen=True)
class JudgedTexts:
    """The verdicts of one judge by the texts that it was shown."""

    verdicts: tuple[JudgeVerdict, ...]

    @property
    def judge(self) -> JudgeVerdict:
        """Any verdict: it names the judge, the model, the rubric, the scale."""
        return self.verdicts[-1]

    @cached_property
    def values(self) -> Mapping[str, float]:
        """The number of each text that has one: the verdict, or of pairs the percentage that was won."""
        if self.judge.mode == "pair":
            won: dict[str, list[float]] = defaultdict(list)
            for (text, _), share in paired_outcomes(self.verdicts).items():
                won[text].append(share)
            return {text: 100.0 * sum(shares) / len(shares) for text, shares in won.items()}
        return {one.texts[0]: float(one.verdict) for one in self.verdicts if one.verdict is not None}

    @cached_property
    def by_text(self) -> Mapping[str, list[JudgeVerdict]]:
        """The replies on each text."""
        found: dict[str, list[JudgeVerdict]] = defaultdict(list)
        for one in self.verdicts:
            for text in dict.fromkeys(one.texts):
                found[text].append(one)
        return found

    def dates(self) -> str:
        """The days on which the judge was asked, first and last."""
        days = sorted({one.asked[:10] for one in self.verdicts})
        return days[0] if len(days) == 1 else f"{days[0]}..{days[-1]}"


def judged_texts(path: str, judge: str = "") -> JudgedTexts:
    """The verdicts of a file by the judge of that name, or id; of its only judge without one."""
    try:
        found = stat(path)
    except OSError:
        message = (
            "no such file of verdicts: lw.fetch_verdicts (likewise verdicts SEGMENTS --judge judge.toml) "
            "fetches them, the setting verdict.file (--set verdict.file=FILE) names another file"
        )
        raise InputError(message, file=path) from None
    return _loaded(str(Path(path).resolve()), path, found.st_mtime_ns, found.st_size, judge)


@lru_cache(maxsize=8)
def _loaded(_: str, path: str, __: int, ___: int, judge: str) -> JudgedTexts:
    latest = {one.key: one for one in read_verdicts(path)}
    judges: dict[str, list[JudgeVerdict]] = {}
    for one in latest.values():
        if not judge or one.judge == judge or one.judge_id.startswith(judge):
            judges.setdefault(one.judge_id, []).append(one)
    if not judges:
        raise InputError(f"holds no verdict of a judge '{judge}'" if judge else "holds no verdict", file=path)
    if len(judges) > 1:
        named = ", ".join(
            f"{rows[-1].judge} (id {key[:8]}, model {rows[-1].model}, rubric {rows[-1].rubric}, "
            f"last asked {rows[-1].asked[:10]})"
            for key, rows in judges.items()
        )
        how = (
            f"{len(judges)} judges; name one, or give its id, as the metric 'verdict:{list(judges)[-1][:8]}'"
        )
        message = f"holds verdicts of {how}: {named}"
        raise InputError(message, file=path)
    return JudgedTexts(tuple(next(iter(judges.values()))))


@dataclass(frozen=True)
class VerdictScore(Metric):
    """The mean verdict of a language model, on the judge's scale; of pairs, the percentage that was won.

    `file` is what `likewise verdicts` wrote, `judge` the name or id of one judge where it holds several.
    """

    file: str = "verdicts.jsonl"
    judge: str = ""

    name = "verdict"
    measures = "verdict of a language model"
    flagging = True
    several_by = "judge"
    flag_kinds = ("not-asked", "no-verdict")

    @property
    def _texts(self) -> JudgedTexts:
        return judged_texts(self.file, self.judge)

    def statistics(self, batch: Batch) -> Floats:
        texts = self._texts
        rows = np.zeros((len(batch), 4))
        for place, segment in enumerate(batch.segments):
            key = text_key(segment, texts.judge.fields)
            value = texts.values.get(key)
            if value is not None:
                rows[place, (SUM, WITH)] = value, 1.0
            else:
                rows[place, NONE if key in texts.by_text else WITHOUT] = 1.0
        return rows

    def score_totals(self, totals: Floats) -> Floats:
        counts = totals[:, WITH]
        means: Floats = np.full(len(totals), np.nan)
        np.divide(totals[:, SUM], counts, out=means, where=counts > 0)
        return means

    def details(self, totals: Floats) -> dict[str, int]:
        return {
            "verdicts": int(totals[WITH]), "not_asked": int(totals[WITHOUT]),
            "no_verdict": int(totals[NONE]),
        }  # fmt: skip

    def remarks(self, batch: Batch) -> list[str]:
        texts, told = self._texts, []
        kinds = [self._lack(segment, texts) for segment in batch.segments]
        for kind, what in (("not-asked", "were never shown to the judge"), ("no-verdict", "got no verdict")):
            places = [place for place, found in enumerate(kinds) if found == kind]
            if places:
                first = batch.segments[places[0]].id
                told.append(
                    f"{self.name}: {len(places)} of {len(kinds)} segments {what} and are left out "
                    f"(first: segment '{first}')" + (self._fetch() if kind == "not-asked" else "")
                )
        return told

    def _fetch(self) -> str:
        command = f"likewise verdicts SEGMENTS --judge JUDGE.toml --out {self.file}"
        return f"; lw.fetch_verdicts fetches them ({command})"

    def _lack(self, segment: Segment, texts: JudgedTexts) -> str:
        """Why a segment has no number: the kind of its flag, or nothing."""
        key = text_key(segment, texts.judge.fields)
        if key in texts.values:
            return ""
        return "no-verdict" if key in texts.by_text else "not-asked"

    def unscored(self, segments: Sequence[Segment]) -> list[bool]:
        texts = self._texts
        return [bool(self._lack(segment, texts)) for segment in segments]

    def flags(self, segment: Segment) -> list[dict[str, Any]]:
        texts = self._texts
        kind = self._lack(segment, texts)
        if kind == "not-asked":
            return [{"kind": kind, "reason": "the judge was never shown these texts" + self._fetch()}]
        if kind == "no-verdict":
            return [{"kind": kind, "reason": _no_outcome(texts, text_key(segment, texts.judge.fields))}]
        return []

    def settings(self) -> dict[str, Any]:
        try:
            texts = self._texts
        except InputError:
            return super().settings()
        one = texts.judge
        return {
            "judge": one.judge, "model": one.model, "rubric": one.rubric, "mode": one.mode,
            "scale": one.scale, "asked": texts.dates(), "id": one.judge_id[:8],
        }  # fmt: skip

    def explain(self, segment: Segment) -> dict[str, Any]:
        texts = self._texts
        replies = texts.by_text.get(text_key(segment, texts.judge.fields), [])
        told = [
            {
                **({"shown": list(one.systems)} if one.mode == "pair" else {}),
                "verdict": one.verdict, "reason": one.reason or one.why, "asked": one.asked,
                "reply": one.reply,
            }
            for one in replies
        ]  # fmt: skip
        return {**super().explain(segment), "replies": told, "flags": self.flags(segment)}


def _no_outcome(texts: JudgedTexts, key: str) -> str:
    """Why no reply on this text gave a verdict."""
    whys = dict.fromkeys(one.why for one in texts.by_text[key] if one.why)
    return "; ".join(whys) or "it was shown in one order alone"
