"""A report of a realistic size, the same every time: four systems, 176 segments, judges, 17 metrics."""

from __future__ import annotations

import random

from likewise.report import (
    AgreementSection,
    ComparisonRow,
    JudgeRow,
    JudgeSection,
    MetricCell,
    Report,
    Scatter,
    SegmentRow,
    SystemRow,
    TokenizedRow,
)

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
        rows.append(
            SegmentRow(f"seg-{k // 4:03d}", system, source, candidate, references, scores, human, tokens)
        )
    return rows


def system_rows() -> list[SystemRow]:
    table = {"copy": (61.9, 3.2, 0.62), "all pairs": (58.4, 44.1, 0.57), "single pair": (51.0, 46.8, 0.51),
             "rule-based thesaurus": (22.5, 78.9, 0.29)}  # fmt: skip
    rows = []
    for name, (bleu, pinc, meteor) in table.items():
        metrics = {
            "bleu": MetricCell(
                bleu, bleu - 2.1, bleu + 1.9, "bleu|refs:6|case:lc|tok:13a|smooth:exp|v:0.1.0"
            ),
            "pinc": MetricCell(pinc, pinc - 1.2, pinc + 1.3, "pinc|n:4|case:lc|tok:13a|v:0.1.0"),
            "meteor": MetricCell(meteor, None, None, "meteor|alpha:0.9|v:0.1.0"),
            "ter": MetricCell(100 - bleu, 98 - bleu, 102 - bleu, "ter|shifts:yes|v:0.1.0"),
        }
        rows.append(SystemRow(name, 44, metrics))
    return rows


def judge(rows: list[SegmentRow]) -> JudgeSection:
    def points(metric: str) -> list[tuple[float, float, str, str | None]]:
        known = [(row.scores[metric], row) for row in rows]
        return [(v, row.human["meaning"], row.id, row.system) for v, row in known if v is not None]

    curve = [
        (name, [(float(n), top * n / (n + 0.8), top * n / (n + 0.8) - 0.08, top * n / (n + 0.8) + 0.06)
                for n in (1, 2, 3, 4, 5, 6, 8, 12)])
        for name, top in (("bleu", 0.66), ("meteor", 0.61))
    ]  # fmt: skip
    return JudgeSection(
        human="meaning",
        n=len(rows),
        note="Two judges rated every segment from 1 to 5; the mean is used where both did.",
        rows=[
            JudgeRow("bleu", 0.612, 0.51, 0.70, 0.598, 0.47),
            JudgeRow("meteor", 0.581, 0.47, 0.67, 0.572, 0.45),
            JudgeRow("chrf", 0.553, 0.44, 0.65, 0.561, 0.44),
            JudgeRow("pinc", -0.312, -0.44, -0.17, -0.298, -0.22),
            JudgeRow("length ratio", 0.04, -0.11, 0.19, 0.03, 0.02),
        ],
        judges=[("judge 1", "judge 2", 176, 0.701), ("judge 1", "judge 3", 88, 0.644)],
        combined=[("bleu + meteor", 0.634, "linear regression, 10-fold cross-validation")],
        thresholds=[(0.0, 176, -0.31), (30.0, 120, 0.12), (60.0, 41, 0.38), (90.0, 2, None)],
        williams=[("bleu", "meteor", 1.21, 0.114), ("bleu", "pinc", 9.8, 0.00001)],
        scatters=[Scatter(metric, points(metric)) for metric in ("bleu", "meteor", "pinc")],
        curve=curve,
        thresholds_note="PINC against dissimilarity when only segments with at least this BLEU are kept.",
    )


def agreement(systems: int = 7) -> AgreementSection:
    chance = random.Random(3)
    n = len(METRICS17)
    spearman: list[list[float | None]] = [[1.0] * n for _ in range(n)]
    epsila: list[list[float | None]] = [[0.0] * n for _ in range(n)]
    for i in range(n):
        for j in range(i):
            value = max(-1.0, min(1.0, 0.95 - 0.09 * abs(i - j) + chance.gauss(0, 0.08)))
            spearman[i][j] = spearman[j][i] = value
            epsila[i][j], epsila[j][i] = (
                (1 - value) * 14 + chance.random(),
                (1 - value) * 12 + chance.random(),
            )
    return AgreementSection(
        names=METRICS17,
        spearman=spearman,
        epsila=epsila,
        clusters={
            5.0: [
                list(METRICS17[:4]),
                list(METRICS17[4:7]),
                list(METRICS17[7:9]),
                *([m] for m in METRICS17[9:]),
            ],
            10.0: [list(METRICS17[:9]), list(METRICS17[9:15]), ["mrs"], ["axb"]],
        },
        zscores=[[chance.gauss((i - 3) / 3, 0.35) for _ in METRICS17] for i in range(systems)],
        systems=[f"features {'abcdefgh'[i]}" for i in range(systems)],
    )


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
        judge=judge(rows),
        comparisons=[
            ComparisonRow("all pairs", "single pair", "bleu", 7.4, 0.002, 0.0004),
            ComparisonRow("all pairs", "single pair", "pinc", -2.7, 0.041, 0.062),
            ComparisonRow("copy", "all pairs", "bleu", 3.5, 0.12, None),
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
        SegmentRow(f"{bad}{k}", f"{bad}{k % 2}", bad, bad, [bad], {bad: 1.0 * k}, {bad: 1.0 * k}, tokens)
        for k in range(3)
    ]
    return Report(
        title=bad,
        created=bad,
        notes=[bad],
        settings={bad: bad},
        systems=[
            SystemRow(bad + name, 3, {m: MetricCell(v, v - 1, v + 1, bad) for m in ("bleu", "pinc", bad)})
            for name, v in (("a", 30.0), ("b", 50.0))
        ],
        segments=rows,
        total_segments=30,
        judge=JudgeSection(
            human=bad,
            n=3,
            note=bad,
            rows=[JudgeRow(bad, 0.5, 0.4, 0.6, 0.5, 0.4)],
            judges=[(bad, bad, 3, 0.5)],
            combined=[(bad, 0.5, bad)],
            thresholds=[(1.0, 3, 0.5)],
            williams=[(bad, bad, 1.0, 0.5)],
            scatters=[Scatter(bad, [(1.0 * k, 1.0 * k, row.id, row.system) for k, row in enumerate(rows)])],
            curve=[(bad, [(1.0, 0.5, 0.4, 0.6), (2.0, 0.6, 0.5, 0.7)])],
            thresholds_note=bad,
            curve_label=bad,
        ),
        comparisons=[ComparisonRow(bad, bad, bad, 1.0, 0.01, 0.02)],
        agreement=AgreementSection(
            names=[bad, "b"],
            spearman=[[1.0, 0.5], [0.5, 1.0]],
            epsila=[[0.0, 2.0], [3.0, 0.0]],
            clusters={5.0: [[bad, "b"]]},
            zscores=[[0.5, -0.5], [-0.5, 0.5]],
            systems=[bad, bad + "2"],
        ),
    )
