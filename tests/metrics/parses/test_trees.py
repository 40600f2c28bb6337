"""Metrics of trees, worked by hand and held against plain definitions."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings, strategies as st

from likewise.io.brackets import loads_brackets
from likewise.metrics.parses import FORMATS, METRICS, Parse, score_parse
from likewise.metrics.parses.leaves import similarity
from likewise.records import Tree

LOW = (
    "(S (NP (DT the) (NN dog)) (VP (VBD saw) (NP (NP (DT a) (NN man)) (PP (IN with) (NP (DT a) (NN hat))))))"
)
FLAT = "(S (NP (DT the) (NN dog)) (VP (VBD saw) (NP (DT a) (NN man)) (PP (IN with) (NP (DT a) (NN hat)))))"
HIGH = (
    "(S (NP (DT the) (NN dog)) (VP (VP (VBD saw) (NP (DT a) (NN man))) (PP (IN with) (NP (DT a) (NN hat)))))"
)


def scores(gold: str, found: str, *, punctuation: bool = True) -> dict[str, float]:
    one, other = (Parse(loads_brackets(text), punctuation=punctuation) for text in (gold, found))
    return score_parse(one, [other], FORMATS["ptb"])


def test_eight_metrics_of_an_attachment_too_high() -> None:
    # 7 brackets each, 6 in common; (VP saw a man) crosses (NP a man with a hat). Paths: the, dog the same;
    # saw 3 of 3 and 4 labels in common; a, man 4 of 5 and 5; with 4 of 5 and 4; a, hat 5 of 6 and 5.
    paths = (2 + 6 / 7 + 2 * 8 / 10 + 8 / 9 + 2 * 10 / 11) / 8
    assert scores(LOW, HIGH) == pytest.approx(
        {
            "ETM": 0,
            "AXB": -1,
            "ZXB": 0,
            "LP": 600 / 7,
            "UP": 600 / 7,
            "LA": 100 * paths,
            "POS": 100,
            "NCM": 100,
        }
    )


def test_a_phrase_less_crosses_nothing() -> None:
    found = scores(LOW, FLAT)
    assert found["LP"] == pytest.approx(100 * 2 * 6 / (7 + 6))
    assert (found["AXB"], found["ZXB"], found["NCM"], found["ETM"]) == (0, 100, 0, 0)


def test_labels_alone_differ() -> None:
    found = scores("(S (NP (NN dogs)) (VP (VBP bark)))", "(S (NP (NN dogs)) (ADJP (JJ bark)))")
    # S and NP of three brackets each; bark: S alone in common of three labels each.
    assert (found["LP"], found["UP"]) == (pytest.approx(200 / 3), 100)
    assert (found["POS"], found["LA"]) == (50, pytest.approx(100 * (1 + 2 / 6) / 2))


def test_a_chain_over_the_same_words_counts_once_without_labels() -> None:
    found = scores("(S (VP (VB go)))", "(VP (VB go))")
    assert (found["LP"], found["UP"]) == (pytest.approx(200 / 3), 100)


def test_wrappers_and_parts_of_speech_are_no_brackets() -> None:
    assert scores("(TOP (NN dog))", "(NN dog)") == {**dict.fromkeys(FORMATS["ptb"], 100.0), "AXB": 0.0}
    assert scores("(TOP (NN dogs) (VB bark))", "(TOP (NN dogs) (NN bark))")["LP"] == 100


def test_tokens_are_compared_on_characters() -> None:
    gold = "(S (NP (PRP I)) (VP (MD can) (RB not) (VB go)) (-LRB- -LRB-))"
    found = scores(gold, "(S (NP (PRP I)) (VP (MD cannot) (VB go)) (-LRB- \\())".replace("\\(", "["))
    assert (found["LP"], found["UP"], found["AXB"]) == (100, 100, 0)
    # can and not have no word over their characters; I, go and the bracket do.
    assert found["POS"] == pytest.approx(300 / 5)
    assert found["ETM"] == 0


def test_punctuation_can_be_left_out() -> None:
    gold, found = (
        "(S (NP (NN dogs) (, ,)) (VP (VB bark) (. .)))",
        "(S (NP (NN dogs)) (, ,) (VP (VB bark)) (. .))",
    )
    assert scores(gold, found)["LP"] < 100
    assert scores(gold, found, punctuation=False)["ETM"] == 100
    joined = "(S (NP (NN dogs,)) (VP (VB bark.)))"
    assert scores(gold, joined, punctuation=False)["ETM"] == 100


def test_other_words_are_no_exact_match() -> None:
    assert scores("(NN dog)", "(NN cat)")["ETM"] == 0


def leaf(entry: str, form: str) -> Tree:
    return Tree(entry, form=form, entry=entry)


def test_lexemes_and_parts_of_speech_of_derivations() -> None:
    verb = Tree("hd-cmp_u_c", (leaf("see_v1", "saw"), leaf("saw_n1", "saws")), head=0)
    noun = Tree("n-hdn_cpd_c", (leaf("saw_n1", "saw"), leaf("saw_n2", "saws")), head=1)
    found = score_parse(Parse(verb), [Parse(noun)], FORMATS["derivation"])
    assert (found["LNM"], found["POS"], found["LP"], found["UP"], found["LA"]) == (0, 50, 0, 100, 0)
    assert set(METRICS) - set(found) == {"EMM", "LED", "UED"}


@pytest.mark.parametrize(
    ("label", "entry", "pos"),
    [
        ("dog_n1", "dog_n1", "n"),
        ("the_1", "the_1", "the_1"),
        ("d_-_the_le", "the_1", "d"),
        ("x", "generic_proper_ne", "n"),
    ],
)
def test_part_of_speech_of_an_entry(label: str, entry: str, pos: str) -> None:
    (word,) = Parse(Tree(label, form="w", entry=entry)).words.values()
    assert word.pos == pos


def test_rules_that_attach_punctuation_do_not_count_without_it() -> None:
    new = Tree(
        "hd-pct_c", (Tree("n_sg_ilr", (leaf("dog_n1", "dog"),), head=0), leaf("period_pct", ".")), head=0
    )
    old = Tree("w_period_plr", (Tree("n_sg_ilr", (leaf("dog_n1", "dog."),), head=0),), head=0)
    one, other = (Parse(tree, punctuation=False) for tree in (new, old))
    assert set(score_parse(one, [other], FORMATS["derivation"]).values()) == {0, 100}
    assert score_parse(one, [other], ["ETM", "AXB"]) == {"ETM": 100, "AXB": 0}


LABELS = st.sampled_from("ABC")
TREES = st.recursive(
    st.builds(lambda label: Tree(label, form="w"), LABELS),
    lambda inner: st.builds(
        lambda label, ds: Tree(label, tuple(ds)), LABELS, st.lists(inner, min_size=1, max_size=3)
    ),
    max_leaves=7,
)


def covered(tree: Tree, first: int = 0) -> list[tuple[str, frozenset[int]]]:
    """Each phrase with the numbers of its leaves."""
    if not tree.daughters:
        return []
    found, place = [], first
    for daughter in tree.daughters:
        found += covered(daughter, place)
        place += len(daughter.leaves())
    return [(tree.label, frozenset(range(first, place))), *found]


@settings(max_examples=60)
@given(TREES, TREES)
def test_brackets_are_sets_of_words(gold: Tree, found: Tree) -> None:
    mine = score_parse(Parse(gold), [Parse(found)], FORMATS["ptb"])
    one, other = covered(gold), covered(found)
    crossed = [b for _, b in other if any(b & a and b - a and a - b for _, a in one)]
    assert mine["AXB"] == -len(crossed)
    assert mine["ZXB"] == (0 if crossed else 100)
    both, total = len({*one} & {*other}), len({*one}) + len({*other})
    assert mine["LP"] == pytest.approx(200 * both / total if total else 100)
    assert mine["ETM"] == (100 if gold == found else 0)
    assert all(0 <= value <= 100 for name, value in mine.items() if name != "AXB")
    # Nothing but LA, POS and AXB tells gold and found apart.
    back = score_parse(Parse(found), [Parse(gold)], FORMATS["ptb"])
    assert [mine[n] for n in ("ETM", "LP", "UP", "NCM", "ZXB")] == [
        back[n] for n in ("ETM", "LP", "UP", "NCM", "ZXB")
    ]


def edit_distance(one: str, other: str) -> int:
    """Deletion and insertion cost 1, substitution 2."""

    @cache
    def cost(i: int, j: int) -> int:
        if i == 0 or j == 0:
            return i + j
        swap = 0 if one[i - 1] == other[j - 1] else 2
        return min(cost(i - 1, j) + 1, cost(i, j - 1) + 1, cost(i - 1, j - 1) + swap)

    return cost(len(one), len(other))


@settings(max_examples=60)
@given(st.text("ab", min_size=1, max_size=6), st.text("abc", min_size=1, max_size=6))
def test_similarity_of_paths(one: str, other: str) -> None:
    expected = 1 - edit_distance(one, other) / (len(one) + len(other))
    assert similarity(tuple(one), tuple(other)) == pytest.approx(expected)
