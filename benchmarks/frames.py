"""The English frame parsers on held-out sentences: tags, arcs, predicates, roles with intervals, and speed.

Words are those of the treebank for the scores, and raw text for the speed. Speed is that of one core. No peer
can be run beside them: no package that can be installed brings an English role labeller with its weights.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from likewise.errors import LikewiseError
from likewise.frames import frame_parser, framed_by_people, score_frames
from likewise.io import read_conllu_plus

DATA = Path(__file__).resolve().parents[2] / "shared" / "data" / "ud-up" / "en_ewt-ud-pb-dev.conllup.gz"


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
        start, cpu = time.perf_counter(), time.process_time()
        reader.parse(texts)
        wall, cpu = time.perf_counter() - start, time.process_time() - cpu
        print(f"  {len(texts) / cpu:.0f} sentences a CPU second ({len(texts) / wall:.0f} by the clock)")


if __name__ == "__main__":
    main()
