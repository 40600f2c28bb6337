"""Negation on the development story of CD-SCO: every method, with trees, without any, with deep analyses.

The spec's anchors stand beside: the ranker of Read et al. (2012) 81.3 / 85.8, a linear-chain CRF with path
features 82.9 / 90.1, and of Packard et al. (2014) the crawler alone 69.3 / 76.6, Crawler_N 78.7 / 86.1,
Crawler_P 82.5 / 86.6, the better of crawler and ranker by looking at the answer 86.9 / 90.3 (scope F1 /
token F1, gold cues). `--gold` adds files without trees, such as `check.conll.gz` of
`training/further_negation.py`, encyclopedia text that nothing has learnt from. `--trust` learns the crawler's
trust from the training stories, prints how thresholds do on three folds of them, and writes the table that
the package ships.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from likewise.negation import (
    Method,
    Resolver,
    Sentence,
    conll,
    embedded,
    score,
    with_encoder,
)
from likewise.negation.crawler import (
    CrawledScope,
    DeepReading,
    Parses,
    Trust,
    TrustExample,
    crawled_scope,
    example,
    ranked,
    spans_of,
)
from likewise.negation.sentence import Negation, Part
from likewise.trees import chains_of, read_tree

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
PENALTY = 2.0
FOLDS = 3


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA, help="folder with cd-sco and cd-sco-mrs")
    parser.add_argument("--model", help="folder of a resolver (default: the one of the package)")
    parser.add_argument("--encoder", action="store_true", help="with --model: lend it the encoder")
    parser.add_argument("--no-encoder", action="store_true", help="without --model: leave out the encoder")
    parser.add_argument("--gold", type=Path, nargs="*", default=[], help="further annotated files, read raw")
    parser.add_argument("--trust", type=Path, metavar="JSON", help="learn trust and write it here")
    asked = parser.parse_args()
    if asked.trust:
        train = conll.load(asked.data / "cd-sco" / "train.conll.gz")
        learn_trust(train, Parses.read(asked.data / "cd-sco-mrs" / "train.jsonl.gz"), asked.trust)
        return
    if asked.model is None:
        resolver = embedded(False if asked.no_encoder else None)
    else:
        resolver = Resolver.load(asked.model)
        resolver = with_encoder(resolver) if asked.encoder else resolver
    dev = conll.load(asked.data / "cd-sco" / "dev.conll")
    parses = Parses.read(asked.data / "cd-sco-mrs" / "dev.jsonl.gz")
    tell_methods(resolver, parses, dev)
    tell_crawler(parses, dev)
    tell_parsers(resolver, dev, conll.load(asked.data / "cd-sco" / "dev-benepar.conll.gz"))
    for path in asked.gold:
        tell_raw(resolver, path)
    texts = [" ".join(s.words) for s in dev]
    begun = time.perf_counter()
    for text in texts:
        resolver.resolve(text)
    print(f"raw text: {len(texts) / (time.perf_counter() - begun):.0f} sentences a second")


def tell_methods(resolver: Resolver, parses: Parses, dev: Sequence[Sentence]) -> None:
    print("trees  cues    method           cues  scopes  scopes B  tokens  (P, R)  events  (with marks)")
    deep = replace(resolver, parses=parses)
    for raw in (False, True):
        for gold_cues in (True, False):
            kept: dict[str, list[Sentence]] = {}
            for method in Method:
                kept[method] = [
                    deep.resolve(
                        s, raw=raw, method=method, cues=[n.cue for n in s.negations] if gold_cues else None
                    ).sentence
                    for s in dev
                ]  # fmt: skip
                tell(
                    f"{'own' if raw else 'given':5}  {'gold' if gold_cues else 'system':6}  {method}",
                    dev,
                    kept[method],
                )
            for other in ("ranker", "best"):
                tell(f"oracle: crawler-n or {other}", dev, list(oracle(dev, kept["crawler-n"], kept[other])))


def tell_parsers(resolver: Resolver, dev: Sequence[Sentence], others: Sequence[Sentence]) -> None:
    """How far our parsers agree with the neural parser whose trees of the training part they learnt from."""
    for name, parser in (("small", resolver.parts.parser), ("over the encoder", resolver.parts.lent)):
        if parser is None:
            continue
        both = found = gold = right = 0
        for sentence, other in zip(dev, others, strict=True):
            _, tags, tree = parser.read(sentence.words)
            ours, theirs = (
                {(i, j, label) for i, j, chain in chains_of(one) for label in chain.split("+")}
                for one in (tree, read_tree(other.syntax))
            )
            both, found, gold = both + len(ours & theirs), found + len(ours), gold + len(theirs)
            right += sum(a == b for a, b in zip(tags, other.tags, strict=True))
        words = sum(len(s.words) for s in dev)
        f1, share = 200 * both / (found + gold), 100 * right / words
        print(f"parser, {name}: brackets {f1:.1f} F1, tags {share:.1f} %")


def tell_raw(resolver: Resolver, path: Path) -> None:
    print(path.name)
    gold = conll.load(path)
    for gold_cues in (True, False):
        for method in (Method.BEST, Method.RANKER, Method.TAGGER):
            answers = [
                resolver.resolve(
                    s, raw=True, method=method, cues=[n.cue for n in s.negations] if gold_cues else None
                ).sentence
                for s in gold
            ]
            tell(f"own    {'gold' if gold_cues else 'system':6}  {method}", gold, answers)


def oracle(gold: Sequence[Sentence], *answers: Sequence[Sentence]) -> Iterator[Sentence]:
    """The first answer whose scope is right, else the last."""
    for sentence, *given in zip(gold, *answers, strict=True):
        right = {n.cue: _words(sentence, n) for n in sentence.negations}
        yield sentence.with_negations(
            next((n for n in many if _words(sentence, n) == right.get(n.cue)), many[-1])
            for many in zip(*(one.negations for one in given), strict=True)
        )


def _words(sentence: Sentence, negation: Negation) -> list[int]:
    return [p.token for p in negation.scope if any(c.isalnum() for c in sentence.words[p.token])]


def tell(name: str, gold: Sequence[Sentence], answers: Sequence[Sentence]) -> None:
    plain, marks = score(gold, answers), score(gold, answers, punctuation=True)
    f = {row: f"{plain[row].f1:5.1f}" for row in ("cues", "scopes", "scopes_b", "tokens", "events")}
    tokens = f"{f['tokens']} ({plain['tokens'].precision:.1f}, {plain['tokens'].recall:.1f})"
    print(
        f"{name:29}{f['cues']}  {f['scopes']}  {f['scopes_b']}  {tokens}  {f['events']}"
        f"  ({marks['scopes'].f1:.1f}, {marks['tokens'].f1:.1f})"
    )


def tell_crawler(parses: Parses, dev: Sequence[Sentence]) -> None:
    """The crawler alone without any trust: the first reading that handles the cue."""
    for name, conventions in (("Figure 2 alone", False), ("with conventions", True)):
        answers = []
        for sentence in dev:
            negations, parsed = [], parses.of(sentence)
            for gold in sentence.negations:
                given = ((r, crawled_scope(r, spans_of(r, gold.cue), conventions)) for r in parsed.readings)
                found = next((pair for pair in given if pair[1].scope is not None), None)
                negations.append(Negation(gold.cue, parts_in(*found) if found else ()))
            answers.append(sentence.with_negations(negations))
        tell(f"first reading, {name}", dev, answers)


def parts_in(reading: DeepReading, answer: CrawledScope) -> tuple[Part, ...]:
    return tuple(Part(p.token, reading.text[p.start : p.end]) for p in answer.scope or ())


class Case(NamedTuple):
    """A cue of the training stories: what to learn from it, and how to hold an answer against it."""

    sentence: int
    negation: int
    example: TrustExample
    scopes: tuple[tuple[Part, ...], ...]


def learn_trust(train: list[Sentence], parses: Parses, target: Path) -> None:
    negated = [s for s in train if s.negations]
    cases = list(_cases(negated, parses))
    size = -(-len(negated) // FOLDS)
    held: list[tuple[Case, list[float]]] = []
    for fold in range(FOLDS):
        trust = Trust.fit([c.example for c in cases if c.sentence // size != fold], PENALTY)
        for case in cases:
            if case.sentence // size == fold:
                held.append((case, [trust.probability(signs) for signs in case.example.signs]))
    print("training stories, three folds; threshold, then as above")
    for least in (0.0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5):
        answers = [[Negation(n.cue) for n in s.negations] for s in negated]
        for case, chances in held:
            at = max(range(len(chances)), key=chances.__getitem__)
            if chances[at] >= least:
                cue = negated[case.sentence].negations[case.negation].cue
                answers[case.sentence][case.negation] = Negation(cue, case.scopes[at])
        tell(f"{least:.2f}", negated, [s.with_negations(a) for s, a in zip(negated, answers, strict=True)])
    trust = Trust.fit([case.example for case in cases], PENALTY)
    weights = {
        name: round(weight, 4) for name, weight in sorted(trust.weights.items()) if abs(weight) >= 5e-5
    }
    target.write_text(json.dumps({"weights": weights}, indent=1) + "\n", encoding="utf-8")
    print(f"wrote {len(weights)} weights")


def _cases(negated: Sequence[Sentence], parses: Parses) -> Iterator[Case]:
    for at, sentence in enumerate(negated):
        parsed = parses.of(sentence)
        for number, gold in enumerate(sentence.negations if parsed.readings else ()):
            cue, scope = spans_of(parsed.readings[0], gold.cue), {part.token for part in gold.scope}
            found = example(parsed.readings, parsed.scores, cue, scope)
            if found is not None:
                choices = ranked(parsed.readings, parsed.scores, cue)
                scopes = tuple(parts_in(parsed.readings[c.reading], c.answer) for c in choices)
                yield Case(at, number, found, scopes)


if __name__ == "__main__":
    main()
