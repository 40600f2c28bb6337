"""The format of the shared task: read, written, refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from likewise.errors import InputError
from likewise.negation import conll
from likewise.negation.sentence import Negation, Part, Sentence, parts_of

TEXT = (
    "c1\t0\t0\tShe\tshe\tPRP\t(S(NP*)\t_\tShe\t_\n"
    "c1\t0\t1\twas\tbe\tVBD\t(VP*\t_\twas\t_\n"
    "c1\t0\t2\tunhappy\tunhappy\tJJ\t(ADJP*)))\tun\thappy\thappy\n"
    "\n"
    "c1\t1\t0\tYes\tyes\tUH\t(INTJ*)\t***\n"
    "\n"
)


def test_an_affix_splits_its_word(tmp_path: Path) -> None:
    path = tmp_path / "a.conll"
    path.write_text(TEXT, encoding="utf-8")
    first, second = conll.load(path)
    assert first.words == ("She", "was", "unhappy")
    assert first.syntax == ("(S(NP*)", "(VP*", "(ADJP*)))")
    scope = (Part(0, "She"), Part(1, "was"), Part(2, "happy"))
    assert first.negations == (Negation((Part(2, "un"),), scope, (Part(2, "happy"),)),)
    assert second.negations == ()
    assert conll.dumps([first, second]) == TEXT
    conll.dump([first, second], tmp_path / "b.conll.gz")
    assert conll.load(tmp_path / "b.conll.gz") == [first, second]


def test_a_bare_sentence_keeps_its_words_only(tmp_path: Path) -> None:
    sentence = Sentence(("No", "."), ("no", "."), ("DT", "."), ("*", "*"), (Negation((Part(0, "No"),)),))
    assert sentence.bare() == Sentence(("No", "."))
    assert "\t_\t_\t*\t***\n" in conll.dumps([sentence.bare()])
    path = tmp_path / "bare.conll"
    conll.dump([sentence.bare()], path)
    assert conll.load(path) == [sentence.bare()]
    assert parts_of(sentence.words, [1, 0, 1]) == (Part(0, "No"), Part(1, "."))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "holds no sentence"),
        ("c\t0\t0\tYes\n", "1: 4 columns, expected 7 and then"),
        ("c\t0\t0\tYes\tyes\tUH\t*\t_\t_\n", "1: 9 columns, expected 7 and then"),
        (
            "c\t0\t0\ta\ta\tA\t*\t***\nc\t0\t1\tb\tb\tB\t*\t_\t_\t_\n",
            "10 columns, expected 8 as in line 1",
        ),
        ("c\t0\t0\ta\ta\tA\t*\t_\t_\t_\n", "a negation without a cue"),
    ],
)
def test_what_does_not_fit_is_told_with_its_line(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "bad.conll"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=message):
        conll.load(path)
