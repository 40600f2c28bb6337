"""The Chinese parser on held-out sentences: words, tags, arcs, roles by rule, and speed.

First with the treebank's words, then from raw text: a word, its tag or its arc counts when it stands at the
same characters. Roles were projected by machine onto a third of the verbs, so they are compared for these
verbs only, with the treebank's trees and with the parser's: a role counts when label and both ends are the
same, or (second figure) when the label is and the spans overlap. Speed is that of one core.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from itertools import accumulate
from pathlib import Path
from typing import Any

from likewise.frames import FramedSentence, frame_parser, framed_by_people, score_frames
from likewise.frames.chinese_roles import chinese_frames
from likewise.io import read_conllu_plus
from likewise.records import Frame

DATA = Path(__file__).resolve().parents[2] / "shared" / "data" / "ud-up" / "zh_gsd-ud-up-dev.conllup.gz"


def places(sentence: FramedSentence) -> dict[str, set[Any]]:
    """Words, tags and arcs by the characters that they cover, blanks left out."""
    ends = list(accumulate(map(len, sentence.tokens)))
    spans = list(zip([0, *ends], ends, strict=False))
    heads = [spans[head] if head >= 0 else None for head in sentence.heads]
    return {
        "words": set(spans),
        "tags": set(zip(spans, sentence.tags, strict=True)),
        "arcs": set(zip(spans, heads, strict=True)),
        "labelled arcs": set(zip(spans, heads, sentence.relations, strict=True)),
    }


def projected_roles(people: list[FramedSentence], ours: list[list[Frame]]) -> str:
    """F of roles, for predicates that have projected ones and that are ours too."""
    right, near, both, verbs, known = 0, 0, 0, 0, 0
    for one, frames in zip(people, ours, strict=True):
        own = {frame.predicate: frame for frame in frames}
        for frame in one.frames:
            verbs += 1
            if frame.predicate not in own or not frame.roles:
                known += frame.predicate in own
                continue
            known += 1
            given = {(role.label.replace("A", "ARG", 1), role.span) for role in frame.roles}
            read = {(role.label, role.span) for role in own[frame.predicate].roles}
            right += 2 * len(given & read)
            both += len(given) + len(read)
            near += sum(any(a == b and s[0] < t[1] and t[0] < s[1] for b, t in read) for a, s in given)
            near += sum(any(a == b and s[0] < t[1] and t[0] < s[1] for b, t in given) for a, s in read)
    shares = {"predicates found": known / verbs, "roles": right / both, "overlapping": near / both}
    return ", ".join(f"{name} {100 * share:.1f}" for name, share in shares.items())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=DATA)
    people = [framed_by_people(s, "zh") for s in read_conllu_plus(parser.parse_args().data)]
    texts = ["".join(sentence.tokens) for sentence in people]
    reader = frame_parser("zh")
    reader.parse(texts[:50])
    print(f"{reader.signature}, {len(people)} sentences")
    read = reader.parse_tokens([sentence.tokens for sentence in people])
    scores = score_frames(people, read)
    values, limits = scores.as_dict(), scores.intervals()
    for name in ("tags", "uas", "las"):
        print(f"  words given: {name:<6}{values[name]:6.2f}  [{limits[name][0]:.2f}, {limits[name][1]:.2f}]")
    right, both = Counter[str](), Counter[str]()
    raw = reader.parse(texts)
    for one, ours in zip(people, raw, strict=True):
        given, found = places(one), places(ours)
        for kind, wanted in given.items():
            right[kind] += 2 * len(wanted & found[kind])
            both[kind] += len(wanted) + len(found[kind])
    print("  raw text: " + ", ".join(f"{kind} {100 * right[kind] / both[kind]:.2f}" for kind in both))
    by_tree = [
        chinese_frames(ours.lemmas, one.tags, one.heads, one.relations)
        for ours, one in zip(read, people, strict=True)
    ]
    print(f"  roles by rule, treebank's trees: {projected_roles(people, by_tree)}")
    print(f"  roles by rule, parser's trees: {projected_roles(people, [list(one.frames) for one in read])}")
    for name, work in (("parsed", reader.parse), ("cut into words", reader.words)):
        start, cpu = time.perf_counter(), time.process_time()
        work(texts)
        wall, cpu = time.perf_counter() - start, time.process_time() - cpu
        print(
            f"  {name}: {len(texts) / cpu:.0f} sentences a CPU second ({len(texts) / wall:.0f} by the clock)"
        )


if __name__ == "__main__":
    main()
