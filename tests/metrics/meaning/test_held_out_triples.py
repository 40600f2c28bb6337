"""The triples that the meaning diff is measured on: no text that its nets and weights learnt from is among
them, nor one that shares most of its words with such a text."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]
SHARED = 0.75
"""The share of the words of both texts that two texts may not have in common."""


def texts(value: Any) -> Iterator[str]:
    """All strings in a JSON value that are sentences."""
    if isinstance(value, str):
        yield from [value] if " " in value else []
    else:
        for one in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
            yield from texts(one)


def words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", text.lower()))


def test_nothing_of_them_was_learnt_from() -> None:
    learnt = {
        words(text): text
        for path in sorted((ROOT / "training").glob("meaning_*.jsonl"))
        for line in path.read_text("utf-8").splitlines()
        for text in texts(json.loads(line))
    }
    having: dict[str, list[frozenset[str]]] = defaultdict(list)
    for own in learnt:
        for word in own:
            having[word].append(own)
    found = []
    for line in (ROOT / "tests/fixtures/meaning_triples.jsonl").read_text("utf-8").splitlines():
        row = json.loads(line)
        for key in ("base", "changed", "paraphrase"):
            mine = words(row[key])
            common = Counter(other for word in mine for other in having[word])
            found += [
                (row["id"], row[key], learnt[other])
                for other, count in common.items()
                if count >= SHARED * len(mine | other)
            ]
    assert found == []
