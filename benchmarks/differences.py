"""What a difference of scores means to people: how well curves foretell test sets that they did not see.

Ratings of machine translation: news of WMT17 (German and Chinese to English, systems rated by direct
assessment) and TED talks (Chinese to English, every output rated by MQM). Each test set is left out in turn,
the curves are fitted on the others, and foretell which of two systems people prefer: Brier's score and
calibration error beside those of one number for all and of 1/2. Then the same for test sets cut to fewer
segments. Outputs for one segment are judged by segments held out. `--save DIR` writes the curves that come
with the package, and does nothing else.
"""

from __future__ import annotations

import argparse
import gzip
import html
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from likewise.evaluate import ScoreDifferences
from likewise.evaluate.difference_pairs import paired_candidates
from likewise.io import fingerprint
from likewise.judging import fit_difference_curve, forecast_quality
from likewise.metrics import Batch, Metric, get
from likewise.records import Segment

DATA = Path(__file__).resolve().parents[2] / "shared" / "data" / "mt-human"
METRICS: tuple[Metric, ...] = (
    get("bleu"),
    get("bleu", lowercase=True),
    get("chrf"),
    get("chrf", word_order=2),
    get("ter"),
    get("wer"),
)
SYSTEMS = "machine translation into English: WMT17 news (direct assessment), TED talks (MQM)"
SEGMENTS = "machine translation of TED talks into English (MQM)"
HUMAN = "quality"
CUTS = (50, 200, 500)


def news(data: Path, pair: str) -> list[Segment]:
    """All outputs of WMT17, each with what people say of its system."""
    rows = (data / f"newstest2017.{pair}.dasys.tsv").read_text(encoding="utf-8").splitlines()[1:]
    human = {name: float(value) for name, value in (row.split("\t") for row in rows)}
    texts: dict[str, dict[str, str]] = {}
    with gzip.open(data / f"newstest2017.{pair}.outputs.tsv.gz", "rt", encoding="utf-8") as stream:
        for line in list(stream)[1:]:
            sid, system, text = line.rstrip("\n").split("\t")
            texts.setdefault(system, {})[sid] = html.unescape(text)
    source, target = pair.split("-")
    return [
        Segment(
            f"wmt17-{pair}-{sid}", text, texts["SOURCE"][sid], (texts["REFERENCE"][sid],), f"wmt17-{system}",
            {HUMAN: human[system]}, target, source,
        )
        for system in human
        for sid, text in texts[system].items()
    ]  # fmt: skip


def talks(data: Path) -> list[Segment]:
    """The systems' outputs for TED talks with their MQM; the people's translations are left out."""
    rows: list[list[str]] = []
    with gzip.open(data / "ted2021.zh-en.mqm.tsv.gz", "rt", encoding="utf-8") as stream:
        rows = [line.rstrip("\n").split("\t") for line in list(stream)[1:]]
    sources = {sid: text for sid, system, _, text in rows if system == "SOURCE"}
    references = {sid: text for sid, system, _, text in rows if system == "ref"}
    return [
        Segment(
            f"ted-{sid}", text, sources[sid], (references[sid],), f"ted-{system}", {HUMAN: float(mqm)},
            "en", "zh",
        )
        for sid, system, mqm, text in rows
        if system not in ("SOURCE", "ref", "refB")
    ]  # fmt: skip


def quality(data: Path) -> dict[str, list[Segment]]:
    """The test sets by name."""
    return {"news de-en": news(data, "de-en"), "news zh-en": news(data, "zh-en"), "talks zh-en": talks(data)}


def named(metric: Metric) -> str:
    """A metric with the setting that sets it apart."""
    told = {"lowercase": "lower-cased", "word_order": "++"}
    given = [told[key] for key in told if metric.name != "ter" and metric.settings().get(key)]
    return " ".join([metric.name, *given])


def cut(segments: Sequence[Segment], size: int, seed: int = 12345) -> list[Segment]:
    """The outputs for so many segments, drawn at random."""
    ids = sorted({one.id for one in segments})
    chosen = set(np.random.default_rng(seed).permutation(ids)[:size].tolist())
    return [one for one in segments if one.id in chosen]


def foretold(metric: Metric, seen: Sequence[Segment], unseen: Sequence[Segment]) -> list[str]:
    """How well curves of some test sets foretell another: in cells of a table."""
    fitted = paired_candidates(seen, HUMAN, "system").pairs(metric, metric.statistics(Batch(seen)))
    curve = fit_difference_curve(fitted.differences, fitted.preferences, fitted.clusters, samples=200)
    asked = paired_candidates(unseen, HUMAN, "system").pairs(metric, metric.statistics(Batch(unseen)))
    sizes = np.minimum(np.abs(asked.differences), curve.widest)
    chances = np.interp(sizes, curve.differences, curve.chances)
    came = (1 + np.sign(asked.differences) * np.sign(asked.preferences)) / 2
    known = (1 + np.sign(fitted.differences) * np.sign(fitted.preferences)) / 2
    told = forecast_quality(chances, came, np.full(len(came), known.mean()))
    beyond = float(np.mean(np.abs(asked.differences) > curve.widest))
    return [
        str(len(came)), f"{100 * came.mean():.0f} %", f"{100 * chances.mean():.0f} %", f"{told.brier:.3f}",
        f"{told.brier_constant:.3f}", f"{told.brier_chance:.3f}", f"{told.calibration:.3f}",
        f"{told.calibration_chance:.3f}", f"{100 * beyond:.0f} %",
    ]  # fmt: skip


def row(cells: Sequence[str]) -> None:
    print("| " + " | ".join(cells) + " |")


def save(sets: dict[str, list[Segment]], folder: str) -> None:
    """Fit and write what comes with the package."""
    everything = [one for segments in sets.values() for one in segments]
    told = {"system": (everything, SYSTEMS), "segment": (sets["talks zh-en"], SEGMENTS)}
    curves = [
        curve
        for level, (segments, about) in told.items()
        for metric in METRICS
        for curve in ScoreDifferences.fit(
            segments, human=HUMAN, metrics=[metric], level=level, about=about
        ).curves
    ]
    model = ScoreDifferences(tuple(curves), fingerprint(one.as_dict() for one in everything))
    model.save(folder)
    print(model)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--save", metavar="DIR", help="write the curves of the package here")
    options = parser.parse_args()
    sets = quality(options.data)
    if options.save:
        save(sets, options.save)
        return
    heads = (
        "left out", "metric", "pairs", "agree", "foretold", "Brier", "one number", "1/2", "ECE", "by luck",
        "beyond",
    )  # fmt: skip
    row(heads)
    row(["---"] * len(heads))
    for name, unseen in sets.items():
        seen = [one for other, segments in sets.items() if other != name for one in segments]
        for metric in METRICS:
            row([name, named(metric), *foretold(metric, seen, unseen)])
    everything = [one for segments in sets.values() for one in segments]
    print("\nAll test sets cut to fewer segments, by the curves of the whole ones")
    row(("segments", *heads[1:]))
    row(["---"] * len(heads))
    for size in CUTS:
        fewer = [one for segments in sets.values() for one in cut(segments, size)]
        for metric in METRICS:
            row([str(size), named(metric), *foretold(metric, everything, fewer)])
    print("\nOutputs for one segment, segments held out")
    model = ScoreDifferences.fit(
        [replace(one) for one in sets["talks zh-en"]], human=HUMAN, metrics=[METRICS[0], METRICS[2]],
        level="segment", samples=200,
    )  # fmt: skip
    print(model)


if __name__ == "__main__":
    main()
