"""An exhaustive search in plain Python: every bracketing of every choice of rules, no normal form."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from likewise.transduce.itg import LexicalRule, TransductionGrammar
from likewise.transduce.itg.decode import GRAMMAR_WEIGHTS, Constraints
from likewise.transduce.lm import LanguageModel, train

Line = tuple[str, ...]
Scores = dict[Line, float]
WORDS = "abcde"


def random_model(rng: random.Random, words: str = WORDS + "xyz") -> LanguageModel:
    lines = [[rng.choice(words) for _ in range(rng.randint(1, 7))] for _ in range(40)]
    return train(lines, order=4)


def random_grammar(
    rng: random.Random, *, singletons: bool = True, per_word: int = 3, longest: int = 2
) -> TransductionGrammar:
    """Rules of words `a` to `e` (one of them without rules) into those and `x`, `y`, `z`."""
    rules: dict[tuple[Line, Line], float] = {}

    def side(length: int, words: str) -> Line:
        return tuple(rng.choice(words) for _ in range(length))

    for word in WORDS[:-1]:
        for _ in range(per_word):
            rules[(word,), side(rng.randint(1, longest), WORDS + "xyz")] = rng.uniform(0.001, 0.1)
        if singletons and rng.random() < 0.5:
            rules[(word,), ()] = rng.uniform(0.001, 0.1)
    for _ in range(4):
        rules[side(2, WORDS[:-1]), side(rng.randint(1, longest), WORDS + "xyz")] = rng.uniform(0.001, 0.1)
    if singletons:
        for word in rng.sample("xyz", 2):
            rules[(), (word,)] = rng.uniform(0.001, 0.1)
    spelt = [LexicalRule(source, target, p) for (source, target), p in rules.items()]
    return TransductionGrammar.of_words(
        spelt, straight=rng.uniform(0.1, 0.4), inverted=rng.uniform(0.1, 0.4), shared=rng.random() < 0.5
    )


@dataclass(frozen=True)
class PlainSearch:
    """The decoder's twin."""

    grammar: TransductionGrammar
    lm: LanguageModel
    weights: Mapping[str, float]
    insertions: int = 1
    monotone: bool = True

    def weight(self, name: str) -> float:
        return self.weights.get(name, GRAMMAR_WEIGHTS[name])

    def rule_score(self, rule: LexicalRule) -> float:
        kind = rule.kind
        score = self.weight("tm") * math.log(rule.probability) + self.weight("words") * len(rule.target)
        score += self.weight("singletons") if kind in ("delete", "insert") else 0.0
        return score + (self.weight("copies") if kind == "copy" else 0.0)

    def lexical(self, phrase: Line, asked: Constraints) -> Scores:
        """What a source phrase may become by one rule with insertions before and behind it."""
        rules = [*self.grammar, *asked.extra_rules]
        usable = [rule for rule in rules if asked_for(rule.target, asked)]
        scores: Scores = {}
        for rule in usable:
            if rule.source == phrase:
                better(scores, rule.target, self.rule_score(rule))
        if len(phrase) == 1 and not scores:
            if asked_for(phrase, asked):
                scores[phrase] = self.weight("unknown") + self.weight("words")
            scores[()] = self.weight("dropped")
        inserted = [rule for rule in usable if not rule.source]
        join = self.weight("tm") * math.log(self.grammar.straight)
        last = dict(scores)
        for _ in range(self.insertions):
            more: Scores = {}
            for words, score in last.items():
                for rule in inserted:
                    total = score + self.rule_score(rule) + join
                    better(more, rule.target + words, total)
                    better(more, words + rule.target, total)
            for words, score in more.items():
                better(scores, words, score)
            last = more
        return scores

    def span(self, source: Line, asked: Constraints) -> Scores:
        """What a span may become, with the best score but for the language model."""
        scores = self.lexical(source, asked)
        for middle in range(1, len(source)):
            one, other = self.span(source[:middle], asked), self.span(source[middle:], asked)
            for joined, score in self.joins(one, other):
                better(scores, joined, score)
        return scores

    def joins(self, one: Scores, other: Scores) -> Iterator[tuple[Line, float]]:
        straight = self.weight("tm") * math.log(self.grammar.straight)
        inverted = self.weight("tm") * math.log(self.grammar.inverted)
        for left, left_score in one.items():
            for right, right_score in other.items():
                yield left + right, left_score + right_score + straight
                if not self.monotone:
                    yield right + left, left_score + right_score + inverted

    def nbest(self, source: Sequence[str], asked: Constraints) -> list[tuple[float, Line]]:
        """All outputs that keep to the constraints, best first."""
        found = []
        for words, score in self.span(tuple(source), asked).items():
            if asked.allow(words):
                whole = score + self.weight("lm") * self.lm.score(words)
                found.append((whole + self.weight("end") * asked.end_bonus(words), words))
        return sorted(found, reverse=True)


def better(scores: Scores, words: Line, score: float) -> None:
    scores[words] = max(score, scores.get(words, -math.inf))


def asked_for(words: Line, asked: Constraints) -> bool:
    """Whether a rule may be used that writes these words."""
    inside = Constraints(banned=asked.banned, no_repeated_bigram=asked.no_repeated_bigram)
    return inside.allow(words)
