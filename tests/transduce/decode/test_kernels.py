"""The kernels of the decoder against plain twins."""

from __future__ import annotations

import itertools
import random
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from likewise.text.vocabulary import Tokenization
from likewise.transduce.align import Alignment, Lexicon
from likewise.transduce.bitext import Bitext
from likewise.transduce.decode import Decoder, _kernels as whole, weight_vector
from likewise.transduce.decode.options import _kernels as options
from likewise.transduce.decode.records import (
    ARC,
    FAR,
    FREE,
    FREE_ARC,
    HYPOTHESIS,
    NODE,
    OPTION,
    PATH,
    STACK,
    LanguageArrays,
    SearchSettings,
    SourceSentence,
)
from likewise.transduce.decode.stacks import _kernels as stacks
from likewise.transduce.lm import train
from likewise.transduce.phrases import extract_phrases
from likewise.transduce.phrases._kernels import extend_hash

ids = st.lists(st.integers(0, 4), max_size=8)


def grams(words: list[int], n: int) -> set[tuple[int, ...]]:
    return {tuple(words[i : i + n]) for i in range(len(words) - n + 1)}


@given(ids, ids)
@settings(max_examples=60)
def test_places_and_copied_runs(source: list[int], output: list[int]) -> None:
    first, following = options.places(np.array(source, np.int32), 5)
    for word in range(5):
        found, place = [], first[word]
        while place >= 0:
            found.append(place)
            place = following[place]
        assert found == [i for i, w in enumerate(source) if w == word]
    for k, word in enumerate(output):
        before = np.array([*output[:k][::-1], -1, -1, -1, -1][:4], np.int32)
        run = options.copied(first[word], before, np.array(source, np.int32), following)
        ends = [n for n in range(1, 5) if k + 1 >= n and tuple(output[k + 1 - n : k + 1]) in grams(source, n)]
        assert run == max(ends, default=0)


@given(st.lists(st.integers(-5, 5), max_size=12), st.integers(1, 4))
@settings(max_examples=40)
def test_the_best_are_kept_in_order(estimates: list[int], most: int) -> None:
    best, kept = np.empty((most, 3)), 0
    for row, estimate in enumerate(estimates):
        kept = options.keep_best(best, kept, np.int32(row), -1.0, float(estimate))
    expected = sorted(range(len(estimates)), key=lambda row: (-estimates[row], row))[:most]
    assert best[:kept, 0].tolist() == expected
    assert best[:kept, 2].tolist() == [estimates[row] for row in expected]


@given(st.lists(st.integers(-3, 3), max_size=20), st.randoms(use_true_random=False))
@settings(max_examples=40)
def test_sorting(values: list[int], rng: random.Random) -> None:
    members = rng.sample(range(100), len(values))
    sorted_values, sorted_members = np.array(values, np.float64), np.array(members, np.int32)
    stacks.sort_by(sorted_values, sorted_members)
    expected = sorted(zip(values, members, strict=True))
    assert list(zip(sorted_values, sorted_members, strict=True)) == expected


@st.composite
def spans(draw: st.DrawFn) -> tuple[int, list[tuple[int, int, float]]]:
    """Options as (begin, end, estimate); every single word has one."""
    n = draw(st.integers(0, 6))
    value = st.integers(-9, 0).map(float)
    found = [(i, i + 1, draw(value)) for i in range(n)]
    more = [(i, j) for i in range(n) for j in range(i + 2, min(n, i + 3) + 1)]
    return n, found + [(i, j, draw(value)) for i, j in more if draw(st.booleans())]


def as_options(rows: list[tuple[int, int, float]]) -> np.ndarray:
    found = np.zeros(len(rows), OPTION)
    for o, (begin, end, estimate) in enumerate(sorted(rows)):
        found[o]["begin"], found[o]["end"], found[o]["estimate"] = begin, end, estimate
    return found


def cheapest(begin: int, end: int, rows: list[tuple[int, int, float]]) -> float:
    """Best sum of estimates that covers the words."""
    if begin == end:
        return 0.0
    return max(value + cheapest(e, end, rows) for b, e, value in rows if b == begin and e <= end)


