"""Rule files: the papers' rules there and back, every digit, and one line about what is wrong."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, strategies as st

from likewise.errors import InputError
from likewise.transduce.itg import LexicalRule, TransductionGrammar, dumps, loads

# Wu et al. (2013), Tables 2 and 6: rules with their log probabilities.
TABLE_2 = [
    ("long", "wrong", -11.6747),
    ("rhyme", "time", -11.6604),
    ("felt bad", "couldn't see what i really had", -11.3196),
    ("matter what you say", "leaving anyway", -11.8792),
    ("arhythamatic", "this rhythm is sick", -12.3492),
]
TABLE_6 = [
    ("terre", "la guerre", -9.4837),
    ("haine", "peine", -9.77056),
    ("mal", "pays natal", -10.6877),
    ("je frissonne", "mi corazon", -11.0931),
    ("gratteurs", "rappeurs", -11.7306),
]
HEAD = "# probability <TAB> source <TAB> target; an empty side deletes or inserts\n"

SIDE = st.lists(st.sampled_from(["a", "b", "été", "#", "[A", "A]", "歌"]), max_size=3).map(tuple)
RULES = st.dictionaries(st.tuples(SIDE, SIDE).filter(any), st.floats(0.0, 1.0), max_size=12)
SHARE = st.floats(0.0, 1.0)


def grammar_of(table: list[tuple[str, str, float]]) -> TransductionGrammar:
    rules = [LexicalRule(tuple(a.split()), tuple(b.split()), math.exp(log)) for a, b, log in table]
    return TransductionGrammar.of_words(rules, straight=0.5, inverted=0.125)


@pytest.mark.parametrize("table", [TABLE_2, TABLE_6])
def test_the_rules_printed_in_the_paper(table: list[tuple[str, str, float]]) -> None:
    text = dumps(grammar_of(table))
    lines = text.splitlines()
    assert lines[1:3] == ["0.5\t[A A]", "0.125\t<A A>"]
    printed = [line.split("\t") for line in lines[3:]]
    best_first = sorted(table, key=lambda rule: -rule[2])
    assert [(a, b) for _, a, b in printed] == [(a, b) for a, b, _ in best_first]
    assert [round(math.log(float(p)), 6) for p, _, _ in printed] == [log for _, _, log in best_first]
    again = loads(text)
    assert list(again) == list(grammar_of(table))
    assert dumps(again) == text


def test_a_small_file_as_it_stands() -> None:
    text = HEAD + "0.25\t[A A]\n0.25\t<A A>\n0.3\tfelt bad\thad\n0.1\t\toh\n0.1\tyo\t\n"
    grammar = loads(text)
    assert [rule.kind for rule in grammar] == ["insert", "segment", "delete"]
    assert dumps(grammar) == text
    assert list(loads(text.replace("\n", "\r\n"))) == list(grammar)


@given(RULES, SHARE, SHARE, st.booleans(), st.permutations(["a", "b", "été", "#", "[A", "A]", "歌"]))
def test_there_and_back_to_the_last_digit(
    rules: dict[tuple[tuple[str, ...], tuple[str, ...]], float],
    straight: float,
    inverted: float,
    shared: bool,
    vocabulary: list[str],
) -> None:
    """Whatever the numbers of the words: the text depends on the words alone."""
    numbers = {word: number for number, word in enumerate(vocabulary)}
    numbered = {
        (tuple(numbers[w] for w in a), tuple(numbers[w] for w in b)): p for (a, b), p in rules.items()
    }
    grammar = TransductionGrammar.of_rules(
        numbered, vocabulary, vocabulary, straight=straight, inverted=inverted
    )
    text = dumps(grammar)
    again = loads(text, shared=shared)
    assert {(rule.source, rule.target): rule.probability for rule in again} == rules
    assert (again.straight, again.inverted) == (straight, inverted)
    assert dumps(again) == text


def test_an_empty_text_is_an_empty_grammar() -> None:
    assert (len(loads("")), loads("").total) == (0, 0.0)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("0.1\ta\tb\n1.5\ta\tc\n", ":2: .*probability.*from 0 to 1, found '1.5'"),
        ("nan\ta\tb\n", ":1: .*from 0 to 1, found 'nan'"),
        ("a\tb\n", ":1: .*from 0 to 1, found 'a'"),
        ("0.1\ta\n", ":1: .*expected probability, source and target"),
        ("0.1\t \t \n", ":1: .*expected probability, source and target"),
        ("0.1\ta\tb\tc\n", ":1: .*expected probability, source and target"),
        ("0.1\ta b\tc\n0.2\tx\ty\n0.1\ta  b\tc\n", ":3: .*stood there before"),
        ("0.1\t[A A]\n0.1\t[A A]\n", r":2: .*rule \[A A\] stands there twice"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(text: str, complaint: str) -> None:
    with pytest.raises(InputError, match=rf"rules\.txt{complaint}"):
        loads(text, file="rules.txt")


@pytest.mark.parametrize("word", ["", "a b", "a\tb", "a\n", "a\u00a0b"])
def test_a_word_that_could_not_be_read_again_is_not_written(word: str) -> None:
    rule = LexicalRule((word,), ("x",), 0.5)
    with pytest.raises(InputError, match="no word of a rule file"):
        dumps(TransductionGrammar.of_words([rule], straight=0.25, inverted=0.25))
