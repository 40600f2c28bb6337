"""The grammar decoder beside an exhaustive search, beside the phrase decoder, and on cases worked by hand."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest

from likewise.errors import InputError
from likewise.transduce.decode import Decoder
from likewise.transduce.itg import LexicalRule, TransductionGrammar
from likewise.transduce.itg.decode import GRAMMAR_WEIGHTS, Constraints, GrammarDecoder, GrammarOutput
from likewise.transduce.lm import LanguageModel, train
from likewise.transduce.phrases import PhraseTable

from .plain_search import WORDS, PlainSearch, random_grammar, random_model

EVERYTHING = {"pop_limit": None, "per_span": 1000, "per_insertion": 1000}
NOTHING = Constraints()


def check_output(
    output: GrammarOutput, source: list[str], decoder: GrammarDecoder, asked: Constraints
) -> None:
    """Its words, features and score follow from its derivation; it keeps to the constraints."""
    assert output.words == tuple(word for step in output.derivation for word in step.target)
    covered = sorted(place for step in output.derivation for place in range(step.start, step.end))
    assert covered == list(range(len(source)))
    assert all(step.source == tuple(source[step.start : step.end]) for step in output.derivation)
    assert output.features["lm"] == pytest.approx(decoder.lm.score(output.words))
    weights = {**GRAMMAR_WEIGHTS, **decoder.weights}
    assert output.score == pytest.approx(sum(weights[name] * v for name, v in output.features.items()))
    assert asked.allow(output.words)
    if decoder.monotone:
        begins = [step.start for step in output.derivation]
        assert begins == sorted(begins)


def check_as_exhaustive(
    decoder: GrammarDecoder, source: list[str], k: int = 20, asked: Constraints = NOTHING
) -> None:
    plain = PlainSearch(decoder.grammar, decoder.lm, decoder.weights, decoder.insertions, decoder.monotone)
    expected = plain.nbest(source, asked)
    outputs = decoder.nbest(source, k, asked)
    assert len(outputs) == min(k, len(expected))
    scores = {words: score for score, words in expected}
    for output, (score, _) in zip(outputs, expected, strict=False):
        assert output.score == pytest.approx(score)
        assert scores[output.words] == pytest.approx(score)
        check_output(output, source, decoder, asked)
    assert len({output.words for output in outputs}) == len(outputs)


def random_constraints(rng: random.Random) -> Constraints:
    """Some of each, repeated bigrams apart."""
    words = WORDS + "xyz"
    ends = {w: rng.uniform(-2, 5) for w in rng.sample([*words, "new"], 3)} if rng.random() < 0.6 else None
    least = rng.randint(0, 4)
    source = tuple(rng.choice(WORDS) for _ in range(rng.randint(0, 2)))
    return Constraints(
        end_words=ends,
        end_only=ends is not None and rng.random() < 0.5,
        length=(least, rng.choice([None, least, least + 2])) if rng.random() < 0.6 else (0, None),
        banned=rng.sample(words, rng.randint(0, 2)),
        required=rng.sample(words, rng.choice([0, 0, 1, 2])),
        extra_rules=[LexicalRule(source, ("new",), 0.01)] if rng.random() < 0.5 else [],
    )


@pytest.mark.parametrize("monotone", [True, False])
@pytest.mark.parametrize("singletons", [True, False])
def test_unbounded_it_is_exhaustive(monotone: bool, singletons: bool) -> None:
    rng = random.Random(7)
    for _ in range(12):
        decoder = GrammarDecoder(
            random_grammar(rng, singletons=singletons), random_model(rng), monotone=monotone, **EVERYTHING
        )
        for length in (1, 2, 3):
            check_as_exhaustive(decoder, [rng.choice(WORDS) for _ in range(length)])


def test_unbounded_it_is_exhaustive_on_longer_lines() -> None:
    rng = random.Random(8)
    for monotone in (True, False):
        grammar = random_grammar(rng, singletons=False, per_word=2)
        decoder = GrammarDecoder(grammar, random_model(rng), monotone=monotone, **EVERYTHING)
        check_as_exhaustive(decoder, [rng.choice(WORDS) for _ in range(5)], k=50)


@pytest.mark.parametrize("insertions", [0, 2])
def test_more_insertions_and_none(insertions: int) -> None:
    rng = random.Random(9)
    for _ in range(5):
        decoder = GrammarDecoder(
            random_grammar(rng, per_word=1), random_model(rng), {"singletons": 1.0}, insertions=insertions,
            **EVERYTHING,
        )  # fmt: skip
        check_as_exhaustive(decoder, [rng.choice(WORDS) for _ in range(2)])


@pytest.mark.parametrize("monotone", [True, False])
def test_constraints_are_exhaustive_too(monotone: bool) -> None:
    rng = random.Random(10)
    none = 0
    for _ in range(60):
        decoder = GrammarDecoder(random_grammar(rng), random_model(rng), monotone=monotone, **EVERYTHING)
        asked = random_constraints(rng)
        source = [rng.choice(WORDS) for _ in range(rng.randint(1, 3))]
        check_as_exhaustive(decoder, source, asked=asked)
        none += not decoder.nbest(source, 1, asked)
    assert 5 < none < 50  # both happen


@pytest.mark.parametrize("monotone", [True, False])
def test_no_repeated_bigram(monotone: bool) -> None:
    """No output violates it; none is better than the exhaustive search's, and nearly all are as good."""
    rng = random.Random(11)
    asked = Constraints(no_repeated_bigram=True, length=(2, None))
    as_good = 0
    for _ in range(40):
        decoder = GrammarDecoder(
            random_grammar(rng), random_model(rng, "abx"), monotone=monotone, **EVERYTHING
        )
        source = [rng.choice("ab") for _ in range(3)]
        plain = PlainSearch(decoder.grammar, decoder.lm, {}, monotone=monotone).nbest(source, asked)
        outputs = decoder.nbest(source, 5, asked)
        for output in outputs:
            check_output(output, source, decoder, asked)
        best = outputs[0].score if outputs else -math.inf
        limit = plain[0][0] if plain else -math.inf
        assert best <= limit + 1e-9
        as_good += best == limit or best == pytest.approx(limit)
    assert as_good >= 38


