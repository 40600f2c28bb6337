"""Rule segmentation: a corpus worked by hand, laws of description length, and a plain twin of the loops."""

from __future__ import annotations

import math
from collections import Counter
from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from likewise.errors import InputError
from likewise.text import Tokenization
from likewise.transduce import Bitext
from likewise.transduce.itg import TransductionGrammar, learn_segmental_grammar
from likewise.transduce.itg.segmentation.biaffixes import collect_biaffixes
from likewise.transduce.itg.segmentation.columns import INVERTED, STRAIGHT
from likewise.transduce.itg.segmentation.description_length import description_length, symbol_bits
from likewise.transduce.itg.segmentation.rule_store import (
    RuleStore,
    distinct_pairs,
    live_rows,
    starting_store,
    with_room,
)

Side = tuple[int, ...]
Pair = tuple[Side, Side]

BY_HAND = [("a b c x", "d e f y"), ("a b c z", "d e f w"), ("a b c u", "d e f v")]
SHARED_END = [
    (f"{one} no matter what you say", f"{other} i am leaving anyway")
    for one, other in zip(("now", "well", "so", "love"), ("then", "but", "today", "oh"), strict=True)
]


def corpora(words: int, pairs: int) -> st.SearchStrategy[list[tuple[str, str]]]:
    """Few words, so that much is shared, rules meet again, and remainders are other rules."""
    lines = st.lists(st.sampled_from("ab"), min_size=words // 2, max_size=words).map(" ".join)
    return st.lists(st.tuples(lines, lines), min_size=pairs // 2, max_size=pairs)


CORPORA = corpora(8, 20)


def bitext(pairs: list[tuple[str, str]], *, shared: bool = True) -> Bitext:
    return Bitext.of(pairs, Tokenization("whitespace"), shared=shared)


def rules(grammar: TransductionGrammar) -> dict[tuple[str, str], float]:
    return {(" ".join(r.source), " ".join(r.target)): r.probability for r in grammar}


def test_a_corpus_worked_by_hand() -> None:
    """15 symbols: A, [], <>, six words a side; 30 of them write three rules, 24 the split grammar."""
    result = learn_segmental_grammar(bitext(BY_HAND))
    start, end = result.rounds
    assert start.length.grammar == pytest.approx(30 * math.log2(15))
    assert start.length.data == pytest.approx(3 * math.log2(3))
    assert end.length.grammar == pytest.approx(24 * math.log2(15))
    assert end.length.data == pytest.approx(
        9 * math.log2(9) - 6 * math.log2(3)
    )  # 3 [A A], 3 abc/def, 1, 1, 1
    assert (start.rules, end.rules, end.committed) == (3, 4, 1)
    assert result.grammar.straight == pytest.approx(1 / 3)
    assert result.grammar.inverted == 0.0
    assert rules(result.grammar) == pytest.approx(
        {("a b c", "d e f"): 1 / 3, ("x", "y"): 1 / 9, ("z", "w"): 1 / 9, ("u", "v"): 1 / 9}
    )


def test_what_lines_share_at_their_ends_becomes_a_rule() -> None:
    grammar = learn_segmental_grammar(bitext(SHARED_END)).grammar
    assert grammar.best(1)[0].source == ("no", "matter", "what", "you", "say")
    assert grammar.best(1)[0].target == ("i", "am", "leaving", "anyway")
    assert rules(grammar)["so", "today"] == pytest.approx(grammar.probability.min())


def test_a_shared_pair_on_crossed_ends_is_inverted() -> None:
    crossed = [(f"no matter what {a}", f"{b} i am leaving") for a, b in ("uv", "wx", "yz", "st")]
    grammar = learn_segmental_grammar(bitext(crossed)).grammar
    assert grammar.straight == 0.0
    assert grammar.inverted == pytest.approx(1 / 3)
    assert ("no matter what", "i am leaving") in rules(grammar)


def test_singletons_split_one_side_alone_and_shorten_the_description() -> None:
    lines = [(f"oh my my my {a}", f"{b} q{a} r{b}") for a, b in ("uv", "wx", "yz", "st", "kl", "mn")]
    without = learn_segmental_grammar(bitext(lines))
    with_them = learn_segmental_grammar(bitext(lines), singletons=True)
    assert not any(rule.kind in ("insert", "delete") for rule in without.grammar)
    assert ("oh my my my", "") in rules(with_them.grammar)
    assert with_them.rounds[-1].length.total < without.rounds[-1].length.total


def test_an_empty_bitext_has_an_empty_grammar() -> None:
    for pairs in ([], [("", "")]):
        result = learn_segmental_grammar(bitext(pairs))
        assert len(result.grammar) == 0
        assert result.rounds[0].length.total == 0.0


def test_one_pair_and_identical_pairs_are_one_rule() -> None:
    for pairs in ([("a b", "c d")], [("a b", "c d")] * 5, [("a b", "a b")] * 3):
        result = learn_segmental_grammar(bitext(pairs))
        assert list(rules(result.grammar).values()) == [1.0]
        assert result.rounds[0].length.data == 0.0


def test_a_pair_with_an_empty_side_stays_a_singleton() -> None:
    grammar = learn_segmental_grammar(bitext([("", "a b"), ("a", ""), ("a b", "c")])).grammar
    assert sorted(rules(grammar)) == [("", "a b"), ("a", ""), ("a b", "c")]


def test_identical_sides_become_copies() -> None:
    lines = [(f"{w} yeah yeah yeah yeah",) * 2 for w in ("one", "two", "three", "four")]
    grammar = learn_segmental_grammar(bitext(lines)).grammar
    assert ("yeah yeah yeah yeah", "yeah yeah yeah yeah") in rules(grammar)
    assert grammar.reflexive.all()


def test_of_long_lines_the_ends_are_considered() -> None:
    long = " ".join(f"w{i}" for i in range(300))
    lines = [(f"a b c d {long} {k}", f"e f g h {long} {k}{k}") for k in range(3)]
    grammar = learn_segmental_grammar(bitext(lines), longest=4, rounds=1).grammar
    assert max(int(n) for n in grammar.source_lengths) <= 301
    assert max(len(source.split()) for source, _ in rules(grammar) if source.startswith("a b c d")) == 4


def test_more_than_most_pairs_are_drawn_by_the_seed() -> None:
    texts = bitext([(f"a{k}", f"b{k}") for k in range(50)])
    drawn = [rules(learn_segmental_grammar(texts, most=10, seed=seed).grammar) for seed in (1, 1, 2)]
    assert len(drawn[0]) == 10
    assert drawn[0] == drawn[1] != drawn[2]


@pytest.mark.parametrize("setting", [{"longest": 0}, {"rounds": -1}, {"most": 0}])
def test_settings_out_of_range_are_refused(setting: dict[str, int]) -> None:
    with pytest.raises(InputError, match=f"{next(iter(setting))}.*expected a number from"):
        learn_segmental_grammar(bitext(BY_HAND), **setting)  # type: ignore[arg-type]


def test_both_vocabularies_may_differ() -> None:
    apart, shared = (learn_segmental_grammar(bitext(BY_HAND, shared=s)).grammar for s in (False, True))
    assert rules(apart) == rules(shared)
    assert shared.source_vocabulary is shared.target_vocabulary
    assert list(apart.target_vocabulary) == ["d", "e", "f", "y", "w", "v"]


def test_progress_is_told() -> None:
    told: list[float] = []
    learn_segmental_grammar(bitext(BY_HAND), progress=lambda _, share: told.append(share))
    assert told[0] == 0.0
    assert told[-1] == 1.0


def brackets(grammar: TransductionGrammar, source: Side, target: Side) -> float:
    """The probability of a pair: the sum over all its biparses, by plain recursion."""
    known = {
        (tuple(int(grammar.source_vocabulary.index(w)) for w in r.source),
         tuple(int(grammar.target_vocabulary.index(w)) for w in r.target)): r.probability
        for r in grammar
    }  # fmt: skip

    @cache
    def inside(s: int, t: int, u: int, v: int) -> float:
        total = known.get((source[s:t], target[u:v]), 0.0)
        for i in range(s, t + 1):
            for j in range(u, v + 1):
                if (i, j) not in ((s, u), (t, v)):
                    total += grammar.straight * inside(s, i, u, j) * inside(i, t, j, v)
                if (i, j) not in ((s, v), (t, u)):
                    total += grammar.inverted * inside(s, i, j, v) * inside(i, t, u, j)
        return total

    return inside(0, len(source), 0, len(target))


def inside_of_nonempty(grammar: TransductionGrammar, pair: tuple[str, str]) -> float:
    source, target = (tuple(grammar.source_vocabulary.index(w) for w in side.split()) for side in pair)
    return brackets(grammar, source, target)


@settings(max_examples=40, deadline=None)
@given(CORPORA, st.booleans())
def test_laws_of_segmentation(pairs: list[tuple[str, str]], singletons: bool) -> None:
    result = learn_segmental_grammar(bitext(pairs), singletons=singletons)
    totals = [one.length.total for one in result.rounds]
    assert all(later < earlier for earlier, later in pairwise(totals))
    assert result.grammar.total == pytest.approx(1.0)
    assert all(one.committed <= one.candidates for one in result.rounds)
    assert rules(learn_segmental_grammar(bitext(pairs), singletons=singletons).grammar) == rules(
        result.grammar
    )


@settings(max_examples=10, deadline=None)
@given(corpora(6, 12))
def test_every_pair_can_be_derived_and_all_derivations_cost_no_more(pairs: list[tuple[str, str]]) -> None:
    result = learn_segmental_grammar(bitext(pairs))
    bits = [-math.log2(inside_of_nonempty(result.grammar, pair)) for pair in pairs]
    assert sum(bits) <= result.rounds[-1].length.data + 1e-9


# A plain twin: rules as a dictionary, the description length always computed as a whole.


def length_of(masses: dict[Pair, int], structural: Counter[bool], bits: float) -> float:
    symbols = sum(2 + len(a) + len(b) for a, b in masses) + 4 * sum(n > 0 for n in structural.values())
    counts = [*masses.values(), *(n for n in structural.values() if n)]
    return symbols * bits - sum(n * math.log2(n / sum(counts)) for n in counts)


def splits(pair: Pair, longest: int, least: int) -> dict[Pair, tuple[Pair, bool]]:
    """Biaffixes of a rule, each with what it leaves and whether it is inverted; the first form of each."""
    found: dict[Pair, tuple[Pair, bool]] = {}
    source, target = pair
    for i in range(least, min(len(source) - least, longest) + 1):
        for j in range(least, min(len(target) - least, longest) + 1):
            for end, target_end in ((False, False), (True, True), (False, True), (True, False)):
                a, rest = (
                    (source[len(source) - i :], source[: len(source) - i])
                    if end
                    else (source[:i], source[i:])
                )
                b, left = (
                    (target[len(target) - j :], target[: len(target) - j])
                    if target_end
                    else (target[:j], target[j:])
                )
                if (a or b) and (rest or left):
                    found.setdefault((a, b), ((rest, left), end != target_end))
    return found


def plain_changes(
    masses: dict[Pair, int], structural: Counter[bool], bits: float, longest: int, least: int
) -> dict[Pair, float]:
    hosts: dict[Pair, dict[Pair, tuple[Pair, bool]]] = {}
    for pair in masses:
        for biaffix, how in splits(pair, longest, least).items():
            hosts.setdefault(biaffix, {})[pair] = how
    before, changes = length_of(masses, structural, bits), {}
    for biaffix, own in hosts.items():
        if len(own) + (biaffix in masses) < 2:
            continue
        after = Counter({pair: mass for pair, mass in masses.items() if pair not in own})
        counts = Counter(structural)
        for pair, (rest, inverted) in own.items():
            after[biaffix] += masses[pair]
            after[rest] += masses[pair]
            counts[inverted] += masses[pair]
        changes[biaffix] = length_of(dict(after), counts, bits) - before
    return changes


def words(store: RuleStore, row: int) -> Pair:
    a, b, c, d = store.spans[row].tolist()
    return tuple(store.source[a:b].tolist()), tuple(store.target[c:d].tolist())


@settings(max_examples=40, deadline=None)
@given(CORPORA, st.sampled_from([0, 1]), st.sampled_from([1, 2, 10]))
def test_each_change_is_that_of_the_plain_twin(
    pairs: list[tuple[str, str]], least: int, longest: int
) -> None:
    from likewise.transduce.itg.segmentation._kernels import (
        affix_of,
        commit_segmentations,
        replayed,
        segmentation_changes,
    )

    distinct, counts = distinct_pairs(bitext(pairs))
    store = starting_store(distinct, counts)
    bits = symbol_bits(store)
    for _ in range(3):
        store = with_room(store)
        masses = {words(store, row): int(store.mass[row]) for row in live_rows(store).tolist()}
        structural = Counter({False: int(store.counters[STRAIGHT]), True: int(store.counters[INVERTED])})
        total = sum(masses.values()) + structural.total()
        biaffixes = collect_biaffixes(store, longest, least)
        snapshot = [np.copy(array) for array in (store.mass, store.counters, store.table)]
        changes = segmentation_changes(store, *biaffixes, total, bits)
        for array, kept in zip((store.mass, store.counters, store.table), snapshot, strict=True):
            assert np.array_equal(array, kept)
        ours = {}
        for k in range(len(biaffixes)):
            a, b, c, d = affix_of(store, biaffixes.hosts[biaffixes.bounds[k]])
            ours[tuple(store.source[a:b].tolist()), tuple(store.target[c:d].tolist())] = float(changes[k])
        plain = plain_changes(masses, structural, bits, longest, least)
        assert set(plain) <= set(ours)
        assert ours == pytest.approx({pair: plain.get(pair, 0.0) for pair in ours}, abs=1e-9)
        before = description_length(store, counts)
        assert before.total == pytest.approx(length_of(masses, structural, bits))
        chosen = np.argsort(changes, kind="stable")[: np.count_nonzero(changes < 0.0)]
        _, summed, _ = commit_segmentations(store, *biaffixes, chosen, total, bits)
        assert description_length(store, counts).total == pytest.approx(before.total + summed)
        uses, _ = replayed(store, counts)
        assert np.array_equal(uses, store.mass[: len(uses)])
