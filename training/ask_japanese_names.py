"""Make the tagger of Japanese names: `src/likewise/data/ask/japanese-names.npz`.

    uv run python training/ask_japanese_names.py --data ja_wikipedia_ner.jsonl.gz --out FILE.npz

The sentences of stockmarkteam's ner-wikipedia-dataset (CC BY-SA 3.0). One in ten is kept for a measurement,
which is printed; the weights are those learnt from the other nine.
"""

from __future__ import annotations

import argparse
import gzip
import json
from pathlib import Path

from likewise.ask.extraction.japanese_names import NAME_LABELS, character_row, names_of_labels
from likewise.io.arrays import dumps_arrays
from likewise.text.crf import CRF

TYPES = {
    "人名": "person", "地名": "location", "施設名": "location", "法人名": "organization",
    "政治的組織名": "organization", "その他の組織名": "organization",
}  # fmt: skip
LEAST, STEPS, PRUNED, L2 = 2, 80, 0.05, 0.2


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    with gzip.open(given.data, "rt", encoding="utf-8") as lines:
        sentences = [json.loads(line) for line in lines]
    texts = [one["text"][:300] for one in sentences]
    labels = [labels_of(one) for one in sentences]
    kept = [k for k in range(len(texts)) if k % 10]
    model = CRF.fit(
        [character_row(texts[k]) for k in kept], [labels[k] for k in kept], 2 * len(NAME_LABELS) + 1,
        l2=L2, edge_l2=L2, minimum=LEAST, steps=STEPS,
    ).pruned(PRUNED)  # fmt: skip
    right = told = there = 0
    for k in range(0, len(texts), 10):
        read = set(names_of_labels(model.best(character_row(texts[k]))[0][0]))
        gold = set(names_of_labels(labels[k]))
        right, told, there = right + len(read & gold), told + len(read), there + len(gold)
    print(f"precision {right / told:.3f}, recall {right / there:.3f}, {len(model.names)} features")
    given.out.write_bytes(dumps_arrays(model.packed("names"), pressed=True))


def labels_of(sentence: dict) -> list[int]:  # type: ignore[type-arg]
    labels = [0] * len(sentence["text"])
    for one in sentence["entities"]:
        if one["type"] in TYPES:
            start, end = one["span"]
            number = 2 * NAME_LABELS.index(TYPES[one["type"]]) + 1  # type: ignore[arg-type]
            labels[start:end] = [number] + [number + 1] * (end - start - 1)
    return labels[:300]


if __name__ == "__main__":
    main()
