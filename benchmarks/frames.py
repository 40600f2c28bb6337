"""The English frame parsers on held-out sentences: tags, arcs, predicates, roles with intervals, and speed.

Words are those of the treebank for the first scores. Raw text comes next, as it is, in small letters without
its last mark (a word that people have), and in capitals: a word, predicate or role counts when it stands at
the same characters. Speed is that of one core. No peer can be run beside them: no package that can be
installed brings an English role labeller with its weights.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from likewise.errors import LikewiseError
from likewise.frames import FramedSentence, FrameParser, frame_parser, framed_by_people, score_frames
from likewise.io import read_conllu_plus

Way = Callable[[str], str]
WAYS: dict[str, Way] = {
    "raw": lambda text: text,
    "small letters, no last mark": lambda text: text.lower().rstrip(".!?"),
    "capitals": str.upper,
}

DATA = Path(__file__).resolve().parents[2] / "shared" / "data" / "ud-up" / "en_ewt-ud-pb-dev.conllup.gz"


def places(sentence: FramedSentence, text: str) -> dict[str, set[Any]]:
    """Words, predicates and roles by the characters that they cover, blanks left out."""
    letters = [k for k, c in enumerate(text) if not c.isspace()]
    number = {k: n for n, k in enumerate(letters)}

    def cover(span: tuple[int, int]) -> tuple[int, int]:
        return number[sentence.offsets[span[0]][0]], number[sentence.offsets[span[1] - 1][1] - 1]

    roles = {(cover(f.predicate), r.label, cover(r.span)) for f in sentence.frames for r in f.roles}
    return {
        "words": {cover((k, k + 1)) for k in range(len(sentence))},
        "predicates": {cover(f.predicate) for f in sentence.frames},
        "roles": roles,
    }


def raw_scores(reader: FrameParser, people: list[FramedSentence], texts: list[str], way: Way) -> str:
    """F of words, predicates and roles in texts changed in a way that keeps letters in their places."""
    right, both = Counter[str](), Counter[str]()
    for one, text, read, changed in zip(
        people, texts, reader.parse([way(t) for t in texts]), map(way, texts), strict=True
    ):
        given, ours = places(one, text), places(read, changed)
        for kind, wanted in given.items():
            right[kind] += 2 * len(wanted & ours[kind])
            both[kind] += len(wanted) + len(ours[kind])
    return ", ".join(f"{kind} {100 * right[kind] / both[kind]:.2f}" for kind in both)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--models", default="encoder,small")
    given = parser.parse_args()
    people = [framed_by_people(s) for s in read_conllu_plus(given.data)]
    texts = [s.text or " ".join(w.form for w in s.words) for s in read_conllu_plus(given.data)]
    for model in given.models.split(","):
        try:
            reader = frame_parser("en", model)
        except LikewiseError as error:
            print(f"{model}: {error}")
            continue
        reader.parse(texts[:50])
        scores = score_frames(people, reader.parse_tokens([s.tokens for s in people]))
        limits = scores.intervals()
        print(f"{reader.signature}, {len(people)} sentences")
        for name, value in scores.as_dict().items():
            print(f"  {name:<12}{value:6.2f}  [{limits[name][0]:.2f}, {limits[name][1]:.2f}]")
        for name, way in WAYS.items():
            print(f"  {name:<29}{raw_scores(reader, people, texts, way)}")
        start, cpu = time.perf_counter(), time.process_time()
        reader.parse(texts)
        wall, cpu = time.perf_counter() - start, time.process_time() - cpu
        print(f"  {len(texts) / cpu:.0f} sentences a CPU second ({len(texts) / wall:.0f} by the clock)")


if __name__ == "__main__":
    main()
