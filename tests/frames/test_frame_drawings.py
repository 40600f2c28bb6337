"""Frames drawn: as SVG that any reader of XML takes, and as characters; nothing is left out."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from hypothesis import given, settings, strategies as st

from likewise.frames import FramedSentence, draw_frames, frames_in_words, sketch_frames, text_flags
from likewise.frames.joined_sentences import joined_sentences, spaced_offsets
from likewise.frames.sentence_blocks import sentence_blocks
from likewise.records import Frame, Role

SVG = "{http://www.w3.org/2000/svg}"


def sentence_of(
    tokens: str, heads: tuple[int, ...], relations: str, frames: tuple[Frame, ...]
) -> FramedSentence:
    words = tuple(tokens.split())
    tags = ("X",) * len(words)
    offsets = spaced_offsets(words)
    return FramedSentence(words, offsets, tags, heads, tuple(relations.split()), frames, "en", words)


BITE = Frame((2, 3), (Role("ARG0", (0, 2)), Role("ARG1", (3, 5))))
DOG = sentence_of("The dog bit the <man>", (1, 2, -1, 4, 2), "det nsubj root det obj", (BITE,))
RAN = sentence_of("He ran", (1, -1), "nsubj root", (Frame((1, 2), (Role("ARG0", (0, 1)),)),))


def test_svg_has_words_arcs_and_bands() -> None:
    drawing = draw_frames(DOG)
    assert drawing == draw_frames(DOG)
    root = ElementTree.fromstring(drawing)
    written = [node.text for node in root.iter(f"{SVG}text")]
    for said in (*DOG.tokens, "nsubj", "obj", "ARG0", "ARG1"):
        assert said in written
    bands = [node for node in root.iter(f"{SVG}rect") if node.find(f"{SVG}title") is not None]
    assert len(bands) == 3  # the predicate and two roles
    assert root.findtext(f"{SVG}title") == "Frames of: The dog bit the <man>"
    assert root.findtext(f"{SVG}desc") == "bit: ARG0 The dog, ARG1 the <man>."
    assert 'role="img"' in drawing
    assert " id=" not in drawing


def test_several_texts_stand_below_each_other() -> None:
    one, both = (ElementTree.fromstring(draw_frames(*some)) for some in ([DOG], [DOG, RAN]))
    assert float(one.attrib["height"]) < float(both.attrib["height"])
    assert "No data" in draw_frames(joined_sentences([], "en"))
    assert frames_in_words(joined_sentences([], "en")) == "No frames."


def test_a_text_falls_into_its_sentences() -> None:
    both = joined_sentences([DOG, RAN], "en")
    assert sentence_blocks(both) == [(0, 5), (5, 7)]
    bare = FramedSentence(both.tokens, both.offsets, both.tags, (-1,) * 7, both.relations, both.frames)
    assert sentence_blocks(bare) == [(0, 7)]
    assert sketch_frames(both) == f"{sketch_frames(DOG)}\n\n{sketch_frames(RAN)}"


def test_a_sketch_by_hand() -> None:
    assert sketch_frames(DOG).splitlines() == [
        " ┌─▶ The   X det    ┌ ARG0",
        "┌┴─▶ dog   X nsubj  └",
        "├─── bit   X root   ● bit",
        "│┌─▶ the   X det    ┌ ARG1",
        "└┴─▶ <man> X obj    └",
    ]
    bare = FramedSentence(("去", "a"), (), ("_", "_"), (-1, -1), ("_", "_"), (Frame((0, 1)),))
    assert sketch_frames(bare).splitlines() == ["去", "a"]


def test_frames_that_do_not_fit_stand_below() -> None:
    wide = sketch_frames(FramedSentence(*DOG_TWICE), width=30)
    assert max(map(len, wide.splitlines())) <= 30
    assert wide.count("● bit") == 2
    assert wide.count("bit  ") >= 2


DOG_TWICE = (DOG.tokens, DOG.offsets, DOG.tags, DOG.heads, DOG.relations, (BITE, BITE))


@settings(max_examples=50, deadline=None)
@given(st.lists(st.integers(-1, 11), min_size=1, max_size=12), st.text(max_size=4))
def test_any_tree_is_drawn(heads: list[int], word: str) -> None:
    """Each word has its arrow, whatever the arcs cross."""
    size = len(heads)
    # A head is an earlier word or the root, so that all are trees.
    above = tuple(-1 if head < 0 or head >= k else head for k, head in enumerate(heads))
    words = tuple(f"{word}{k}" for k in range(size))
    relations = tuple("root" if head < 0 else "dep" for head in above)
    one = FramedSentence(words, spaced_offsets(words), ("X",) * size, above, relations, ())
    assert sketch_frames(one).count("▶") - "".join(words).count("▶") == sum(head >= 0 for head in above)
    root = ElementTree.fromstring(draw_frames(one))
    arrows = [node for node in root.iter(f"{SVG}path") if re.search("h7z$", node.attrib["d"])]
    assert len(arrows) == sum(head >= 0 for head in above)


def test_flags() -> None:
    nothing = joined_sentences([], "en")
    assert text_flags("", nothing) == ["empty"]
    assert text_flags("The dog bit the man", DOG) == []
    assert text_flags("собака", FramedSentence(("собака",), (), ("X",), (-1,), ("root",), ())) == [
        "other script",
        "no predicate",
    ]
    assert text_flags("12 + 3", FramedSentence(("12", "+", "3"), (), (), (), (), ())) == ["no predicate"]
