"""Sentences from relations of two parties with many ways to say each (`meaning_relations.jsonl`), and from
facts with ways to say and to deny them (`meaning_denials.jsonl`): who does what to whom, and whether at all,
however it is worded. Both files are written by us.
"""

from __future__ import annotations

import json
import random
import zlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from meaning_pairs import NOT_ENTAILED, Pair


@cache
def fillers(kind: str) -> tuple[str, ...]:
    """The words of a kind in `meaning_fillers.txt`."""
    lines = Path(__file__).with_name("meaning_fillers.txt").read_text("utf-8").splitlines()
    rows = [line.split("\t") for line in lines if not line.startswith("#")]
    return tuple(word for name, words in rows if name == kind for word in words.split("|"))


def _two(kind: str, chance: random.Random) -> tuple[str, str]:
    """Two parties of a kind."""
    if kind == "person":
        kind = chance.choices(("role", "first", "last", "full"), (4, 3, 1.5, 1.5))[0]
    if kind == "full":
        (a, b), (c, d) = _two("first", chance), _two("last", chance)
        return f"{a} {c}", f"{b} {d}"
    one, other = chance.sample(fillers(kind) or fillers("thing"), 2)
    return one, other


def _renamed(party: str, chance: random.Random) -> str:
    """A party by one of its names."""
    return chance.choice(party.split("="))


def _said(way: str, x: str, y: str, before: str = "", after: str = "") -> str:
    text = f"{before}{way.rstrip('.').format(X=x, Y=y)}{after}"
    return f"{text[0].upper()}{text[1:]}."


def is_held(key: str) -> bool:
    """A tenth of the relations and facts is for measuring."""
    return zlib.crc32(key.encode()) % 10 == 0


def _rows(path: Path, key: str, held: bool) -> Iterator[dict[str, Any]]:
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            if is_held(row[key][0]) == held:
                yield row


def relations(path: Path, seed: int, *, held: bool = False, each: int = 16) -> Iterator[Pair]:
    """A relation said in two ways, and the second with its parties exchanged; both texts have own names for
    them, and say when in their own place."""
    chance = random.Random(seed)
    for row in _rows(path, "ways", held):
        for _ in range(each // 3 if held else each):
            x, y = _two(row["kind"], chance)
            first, second = chance.sample(row["ways"], 2)
            when = chance.choice(fillers("when")) if chance.random() < 0.4 else ""

            def said(way: str, *, turned: bool, names: tuple[str, ...], when: str = when) -> str:
                return _said(way, *(names[::-1] if turned else names), *_placed(when, chance))

            names = tuple(_renamed(party, chance) for party in (x, y))
            others = tuple(_renamed(party, chance) for party in (x, y))
            one = said(first, turned=False, names=names)
            right, wrong = (said(second, turned=turned, names=others) for turned in (False, True))
            yield Pair(one, right, 0, 1, 1.0, wrong, set="role-swap")
            if not held:
                third = chance.choice([way for way in row["ways"] if way != first])
                other = said(third, turned=True, names=others)
                yield Pair(one, other, NOT_ENTAILED, 0, 0.5)
                yield Pair(other, one, NOT_ENTAILED, 0, 0.5)
                yield Pair(wrong, right, NOT_ENTAILED, 0, 0.5)


def _placed(when: str, chance: random.Random) -> tuple[str, str]:
    """What stands before and after a sentence that says when."""
    if not when:
        return "", ""
    return (f"{when}, ", "") if chance.random() < 0.5 else ("", f" {when}")


def denials(path: Path, seed: int, *, held: bool = False, each: int = 10) -> Iterator[Pair]:
    """What is so said in two ways, or what is not so, and the other side of it."""
    chance = random.Random(seed)
    for row in _rows(path, "yes", held):
        for k in range(each // 3 if held else each):
            ours, theirs = (row["yes"], row["no"]) if k % 2 else (row["no"], row["yes"])
            one, right = chance.sample(ours, 2)
            wrong = chance.choice(theirs)
            yield Pair(one, right, 0, 1, 1.0, wrong, set="negation")
            if not held:
                yield Pair(wrong, one, 2, 0, 0.5)
                yield Pair(right, chance.choice(theirs), 2, 0, 0.5)
