"""Derivations as trees: both written forms, heads, and where words stand in the sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from likewise.deep.derivations import full_form, read_derivation
from likewise.deep.heads import guess_head, head_of, load_heads
from likewise.deep.syntax_trees import derivation_tree
from likewise.deep.word_spans import spans_of_words
from likewise.errors import InputError

SHORT = (
    '(root_strict (sb-hd_mc_c 0 3 (sp-hd_n_c 0 2 (the_1 0 1 ("the")) (n_sg_ilr 1 2 (dog_n1 1 2 ("dog")))) '
    '(v_3s-fin_olr 2 3 (bark_v1 2 3 ("barks.")))))'
)
FULL = (
    '(root_strict (9 sb-hd_mc_c 1.5 0 3 (3 sp-hd_n_c 0.5 0 2 (1 the_1 0 0 1 ("the" 5 "token [ +FROM 0 ]")) '
    '(2 n_sg_ilr 0 1 2 (7 dog_n1 0 1 2 ("dog")))) (4 v_3s-fin_olr 0 2 3 (8 bark_v1 0 2 3 ("barks.")))))'
)


def test_the_tree_of_a_derivation() -> None:
    tree = derivation_tree(SHORT, text="The dog barks.")
    assert tree.label == "sb-hd_mc_c"
    assert (tree.span, tree.head) == ((0, 14), 1)
    subject, verb = tree.daughters
    assert (subject.label, subject.span, subject.head) == ("sp-hd_n_c", (0, 7), 1)
    assert [leaf.form for leaf in tree.leaves()] == ["the", "dog", "barks."]
    assert [leaf.entry for leaf in tree.leaves()] == ["the_1", "dog_n1", "bark_v1"]
    assert [leaf.span for leaf in tree.leaves()] == [(0, 3), (4, 7), (8, 14)]
    assert verb.daughters[0].label == "bark_v1"


def test_the_full_form_gives_the_same_tree() -> None:
    assert derivation_tree(FULL, text="The dog barks.") == derivation_tree(SHORT, text="The dog barks.")
    assert full_form(FULL) == FULL
    assert read_derivation(SHORT).is_root()


def test_the_root_condition_is_kept_on_request() -> None:
    tree = derivation_tree(SHORT, root=True)
    assert (tree.label, tree.daughters[0]) == ("root_strict", derivation_tree(SHORT))


def test_without_a_text_the_words_are_joined_by_blanks() -> None:
    assert [leaf.span for leaf in derivation_tree(SHORT).leaves()] == [(0, 3), (4, 7), (8, 14)]


@pytest.mark.parametrize("broken", ["", "(root", "nothing", "(root_strict (a 0 1", "(root_strict)"])
def test_broken_derivations_are_refused(broken: str) -> None:
    with pytest.raises(InputError, match="broken derivation") as caught:
        derivation_tree(broken)
    assert "\n" not in str(caught.value)


def test_a_form_that_looks_like_a_node_is_left_alone() -> None:
    tree = derivation_tree('(root_strict (x_c 0 1 (a_n1 0 1 ("(a 0 1 (b"))))')
    assert tree.leaves()[0].form == "(a 0 1 (b"


def test_a_long_chain_needs_no_deep_recursion() -> None:
    chain = "(hd_optcmp_c 0 1 " * 3000 + '(dog_n1 0 1 ("dog"))' + ")" * 3000
    assert sum(1 for _ in derivation_tree(f"(root_strict {chain})").walk()) == 3001


@pytest.mark.parametrize(
    ("forms", "text", "found"),
    [
        (["see", "algorism)."], "(See ⌊>algorism>⌋).", ["See", "algorism>⌋)."]),
        (["the", "“", "shotgun", "”", "dna"], 'The "shotgun" DNA', ["The", '"', "shotgun", '"', "DNA"]),
        (["networks", "were"], "⌊>network>⌋s were", ["network>⌋s", "were"]),
        (["<math/>", "is", "fixed"], "⌊×\\mathcal{D}×⌋ is fixed", ["", "is", "fixed"]),
        (["in front of", "it"], "in front of it", ["in front of", "it"]),
        (["colour", "it"], "color it", ["color", "it"]),
        (["gone", "."], "", ["", ""]),
    ],
)
def test_words_are_found_in_the_text(forms: list[str], text: str, found: list[str]) -> None:
    shown = [text[start:end] for start, end in spans_of_words(forms, text)]
    if text == "color it":
        # A rewritten word takes as many letters as it has; the next one is put where the text ends.
        assert len(shown) == 2
        assert shown[0].startswith("color")
    else:
        assert shown == found


@pytest.mark.parametrize(
    ("rule", "head"),
    [("hd-cmp_u_c", 0), ("sb-hd_mc_c", 1), ("aj-hdn_norm_c", 1), ("np-np_crd-t_c", 1), ("mrk-nh_n_c", 0)],
)
def test_heads_by_name(rule: str, head: int) -> None:
    assert guess_head(rule, 2) == head
    assert guess_head(rule, 1) == 0


def test_heads_by_file(tmp_path: Path) -> None:
    path = tmp_path / "rules.hds"
    path.write_text("; a comment\nhd-cmp_u_c 2 1\n\nx_c 3 2\n")
    heads = load_heads(path)
    assert heads == {"hd-cmp_u_c": 1, "x_c": 2}
    assert head_of("hd-cmp_u_c", 2, heads) == 1
    assert head_of("sb-hd_mc_c", 2, heads) == 1
    assert head_of("x_c", 2, heads) == 0
    path.write_text("x_c 2 2\n")
    with pytest.raises(InputError, match=r"rules.hds:1: head daughter 2 of 2"):
        load_heads(path)
    path.write_text("x_c two 0\n")
    with pytest.raises(InputError, match="expected: rule, number of daughters"):
        load_heads(path)
