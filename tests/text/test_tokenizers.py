"""Tokenisers: equal to sacrebleu's own classes, word for word, along both roads to words."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from importlib import import_module
from itertools import pairwise

import pytest
from hypothesis import example, given, settings, strategies as st

from likewise.errors import InputError, MissingPartError
from likewise.installation import install_line
from likewise.text import TOKENIZERS, Tokenization, tokenize, words_of
from likewise.text.tokenizers import get_tokenizer

CLASSES = {
    "13a": ("13a", "Tokenizer13a"),
    "intl": ("intl", "TokenizerV14International"),
    "zh": ("zh", "TokenizerZh"),
    "char": ("char", "TokenizerChar"),
    "ja-mecab": ("ja_mecab", "TokenizerJaMecab"),
}

PIECES = [
    "&quot;", "&amp;", "&lt;", "&gt;", "&", "<skipped>", "<", "-\n", "\n", "\r", "\r\n", "\t", " ", "  ",
    "\u00a0", "\u2028", "\u3000", "\x1c", "\x1f", "\x85", "\0", "1.5", "1,000", "3-4", "-3", ".5", "5.", "5,",
    ".", ",", "..", "...", ",.", ".,", "1", "٣", "²", "Ⅷ", "-", "--", "'", "don't", "word", "Word", "HOT",
    "İ", "ß", "é", "e\u0301", "ﬁ", "猫", "「猫」", "，", "カタカナ", "ひらがな", "한국", "👩‍👧", "_", "a_b",
    "~", "{}", "[x]", "^", "`", '"', "!?", "#", "$1.00", "(a)", "*", "+", ":", ";", "@", "/", "\\", "|",
]  # fmt: skip
texts = st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=6)), max_size=12).map("".join)
# Almost only what 13a treats by its neighbours, so that the short alphabet meets itself often.
crowded = st.text(st.sampled_from("0.,-! a\t"), max_size=24)
many = st.lists(st.one_of(texts, crowded), max_size=6)


@cache
def oracle(name: str) -> Callable[[str], str]:
    module, kind = CLASSES[name]
    found = getattr(import_module(f"sacrebleu.tokenizers.tokenizer_{module}"), kind)
    try:
        return found()
    except RuntimeError:
        pytest.skip("MeCab is missing; install it with: pip install 'likewise[ja]'")


def as_sacrebleu(name: str, text: str, lowercase: bool) -> list[str]:
    """What sacrebleu's BLEU does to a line before it counts: lower, strip the right end, tokenise, split."""
    line = text.lower() if lowercase else text
    return oracle(name)(line.rstrip()).split()


def both_ways(batch: list[str], tokenization: Tokenization) -> tuple[list[list[str]], list[list[str]]]:
    words = words_of(batch, tokenization)
    vocabulary = words.vocabulary
    ends = words.bounds.tolist()
    ids = words.ids.tolist()
    kernel = [[vocabulary[i] for i in ids[a:b]] for a, b in pairwise(ends)]
    return [tokenization.words(text) for text in batch], kernel


@pytest.mark.parametrize("lowercase", [False, True])
@pytest.mark.parametrize("name", ["13a", "intl", "zh", "char"])
@given(batch=many)
@example(
    batch=["&quot;A&quot; <skipped> costs 1,000.50-ish.", "no digits, at all... -\nhyphen", "", " ", "\n"]
)
@example(batch=[".", ",,", "1.", ".1", "1.,", "a.1.b", "1-", "1--2", "1.-.1", "!.!.!.1", "........1"])
@settings(max_examples=150, deadline=None)
def test_equal_to_sacrebleu(name: str, lowercase: bool, batch: list[str]) -> None:
    expected = [as_sacrebleu(name, text, lowercase) for text in batch]
    plain, kernel = both_ways(batch, Tokenization(name, lowercase))
    assert plain == expected
    assert kernel == expected


japanese = st.text(st.sampled_from("猫が好きです。東京タワー、ABC 123.\n\u3000"), max_size=20)


