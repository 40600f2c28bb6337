"""Metrics held against people (Chen & Dolan 2011, section 5.2): which number follows the ratings?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace as with_settings
from math import isfinite
from typing import Any, Unpack

from likewise.errors import InputError
from likewise.evaluate.criterion_judge import CriterionJudge, JudgeSettings
from likewise.evaluate.judge_replacement import ReplacementSettings
from likewise.evaluate.judgement import Judgement
from likewise.evaluate.metric_choice import MetricsNamed, taken_with_metrics
from likewise.evaluate.own_data import OwnData, told
from likewise.evaluate.ratings import criteria, refuse_unread
from likewise.evaluate.scorable import scorable
from likewise.metrics import Metric
from likewise.records import Segment

__all__ = ["judge"]


def judge(
    segments: object = None,
    human: str | Sequence[str] = "all",
    metrics: MetricsNamed = None,
    *,
    settings: Mapping[str, Any] | None = None,
    bootstrap: int = 1000,
    seed: int = 12345,
    curve: bool = False,
    draws: int = 5,
    thresholds: Sequence[float] | None = None,
    pairs: bool = False,
    margin: float = 0.0,
    replace: bool = False,
    epsilon: float | None = None,
    mapping: str | None = None,
    **own: Unpack[OwnData],
) -> Judgement:
    """Correlate each metric's segment scores with one criterion, several, or all that are found.

    Of several, the judgement is that on the first, and `criteria` has each. Segments without a
    criterion are left out there and counted. Where BLEU and PINC are both named, their combinations
    are judged too: means, PINC x sigmoid(BLEU) by cross-validation (segments of one source share a
    fold) and by oracle, and PINC where BLEU exceeds `thresholds` (0, 30, 60, 90). `curve` adds BLEU's
    correlation with 1, 2, .. 12 and all references (Figure 4), mean of `draws` draws.

    `pairs` asks which of two outputs, and of two systems, is better (`pair_agreement`); of
    these the taus of WMT count pairs that are rated at least `margin` apart.
    `replace` asks whether each metric may take the place of one of the raters (`alt_test`), its scores
    brought to the people's scale by `mapping` (`quantile`, `isotonic`, or `none`).

    Data of your own are taken as by `score`; ratings are columns `human.CRITERION`, or lists (`ratings=`).
    """
    chosen, rows, log = taken_with_metrics(segments, own, metrics, settings, function="judge")
    everything: Sequence[Segment] = list(rows)
    if not everything:
        raise InputError("there is no segment to judge on")
    if margin and not pairs:
        raise InputError("margin has no effect here: it is of pairs")
    asked = JudgeSettings(bootstrap, seed, curve, draws, pairs=pairs, margin=margin)
    if thresholds is not None:
        asked = with_settings(asked, thresholds=_thresholds(thresholds, chosen))
    asked = with_settings(asked, replacement=_replacement(replace, epsilon, mapping, bootstrap, seed))
    everything, lacking = scorable(everything, chosen)
    judging = CriterionJudge(everything, chosen, asked)
    names, is_all = _criteria(everything, human)
    refuse_unread(names, everything, log)
    judgements: dict[str, Judgement] = {}
    failed: dict[str, InputError] = {}
    for name in names:
        try:
            judgements[name] = judging.judge(name)
        except InputError as error:
            # Of criteria that were only found, one that allows no judgement must not stop the others.
            if not is_all:
                raise
            failed[name] = error
    if not judgements:
        raise next(iter(failed.values()))
    first, *others = judgements.values()
    left_out = [f"'{name}' was left out: {error.message}" for name, error in failed.items()]
    warnings = (*first.warnings, *lacking, *left_out)
    if replace and not any(one.replacement for one in judgements.values()):
        raise InputError(next(text for text in first.warnings if text.startswith("no test of replacement")))
    return told(with_settings(first, others={one.human: one for one in others}, warnings=warnings), log)


def _replacement(
    asked: bool, epsilon: float | None, mapping: str | None, bootstrap: int, seed: int
) -> ReplacementSettings | None:
    for name, value in (("epsilon", epsilon), ("mapping", mapping)):
        if not asked and value is not None:
            raise InputError(f"{name} has no effect here: it goes with replace")
    if not asked:
        return None
    default = ReplacementSettings()
    return ReplacementSettings(
        default.epsilon if epsilon is None else epsilon, mapping or default.mapping, bootstrap, seed
    )


def _criteria(segments: Sequence[Segment], human: str | Sequence[str]) -> tuple[list[str], bool]:
    """The criteria that are meant, and whether they are simply all of them."""
    known = criteria(segments)
    if human == "all" and "all" not in known:
        if not known:
            raise InputError("no segment has a human score", field="human")
        return known, True
    names = [human] if isinstance(human, str) else list(dict.fromkeys(human))
    if not names:
        raise InputError("no criterion is named", field="human")
    return names, False


def _thresholds(thresholds: Sequence[float], metrics: Sequence[Metric]) -> list[float]:
    if not {"bleu", "pinc"} <= {metric.name for metric in metrics}:
        raise InputError("thresholds have no effect here: they need the metrics bleu and pinc")
    values = sorted({float(value) for value in thresholds})
    if not values or not all(isfinite(value) for value in values):
        raise InputError("thresholds: expected numbers such as 0,30,60,90")
    return values
