"""Grammars as text that a person can read: a rule a line, the most probable first.

# probability <TAB> source <TAB> target; an empty side deletes or inserts
0.25	[A A]
0.25	<A A>
0.001	long	wrong
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np

from likewise.errors import InputError
from likewise.text import Ints
from likewise.transduce.itg.grammar import TransductionGrammar
from likewise.transduce.itg.ragged import gathered, lexicographic_ranks, packed

__all__ = ["dumps", "loads"]

_HEAD = "# probability <TAB> source <TAB> target; an empty side deletes or inserts\n"
_STRAIGHT, _INVERTED = "[A A]", "<A A>"
_WANTED = f"expected probability, source and target between tabs, or {_STRAIGHT} or {_INVERTED}"

_Line = tuple[int, float, str, str]
"""Number of the line, probability, source and target."""


def dumps(grammar: TransductionGrammar) -> str:
    """The grammar as text: the same one gives the same text, and `loads` gives it back to the last digit."""
    ranked = grammar.only(np.lexsort((_word_order(grammar), -grammar.probability)))
    sources = _sides(ranked.source_ids, ranked.source_bounds, ranked.source_vocabulary)
    targets = _sides(ranked.target_ids, ranked.target_bounds, ranked.target_vocabulary)
    lines = [f"{float(grammar.straight)!r}\t{_STRAIGHT}\n", f"{float(grammar.inverted)!r}\t{_INVERTED}\n"]
    rules = zip(ranked.probability.tolist(), sources, targets, strict=True)
    lines.extend([f"{probability!r}\t{source}\t{target}\n" for probability, source, target in rules])
    return _HEAD + "".join(lines)


def _word_order(grammar: TransductionGrammar) -> Ints:
    """The place of each rule by its words: of equal probability, the text has them in this order."""
    source, target = (
        np.argsort(np.argsort(np.array(vocabulary, object), kind="stable"))
        for vocabulary in (grammar.source_vocabulary, grammar.target_vocabulary)
    )
    return lexicographic_ranks(
        (source[grammar.source_ids], grammar.source_bounds),
        (target[grammar.target_ids], grammar.target_bounds),
    )


def _sides(ids: Ints, bounds: Ints, vocabulary: Sequence[str]) -> Iterator[str]:
    """The words of each run, with spaces between them."""
    for number in np.unique(ids).tolist():
        if vocabulary[number].split() != [vocabulary[number]]:
            raise InputError(f"{vocabulary[number]!r} is no word of a rule file: it is empty or has spaces")
    words = [vocabulary[number] for number in ids.tolist()]
    return (" ".join(words[first:end]) for first, end in pairwise(bounds.tolist()))


def loads(text: str, *, file: str | None = None, shared: bool = True) -> TransductionGrammar:
    """The grammar of a text; `shared` gives both sides one vocabulary."""
    structural: dict[str, float] = {}
    lines = list(_lexical_lines(text, structural, file))
    numbers, probability = [line[0] for line in lines], [line[1] for line in lines]
    sources, targets = [line[2] for line in lines], [line[3] for line in lines]
    source_words, target_words = _words(sources), _words(targets)
    if shared:
        source_words = target_words = sorted({*source_words, *target_words})
    source, target = _numbered(sources, source_words), _numbered(targets, target_words)
    _refuse_repeated(source, target, numbers, file)
    return TransductionGrammar.of_arrays(
        source_words,
        target_words,
        structural.get(_STRAIGHT, 0.0),
        structural.get(_INVERTED, 0.0),
        *source,
        *target,
        np.array(probability, np.float64),
    )


def _lexical_lines(text: str, structural: dict[str, float], file: str | None) -> Iterator[_Line]:
    """The lexical rules; probabilities of structural ones are put where they are wanted."""
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), 1):
        if not line or line.startswith("# "):
            continue
        head, *sides = line.split("\t")
        probability = _probability(head, file, number)
        if len(sides) == 2 and (sides[0].strip() or sides[1].strip()):
            yield number, probability, sides[0], sides[1]
        elif len(sides) != 1 or sides[0] not in (_STRAIGHT, _INVERTED):
            raise InputError(_WANTED, file=file, line=number)
        elif sides[0] in structural:
            raise InputError(f"rule {sides[0]} stands there twice", file=file, line=number)
        else:
            structural[sides[0]] = probability


def _probability(text: str, file: str | None, line: int) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0.0 <= value <= 1.0:
        raise InputError(
            f"expected a number from 0 to 1, found {text!r}", file=file, line=line, field="probability"
        )
    return value


def _words(sides: Sequence[str]) -> list[str]:
    """The distinct words of many sides, sorted. Sides recur, so each is split once."""
    return sorted({word for side in set(sides) for word in side.split()})


def _numbered(sides: Sequence[str], words: Sequence[str]) -> tuple[Ints, Ints]:
    """The sides as runs of the words' numbers."""
    numbers = {word: number for number, word in enumerate(words)}
    places: dict[str, int] = {}
    which = np.fromiter((places.setdefault(side, len(places)) for side in sides), np.int64, len(sides))
    ids, bounds = packed([tuple(numbers[word] for word in side.split()) for side in places])
    return gathered(ids, bounds[which], np.diff(bounds)[which])


def _refuse_repeated(
    source: tuple[Ints, Ints], target: tuple[Ints, Ints], numbers: Sequence[int], file: str | None
) -> None:
    ranks = lexicographic_ranks(source, target)
    order = np.argsort(ranks, kind="stable")
    again = order[1:][np.diff(ranks[order]) == 0]
    if len(again):
        line = numbers[int(again.min())]
        raise InputError("the rule of this line stood there before", file=file, line=line)
