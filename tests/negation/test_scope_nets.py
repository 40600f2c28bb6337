"""Nets over the encoder: what the nets see, and what they add."""

from __future__ import annotations

from likewise.negation import Part, Sentence, embedded
from likewise.negation.cue_view import view_of
from parts import needs_encoder


def text_view(words: str, cue: Part) -> object:
    tokens = tuple(words.split())
    return view_of(Sentence(tokens, tokens, ("X",) * len(tokens)), (cue,))


@needs_encoder
def test_a_net_sees_which_word_is_the_cue() -> None:
    net = embedded(True).parts.raw.scopes.nets[0]
    text = "He did not say that nobody came"
    first = net.chain(text_view(text, Part(2, "not")), [])  # type: ignore[arg-type]
    second = net.chain(text_view(text, Part(5, "nobody")), [])  # type: ignore[arg-type]
    inside = [(chain.fits[:, 1] > chain.fits[:, 0]).tolist() for chain in (first, second)]
    assert inside == [[True] * 6, [False] * 5 + [True]]


@needs_encoder
def test_readers_have_the_nets_that_are_for_them() -> None:
    both = embedded(True)
    assert both.encoded()
    assert both.parts.given is not None
    for reader, kinds in ((both.parts.raw, [False, False]), (both.parts.given, [False, False, True, True])):
        assert [bool(net.features) for net in reader.scopes.nets] == kinds
    assert not embedded(False).encoded()
    plain = embedded(False).parts.raw
    assert plain.scopes.members[0].nodes.shape == both.parts.raw.scopes.members[0].nodes.shape


@needs_encoder
def test_sentences_longer_than_the_encoder_are_answered() -> None:
    words = ("He", "did", "not", *("unwillingly",) * 300)
    found = embedded(True).resolve(Sentence(words), cues=[(Part(2, "not"),)])
    assert len(found.negations) == 1