@pytest.mark.parametrize("monotone", [True, False])
def test_narrow_searches_keep_to_constraints(monotone: bool) -> None:
    rng = random.Random(12)
    for _ in range(60):
        grammar, lm = random_grammar(rng), random_model(rng)
        decoder = GrammarDecoder(grammar, lm, pop_limit=rng.randint(1, 5), per_span=2, monotone=monotone)
        asked = random_constraints(rng)
        source = [rng.choice(WORDS) for _ in range(rng.randint(1, 8))]
        outputs = decoder.nbest(source, 5, asked)
        for output in outputs:
            check_output(output, source, decoder, asked)
        scores = [output.score for output in outputs]
        assert scores == sorted(scores, reverse=True)


def test_one_item_a_cell_finds_what_there_is() -> None:
    """Monotone search never runs into a dead end: one pop a cell finds an output wherever there is one."""
    rng = random.Random(13)
    for _ in range(40):
        grammar, lm = random_grammar(rng), random_model(rng)
        narrow = GrammarDecoder(grammar, lm, pop_limit=1, per_span=1000, per_insertion=1000)
        asked = random_constraints(rng)
        source = [rng.choice(WORDS) for _ in range(rng.randint(1, 3))]
        assert bool(narrow.nbest(source, 1, asked)) == bool(PlainSearch(grammar, lm, {}).nbest(source, asked))


def phrase_twin(grammar: TransductionGrammar, lm: LanguageModel, weights: dict[str, float]) -> Decoder:
    """A phrase decoder that scores as the grammar's straight rules do, but for one join less."""
    phrases: dict[tuple[str, ...], list[LexicalRule]] = {}
    for rule in grammar:
        phrases.setdefault(rule.source, []).append(rule)
    vocabulary = sorted({w for rule in grammar for w in (*rule.source, *rule.target)})
    ids = {word: i for i, word in enumerate(vocabulary)}
    rows = [sorted(rules, key=lambda rule: -rule.probability) for rules in phrases.values()]
    flat = [rule for rules in rows for rule in rules]

    def ragged(sides: list[tuple[str, ...]]) -> tuple[np.ndarray, np.ndarray]:  # type: ignore[type-arg]
        bounds = np.cumsum([0, *map(len, sides)])
        return np.array([ids[w] for side in sides for w in side], np.int32), bounds.astype(np.int32)

    scores = np.zeros((len(flat), 4), np.float32)
    scores[:, 0] = np.log([rule.probability for rule in flat])
    table = PhraseTable(
        vocabulary, vocabulary, *ragged(list(phrases)), *ragged([rule.target for rule in flat]),
        np.cumsum([0, *map(len, rows)]).astype(np.int32), np.arange(len(flat), dtype=np.int32),
        np.ones(len(flat), np.int32), scores,
    )  # fmt: skip
    named = {"phrase": weights["tm"], "phrase-inverse": 0.0, "lexical": 0.0, "lexical-inverse": 0.0}
    named |= {"lm": weights["lm"], "words": weights["words"], "unknown": weights["unknown"]}
    named["phrases"] = weights["tm"] * math.log(grammar.straight)
    return Decoder(table, lm, named, beam=100_000, limit=0, per_span=1000, width=1e6)