@given(spans(), st.integers(0, 4), st.integers(0, 6), st.integers(0, 15))
@settings(max_examples=60)
def test_future_costs(
    drawn: tuple[int, list[tuple[int, int, float]]], limit: int, gap: int, marks: int
) -> None:
    n, rows = drawn
    rest, inside = stacks.future_costs(n, as_options(rows), 3, limit)
    begins = np.sort([begin for begin, _, _ in rows])
    assert stacks.first_options(as_options(rows), n).tolist() == [
        int((begins < i).sum()) for i in range(n + 1)
    ]
    for i in range(n + 1):
        assert rest[i] == cheapest(i, n, rows)
        for w in range(min(limit, n - i) + 1):
            assert inside[i, w] == cheapest(i, i + w, rows)
    gap = min(gap, n)
    mask = (marks << 1) & ((1 << min(limit, n - gap)) - 1)  # bit 0 is the gap itself
    open_ = [i for i in range(gap, n) if not mask >> (i - gap) & 1]
    runs = [i for i in open_ if i - 1 not in open_]
    expected = sum(cheapest(i, next(j for j in range(i, n + 1) if j not in open_), rows) for i in runs)
    assert stacks.ahead(gap, np.uint64(mask), rest, inside) == expected


@given(st.integers(0, 5), st.integers(0, 31), st.integers(0, 4), st.integers(1, 3))
@settings(max_examples=60)
def test_coverage(gap: int, marks: int, offset: int, width: int) -> None:
    covered = {*range(gap), *(gap + 1 + i for i in range(5) if marks >> i & 1)}
    new = set(range(gap + offset, gap + offset + width))
    found, mask = stacks.cover(gap, np.uint64(marks << 1), gap + offset, gap + offset + width)
    if covered & new:
        assert found == -1
    else:
        covered |= new
        assert found == min(i for i in range(20) if i not in covered)
        assert {found + i for i in range(20) if int(mask) >> i & 1} == {i for i in covered if i > found}


def test_keys_of_states_tell_all_that_matters_apart() -> None:
    words = np.array([3, 1, 4, 1], np.int32)
    keys = {
        int(stacks.state_key(gap, np.uint64(2 * mask), last, words, matter))
        for gap in range(12)
        for mask in range(64)
        for last in range(12)
        for matter in range(4)
    }
    assert len(keys) == 12 * 64 * 12 * 4
    other = np.array([3, 1, 4, 2], np.int32)
    assert stacks.state_key(0, np.uint64(0), 0, words, 3) == stacks.state_key(0, np.uint64(0), 0, other, 3)
    assert stacks.state_key(0, np.uint64(0), 0, words, 4) != stacks.state_key(0, np.uint64(0), 0, other, 4)


def test_how_far_copied_n_grams_look_back() -> None:
    for weights, reach in (({}, 0), ({"copied-1": 1.0}, 0), ({"copied-2": 1.0}, 1), ({"copied-4": -1.0}, 3)):
        assert stacks.remembered(weight_vector(weights)) == reach


@given(st.lists(st.integers(-5, 5), min_size=1, max_size=10), st.integers(1, 6), st.sampled_from([FAR, -2.0]))
@settings(max_examples=40)
def test_pruning(estimates: list[int], beam: int, threshold: float) -> None:
    number = len(estimates)
    hypotheses, arcs, one = np.zeros(number, HYPOTHESIS), np.zeros(number, ARC), np.zeros(1, STACK)
    one[0]["threshold"], one[0]["top"], one[0]["size"] = threshold, number - 1, number
    for h, estimate in enumerate(estimates):
        hypotheses[h]["estimate"], hypotheses[h]["key"] = estimate, h + 1
        hypotheses[h]["below"], hypotheses[h]["arc"], arcs[h]["beside"] = h - 1, h, -1
    count = np.array([number, number, -1, -1, 0])
    stacks.prune(one[0], beam, hypotheses, arcs, count)
    order = sorted(range(number), key=lambda h: (-estimates[h], h))
    kept = [h for place, h in enumerate(order) if place < beam and (place == 0 or estimates[h] >= threshold)]
    found, h = [], one[0]["top"]
    while h >= 0:
        found.append(h)
        h = hypotheses[h]["below"]
    assert found == kept
    assert one[0]["size"] == len(kept)
    worst = estimates[kept[-1]] if len(kept) == beam else threshold
    assert one[0]["threshold"] == max(threshold, worst)
    # What was dropped may be used again, with its arcs.
    for first, link, array in ((FREE, "below", hypotheses), (FREE_ARC, "beside", arcs)):
        free, place = set(), count[first]
        while place >= 0:
            free.add(place)
            place = array[place][link]
        assert free == set(range(number)) - set(kept)
    assert all((hypotheses[h]["key"] != 0) == (h in kept) for h in range(number))


