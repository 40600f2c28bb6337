"""Sentences without labels, labelled by the parser over the encoder, for the small one to learn from.

    uv run python training/frames_silver.py --data FOLDER --examples examples.json.gz --out silver.json.gz

FOLDER holds the corpora; of each some sentences are drawn. Their licences are on the card in the
documentation (MSRPC states none, BSD allows no commercial use). What is written has the form of
`examples.json.gz` and its numbers of labels (see `frames_encoder.py`).
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from likewise.frames.english_parser import EnglishParser
from likewise.frames.english_words import english_sentences, plain_word
from likewise.frames.lemma_rules import lemma_rule

SEED = 11
DRAWN = {
    "mnli": 24000,
    "snli": 4000,
    "paws": 3000,
    "msrpc": 4000,
    "tatoeba": 5000,
    "3am": 2000,
    "bsd-dev": 1500,
}
BATCH = 512


def texts(data: Path) -> Iterator[tuple[str, str]]:
    """Corpus and text."""
    for row in map(json.loads, _lines(data / "meaning/nli.jsonl.gz")):
        yield from ((row["set"], row[side]) for side in ("premise", "hypothesis"))
    for row in _lines(data / "meaning/paws_wiki_dev.tsv.gz"):
        yield "paws", row.split("\t")[1]
    for row in _lines(data / "msrpc/msr_paraphrase_train.txt.gz"):
        yield from (("msrpc", text) for text in row.split("\t")[3:5])
    for folder in ("parallel-zh-en", "parallel-ja-en"):
        for row in _lines(data / folder / "train.tsv.gz"):
            source, _, english, *_ = row.split("\t")
            yield source, english


def _lines(path: Path) -> Iterator[str]:
    with gzip.open(path, "rt", encoding="utf-8-sig") as lines:
        yield from (line.rstrip("\n") for line in lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    for name in ("data", "examples", "out"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    given = parser.parse_args()
    with gzip.open(given.examples, "rt", encoding="utf-8") as stream:
        names = json.load(stream)["names"]
    index = {
        kind: {x: k for k, x in enumerate(names[kind])} for kind in ("upos", "xpos", "relation", "lemma")
    }
    pools: dict[str, list[str]] = {}
    for corpus, text in dict.fromkeys(texts(given.data)):
        pools.setdefault(corpus, []).append(text)
    chance = random.Random(SEED)
    drawn = [
        text
        for corpus, n in DRAWN.items()
        for text in chance.sample(pools[corpus], min(n, len(pools[corpus])))
    ]
    sentences = [words for text in drawn for words, _ in english_sentences(text) if 3 <= len(words) <= 60]
    print(f"{len(drawn)} texts, {len(sentences)} sentences", flush=True)
    network = EnglishParser.load("encoder").network
    rows: list[dict[str, Any]] = []
    order = sorted(([plain_word(word) for word in words] for words in sentences), key=len)
    for start in range(0, len(order), BATCH):
        part = order[start : start + BATCH]
        for words, read in zip(part, network.read(part), strict=True):
            rules = [lemma_rule(word, lemma) for word, lemma in zip(words, read.lemmas, strict=True)]
            rows.append(
                {
                    "words": [list(network.encoder.pieces.of(word)) for word in words],
                    "cut": {},
                    "upos": [index["upos"][x] for x in read.upos],
                    "xpos": [index["xpos"][x] for x in read.xpos],
                    "relation": [index["relation"][x] for x in read.relations],
                    "lemma": [index["lemma"].get(rule, -100) for rule in rules],
                    "heads": [int(head) for head in read.heads],
                    "frames": [[at, [list(span) for span in spans]] for at, spans in read.frames],
                }
            )
        if start // BATCH % 10 == 0:
            print(f"{len(rows)} sentences", flush=True)
    with gzip.open(given.out, "wt", encoding="utf-8") as stream:
        json.dump({"train": rows}, stream)


if __name__ == "__main__":
    main()
