"""Penn brackets: what is read, what falls away, what is refused and in which words."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from likewise.errors import InputError
from likewise.io.brackets import dumps_brackets, loads_brackets, read_brackets
from likewise.records import Tree

DOG = Tree("S", (Tree("NP", (Tree("DT", form="the"), Tree("NN", form="dog"))), Tree("VBZ", form="barks")))
LINE = "(S (NP (DT the) (NN dog)) (VBZ barks))"


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "trees.mrg"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("around", ["( {})", "(TOP {})", "(ROOT {})", "(S1 {})", "(TOP (S1 {}))", " {} "])
def test_a_wrapper_is_taken_off(around: str) -> None:
    assert loads_brackets(around.format(LINE)) == DOG


def test_a_wrapper_over_two_phrases_has_no_label() -> None:
    tree = loads_brackets("(TOP (NP (NN dog)) (. .))")
    assert (tree.label, [d.label for d in tree.daughters]) == ("", ["NP", "."])


def test_function_tags_and_traces_fall_away() -> None:
    text = "(S (NP-SBJ-1 (DT the) (NN dog)) (VP=2 (-NONE- *)) (VBZ barks) (-LRB- -LRB-))"
    tree = loads_brackets(text)
    assert dumps_brackets(tree) == "(S (NP (DT the) (NN dog)) (VBZ barks) (-LRB- -LRB-))"
    kept = loads_brackets(text, functions=True)
    assert [d.label for d in kept.daughters] == ["NP-SBJ-1", "VBZ", "-LRB-"]


def test_words_without_a_part_of_speech() -> None:
    assert loads_brackets("(NP the dog)") == Tree("NP", (Tree("", form="the"), Tree("", form="dog")))


def test_one_a_line_with_missing_parses(tmp_path: Path) -> None:
    assert read_brackets(written(tmp_path, f"{LINE}\n\n()\n(TOP)\n{LINE}\n")) == [
        DOG,
        None,
        Tree(""),
        Tree(""),
        DOG,
    ]


def test_over_many_lines_blank_lines_only_separate(tmp_path: Path) -> None:
    spread = LINE.replace(" (V", "\n\n   (V")
    assert read_brackets(written(tmp_path, f"{spread}\n\n{LINE} {LINE}\n\n")) == [DOG, DOG, DOG]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "trees.mrg: holds no tree, expected brackets such as (S (NP (PRP It)) ..)"),
        (f"{LINE}\n(S (NP\n", "trees.mrg:2: a bracket is opened here and never closed"),
        (f"{LINE}\n{LINE})", "trees.mrg:2: a closing bracket too many"),
        ("dog", "trees.mrg:1: dog: a word outside brackets"),
    ],
)
def test_refused(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        read_brackets(written(tmp_path, text))
    assert str(caught.value).endswith(said)


def test_two_trees_are_not_one() -> None:
    with pytest.raises(InputError, match="expected one tree, found 2"):
        loads_brackets(LINE + LINE)


NAMES = st.sampled_from(["S", "NP", "VP", "X"])
TREES = st.recursive(
    st.builds(lambda label, form: Tree(label, form=form), NAMES, st.sampled_from(["a", "b", "don't", "1/2"])),
    lambda inner: st.builds(
        lambda label, ds: Tree(label, tuple(ds)), NAMES, st.lists(inner, min_size=1, max_size=3)
    ),
    max_leaves=8,
)


@given(TREES)
def test_read_back_what_was_written(tree: Tree) -> None:
    assert loads_brackets(dumps_brackets(tree)) == tree


def test_deep_trees_need_no_recursion() -> None:
    tree = loads_brackets("(X " * 5000 + "word" + ")" * 5000)
    assert len(list(tree.walk())) == 5000
    assert dumps_brackets(tree).count("(") == 5000