def test_without_singletons_it_is_the_phrase_decoder() -> None:
    rng = random.Random(14)
    weights = {**GRAMMAR_WEIGHTS, "copies": 0.0, "dropped": -1e6}
    for _ in range(10):
        grammar, lm = random_grammar(rng, singletons=False), random_model(rng)
        decoder, peer = GrammarDecoder(grammar, lm, weights, **EVERYTHING), phrase_twin(grammar, lm, weights)
        for length in (1, 4, 7):
            source = [rng.choice(WORDS) for _ in range(length)]
            outputs, search = decoder.nbest(source, 10), peer.nbest(source, 10)
            join = peer.weights["phrases"]
            expected = [score - join for score in search.scores.tolist()]
            kept = [output for output in outputs if output.features["dropped"] == 0]
            assert [output.score for output in kept] == pytest.approx(expected[: len(kept)], abs=1e-4)
            assert len(kept) == len(expected)
            assert kept[0].words == peer.text(search, 0)


LINES = ["a man is singing", "the man plays a guitar", "the lady is singing songs", "a man is playing guitar"]
R = LexicalRule


@pytest.fixture(scope="module")
def decoder() -> GrammarDecoder:
    rules = [
        R(("the",), ("a",), 0.1), R(("the",), ("the",), 0.1), R(("man",), ("lady",), 0.1),
        R(("sings",), ("is", "singing"), 0.1), R((), ("songs",), 0.05), R(("sings",), (), 0.05),
        R(("man", "sings"), ("man", "plays"), 0.05), R(("yo",), ("yo",), 0.1), R(("yo",), ("man",), 0.05),
    ]  # fmt: skip
    grammar = TransductionGrammar.of_words(rules, straight=0.25, inverted=0.1)
    return GrammarDecoder(grammar, train([line.split() for line in LINES], order=4))


def test_a_derivation_tells_all(decoder: GrammarDecoder) -> None:
    asked = Constraints(required=["songs"])
    (output,) = decoder.nbest(["the", "man", "sings", "zonk"], 1, asked)
    assert output.words == ("the", "lady", "is", "singing", "songs")
    assert [(s.start, s.end, s.source, s.target, s.kind, s.probability) for s in output.derivation] == [
        (0, 1, ("the",), ("the",), "copy", 0.1),
        (1, 2, ("man",), ("lady",), "token", 0.1),
        (2, 3, ("sings",), ("is", "singing"), "segment", 0.1),
        (3, 3, (), ("songs",), "insert", 0.05),
        (3, 4, ("zonk",), (), "unknown", None),
    ]
    assert [decoder.grammar.rule(s.row).target for s in output.derivation if s.row is not None] == [
        s.target for s in output.derivation[:4]
    ]
    # Three rules of 0.1, one of 0.05, four joins.
    assert output.features["tm"] == pytest.approx(3 * math.log(0.1) + math.log(0.05) + 4 * math.log(0.25))
    assert (output.features["singletons"], output.features["copies"], output.features["dropped"]) == (1, 1, 1)
    check_output(output, ["the", "man", "sings", "zonk"], decoder, asked)


def test_the_price_of_reflexive_rules(decoder: GrammarDecoder) -> None:
    def best(weight: float) -> tuple[str, ...]:
        priced = GrammarDecoder(decoder.grammar, decoder.lm, {"copies": weight, "lm": 0.1})
        return priced.nbest(["yo"])[0].words

    assert best(0.0) == ("yo",)
    assert best(-5.0) == ("man",)


def test_an_end_word_that_no_rule_leads_to(decoder: GrammarDecoder) -> None:
    source = ["the", "man", "sings"]
    wish = Constraints(end_words={"strings": 0.0}, end_only=True)
    assert decoder.nbest(source, 3, wish) == []
    rule = R(("sings",), ("strings",), 0.001)
    wish = Constraints(end_words={"strings": 0.0}, end_only=True, extra_rules=[rule])
    for output in decoder.nbest(source, 3, wish):
        assert output.words[-1] == "strings"
        assert output.derivation[-1].probability == 0.001
        assert output.derivation[-1].row is None
        check_output(output, source, decoder, wish)


