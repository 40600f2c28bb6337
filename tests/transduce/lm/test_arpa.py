"""ARPA text: out and in again, files of other tools, and files that are wrong."""

from __future__ import annotations

import gzip
import math
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from likewise.errors import InputError
from likewise.transduce.lm import LanguageModel, dump_arpa, load_arpa, train

TEXTS = [s.split() for s in ("a man is riding a horse", "a man rides", "the man is cooking", "", "horse")]

OTHERS = """A remark, as some tools write.

\\data\\
ngram 1=5
ngram  2 = 3
ngram 3=2

\\1-grams:
-0.6 </s>
0\t<s>\t-0.5
-0.4\ta\t-0.2
-0.9\tb\t0.1
-1.5\t<UNK>

\\2-grams:
-0.3\t<s> a\t-0.1
-0.2\ta b
-0.7   b   a   -0.3

\\3-grams:
-0.1\t<s> a b
-0.25\ta a </s>

\\end\\
"""
GRAMS = {
    "a": (-0.4, -0.2), "b": (-0.9, 0.1), "<unk>": (-1.5, 0.0), "</s>": (-0.6, 0.0), "<s>": (-99.0, -0.5),
    "<s> a": (-0.3, -0.1), "a b": (-0.2, 0.0), "b a": (-0.7, -0.3),
    "<s> a b": (-0.1, 0.0), "a a </s>": (-0.25, 0.0),
}  # fmt: skip


def levels_equal(one: LanguageModel, other: LanguageModel) -> bool:
    return one.order == other.order and all(
        getattr(a, name).dtype == getattr(b, name).dtype
        and np.array_equal(getattr(a, name), getattr(b, name))
        for a, b in zip(one.levels, other.levels, strict=True)
        for name in ("prefix", "words", "logprob", "backoff")
    )


def backed_off(word: str, context: list[str]) -> float:
    """By the definition of a back-off model, in logarithms to base 10."""
    gram = " ".join([*context, word])
    if gram in GRAMS or not context:
        return GRAMS[gram][0]
    return GRAMS.get(" ".join(context), (0.0, 0.0))[1] + backed_off(word, context[1:])


@pytest.mark.parametrize(("order", "name"), [(1, "m.arpa"), (4, "m.arpa.gz")])
def test_out_and_in_again_is_the_same_model(tmp_path: Path, order: int, name: str) -> None:
    model = train(TEXTS, order=order)
    dump_arpa(model, tmp_path / name)
    again = load_arpa(tmp_path / name)
    assert again.vocabulary == model.vocabulary
    assert levels_equal(again, model)
    assert again.dumps() == model.dumps()


def test_an_empty_model_out_and_in_again(tmp_path: Path) -> None:
    dump_arpa(train([]), tmp_path / "m.arpa")
    again = load_arpa(tmp_path / "m.arpa")
    assert again.order == 4
    assert again.score([]) == pytest.approx(math.log(0.5))


def test_text_by_hand(tmp_path: Path) -> None:
    """See test_estimation.test_by_hand for the numbers."""
    path = tmp_path / "m.arpa"
    dump_arpa(train([["a", "b"], ["a", "c"]], order=2), path)
    lines = path.read_text(encoding="utf-8").splitlines()
    assert lines[:4] == ["\\data\\", "ngram 1=6", "ngram 2=5", ""]
    assert lines[-1] == "\\end\\"
    rows = {line.split("\t")[1]: line.split("\t") for line in lines if "\t" in line}
    assert float(rows["a b"][0]) == pytest.approx(math.log10(0.35), abs=1e-7)
    assert float(rows["a"][2]) == pytest.approx(math.log10(0.5), abs=1e-7)
    assert float(rows["<s>"][0]) == pytest.approx(-99, abs=1e-5)
    assert [len(row) for row in rows.values()] == [2, 3, 2, 3, 3, 3, 2, 2, 2, 2, 2]


def test_a_file_of_another_tool(tmp_path: Path) -> None:
    """The pair 'a a' begins an n-gram and is not there, nor is the pair 'a </s>' that ends it."""
    path = tmp_path / "other.arpa.gz"
    path.write_bytes(gzip.compress(OTHERS.replace("\n", "\r\n").encode()))
    model = load_arpa(path)
    assert model.vocabulary == ["<unk>", "<s>", "</s>", "a", "b"]
    for size in range(5):
        for words in product(["a", "b", "<unk>"], repeat=size):
            padded = ["<s>", *words, "</s>"]
            expected = sum(backed_off(w, padded[max(0, k - 2) : k]) for k, w in enumerate(padded) if k)
            assert model.score(words) == pytest.approx(expected * math.log(10), abs=1e-5)
    dump_arpa(model, tmp_path / "again.arpa")
    assert levels_equal(load_arpa(tmp_path / "again.arpa"), model)


