"""SGOLL: counts by hand, and the law that they are sums."""

from __future__ import annotations

import pytest
from hypothesis import given, settings, strategies as st

from likewise.errors import InputError
from likewise.navigate.lexicon import SGOLL, Entry, PlanLexicon
from likewise.navigate.lexicon.entries import Example, Gram, grams_of, score
from likewise.navigate.lexicon.graphs import Fragment, fragments, graph
from likewise.worlds import loads

LEFT, RIGHT = loads("Turn ( LEFT )"), loads("Turn ( RIGHT )")
SOFA = loads("Travel ( steps: 1 ) , Verify ( at: SOFA , front: WALL )")
LAMP = loads("Travel ( steps: 2 ) , Verify ( front: LAMP , left: WALL )")
EXAMPLES: list[Example] = [
    (("turn", "left"), LEFT),
    (("left",), LEFT),
    (("turn", "right"), RIGHT),
    (("to", "the", "sofa"), SOFA),
    (("to", "the", "lamp", "left"), LAMP),
    (("nothing",), ()),
    ((), LAMP),
]


def small(**changes: int) -> SGOLL:
    return SGOLL(min_support=1, threshold=0.0, **changes)


def learnt(examples: list[Example], **changes: int) -> PlanLexicon:
    return SGOLL.fit(examples, min_support=1, threshold=0.0, **changes).lexicon()


def test_score_by_hand() -> None:
    assert score(3, 4, 5, 10) == pytest.approx(3 / 4 - 2 / 6)
    assert score(2, 5, 2, 5) == pytest.approx(2 / 5)
    entry = next(e for e in learnt(EXAMPLES).entries(["left"]) if e.meaning == (("Turn", ("LEFT",)),))
    assert entry == Entry(("left",), (("Turn", ("LEFT",)),), 2 / 3 - 0 / 4, 2, 3, 2, 7)
    assert str(entry) == "left = Turn ( LEFT ) (0.667)"


def plain(examples: list[Example], longest: int = 4, most: int = 3) -> PlanLexicon:
    """The lexicon above a score of 0 by counting each pair in turn."""
    texts = [grams_of(words, longest) for words, _ in examples]
    pieces = [fragments(graph(plan), most) for _, plan in examples]
    entries: list[Entry] = []
    hints: dict[tuple[Gram, Fragment], float] = {}
    for gram in {g for text in texts for g in text}:
        for meaning in {f for found in pieces for f in found}:
            inside = [gram in text for text in texts]
            held = [meaning in found for found in pieces]
            counts = (sum(map(min, inside, held)), sum(inside), sum(held), len(examples))
            if counts[0] and score(*counts) > 0:
                entries.append(Entry(gram, meaning, score(*counts), *counts))
            if counts[0] and meaning[0][0] == "Verify" and len(meaning) == len(meaning[0][1]) == 1:
                hints[gram, meaning] = score(*counts)
    lone = {(e.gram, e.meaning[0][1][0]) for e in entries if not e.meaning[0][0]}
    kept = {k: v for k, v in hints.items() if (k[0], k[1][0][1][0].partition(": ")[2]) in lone}
    return PlanLexicon(entries, kept)


def test_as_counted_by_hand() -> None:
    assert learnt(EXAMPLES) == plain(EXAMPLES)
    assert learnt(EXAMPLES, longest=1, most_nodes=2) == plain(EXAMPLES, 1, 2)


@settings(max_examples=25, deadline=None)
@given(st.lists(st.sampled_from(EXAMPLES), max_size=12), st.randoms(use_true_random=False), st.integers(1, 4))
def test_online_batch_merged(examples: list[Example], rng: object, shards: int) -> None:
    batch = learnt(examples)
    online, merged = small(), small()
    shuffled = sorted(examples, key=lambda _: rng.random())  # type: ignore[attr-defined]
    for example in shuffled:
        online.update(example)
        online.lexicon()
    for k in range(shards):
        merged.merge(SGOLL.fit(examples[k::shards], min_support=1, threshold=0.0))
    assert online.lexicon() == merged.lexicon() == batch
    assert online.examples == merged.examples == len(examples)


def test_support_and_threshold() -> None:
    assert len(SGOLL.fit(EXAMPLES).lexicon()) == 0
    many = SGOLL.fit([(("left",), LEFT)] * 10 + [(("right",), RIGHT)] * 9).lexicon()
    assert {e.gram for e in many} == {("left",)}
    assert {e.meaning for e in many} == {(("Turn", ("LEFT",)),), (("", ("LEFT",)),)}
    assert all(e.score > 0.4 for e in many)


def test_graphs_will_do_and_a_plan_of_one_kind_counts_once() -> None:
    assert learnt([(words, graph(plan)) for words, plan in EXAMPLES]) == learnt(EXAMPLES)
    twice = learnt([(("left", "left"), LEFT + LEFT)])
    assert {(e.together, e.with_gram) for e in twice} == {(1, 1)}


def test_beam_keeps_the_best() -> None:
    whole, kept = learnt(EXAMPLES), learnt(EXAMPLES, beam=2)
    for gram in (("left",), ("turn",), ("to", "the")):
        best = [e.score for e in whole.entries(gram)][:2]
        assert [e.score for e in kept.entries(gram)] == best
    assert learnt(EXAMPLES, beam=10_000) == whole


def test_explain_and_ranking() -> None:
    lexicon = learnt(EXAMPLES)
    found = lexicon.explain("left", 50)
    assert found[0].gram == ("left",)
    assert any(len(e.gram) > 1 for e in found)
    assert [len(e.gram) > 1 for e in found] == sorted(len(e.gram) > 1 for e in found)
    assert lexicon.explain("unknown") == []
    assert list(lexicon.entries(["turn"])) == sorted(lexicon.entries(["turn"]), key=Entry.rank)
    assert lexicon.hint(("sofa",), (("Verify", ("at: SOFA",)),)) == pytest.approx(1.0)
    assert lexicon.hint(("sofa",), (("Verify", ("left: SOFA",)),)) == -1
    assert len(lexicon) == len(list(lexicon))


def test_other_settings_do_not_merge() -> None:
    with pytest.raises(InputError, match="other settings"):
        SGOLL().merge(SGOLL(longest=2))