@cache
def decoder() -> Decoder:
    rng = random.Random(3)
    lines = [" ".join(rng.choices("abcd", k=rng.randint(2, 6))) for _ in range(40)]
    pairs = [(a, b) for a, b in itertools.pairwise(lines) if len(a) == len(b)]
    bitext = Bitext.of(pairs, Tokenization("whitespace"), shared=True)
    alignment = Alignment.of(" ".join(f"{i}-{i}" for i in range(len(a.split()))) for a, _ in pairs)
    lexicons = Lexicon.uniform(bitext), Lexicon.uniform(bitext.swapped())
    return Decoder(extract_phrases(bitext, alignment, *lexicons), train(bitext.target, order=3))


def test_phrases_alone() -> None:
    table, lm = decoder().table, decoder().lm
    language = LanguageArrays(lm.ids(table.target_vocabulary), lm.ids([]), *lm.tables)
    scores = options.phrase_scores(table.target_words, table.target_bounds, language)
    for number in range(0, len(scores), 5):
        words = table.target_phrase(number).split()
        # Without context: each word after those of the phrase only, never after the start of a sentence.
        expected = sum(_after(lm.ids(words[:k]), lm.ids(words[k : k + 1])[0]) for k in range(len(words)))
        assert scores[number] == pytest.approx(expected, abs=1e-4)


def _after(context: np.ndarray, word: int) -> float:
    from likewise.transduce.lm._kernels import word_score

    lm = decoder().lm
    before = context[::-1][: lm.order - 1].copy()
    return float(word_score(lm.tables.keys, lm.tables.logprob, lm.tables.backoff, before, len(before), word))


@given(st.lists(st.sampled_from("abcde"), min_size=1, max_size=6), st.integers(1, 3))
@settings(max_examples=25)
def test_options_of_spans_and_the_tree_of_their_words(words: list[str], per_span: int) -> None:
    one = decoder()
    table, weights = one.table, weight_vector({"copied-1": -0.3, "copied-2": 0.2, "phrases": 0.1})
    source, unknown = one._as_target(words)
    language = LanguageArrays(one._model_ids, one.lm.ids(unknown), *one.lm.tables)
    first, following = options.places(source, len(one._model_ids) + len(unknown))
    sentence = SourceSentence(source, np.array(table.source_ids(words), np.int32), first, following)
    found, nodes = options.collect_options(
        sentence, one._table, language, SearchSettings(weights, 5, 0, per_span, 8.0)
    )
    spelled = table.target_vocabulary + list(unknown)
    at = 0
    for begin in range(len(words)):
        for end in range(begin + 1, min(len(words), begin + table.longest) + 1):
            rows = estimates(words, begin, end, weights)[:per_span]
            for row, fixed, estimate, target in rows:
                option = found[at]
                assert (option["begin"], option["end"], option["row"]) == (begin, end, row)
                assert (option["fixed"], option["estimate"]) == pytest.approx((fixed, estimate), abs=1e-4)
                node, spelt = option["node"], []
                while node >= 0:
                    spelt.append(spelled[nodes[node]["id"]])
                    node = nodes[node]["before"]
                assert spelt[::-1] == target
                at += 1
    assert at == len(found)
    # The tree shares beginnings: no word of one place stands twice after the same node.
    begins = {}
    for option in found:
        node = option["node"]
        while node >= 0:
            begins[node] = option["begin"]
            node = nodes[node]["before"]
    assert len({(begins[k], nodes[k]["before"], nodes[k]["id"]) for k in begins}) == len(nodes)


