"""Pairs of texts that `meaning_model.py` learns from: who says that they mean the same, and who that they do
not.

A pair has up to two labels: which way the first text bears on the second (entailment, neutral,
contradiction, or only that it does not entail it), and whether both mean the same. A fifth of the sentences
of others is held back, and a tenth of our own families (`meaning_families.jsonl`).
"""

from __future__ import annotations

import csv
import gzip
import json
import random
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

RELATIONS = ("entailment", "neutral", "contradiction")
NOT_ENTAILED = 3
"""Label of a pair of which only that is known."""
UNKNOWN = -1


@dataclass(frozen=True)
class Pair:
    a: str
    b: str
    relation: int = UNKNOWN
    same: int = UNKNOWN
    weight: float = 1.0
    worse: str = ""
    """The second text with a change planted in it: it means less the same."""
    set: str = ""
    """Where the pair comes from, or the kind of the change; figures are told by it."""


def held_pair(sentence: str) -> bool:
    """Whether pairs with that first sentence are kept for measuring; the order of its words does not
    matter."""
    return zlib.crc32(" ".join(sorted(sentence.lower().split())).encode()) % 5 == 0


def inference(data: Path, *, held: bool = False) -> Iterator[Pair]:
    """Inference pairs: what contradicts or goes beyond the other text does not mean the same."""
    with gzip.open(data / "meaning/nli.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            if held_pair(row["premise"]) != held:
                continue
            label = row["label"]
            if label == "not_entailment":
                yield Pair(row["premise"], row["hypothesis"], NOT_ENTAILED, 0, set=row["set"])
            elif label in RELATIONS:
                number = RELATIONS.index(label)
                same = UNKNOWN if number == 0 else 0
                yield Pair(row["premise"], row["hypothesis"], number, same, set=row["set"])


def scrambled(data: Path, *, held: bool = False) -> Iterator[Pair]:
    """PAWS-Wiki: many words in common, judged by people."""
    with gzip.open(data / "meaning/paws_wiki_dev.tsv.gz", "rt", encoding="utf-8") as lines:
        next(lines)
        for line in lines:
            _, a, b, label = line.rstrip("\n").split("\t")
            same = int(label)
            if held_pair(a) == held:
                yield Pair(a, b, 0 if same else NOT_ENTAILED, same, 2.0)
                if not held:
                    yield Pair(b, a, 0 if same else NOT_ENTAILED, same, 2.0)


def families(path: Path, *, held: bool = False) -> Iterator[Pair]:
    """Three texts that mean the same in other words, and what means something else in the words of one.

    Each stands beside each, and beside each change: the first must be nearer. Of those held back only these
    comparisons are given.
    """
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            if (zlib.crc32(row["base"].encode()) % 10 == 0) != held:
                continue
            same = [row["base"], *row["same"]]
            changed = [(change["kind"], change["text"]) for change in row["changed"]]
            if held:
                yield from (
                    Pair(a, row["base"], worse=worse, set=kind)
                    for a in row["same"]
                    for kind, worse in changed
                )
                continue
            yield from (Pair(a, b, 0, 1, 1.5) for a in same for b in same if a != b)
            for kind, worse in changed:
                ahead, back = _bearing(kind)
                for a in same:
                    yield Pair(a, worse, ahead, 0, 0.7)
                    yield Pair(worse, a, back, 0, 0.7)
                for a in row["same"]:
                    yield Pair(a, row["base"], worse=worse)
                    yield Pair(a, next(b for b in row["same"] if b != a), worse=worse, weight=0.5)


def _bearing(kind: str) -> tuple[int, int]:
    """How a text bears on itself with such a change, and the changed one on it."""
    denied = 2 if kind in ("negation", "antonym") else NOT_ENTAILED
    return {"dropped": (0, 1), "added": (1, 0)}.get(kind, (denied, denied))


def related(data: Path) -> Iterator[Pair]:
    """SICK: how one sentence bears on another; entailments that people call nearly the same are so."""
    with gzip.open(data / "sick/SICK_train.txt.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            _, a, b, score, label = line.rstrip("\n").split("\t")
            if held_pair(a):
                continue
            number = ("ENTAILMENT", "NEUTRAL", "CONTRADICTION").index(label)
            same = 0 if number == 2 else 1 if number == 0 and float(score) >= 4.7 else UNKNOWN
            yield Pair(a, b, number, same)
            if number == 2 or same == 1:
                yield Pair(b, a, number, same)


def translated(data: Path) -> Iterator[Pair]:
    """English sentences of Tatoeba that translate one and the same sentence."""
    groups: dict[str, list[str]] = {}
    for folder in ("parallel-zh-en", "parallel-ja-en"):
        with gzip.open(data / folder / "train.tsv.gz", "rt", encoding="utf-8") as lines:
            for line in lines:
                source, text, english = line.rstrip("\n").split("\t")
                if source == "tatoeba":
                    groups.setdefault(text.strip(), []).append(english.strip())
    for texts in groups.values():
        different = list({t.lower().strip(" .!?"): t for t in texts}.values())
        yield from (
            Pair(a, b, 0, 1) for k, a in enumerate(different) for b in different[:k] if len(a.split()) > 2
        )


def triples(path: Path) -> Iterator[Pair]:
    """A text, one that means something else in nearly the same words, one that means the same in others."""
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            base, changed, same = row["base"], row["changed"], row["paraphrase"]
            kind = row["kind"]
            ahead, back = _bearing(kind)
            yield Pair(base, same, 0, 1, 3.0)
            yield Pair(same, base, 0, 1, 3.0)
            yield Pair(base, changed, ahead, 0, 3.0)
            yield Pair(changed, base, back, 0, 3.0)
            yield Pair(same, changed, ahead, 0, 3.0)
            yield Pair(changed, same, back, 0, 3.0)


def rated(data: Path) -> Iterator[Pair]:
    """Paraphrases that people rated: sure ones only."""
    with gzip.open(data / "paraphrase_ratings/parabank_eval.tsv.gz", "rt", encoding="utf-8") as lines:
        rows = [line.rstrip("\n").split("\t") for line in lines]
    scores: dict[tuple[str, str], list[float]] = {}
    head = rows[0]
    at = {name: head.index(name) for name in ("source", "candidate", "human_score")}
    for row in rows[1:]:
        if len(row) == len(head) and row[at["human_score"]]:
            pair = row[at["source"]], row[at["candidate"]]
            scores.setdefault(pair, []).append(float(row[at["human_score"]]))
    for (source, candidate), values in scores.items():
        mean = sum(values) / len(values)
        if source != candidate and (mean >= 88 or mean <= 30):
            yield Pair(source, candidate, 0 if mean >= 88 else NOT_ENTAILED, int(mean >= 88))
    with gzip.open(data / "paraphrase_ratings/apty_base.csv.gz", "rt", encoding="utf-8") as text:
        for entry in csv.DictReader(text, delimiter=";"):
            a, b, verdict = _apty(entry)
            if a and b and verdict is not None:
                yield Pair(a, b, 0 if verdict else NOT_ENTAILED, int(verdict), 2.0)
    with gzip.open(data / "msrpc/msr_paraphrase_train.txt.gz", "rt", encoding="utf-8-sig") as lines:
        for line in lines:
            label, _, _, a, b = line.rstrip("\n").split("\t")
            yield Pair(a, b, UNKNOWN, int(label), 0.5)


def _apty(entry: dict[str, Any]) -> tuple[str, str, bool | None]:
    """Sentence, paraphrase and what most annotators say; the columns differ by annotator."""
    names = {name.lower().strip(): value for name, value in entry.items() if name}
    a = next((v for n, v in names.items() if n in ("original", "sentence", "source", "base", "text")), "")
    b = next((v for n, v in names.items() if ("paraphrase" in n and "text" in n) or n in ("generated", "generation",  # noqa: E501
              "paraphrase_text", "altered", "output")), "")  # fmt: skip
    votes = [
        v.strip().lower()
        for n, v in names.items()
        if n.startswith("paraphrase") and v.strip().lower() in ("true", "false", "0", "1")
    ]
    if not votes:
        return a, b, None
    return a, b, sum(v in ("true", "1") for v in votes) * 2 > len(votes)


SWAPS = [
    ("all", "some"), ("all", "most"), ("every", "no"), ("always", "never"), ("always", "sometimes"), ("often", "rarely"),  # noqa: E501
    ("must", "may"), ("must not", "may"), ("will", "might"), ("can", "cannot"), ("should", "need not"),
    ("before", "after"), ("above", "below"), ("inside", "outside"), ("more", "less"), ("first", "last"),
    ("increase", "decrease"), ("increased", "decreased"), ("rose", "fell"), ("won", "lost"), ("open", "closed"),  # noqa: E501
    ("early", "late"), ("high", "low"), ("many", "few"), ("with", "without"), ("at least", "at most"),
    ("probably", "certainly"), ("only", "also"), ("both", "neither"), ("until", "after"), ("buy", "sell"),
    ("bought", "sold"), ("old", "young"), ("large", "small"), ("north", "south"), ("east", "west"), ("left", "right"),  # noqa: E501
    ("monday", "friday"), ("january", "june"), ("yesterday", "tomorrow"), ("morning", "evening"),
]  # fmt: skip
AUXILIARIES = [
    "is",
    "are",
    "was",
    "were",
    "can",
    "could",
    "will",
    "would",
    "should",
    "must",
    "may",
    "might",
    "has",
    "have",
    "had",
    "did",
    "does",
    "do",
]
NUMBER_WORDS = [
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
]
LIGHT = [("do not", "don't"), ("does not", "doesn't"), ("is not", "isn't"), ("cannot", "can't"), ("will not", "won't"),  # noqa: E501
         ("it is", "it's"), ("percent", "%"), ("and", "&"), ("large", "big"), ("children", "kids"), ("begin", "start"),  # noqa: E501
         ("began", "started"), ("buy", "purchase"), ("bought", "purchased"), ("maybe", "perhaps"), ("also", "too"),  # noqa: E501
         ("however", "but"), ("quickly", "fast"), ("nearly", "almost"), ("street", "road"), ("man", "guy"),
         ("film", "movie"), ("doctor", "physician"), ("speak", "talk"), ("near", "close to")]  # fmt: skip


def planted(texts: list[str], seed: int, most: int) -> Iterator[Pair]:
    """One change of ours a text, beside a change that changes nothing."""
    chance = random.Random(seed)
    chance.shuffle(texts)
    made = 0
    for text in texts:
        if made >= most:
            return
        changed = _changed(text, chance)
        if changed is not None and changed != text:
            made += 1
            yield Pair(text, changed, NOT_ENTAILED, 0)
        light = _light(text, chance)
        if light is not None and made % 2:
            yield Pair(text, light, 0, 1)
            if changed is not None:
                yield Pair(light, changed, NOT_ENTAILED, 0)


def _changed(text: str, chance: random.Random) -> str | None:
    ways = [_number, _swapped_names, _denied, _swapped_word]
    chance.shuffle(ways)
    return next((made for way in ways if (made := way(text, chance)) is not None), None)


def _number(text: str, chance: random.Random) -> str | None:
    found = re.search(r"\b\d[\d,.]*\b", text)
    if found:
        old = found[0]
        new = re.sub(r"\d", lambda m: str((int(m[0]) + chance.randint(1, 8)) % 9 + 1), old, count=1)
        return text[: found.start()] + new + text[found.end() :] if new != old else None
    word = next((w for w in re.findall(r"[a-z]+", text.lower()) if w in NUMBER_WORDS[1:]), None)
    return re.sub(rf"\b{word}\b", chance.choice([w for w in NUMBER_WORDS[1:] if w != word]), text, count=1,
                  flags=re.I) if word else None  # fmt: skip


def _swapped_names(text: str, chance: random.Random) -> str | None:
    names = list(dict.fromkeys(re.findall(r"(?<=[a-z,] )[A-Z][a-z]+(?: [A-Z][a-z]+)*", text)))
    if len(names) < 2:
        return None
    a, b = chance.sample(names, 2)
    if a in b or b in a:
        return None
    return text.replace(a, "\0").replace(b, a).replace("\0", b)


def _denied(text: str, chance: random.Random) -> str | None:
    words = text.split()
    places = [k for k, w in enumerate(words) if w.lower() in AUXILIARIES and k + 1 < len(words)]
    if not places:
        return None
    k = chance.choice(places)
    if words[k + 1].lower() in ("not", "n't"):
        return " ".join([*words[: k + 1], *words[k + 2 :]])
    return " ".join([*words[: k + 1], "not", *words[k + 1 :]])


def _swapped_word(text: str, chance: random.Random) -> str | None:
    pairs = [pair if chance.random() < 0.5 else pair[::-1] for pair in SWAPS]
    chance.shuffle(pairs)
    for old, new in pairs:
        made = re.sub(rf"\b{old}\b", new, text, count=1, flags=re.I)
        if made != text:
            return made
    return None


def _light(text: str, chance: random.Random) -> str | None:
    pairs = [pair if chance.random() < 0.5 else pair[::-1] for pair in LIGHT]
    chance.shuffle(pairs)
    made, done = text, 0
    for old, new in pairs:
        again = re.sub(rf"(?<!\w){re.escape(old)}(?!\w)", new, made, count=1, flags=re.I)
        done += again != made
        made = again
        if done == 2:
            break
    moved = re.fullmatch(r"([A-Z][^,.]{8,60}), ([^,]{10,90})\.", made)
    if moved and re.match(r"(In|On|At|After|Before|When|If|During|By|For|With)\b", made):
        made = f"{moved[2][0].upper()}{moved[2][1:]} {moved[1][0].lower()}{moved[1][1:]}."
        done += 1
    return made if done else None


HERE = Path(__file__).parent
FAMILIES, TRIPLES = HERE / "meaning_families.jsonl", HERE / "meaning_triples.jsonl"
RELATION_WAYS, DENIALS = HERE / "meaning_relations.jsonl", HERE / "meaning_denials.jsonl"


def examples(data: Path, seed: int) -> list[Pair]:
    """All that is learnt from."""
    from meaning_ranks import ranked
    from meaning_relations import denials, relations

    pairs = [*inference(data), *scrambled(data), *families(FAMILIES), *triples(TRIPLES), *related(data),
             *rated(data), *translated(data)]  # fmt: skip
    told = [*relations(RELATION_WAYS, seed), *denials(DENIALS, seed)]
    plain = list(dict.fromkeys(p.a for p in pairs if 5 <= len(p.a.split()) <= 30))
    return [*pairs, *told, *planted(plain, seed, 12000), *ranked(data, TRIPLES, seed)]


def held_examples(data: Path) -> dict[str, list[Pair]]:
    """What is held back, by what it shows."""
    from meaning_relations import denials, relations

    inferred = [p for p in inference(data, held=True) if 0 <= p.relation < NOT_ENTAILED]
    random.Random(0).shuffle(inferred)
    return {
        "families": list(families(FAMILIES, held=True)),
        "relations": [*relations(RELATION_WAYS, 1, held=True), *denials(DENIALS, 1, held=True)],
        "scrambled": list(scrambled(data, held=True)),
        "inference": inferred[:4000],
    }
