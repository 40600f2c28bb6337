"""What a difference of scores means to people: how well curves foretell pairs that they did not see.

Ratings of machine translation into English: news of WMT17 (from German and Chinese; systems and single
outputs rated by direct assessment) and TED talks (from Chinese; every output rated by MQM). Pairs are held
out of the fit within news and within talks; then curves are fitted on some test sets and foretell which of
two systems of another one people prefer: Brier's score and calibration error beside those of one number for
all and of 1/2; then the same for news cut to fewer segments. `--save DIR` writes the models that come with
the package, and stops there. `--coverage DRAWS` asks by simulation how often intervals hold the truth.
"""

from __future__ import annotations

import argparse
import gzip
import html
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from likewise.evaluate import ScoreDifferences
from likewise.evaluate.difference_pairs import paired_candidates
from likewise.io import fingerprint
from likewise.judging import SHAPES, fit_difference_curve, forecast_quality
from likewise.metrics import Batch, Metric, get
from likewise.records import Segment

Floats = npt.NDArray[np.float64]
PAIRS = ("de-en", "zh-en")
DATA = Path(__file__).resolve().parents[2] / "shared" / "data" / "mt-human"
METRICS: tuple[Metric, ...] = (
    get("bleu"),
    get("bleu", lowercase=True),
    get("chrf"),
    get("chrf", word_order=2),
    get("ter"),
    get("wer"),
)
NEWS = "machine translation of news into English (WMT17, lower-cased)"
TALKS = "machine translation of TED talks into English (2021)"
DIRECT, ERRORS = "direct assessment", "MQM"
CUTS = (50, 200, 500, 1000)


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
            {DIRECT: human[system]}, target, source,
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
            f"ted-{sid}", text, sources[sid], (references[sid],), f"ted-{system}", {ERRORS: float(mqm)},
            "en", "zh",
        )
        for sid, system, mqm, text in rows
        if system not in ("SOURCE", "ref", "refB")
    ]  # fmt: skip


def single(data: Path, pair: str) -> list[Segment]:
    """Outputs of WMT17 that were rated one by one; few segments have two or more."""
    with gzip.open(data / f"newstest2017.{pair}.daseg.tsv.gz", "rt", encoding="utf-8") as stream:
        rows = [line.rstrip("\n").split("\t") for line in list(stream)[1:]]
    source, target = pair.split("-")
    return [
        Segment(
            f"wmt17-{pair}-{sid}", html.unescape(candidate), text, (html.unescape(reference),), system,
            {DIRECT: float(z)}, target, source,
        )
        for sid, system, z, text, reference, candidate in rows
    ]  # fmt: skip


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
    fitted = paired_candidates(seen, _criterion(seen), "system").pairs(metric, metric.statistics(Batch(seen)))
    curve = fit_difference_curve(fitted.differences, fitted.preferences, fitted.clusters, samples=200)
    asked = paired_candidates(unseen, _criterion(unseen), "system").pairs(
        metric, metric.statistics(Batch(unseen))
    )
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


def shapes(metric: Metric, segments: Sequence[Segment]) -> list[str]:
    """Brier's score of held-out pairs of all test sets together, by the shape of the curve."""
    alike = [replace(one, human={"quality": one.human[_criterion([one])]}) for one in segments]
    pairs = paired_candidates(alike, "quality", "system").pairs(metric, metric.statistics(Batch(alike)))
    curves = [
        fit_difference_curve(pairs.differences, pairs.preferences, pairs.clusters, shape=shape, samples=10)
        for shape in SHAPES
    ]
    bleu = curves[0].at(1.3)
    assert bleu is not None
    return [named(metric), *(f"{one.held_out.brier:.3f}" for one in curves), f"{100 * bleu[0]:.0f} %"]