def estimates(
    words: list[str], begin: int, end: int, weights: np.ndarray
) -> list[tuple[int, float, float, list[str]]]:
    """The options of a span, best first."""
    table, found = decoder().table, []
    number = table.find(words[begin:end])
    rows = [-1] if number is None and end == begin + 1 else []
    rows = rows if number is None else list(range(table.rows[number], table.rows[number + 1]))
    for row in rows:
        target = [words[begin]] if row < 0 else table.target_phrase(int(table.targets[row])).split()
        fixed = weights[5] * len(target) + weights[6]
        fixed += weights[8] if row < 0 else float(weights[:4] @ table.scores[row])
        ids = decoder().lm.ids(target)
        estimate = fixed + weights[4] * sum(_after(ids[:k], ids[k]) for k in range(len(ids)))
        for n in (1, 2):
            held = {tuple(words[i : i + n]) for i in range(len(words) - n + 1)}
            runs = [tuple(target[i : i + n]) in held for i in range(len(target) - n + 1)]
            estimate += weights[8 + n] * sum(runs)
        found.append((row, fixed, estimate, target))
    return sorted(found, key=lambda option: -option[2])


def test_paths_by_hand() -> None:
    """Two ways to a middle, two from there; one output comes twice and counts once, at its better score."""
    nodes = np.zeros(4, NODE)
    nodes["id"], nodes["before"] = [7, 8, 7, 9], -1
    hypotheses, arcs, steps = np.zeros(3, HYPOTHESIS), np.zeros(4, ARC), np.zeros(4, OPTION)
    steps["node"] = [0, 1, 2, 3]
    hypotheses["score"], hypotheses["arc"] = [0.0, -1.0, -2.0], [-1, 0, 2]
    # (through, before, option, beside): to the middle 7 or 8, or 7 again by the third; to the end 9.
    rows = [(-1.0, 0, 0, 1), (-1.5, 0, 1, 3), (-2.0, 1, 3, -1), (-1.2, 0, 2, -1)]
    for a, row in enumerate(rows):
        arcs[a]["through"], arcs[a]["before"], arcs[a]["option"], arcs[a]["beside"] = row
    chosen, bounds, scores = whole.best_paths(hypotheses, arcs, 2, steps, nodes, 5, 100)
    assert [chosen[a:b].tolist() for a, b in itertools.pairwise(bounds)] == [[0, 3], [1, 3]]
    assert scores.tolist() == pytest.approx([-2.0, -2.5])
    assert len(whole.best_paths(hypotheses, arcs, 2, steps, nodes, 1, 100)[2]) == 1
    assert len(whole.best_paths(hypotheses, arcs, 2, steps, nodes, 5, 1)[2]) == 0
    words, word_bounds = whole.spell(chosen, steps, nodes)
    assert (words.tolist(), word_bounds.tolist()) == ([0, 3, 1, 3], [0, 1, 2, 3, 4])


def test_keys_of_paths_are_those_of_their_words() -> None:
    nodes, steps, paths = np.zeros(3, NODE), np.zeros(2, OPTION), np.zeros(3, PATH)
    nodes["id"], nodes["before"] = [5, 6, 6], [-1, 0, -1]
    steps["node"] = [1, 2]  # "5 6" and "6"
    paths["option"], paths["after"] = [-1, 1, 0], [-1, 0, 1]
    for p in range(3):
        paths[p]["key"] = whole.tail_key(p, paths, steps, nodes)
    key = np.uint64(0)
    for word in (6, 6, 5):
        key = np.uint64(extend_hash(key, np.int32(word)))
    assert paths[2]["key"] == key
    wide = np.zeros(4, np.uint64)
    wide[:2] = [4, 9]
    assert sorted(whole.rehashed_keys(wide).tolist()) == [0] * 6 + [4, 9]
