"""Flags of the metric `negation`: negations planted in paraphrases, and labelled pairs of SICK.

The embedded descriptions mean the same within a cluster. A "not" is planted in them, or one that is there is
dropped, by rule; each must be flagged, and descriptions as they stand should not be. SICK (train and trial)
has pairs labelled contradiction, entailment or neutral, MSRPC (train) paraphrases and others.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from likewise import data
from likewise.io.lines import read_lines
from likewise.io.pairs import read_msrpc
from likewise.metrics import Batch, NegationAgreement
from likewise.records import Cluster, Segment
from likewise.text.stems import stem

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"

_AUXILIARY = re.compile(r"\b(is|are|was|were|can|could|will|would)\b(?! not)")
_FIRST = re.compile(r"^(an|a|the|two|three|some)\b", re.IGNORECASE)
_DROPS = [
    (re.compile(r"\b(does|do|did|would|will|is|are|was|were|can|could) not\b"), r"\1"),
    (re.compile(r"\bcannot\b"), "can"),
    (re.compile(r"\bnobody\b"), "everybody"),
    (re.compile(r"\bwithout\b"), "with"),
    (re.compile(r"\bno\b"), "much"),
    (re.compile(r"\b(?:fails|refuses) to (\w+)"), r"\1s"),
]


def verbs_of(clusters: Iterable[Cluster]) -> frozenset[str]:
    """Stems of words in -ing behind "is" and "are": verbs whose other forms can be told by their stems."""
    found = re.compile(r"\b(?:is|are) (\w+ing)\b")
    return frozenset(stem(w) for c in clusters for d in c.texts for w in found.findall(d.text))


def planted(text: str, verbs: frozenset[str]) -> Iterator[tuple[str, str]]:
    """The text with one negation more, once for each rule that fits: (rule, text)."""
    if _AUXILIARY.search(text):
        yield "auxiliary + not", _AUXILIARY.sub(r"\1 not", text, count=1)
    if _FIRST.search(text):
        yield "article -> no", _FIRST.sub("No", text)
    for found in re.finditer(r"(?<=[a-z] )([a-z]+s)\b", text):
        before = text[: found.start()].split()[-1].lower()
        if stem(found[1]) in verbs and before not in {"a", "the", "of", "his", "her", "two", "three", "and"}:
            yield "does not", f"{text[: found.start()]}does not {_base(found[1])}{text[found.end() :]}"
            return


def _base(verb: str) -> str:
    if verb.endswith("ies"):
        return verb[:-3] + "y"
    return verb[:-2] if re.search(r"(sh|ch|ss|x|zz)es$", verb) else verb[:-1]


def dropped(text: str) -> Iterator[tuple[str, str]]:
    """The text with one negation less, once for each rule that fits: (rule, text)."""
    for pattern, instead in _DROPS:
        if pattern.search(text):
            yield f"drop {pattern.search(text)[0]}", pattern.sub(instead, text, count=1)  # type: ignore[index]


def changed(clusters: list[Cluster]) -> Iterator[tuple[str, Segment]]:
    """(rule, segment): changed descriptions, each with its own as source and the others as references."""
    verbs = verbs_of(clusters)
    for cluster in clusters:
        texts = [d.text for d in cluster.texts]
        for place, text in enumerate(texts):
            others = (*texts[:place], *texts[place + 1 :])
            for rule, other in (*planted(text, verbs), *dropped(text)):
                yield rule, Segment(f"{cluster.id}/{place + 1}", other, text, others)


def unchanged(clusters: list[Cluster]) -> Iterator[Segment]:
    """Descriptions as they stand, the others of the cluster as references."""
    for cluster in clusters:
        texts = [d.text for d in cluster.texts]
        for place, text in enumerate(texts):
            yield Segment(f"{cluster.id}/{place + 1}", text, None, (*texts[:place], *texts[place + 1 :]))


def pairs(segments: Iterable[Segment]) -> Iterator[Segment]:
    """Each reference alone as source."""
    for segment in segments:
        for text in segment.references:
            yield Segment(segment.id, segment.candidate, text)


def caught(segments: Iterable[Segment], metric: NegationAgreement) -> tuple[int, int, list[Segment]]:
    """(flagged, all, those that were not)."""
    rows = list(segments)
    missed = [segment for segment in rows if not metric.flags(segment)]
    return len(rows) - len(missed), len(rows), missed


def embedded(verbose: bool) -> None:
    """The planted and the plain descriptions that come with the package."""
    clusters = data.clusters()
    altered = list(changed(clusters))
    rows = [
        ("changed, against its own text", [s for _, s in altered], "source"),
        ("changed, against its own text and the others", [s for _, s in altered], "both"),
        ("changed, against the others", [s for _, s in altered], "references"),
        ("changed, against each other alone", list(pairs(s for _, s in altered)), "source"),
        ("as it stands, against the others", list(unchanged(clusters)), "references"),
        ("as it stands, against each other alone", list(pairs(unchanged(clusters))), "source"),
    ]
    print("embedded descriptions: flagged of all, strict | not strict")
    for name, segments, against in rows:
        figures = []
        for strict in (True, False):
            flagged, size, missed = caught(segments, NegationAgreement(against, strict))
            figures.append(f"{flagged:5} of {size:5} {100 * flagged / size:5.1f} %")
            if verbose and strict and name.startswith("changed") and len(missed) < 40:
                for segment in missed:
                    print(f"    missed: {segment.candidate} << {segment.source}", file=sys.stderr)
        print(f"{name:46} {' | '.join(figures)}")
    print("rules:", dict(Counter(rule for rule, _ in altered)))


def sick(folder: Path) -> Iterator[tuple[str, Segment]]:
    """(label, segment) of train and trial; sentence A is the source, sentence B the candidate."""
    for part in ("train", "trial"):
        for _, line in read_lines(folder / "sick" / f"SICK_{part}.txt.gz"):
            number, first, second, _, label = line.rstrip("\n").split("\t")
            yield label, Segment(number, second, first)


def msrpc(folder: Path) -> Iterator[tuple[str, Segment]]:
    """(label, segment) of the training part."""
    for pair in read_msrpc(folder / "msrpc" / "msr_paraphrase_train.txt.gz"):
        yield "paraphrase" if pair.positive else "other", Segment("1", pair.second, pair.first)


def labelled(name: str, rows: Iterable[tuple[str, Segment]]) -> None:
    """Share flagged by label."""
    metrics = [NegationAgreement("source", strict) for strict in (True, False)]
    metrics[0].flags(Segment("0", "Nobody came.", "Nobody came."))  # loads the model
    groups: dict[str, list[Segment]] = {}
    for label, segment in rows:
        groups.setdefault(label, []).append(segment)
    print(f"{name}: flagged of all, strict | not strict | with a cue on either side")
    begun = time.perf_counter()
    for label, chosen in sorted(groups.items()):
        found = [caught(chosen, metric)[0] for metric in metrics]
        figures = " | ".join(f"{n:5} {100 * n / len(chosen):5.1f} %" for n in found)
        negated = int(metrics[0].statistics(Batch(chosen))[:, 5].sum())
        print(f"{label:13} {len(chosen):5}: {figures} | {negated:5} {100 * negated / len(chosen):5.1f} %")
    pairs_done = sum(map(len, groups.values()))
    print(f"{pairs_done / (time.perf_counter() - begun):.0f} pairs a second, each read three times")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=DATA, help="folder with sick and msrpc")
    parser.add_argument("--missed", action="store_true", help="list the planted negations that were missed")
    given = parser.parse_args()
    embedded(given.missed)
    if not given.data.is_dir():
        sys.exit(f"no folder with SICK and MSRPC: {given.data}")
    labelled("SICK", sick(given.data))
    labelled("MSRPC", msrpc(given.data))


if __name__ == "__main__":
    main()