@pytest.mark.parametrize("lowercase", [False, True])
@given(batch=st.lists(japanese, max_size=4))
@settings(max_examples=40, deadline=None)
def test_mecab_equal_to_sacrebleu(lowercase: bool, batch: list[str]) -> None:
    expected = [as_sacrebleu("ja-mecab", text, lowercase) for text in batch]
    plain, kernel = both_ways(batch, Tokenization("ja-mecab", lowercase))
    assert plain == expected
    assert kernel == expected


def test_mecab_splits_japanese_into_words() -> None:
    oracle("ja-mecab")
    assert tokenize("猫が好きです。", "ja-mecab") == ["猫", "が", "好き", "です", "。"]


@pytest.mark.parametrize("lowercase", [False, True])
@given(batch=many)
@settings(max_examples=150, deadline=None)
def test_whitespace_is_split(lowercase: bool, batch: list[str]) -> None:
    expected = [(text.lower() if lowercase else text).split() for text in batch]
    plain, kernel = both_ways(batch, Tokenization("whitespace", lowercase))
    assert plain == expected
    assert kernel == expected
    assert both_ways(batch, Tokenization("none", lowercase)) == (plain, kernel)


@pytest.mark.parametrize("lowercase", [False, True])
@given(batch=many)
@settings(max_examples=150, deadline=None)
def test_words_are_letters_digits_underscores_and_apostrophes(lowercase: bool, batch: list[str]) -> None:
    expected = [re.findall(r"[\w']+", text.lower()) for text in batch]
    plain, kernel = both_ways(batch, Tokenization("words", lowercase))
    assert plain == expected
    assert kernel == expected


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("13a", "It costs $1,000.50, doesn't it?", "It costs $ 1,000.50 , doesn't it ?"),
        ("13a", "in 1990-91 (cold).", "in 1990 - 91 ( cold ) ."),
        ("13a", "a<skipped>b &lt;i&gt; &quot;q&quot;", 'ab < i > " q "'),
        ("13a", "soft-\nware new\nline", "software new line"),
        ("13a", "pi is 3.14.", "pi is 3.14 ."),
        ("intl", "pi is 3.14. So", "pi is 3.14 . So"),
        ("intl", "pi is 3.14.", "pi is 3.14."),
        ("intl", "“Ja”, sagt er: 5€", "“ Ja ” , sagt er : 5 €"),
        ("zh", "我爱NLP，真的。", "我 爱 NLP ， 真 的 。"),
        ("char", "to be", "t o b e"),
        ("whitespace", " it's,  so. ", "it's, so."),
        ("words", "It's, so-SO (1.5)!", "it's so so 1 5"),
    ],
)
def test_hand_worked(name: str, text: str, expected: str) -> None:
    assert tokenize(text, name) == expected.split()
    assert both_ways([text], Tokenization(name))[1] == [expected.split()]


@pytest.mark.parametrize("name", TOKENIZERS)
def test_a_line_of_words_holds_single_spaces_only(name: str) -> None:
    if name == "ja-mecab":
        oracle(name)
    line = Tokenization(name).line("  one\ttwo \u3000 three\u2028four  ")
    assert line == " ".join(line.split())


@pytest.mark.parametrize("ask", [get_tokenizer, lambda name: tokenize("a", name)])
def test_unknown_tokeniser_names_the_choices(ask: Callable[[str], object]) -> None:
    with pytest.raises(InputError, match="unknown tokeniser 'klingon'") as caught:
        ask("klingon")
    assert all(name in str(caught.value) for name in TOKENIZERS)
    with pytest.raises(InputError, match="unknown tokeniser 'klingon'"):
        words_of(["a"], Tokenization("klingon"))


def test_missing_mecab_tells_the_install_line(monkeypatch: pytest.MonkeyPatch) -> None:
    from sacrebleu.tokenizers import tokenizer_ja_mecab

    monkeypatch.setattr(tokenizer_ja_mecab, "MeCab", None)
    with pytest.raises(MissingPartError, match=re.escape(install_line("likewise[ja]"))):
        get_tokenizer.__wrapped__("ja-mecab")