def coverage(systems: int, noise: float, draws: int, seed: int = 1) -> list[str]:
    """How often the interval at 1, 3 and 6 holds the true chance, where systems are drawn from many.

    Metric and people see the quality of a system (a normal deviate of 3 points) with noise of their own.
    """
    rng = np.random.default_rng(seed)

    def drawn(count: int) -> tuple[Floats, Floats]:
        quality = rng.normal(0, 3, count)
        return quality + rng.normal(0, noise, count), quality + rng.normal(0, noise, count)

    metric, human = drawn(400_000)
    other = rng.permutation(400_000)
    gaps, agreed = np.abs(metric - metric[other]), (metric - metric[other]) * (human - human[other]) > 0
    first, second = np.triu_indices(systems, 1)
    names = list(zip(first.tolist(), second.tolist(), strict=True))
    held: dict[float, list[bool]] = {1.0: [], 3.0: [], 6.0: []}
    for _ in range(draws):
        x, y = drawn(systems)
        curve = fit_difference_curve(
            x[first] - x[second], y[first] - y[second], names, shape="logistic", samples=150
        )
        for size, found in held.items():
            told = curve.at(size)
            if told is not None:
                true = agreed[np.abs(gaps - size) < 0.05].mean()
                found.append(bool(told[1][0] <= true <= told[1][1]))
    return [str(systems), f"{noise:g}", *(f"{100 * np.mean(found):.0f} %" for found in held.values())]


def _criterion(segments: Sequence[Segment]) -> str:
    return next(iter(segments[0].human))


def row(cells: Sequence[str]) -> None:
    print("| " + " | ".join(cells) + " |")


def fitted(levels: dict[str, list[Segment]], human: str, about: str) -> ScoreDifferences:
    """Curves of all metrics, each level on segments of its own."""
    curves = [
        curve
        for level, segments in levels.items()
        for metric in METRICS
        for curve in ScoreDifferences.fit(
            segments, human=human, metrics=[metric], level=level, about=about
        ).curves
    ]
    return ScoreDifferences(
        tuple(curves), fingerprint(one.as_dict() for segments in levels.values() for one in segments)
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--coverage", type=int, metavar="DRAWS", help="simulate how often intervals hold")
    parser.add_argument("--save", metavar="DIR", help="write the curves of the package here")
    options = parser.parse_args()
    if options.coverage:
        row(["systems", "noise", "at 1", "at 3", "at 6"])
        row(["---"] * 5)
        for noise in (1.5, 3.0):
            for systems in (8, 16, 27):
                row(coverage(systems, noise, options.coverage))
        return
    german, chinese = (news(options.data, pair) for pair in PAIRS)
    told = talks(options.data)
    levels = {
        "news": {
            "system": german + chinese,
            "segment": [s for pair in PAIRS for s in single(options.data, pair)],
        },
        "talks": {"system": told, "segment": told},
    }
    models = {
        "news": fitted(levels["news"], DIRECT, NEWS),
        "talks": fitted(levels["talks"], ERRORS, TALKS),
    }
    for name, model in models.items():
        print(f"{name}\n\n{model}\n")
        if options.save:
            model.save(Path(options.save) / name)
    if options.save:
        return
    heads = (
        "fitted on", "asked of", "metric", "pairs", "agree", "foretold", "Brier", "one number", "1/2", "ECE",
        "by luck", "beyond",
    )  # fmt: skip
    row(heads)
    row(["---"] * len(heads))
    sets = {"news de-en": german, "news zh-en": chinese, "news": german + chinese, "talks zh-en": told}
    asked = [("news zh-en", "news de-en"), ("news de-en", "news zh-en"), ("news", "talks zh-en")]
    for seen, unseen in asked:
        for metric in METRICS:
            row([seen, unseen, named(metric), *foretold(metric, sets[seen], sets[unseen])])
    for size in CUTS:
        fewer = cut(german, size) + cut(chinese, size)
        for metric in METRICS:
            row(["news", f"{size} segments of it", named(metric), *foretold(metric, sets["news"], fewer)])
    print("\nAll test sets together: Brier's score by shape, and what the logistic curve tells of 1.3")
    row(["metric", *SHAPES, "1.3"])
    row(["---"] * (2 + len(SHAPES)))
    for metric in METRICS:
        row(shapes(metric, german + chinese + told))


if __name__ == "__main__":
    main()