def test_a_bonus_draws_the_end(decoder: GrammarDecoder) -> None:
    source = ["the", "man", "sings"]
    assert decoder.nbest(source)[0].words[-1] != "songs"
    (drawn,) = decoder.nbest(source, 1, Constraints(end_words={"songs": 30.0}))
    assert drawn.words[-1] == "songs"
    assert drawn.features["end"] == 30.0


def test_end_words_far_down_the_list_are_found() -> None:
    """The rule of an end word is used though a hundred better ones are more than are looked at."""
    rules = [R(("go",), (f"w{i}",), 0.009 - i * 1e-5) for i in range(100)] + [R(("go",), ("snow",), 1e-6)]
    grammar = TransductionGrammar.of_words(rules, straight=0.05, inverted=0.05)
    decoder = GrammarDecoder(grammar, train([["w1", "w2"]], order=4), per_span=5)
    (output,) = decoder.nbest(["go", "go"], 1, Constraints(end_words={"snow": 0.0}, end_only=True))
    assert output.words[-1] == "snow"
    (output,) = decoder.nbest(["go", "go"], 1, Constraints(required=["snow"]))
    assert "snow" in output.words


ODD = [
    [],
    ["zonk"],
    ["🔥", "🔥"],
    ["女人", "唱歌"],
    ["the"] * 60,
    [f"z{i}" for i in range(60)],
    ["<s>", "</s>"],
]


@pytest.mark.parametrize("monotone", [True, False])
@pytest.mark.parametrize("source", ODD, ids=lambda words: f"{len(words)} {' '.join(words[:1])}")
def test_odd_lines(decoder: GrammarDecoder, source: list[str], monotone: bool) -> None:
    searched = GrammarDecoder(decoder.grammar, decoder.lm, pop_limit=20, monotone=monotone)
    outputs = searched.nbest(source, 3)
    assert outputs
    for output in outputs:
        check_output(output, source, searched, NOTHING)


def test_an_empty_line(decoder: GrammarDecoder) -> None:
    (output,) = decoder.nbest([], 5)
    assert output.words == ()
    assert output.score == pytest.approx(GRAMMAR_WEIGHTS["lm"] * decoder.lm.score([]))
    assert decoder.nbest([], 5, Constraints(length=(1, None))) == []


def test_sixty_words_without_a_bigram_twice(decoder: GrammarDecoder) -> None:
    rng = random.Random(15)
    grammar = random_grammar(rng)
    asked = Constraints(no_repeated_bigram=True, length=(20, 60))
    for monotone in (True, False):
        searched = GrammarDecoder(grammar, random_model(rng), pop_limit=20, monotone=monotone)
        source = [rng.choice(WORDS) for _ in range(25)]
        for output in searched.nbest(source, 3, asked):
            check_output(output, source, searched, asked)


def test_without_structural_rules_one_rule_must_do() -> None:
    rules = [R(("a", "b"), ("x",), 0.5), R(("a",), ("x",), 0.25), R(("b",), ("y",), 0.25), R((), ("z",), 0.1)]
    grammar = TransductionGrammar.of_words(rules, straight=0.0, inverted=0.0)
    for monotone in (True, False):
        decoder = GrammarDecoder(grammar, train([["x", "y"]], order=4), monotone=monotone)
        assert [output.words for output in decoder.nbest(["a", "b"], 5)] == [("x",)]
        assert decoder.nbest(["b", "a"], 5) == []


def test_many_are_as_one_by_one(decoder: GrammarDecoder) -> None:
    sources = [line.split() for line in ("the man sings", "yo", "man the yo man sings", "zonk") * 5]
    assert list(decoder.many(sources, 3, workers=2)) == [decoder.nbest(source, 3) for source in sources]


def test_bad_input(decoder: GrammarDecoder) -> None:
    with pytest.raises(InputError, match="unknown feature 'speed'"):
        GrammarDecoder(decoder.grammar, decoder.lm, {"speed": 1.0})
    with pytest.raises(InputError, match="no finite"):
        GrammarDecoder(decoder.grammar, decoder.lm, {"lm": math.nan})
    with pytest.raises(InputError, match="pop_limit"):
        GrammarDecoder(decoder.grammar, decoder.lm, pop_limit=0)
    with pytest.raises(InputError, match="is a string"):
        decoder.nbest("the man")
    with pytest.raises(InputError, match="k must"):
        decoder.nbest(["the"], 0)
