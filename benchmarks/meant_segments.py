"""On which segments do frames help? MEANT against its own back-off, whole sentences, by kind of segment.

A kind is told by the texts (words, frames, order, roles) or by how good the systems are. Each gets Kendall's
tau-b with people of whole sentences, of frames alone and of both, and the gain of both over whole sentences
with an interval: rows of each language pair are drawn anew, taus of the pairs averaged by their rows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.stats import kendalltau

from likewise.metrics.meant import GROUPS, MEANT, Comparison
from likewise.records import Segment

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]
SHARES = (0.0, 0.5, 0.8, 0.9, 0.95, 1.0)
DRAWN = 1000


@dataclass(frozen=True)
class RatedPairs:
    """The rows of one language pair, compared: scores of people, of frames alone, of whole sentences."""

    segments: Sequence[Segment]
    comparisons: Sequence[Comparison]
    people: Floats
    frames: Floats
    whole: Floats

    def both(self, share: float) -> Floats:
        """Frames with that share of the whole sentence."""
        return (1.0 - share) * self.frames + share * self.whole


def rated_pairs(segments: Sequence[Segment], human: str, settings: Mapping[str, object]) -> RatedPairs:
    """Every row compared once; what is mixed of it, and how, comes later."""
    metric = MEANT(**settings)  # type: ignore[arg-type]
    weights = metric.role_weights(segments).array
    compared = [own[0] for own in metric.compared(segments)]
    people = np.array([one.human[human] for one in segments])
    frames = np.array([one.score(weights, 0.0) for one in compared])
    return RatedPairs(
        segments, compared, people, frames, np.array([one.score(weights, 1.0) for one in compared])
    )


def kinds(rows: RatedPairs, quality: Mapping[str, float]) -> dict[str, Bools]:
    """Kinds of segments; `quality` is what people say of each system as a whole."""
    length = np.array([len(one.second.tokens) for one in rows.comparisons])
    frames = np.array([len(one.second.frames) for one in rows.comparisons])
    order = np.array([_order(one) for one in rows.comparisons])
    swapped = np.array([_is_swapped(one) for one in rows.comparisons])
    lost = np.array([_lost(one) for one in rows.comparisons])
    systems = np.array(
        [np.mean([quality.get(name, np.nan) for name in _names(one)]) for one in rows.segments]
    )
    good, liked = systems > np.nanmedian(systems), rows.people > np.median(rows.people)
    return {
        "up to 15 words": length <= 15, "16 to 30 words": (length > 15) & (length <= 30),
        "over 30 words": length > 30,
        "up to 2 frames": frames <= 2, "3 or 4 frames": (frames > 2) & (frames < 5),
        "5 frames or more": frames >= 5,
        "words in order": order >= 0.95, "words moved": order < 0.95,
        "WHO and WHOM as they were": ~swapped, "WHO and WHOM swapped, as parsed": swapped,
        "up to a third of the roles lost": lost <= 1 / 3, "more roles lost": lost > 1 / 3,
        "better systems": good, "worse systems": ~good,
        "rows that people rate higher": liked, "rows that people rate lower": ~liked,
    }  # fmt: skip


def _names(segment: Segment) -> list[str]:
    return (segment.system or "").split("+")


def _order(one: Comparison) -> float:
    """Kendall's tau of the places of the words that both sides have once; 1 where there are fewer than 3."""
    sides = [[token.lower() for token in side.tokens] for side in (one.first, one.second)]
    common = [word for word in sides[0] if all(side.count(word) == 1 for side in sides)]
    if len(common) < 3:
        return 1.0
    return float(kendalltau(*([side.index(word) for word in common] for side in sides)).statistic)


def _is_swapped(one: Comparison) -> bool:
    """Whether a pair of aligned frames has the filler of WHO on one side as WHAT or WHOM on the other."""
    for link in one.links:
        first, second = one.first.frames[link.first].arguments, one.second.frames[link.second].arguments
        for own in link.arguments:
            groups = {GROUPS[first[own.first].group], GROUPS[second[own.second].group]}
            turned = "agent" in groups and groups & {"experiencer", "benefactive"}
            if turned and own.similarity >= 0.5:
                return True
    return False


def _lost(one: Comparison) -> float:
    """Share of the reference's arguments without a partner in the same role group."""
    roles = sum(len(frame.arguments) for frame in one.second.frames)
    kept = sum(own.counts for link in one.links for own in link.arguments)
    return 1.0 - kept / roles if roles else 0.0


def _tau(x: Floats, y: Floats) -> float:
    return float(kendalltau(x, y).statistic) if len(np.unique(x)) > 1 and len(np.unique(y)) > 1 else 0.0


def _mean_tau(parts: Sequence[tuple[Floats, Floats]]) -> float:
    sizes = [len(x) for x, _ in parts]
    return float(np.average([_tau(x, y) for x, y in parts], weights=sizes))


def print_study(pairs: Sequence[RatedPairs], qualities: Sequence[Mapping[str, float]], share: float) -> None:
    """How much of the sentence is best, then the kinds, then how much the parses of good rows differ."""
    for part in SHARES:
        taus = [f"{_tau(rows.both(part), rows.people):.3f}" for rows in pairs]
        print(f"  share of the whole sentence {part:4.2f}: {' / '.join(taus)}")
    chosen = [kinds(rows, quality) for rows, quality in zip(pairs, qualities, strict=True)]
    print(f"  {'':<34}{'n':>5} {'whole':>7} {'frames':>7} {'both':>7}  gain of both")
    for kind in ("all", *chosen[0]):
        masks = [
            own.get(kind, np.ones(len(rows.people), bool)) for own, rows in zip(chosen, pairs, strict=True)
        ]
        print(f"  {kind:<34}{sum(int(mask.sum()) for mask in masks):>5} {_row(pairs, masks, share)}")
    for name, most in (("best", 0.75), ("worst", -0.25)):
        picked = [_quarter(rows, most) for rows in pairs]
        lost = np.mean([_lost(one) for own in picked for one in own])
        swapped = np.mean([_is_swapped(one) for own in picked for one in own])
        said = f"{100 * lost:.0f} % of the roles lost, {100 * swapped:.0f} % with a swap"
        print(f"  {name} quarter by people: {said}")


def _quarter(rows: RatedPairs, most: float) -> list[Comparison]:
    end = np.quantile(rows.people, abs(most))
    chosen = rows.people >= end if most > 0 else rows.people <= end
    return [
        one for one, is_in in zip(rows.comparisons, chosen, strict=True) if is_in and one.sides is not None
    ]


def _row(pairs: Sequence[RatedPairs], masks: Sequence[Bools], share: float) -> str:
    cut = [
        (rows.whole[m], rows.frames[m], rows.both(share)[m], rows.people[m])
        for rows, m in zip(pairs, masks, strict=True)
    ]
    taus = [_mean_tau([(own[k], own[3]) for own in cut]) for k in range(3)]
    rng = np.random.default_rng(12345)
    gains = []
    for _ in range(DRAWN):
        drawn = [rng.integers(0, len(own[3]), len(own[3])) for own in cut]
        both, whole = (
            _mean_tau([(own[k][r], own[3][r]) for own, r in zip(cut, drawn, strict=True)]) for k in (2, 0)
        )
        gains.append(both - whole)
    low, high = np.quantile(gains, (0.025, 0.975))
    return f"{taus[0]:7.3f} {taus[1]:7.3f} {taus[2]:7.3f}  {taus[2] - taus[0]:+.3f} [{low:+.3f}, {high:+.3f}]"
