"""The views of a cue through a tree."""

from __future__ import annotations

from likewise.negation.candidates import labels_from, mask_of, suggested, units_of
from likewise.negation.cue_view import CueView, kind_of
from likewise.negation.sentence import Part, Sentence
from likewise.negation.taggers import labels_of, parts_in
from likewise.trees import flat_tree, read_tree

PIECES = ("(S(NP*)", "(VP*", "*", "(VP*", "(NP*", "*)))", "*)")
WORDS = ("He", "did", "not", "read", "the", "book", ".")
TAGS = ("PRP", "VBD", "RB", "VB", "DT", "NN", ".")


def seen(cue: tuple[Part, ...] = (Part(2, "not"),)) -> CueView:
    return CueView(Sentence(WORDS, WORDS, TAGS, PIECES), cue, read_tree(PIECES))


def test_places_are_neither_marks_nor_the_cue() -> None:
    view = seen()
    assert view.places == [0, 1, 3, 4, 5]
    units = units_of(view)
    assert [(u.label, u.meet, u.left) for u in units] == [
        ("VBD", "VP", True), ("VP", "VP", False), ("NP", "S", True),
    ]  # fmt: skip
    gold = labels_of(view, [Part(0, "He"), Part(1, "did"), Part(3, "read"), Part(4, "the"), Part(5, "book")])
    assert mask_of(gold) in suggested(view, units)
    assert labels_from(mask_of(gold), 5) == gold


def test_the_rest_of_an_affixal_cue_is_in_scope_as_a_piece() -> None:
    words = ("He", "was", ",", "too", ",", "unhappy")
    view = CueView(Sentence(words, words, ("X",) * 6), (Part(5, "un"),), flat_tree(6))
    assert (view.kind, view.affixal) == ("un-", True)
    assert parts_in(view, (1, 1, 0, 1)) == (Part(0, "He"), Part(1, "was"), Part(5, "happy"))
    assert [part.token for part in parts_in(view, (0, 1, 1, 1))] == [1, 2, 3, 4, 5]


def test_kinds_of_cues() -> None:
    assert kind_of((Part(0, "less"),), ("useless",)) == "-less"
    assert kind_of((Part(0, "By"), Part(1, "no"), Part(2, "means")), ("By", "no", "means")) == "by no means"