def test_a_file_without_unknown_words_and_ends(tmp_path: Path) -> None:
    path = tmp_path / "m.arpa"
    path.write_text("\\data\\\nngram 1=1\n\\1-grams:\n-inf\ta\n\\end\\\n", encoding="utf-8")
    model = load_arpa(path)
    assert model.vocabulary == ["<unk>", "<s>", "</s>", "a"]
    assert model.levels[0].logprob.tolist() == pytest.approx(
        [-100 * math.log(10), *[-99 * math.log(10)] * 2, -100 * math.log(10)]
    )


def test_blanks_that_other_scripts_have_are_part_of_a_word(tmp_path: Path) -> None:
    model = train([["全角\u3000空白", "\xa0", "x\x85y\u2028z"]], order=2)
    dump_arpa(model, tmp_path / "m.arpa")
    assert load_arpa(tmp_path / "m.arpa").vocabulary == model.vocabulary


@pytest.mark.parametrize("word", ["", "two words", "a\tb", "a\nb"])
def test_words_that_arpa_cannot_hold(tmp_path: Path, word: str) -> None:
    with pytest.raises(InputError, match="cannot be written as ARPA: it is empty or holds a blank"):
        dump_arpa(train([["a", word]]), tmp_path / "m.arpa")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("\\data\\", "data", r"ends too early"),
        ("\\end\\\n", "", r"m.arpa:23: ends too early, expected an ARPA file"),
        ("ngram 3=2", "ngram 4=2", r"m.arpa:6: expected ngram 3=<number>"),
        ("ngram 3=2", "ngram 3=many", r"m.arpa:6: expected ngram 3=<number>"),
        ("ngram 3=2", "ngram 3=3", r"m.arpa:24: expected a number, 3 words: one of the 3 3-grams"),
        ("ngram 3=2", "ngram 3=1", r"m.arpa:22: expected \\end\\"),
        ("  2 = 3", " 2=2", r"m.arpa:18: expected \\3-grams:, after the 2-grams that the header counts"),
        ("\\1-grams:", "\\one:", r"m.arpa:8: expected \\1-grams:"),
        ("-0.2\ta b", "-0.2\ta b c d", r"m.arpa:17: expected a number, 2 words and perhaps a number"),
        ("-0.2\ta b", "-0.2\ta c", r"m.arpa:17: the word 'c' is not among the 1-grams"),
        ("-0.2\ta b", "0.2\ta b", r"m.arpa:17: expected a log-probability of at most 0"),
        ("-0.2\ta b", "nan\ta b", r"m.arpa:17: expected a log-probability of at most 0"),
        ("-0.2\ta b", "x\ta b", r"m.arpa:17: expected numbers"),
        ("-0.2\ta b", "-0.2\ta b\tinf", r"m.arpa:17: .* a finite back-off weight"),
        ("-0.2\ta b", "-0.2\tb a", r"m.arpa: the n-gram 'b a' stands in it twice"),
    ],
)
def test_wrong_files(tmp_path: Path, old: str, new: str, message: str) -> None:
    path = tmp_path / "m.arpa"
    assert old in OTHERS
    path.write_text(OTHERS.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(InputError, match=message):
        load_arpa(path)


def test_empty_file(tmp_path: Path) -> None:
    path = tmp_path / "m.arpa"
    path.touch()
    with pytest.raises(InputError, match=r"m.arpa: ends too early"):
        load_arpa(path)


def test_back_off_of_an_n_gram_that_nothing_continues(tmp_path: Path) -> None:
    """`a b` costs back-off, `b` alone does not: the weight of an earlier context must not stand in."""
    grams = {
        "<s>": (-99.0, -0.3), "</s>": (-1.0, 0.0), "<unk>": (-1.2, 0.0), "a": (-0.7, -0.5), "b": (-0.8, 0.0),
        "c": (-0.9, -0.4), "a b": (-0.2, -0.6), "a c": (-0.3, -0.25), "<s> a c": (-0.1, 0.0),
    }  # fmt: skip
    lines = [f"{p}\t{gram}" + (f"\t{b}" if b else "") for gram, (p, b) in grams.items()]
    text = "\\data\\\nngram 1=6\nngram 2=2\nngram 3=1\n\n\\1-grams:\n" + "\n".join(lines[:6])
    text += "\n\n\\2-grams:\n" + "\n".join(lines[6:8]) + "\n\n\\3-grams:\n" + lines[8] + "\n\n\\end\\\n"
    (tmp_path / "m.arpa").write_text(text, encoding="utf-8")
    scores = load_arpa(tmp_path / "m.arpa").word_scores(["a", "b", "c"]) / math.log(10)
    assert scores == pytest.approx([-0.7 - 0.3, -0.2, -0.9 - 0.6, -1.0 - 0.4], abs=1e-5)
