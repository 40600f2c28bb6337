"""A report of a realistic size, the same every time: four systems, 176 segments, judges, 17 metrics."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

import numpy as np

from likewise.evaluate import Comparison, Judgement, Scores
from likewise.judging import Agreement, Correlation, CurvePoint, JudgePair, Restricted, Williams
from likewise.metrics import Score
from likewise.records import Segment
from likewise.report import Report, Section, SegmentRow, TokenizedRow, section

SYSTEMS = ("copy", "all pairs", "single pair", "rule-based thesaurus")
WHO = ("a man", "a woman", "a cat", "two boys", "someone", "a chef", "a small dog")
DOES = ("is playing", "is cutting", "is holding", "plays", "slices", "picks up", "is chewing on")
WHAT = ("a guitar", "an onion", "the ball", "a piece of bread", "a flute", "some tomatoes", "a wooden toy")
WHERE = ("in the kitchen", "outside", "on a stage", "quickly", "on the grass", "")
METRICS17 = (
    "bleu", "pinc", "meteor", "ter", "chrf", "rouge-l", "nist", "wer", "labelled precision",
    "labelled recall", "leaf ancestor", "dependencies", "exact match", "crossing brackets",
    "tagging", "mrs", "axb",
)  # fmt: skip


def sentence(chance: random.Random) -> str:
    return " ".join(chance.choice(part) for part in (WHO, DOES, WHAT, WHERE)).strip() + "."


def change(text: str, share: float, chance: random.Random) -> str:
    other = sentence(chance).rstrip(".").split()
    words = text.rstrip(".").split()
    return " ".join(chance.choice(other) if chance.random() < share else word for word in words) + "."


def row_of(
    identity: str,
    system: str | None,
    source: str | None,
    candidate: str,
    references: Sequence[str] = (),
    scores: Mapping[str, float | None] | None = None,
    human: Mapping[str, float] | None = None,
    tokens: TokenizedRow | None = None,
) -> SegmentRow:
    """A row of the explorer."""
    segment = Segment(identity, candidate, source, tuple(references), system, human or {})
    return SegmentRow(segment, scores or {}, tokens)


def segments(count: int = 176) -> list[SegmentRow]:
    chance = random.Random(7)
    rows = []
    for k in range(count):
        system = SYSTEMS[k % 4]
        if k % 4 == 0:
            source = sentence(chance)
            references = [change(source, 0.35, chance) for _ in range(6)]
        share = (0.02, 0.3, 0.5, 0.75)[k % 4]
        candidate = change(source, share, chance)
        bleu = max(0.0, min(100.0, 100 - 110 * share + chance.gauss(0, 14)))
        pinc = max(0.0, min(100.0, 100 * share + chance.gauss(0, 10)))
        human = {"meaning": float(min(5, max(1, round(1 + bleu / 25 + chance.gauss(0, 0.6)))))}
        if k % 9:
            human["fluency"] = chance.randint(2, 10) / 2
        scores: dict[str, float | None] = {"bleu": bleu, "pinc": pinc, "chrf": bleu * 0.7 + 20}
        scores["meteor"] = None if k % 31 == 3 else round(bleu / 130 + 0.1, 4)
        tokens = None
        if k % 2:
            split = [t.lower().replace(".", " .").split() for t in (source, candidate, *references)]
            tokens = TokenizedRow(split[0], split[1], split[2:])
        rows.append(row_of(f"seg-{k // 4:03d}", system, source, candidate, references, scores, human, tokens))
    return rows


def system_rows() -> list[tuple[str, Scores]]:
    table = {"copy": (61.9, 3.2, 0.62), "all pairs": (58.4, 44.1, 0.57), "single pair": (51.0, 46.8, 0.51),
             "rule-based thesaurus": (22.5, 78.9, 0.29)}  # fmt: skip
    rows = []
    for name, (bleu, pinc, meteor) in table.items():
        signature = "bleu|refs:6|case:lc|tok:13a|smooth:exp|v:0.1.0"
        metrics = {
            "bleu": Score("bleu", bleu, 44, signature, (bleu - 2.1, bleu + 1.9)),
            "pinc": Score("pinc", pinc, 44, "pinc|n:4|case:lc|tok:13a|v:0.1.0", (pinc - 1.2, pinc + 1.3)),
            "meteor": Score("meteor", meteor, 44, "meteor|alpha:0.9|v:0.1.0"),
            "ter": Score("ter", 100 - bleu, 44, "ter|shifts:yes|v:0.1.0", (98 - bleu, 102 - bleu)),
        }
        rows.append((name, Scores(44, metrics)))
    return rows


def correlation(n: int, r: float, ci: tuple[float, float], spearman: float, kendall: float) -> Correlation:
    return Correlation(n, r, spearman, kendall, 0.01, 0.01, 0.01, ci, ci, ci)


def judge(rows: list[SegmentRow]) -> Judgement:
    n = len(rows)

    def column(metric: str) -> np.ndarray:
        return np.array([0.0 if row.scores[metric] is None else row.scores[metric] for row in rows], float)

    curve = [
        CurvePoint(count, with_source, top * x, top * x - 0.08, top * x + 0.06)
        for with_source, top in ((False, 0.66), (True, 0.61))
        for count, x in ((count, (count or 20) / ((count or 20) + 0.8)) for count in (1, 2, 3, 4, 8, None))
    ]
    return Judgement(
        human="meaning",
        n=n,
        unrated=3,
        metrics={
            "bleu": correlation(n, 0.612, (0.51, 0.70), 0.598, 0.47),
            "meteor": correlation(n, 0.581, (0.47, 0.67), 0.572, 0.45),
            "chrf": correlation(n, 0.553, (0.44, 0.65), 0.561, 0.44),
            "pinc": correlation(n, -0.312, (-0.44, -0.17), -0.298, -0.22),
            "length ratio": correlation(n, 0.04, (float("nan"), float("nan")), 0.03, 0.02),
        },
        signatures={},
        combined={"bleu-pinc-mean": 0.634},
        williams={("bleu", "meteor"): Williams(1.21, 0.114, 173), ("bleu", "pinc"): Williams(9.8, 1e-5, 173)},
        thresholds=[Restricted(0.0, 176, -0.31), Restricted(30.0, 120, 0.12), Restricted(90.0, 2, None)],
        judges=[JudgePair("judge 1", "judge 2", 176, 0.701), JudgePair("judge 1", "judge 3", 1, None)],
        curve=curve,
        segments=[row.segment for row in rows],
        ratings=np.array([row.segment.human["meaning"] for row in rows]),
        scores={metric: column(metric) for metric in ("bleu", "meteor", "pinc")},
    )


def agreement(systems: int = 7) -> Agreement:
    chance = random.Random(3)
    n = len(METRICS17)
    spearman: list[list[float]] = [[1.0] * n for _ in range(n)]
    epsila: list[list[float]] = [[0.0] * n for _ in range(n)]
    for i in range(n):
        for j in range(i):
            value = max(-1.0, min(1.0, 0.95 - 0.09 * abs(i - j) + chance.gauss(0, 0.08)))
            spearman[i][j] = spearman[j][i] = value
            epsila[i][j], epsila[j][i] = (
                (1 - value) * 14 + chance.random(),
                (1 - value) * 12 + chance.random(),
            )
    zscores = [[chance.gauss((i - 3) / 3, 0.35) for _ in METRICS17] for i in range(systems)]
    return agreement_of(
        METRICS17,
        [f"features {'abcdefgh'[i]}" for i in range(systems)],
        spearman,
        epsila,
        zscores,
        {
            5.0: [
                list(METRICS17[:4]),
                list(METRICS17[4:7]),
                list(METRICS17[7:9]),
                *([m] for m in METRICS17[9:]),
            ],
            10.0: [list(METRICS17[:9]), list(METRICS17[9:15]), ["mrs"], ["axb"]],
        },
    )


def agreement_of(
    names: Sequence[str],
    systems: Sequence[str],
    spearman: Sequence[Sequence[float]],
    epsila: Sequence[Sequence[float]],
    zscores: Sequence[Sequence[float]],
    clusters_at: dict[float, list[list[str]]],
) -> Agreement:
    """What `agree` gives, from matrices by hand."""
    n = len(names)
    return Agreement(
        tuple(names), tuple(systems), (100.0,) * n, (False,) * n, np.array(spearman), np.zeros(n), names[0],
        np.array(epsila), np.array(zscores), 5.0, next(iter(clusters_at.values()), []), clusters_at,
    )  # fmt: skip


def comparison(a: str, b: str, metric: str, delta: float, p: float, randomised: float) -> Comparison:
    return Comparison(a, b, metric, delta, p, randomised, (delta - 1, delta + 1), 44)


def report(count: int = 176) -> Report:
    rows = segments(count)
    return Report(
        title="Paraphrases of short video descriptions",
        created="12 March, run 4",
        notes=["Four systems paraphrased the same 44 sentences; each sentence has six references."],
        settings={"bootstrap": "1,000 resamples", "seed": "1234", "tokeniser": "13a, lower case"},
        systems=system_rows(),
        plane=True,
        segments=rows,
        total_segments=count,
        judgement=judge(rows),
        comparisons=[
            comparison("all pairs", "single pair", "bleu", 7.4, 0.002, 0.0004),
            comparison("all pairs", "single pair", "pinc", -2.7, 0.041, 0.062),
            comparison("copy", "all pairs", "bleu", 3.5, 0.12, float("nan")),
        ],
        agreement=agreement(),
        lower_is_better=["ter"],
    )


POISON = "</script><img src=x onerror=\"window.hit='yes'\"><svg onload=\"window.hit='yes'\">"


def poisoned() -> Report:
    """The same hostile text in every place that takes text."""
    bad = POISON
    tokens = TokenizedRow(bad.split(), bad.split(), [bad.split()])
    rows = [
        row_of(f"{bad}{k}", f"{bad}{k % 2}", bad, bad, [bad], {bad: 1.0 * k}, {bad: 1.0 * k}, tokens)
        for k in range(3)
    ]

    def scores(v: float) -> Scores:
        return Scores(3, {m: Score(m, v, 3, bad, (v - 1, v + 1)) for m in ("bleu", "pinc", bad)})

    return Report(
        title=bad,
        created=bad,
        notes=[bad],
        settings={bad: bad},
        systems=[(bad + name, scores(v)) for name, v in (("a", 30.0), ("b", 50.0))],
        segments=rows,
        total_segments=30,
        judgement=Judgement(
            human=bad,
            n=3,
            unrated=1,
            metrics={bad: correlation(3, 0.5, (0.4, 0.6), 0.5, 0.4)},
            signatures={bad: bad},
            combined={bad: 0.5},
            williams={(bad, bad): Williams(1.0, 0.5, 3)},
            thresholds=[Restricted(1.0, 3, 0.5)],
            judges=[JudgePair(bad, bad, 3, 0.5)],
            curve=[CurvePoint(1, False, 0.5, 0.4, 0.6), CurvePoint(2, False, 0.6, 0.5, 0.7)],
            segments=[row.segment for row in rows],
            ratings=np.arange(3.0),
            scores={bad: np.arange(3.0)},
        ),
        comparisons=[comparison(bad, bad, bad, 1.0, 0.01, 0.02)],
        agreement=agreement_of(
            [bad, "b"],
            [bad, bad + "2"],
            [[1.0, 0.5], [0.5, 1.0]],
            [[0.0, 2.0], [3.0, 0.0]],
            [[0.5, -0.5], [-0.5, 0.5]],
            {5.0: [[bad, "b"]]},
        ),
        sections=[Section("own", bad, section("own", bad, bad))],
    )
