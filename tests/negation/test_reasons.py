"""Reasons of the taggers are phrases that people can read."""

from __future__ import annotations

import re

import pytest

from likewise.negation import Sentence, embedded
from likewise.negation.cue_view import CueView, scope_features, view_of
from likewise.negation.reasons import _FAMILIES, _Word
from likewise.negation.samples import embedded_sentences
from likewise.negation.sentence import Part

RAW = re.compile(r"[<>^=@|]|\b(?:True|False)\b|\b[lrc] ?\d|\b[lrc] [A-Z]|  | $")
"""What raw features look like: their signs, truth values, `l0`, `l NP`, and gaps."""
LETTERS = {name for name in _FAMILIES if len(name) > 1} - {
    "path", "up", "first", "side", "start", "starts", "change", "branch", "clauses", "joins", "quotes",
    "verbs", "marks", "down", "home", "same", "meet", "depth",
}  # fmt: skip
"""Names of families that are no words of English."""


def plain(phrase: str) -> bool:
    said = re.sub(r"'[^']*'|\"[^\"]*\"", "'word'", phrase)
    return not RAW.search(said) and not LETTERS & set(re.findall(r"[\w+-]+", said))


def read_view() -> CueView:
    words = ("She", "said", ",", "and", "we", "knew", ",", "that", "he", "did", "not", "really", "go", ".")
    tags = ("PRP", "VBD", ",", "CC", "PRP", "VBD", ",", "IN", "PRP", "VBD", "RB", "RB", "VB", ".")
    syntax = ("(S(NP*)", "(VP*", "(PRN*", "*", "(S(NP*)", "(VP*))", "*)", "(SBAR*", "(S(NP*)", "(VP*", "*",
              "(ADVP*)", "(VP*)))))", "*)")  # fmt: skip
    sentence = Sentence(words, tuple(word.lower() for word in words), tags, syntax)
    return view_of(sentence, (Part(10, "not"),))


def test_every_family_has_a_phrase_and_no_other() -> None:
    seen = {name.lstrip("@").partition("=")[0] for row in scope_features(read_view()) for name in row}
    assert seen == set(_FAMILIES)


def test_every_feature_is_said_plainly() -> None:
    seen = read_view()
    for order, (token, row) in enumerate(zip(seen.places, scope_features(seen), strict=True)):
        word = _Word(seen, token, first=order == 0)
        for name in row:
            assert plain(word.said(name)), (name, word.said(name))


@pytest.mark.parametrize(
    ("token", "feature", "phrase"),
    [
        (8, "d=", "two words left of the cue"),
        (0, "d=", "9 to 12 words left of the cue"),
        (12, "dk=", "two words right of 'not'"),
        (12, "mjv=", "no comma or dash, no conjunction and no verb from the cue up to it"),
        (8, "verbs=", "one verb from it up to the cue"),
        (8, "branch=", "in an NP left of the VP with the cue, under S"),
        (9, "branch=", "a verb in the past tense left of the cue, under VP"),
        (12, "@changek=", "in another branch than the word before it, which is 'really'"),
        (0, "clauses=", "outside the two innermost clauses of the cue"),
        (5, "clauses=", "outside the two innermost clauses of the cue and in a clause without the cue"),
        (8, "@cj=", "in the cue's own clause, with no mark or conjunction between its branch and the cue's"),
        (0, "@w-1=", "it begins the sentence"),
        (12, "k=", "the innermost phrase around the cue is the smallest that holds it too"),
    ],
)
def test_phrases_by_hand(token: int, feature: str, phrase: str) -> None:
    seen = read_view()
    order = seen.places.index(token)
    (name,) = [name for name in scope_features(seen)[order] if name.startswith(feature)]
    assert _Word(seen, token, first=order == 0).said(name) == phrase


def test_no_reason_of_the_embedded_sentences_holds_a_raw_feature() -> None:
    resolver = embedded(False)
    count = 0
    for sentence in embedded_sentences():
        for method in ("tagger", "best"):
            cues = [one.cue for one in sentence.negations]
            for found in resolver.resolve(sentence, cues=cues, method=method).resolved:
                assert all(map(plain, found.reasons)), found.reasons
                count += sum(reason.startswith("tagger: ") for reason in found.reasons)
    assert count > 100


def test_blanks_in_words_and_braces_in_labels_do_no_harm() -> None:
    syntax = ("(S(N P*)", "(VP*", "*", "({NP}*))", "*)")
    sentence = Sentence(
        ("He is", "did", "not", "a b", "."), ("",) * 5, ("X", "VBD", "RB", "N N", "."), syntax
    )
    seen = view_of(sentence, (Part(2, "not"),))
    for token, row in zip(seen.places, scope_features(seen), strict=True):
        assert all(isinstance(_Word(seen, token, first=False).said(name), str) for name in row)
