"""Readings found by the number or the letters of a sentence, and what is wrong with them."""

from __future__ import annotations

import pytest

from likewise.deep import Analysis, Item
from likewise.errors import InputError
from likewise.negation.crawler import DeepReading, Parses, spans_of
from likewise.negation.sentence import Part, Sentence

TEXT = "He did not go ."
TREE = """(root_strict (sb-hd_mc_c 0 4 (he 0 1 ("he")) (hd-cmp_u_c 1 4 (did1_pos 1 2 ("did"))
 (aj-hd_scp_c 2 4 (not 2 3 ("not")) (go_v1 3 4 ("go."))))))"""
MRS = """[ TOP: h1 INDEX: e2 RELS: < [ pron<0:2> LBL: h3 ARG0: x4 ] [ neg<7:10> LBL: h5 ARG0: e6 ARG1: h7 ]
 [ _go_v_1<11:15> LBL: h8 ARG0: e2 ARG1: x4 ] > HCONS: < h1 qeq h5 h7 qeq h8 > ]"""


def analysis(mrs: str = MRS, tree: str = TREE, score: float | None = None) -> Analysis:
    return Analysis(TEXT, " ".join(tree.split()), mrs, score)


def sentence(text: str = TEXT, chapter: str = "text", number: str = "0") -> Sentence:
    return Sentence(tuple(text.split()), chapter=chapter, number=number)


def test_the_number_counts_if_the_words_agree_else_the_words() -> None:
    one, other = Item("a/1", TEXT, (analysis(),)), Item("a/2", "She stayed .", ())
    parses = Parses([one, other])
    assert len(parses) == 2
    assert parses.find(sentence(chapter="a", number="1")) is one
    assert parses.find(sentence(chapter="a", number="2")) is one
    assert parses.find(sentence("SHE stayed", chapter="b")) is other
    assert parses.find(sentence("They stayed .")) is None


def test_a_sentence_without_readings_says_why() -> None:
    parses = Parses([Item("1", TEXT, ()), Item("2", "No .", (analysis(mrs=""),))])
    assert parses.of(sentence()).problem == "the parser found no reading"
    assert parses.of(sentence("No .")).problem == "the reading has no MRS"
    assert "nothing in the file has its words" in parses.of(sentence("Never .")).problem


def test_broken_readings_are_left_out() -> None:
    broken = (analysis("[ TOP: h1"), analysis(tree=""), analysis(score=-3.0), analysis())
    parsed = Parses([Item("1", TEXT, broken)]).of(sentence())
    assert parsed.scores == (-3.0, -3.0)
    assert len(parsed.readings) == 2
    assert Parses([Item("1", TEXT, broken[:1])]).of(sentence()).problem.startswith("broken MRS")


def test_a_scorer_takes_the_place_of_the_files_scores() -> None:
    items = [Item("1", TEXT, (analysis(score=-3.0), analysis(score=-4.0)))]
    assert Parses(items, lambda one: 2 * (one.score or 0.0)).of(sentence()).scores == (-6.0, -8.0)


def test_marks_may_be_written_otherwise() -> None:
    reading = Parses([Item("1", TEXT, (analysis(),))]).of(sentence("“ He did not go ! ”")).readings[0]
    assert not reading.problem
    assert [reading.text[a:b] for a, b in reading.wholes] == ["", "He", "did", "not", "go", "", ""]
    assert spans_of(reading, (Part(3, "not"),)) == [(7, 10)]
    with pytest.raises(InputError, match="is not in the text"):
        DeepReading(["He", "went"], analysis().parsed_mrs, TREE, text=TEXT)


def test_characters_of_affixes() -> None:
    words = ("breathlessness", "unhappy", "hopeless")
    text = " ".join(words)
    reading = DeepReading(words, analysis().parsed_mrs, TREE, text=text)
    for token, piece, begin in ((0, "less", 6), (1, "un", 15), (2, "less", 27)):
        assert spans_of(reading, (Part(token, piece),)) == [(begin, begin + len(piece))]
