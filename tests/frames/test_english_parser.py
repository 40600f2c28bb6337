"""The English parser: sentences that every model must read, laws of what it gives, texts of all kinds."""

from __future__ import annotations

import pytest
from hypothesis import given, settings, strategies as st

from likewise.errors import InputError
from likewise.frames import FramedSentence, FrameParser, frame_parser
from parts import require_encoder

MODELS = ("encoder", "small")


@pytest.fixture(params=MODELS, scope="module")
def parser(request: pytest.FixtureRequest) -> FrameParser:
    if request.param == "encoder":
        require_encoder()
    return frame_parser("en", request.param)


def roles_of(sentence: FramedSentence, predicate: str) -> dict[str, str]:
    frame = next(f for f in sentence.frames if sentence.tokens[f.predicate[0]] == predicate)
    return {role.label: " ".join(sentence.tokens[slice(*role.span)]) for role in frame.roles}


def check(sentence: FramedSentence, text: str | None = None) -> None:
    """Everything is as long as the words, everything lies within, all heads lead to a root."""
    size = len(sentence.tokens)
    columns = (sentence.offsets, sentence.tags, sentence.heads, sentence.relations, sentence.lemmas)
    assert {len(column) for column in columns} == {size}
    for word in range(size):
        steps, at = 0, word
        while at >= 0:
            at, steps = sentence.heads[at], steps + 1
            assert steps <= size
        assert (sentence.heads[word] < 0) == (sentence.relations[word] == "root")
    for frame in sentence.frames:
        start, end = frame.predicate
        assert 0 <= start < end <= size
        taken = [word for role in frame.roles for word in range(*role.span)]
        assert len(taken) == len(set(taken))
        assert all(0 <= role.span[0] < role.span[1] <= size for role in frame.roles)
        assert not set(taken) & set(range(start, end))
    if text is not None:
        ends = [0, *(end for _, end in sentence.offsets)]
        assert all(before <= start for before, (start, _) in zip(ends, sentence.offsets, strict=False))
        assert ends[-1] <= len(text)


def test_who_bit_whom(parser: FrameParser) -> None:
    one, other, passive = parser.parse(
        ["The dog bit the man yesterday.", "the man bit the dog", "THE MAN WAS BITTEN BY THE DOG"]
    )
    assert roles_of(one, "bit") == {"ARG0": "The dog", "ARG1": "the man", "ARGM-TMP": "yesterday"}
    assert roles_of(other, "bit") == {"ARG0": "the man", "ARG1": "the dog"}
    assert roles_of(passive, "BITTEN") == {"ARG1": "THE MAN", "ARG0": "BY THE DOG"}
    assert one.tags[:3] == ("DET", "NOUN", "VERB")
    assert one.heads[:5] == (1, 2, -1, 4, 2)
    assert one.relations[:5] == ("det", "nsubj", "root", "det", "obj")
    assert one.lemmas[2] == "bite"


def test_negation_modal_and_clause(parser: FrameParser) -> None:
    (sentence,) = parser.parse(["She said he might not sell the house."])
    assert roles_of(sentence, "said") == {"ARG0": "She", "ARG1": "he might not sell the house"}
    assert roles_of(sentence, "sell") == {
        "ARG0": "he", "ARGM-MOD": "might", "ARGM-NEG": "not", "ARG1": "the house",
    }  # fmt: skip


def test_escaped_and_tokenised_text_is_read_like_plain_text(parser: FrameParser) -> None:
    plain, moses = parser.parse(
        ["\"I don't like John's car.\"", "&quot; I don &apos;t like John &apos;s car . &quot;"]
    )
    assert plain.tokens == moses.tokens
    assert (plain.tags, plain.heads, plain.frames) == (moses.tags, moses.heads, moses.frames)


def test_a_text_of_several_sentences_has_several_roots(parser: FrameParser) -> None:
    both = ["They left early.", "Nobody saw them."]
    text = " ".join(both)
    (whole,) = parser.parse([text])
    one, other = parser.parse(both)
    check(whole, text)
    assert whole.tokens == one.tokens + other.tokens
    assert sum(head < 0 for head in whole.heads) == 2
    assert whole.heads[len(one) :] == tuple(h if h < 0 else h + len(one) for h in other.heads)
    assert [text[a:b] for a, b in whole.offsets] == list(whole.tokens)
    assert {f.predicate[0] for f in whole.frames} == {1, 5}


TEXTS = [
    "", "   ", ".", "Yes", "lol :-) #fail @you http://x.org", "今日は良い天気です。", "🙂🙂", "." * 3000,
    "Supercalifragilistic" * 30, "A, " * 150 + "and he left.", "No verb here, just a title", "x\n\ny",
]  # fmt: skip


def test_texts_of_all_kinds(parser: FrameParser) -> None:
    read = parser.parse(TEXTS)
    for text, sentence in zip(TEXTS, read, strict=True):
        check(sentence, text)
        assert bool(sentence.tokens) == bool(text.strip())
    assert len(read[9].tokens) >= 300
    assert parser.parse([]) == []


def test_alone_or_among_others(parser: FrameParser) -> None:
    texts = [
        "He sees her.",
        "A much longer sentence about nothing stood beside it for a while, they said.",
        "Go!",
    ]
    assert parser.parse(texts) == [parser.parse([text])[0] for text in texts]


@settings(max_examples=15, deadline=None)
@given(
    st.lists(
        st.lists(st.sampled_from(["the", "dog", "saw", "to", "not", ",", "&quot;", "é"]), max_size=6),
        max_size=4,
    )
)
def test_words_that_are_told_apart_stay_so(parser: FrameParser, sentences: list[list[str]]) -> None:
    for words, sentence in zip(sentences, parser.parse_tokens(sentences), strict=True):
        assert sentence.tokens == tuple(words)
        assert [" ".join(words)[a:b] for a, b in sentence.offsets] == words
        assert sum(head < 0 for head in sentence.heads) == bool(words)
        check(sentence)


def test_languages_and_models_that_there_are_not() -> None:
    with pytest.raises(InputError, match="frames are read in"):
        frame_parser("fr")
    with pytest.raises(InputError, match="expected one of"):
        frame_parser("en", "huge")


def test_loaded_once_and_signed(parser: FrameParser) -> None:
    model = parser.signature.split("-")[1]
    assert frame_parser("en", model) is parser
    assert parser.signature.startswith("frames:en-")
