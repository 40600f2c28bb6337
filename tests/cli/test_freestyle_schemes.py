"""likewise freestyle schemes: verses with their letters, scores against gold, and what is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

GROUP = "freestyle"
Say = Callable[..., tuple[str, str]]

VERSE = """I walk into the night
I wait for the day
I look for a light
I wander away

The sun is high
The birds fly
"""


def test_each_verse_with_letters_cuts_and_how_sure(say: Say) -> None:
    Path("v.txt").write_text(VERSE, encoding="utf-8")
    out, err = say("schemes", "v.txt", "--mode", "paper")
    assert err == (
        "likewise: paper learns which words rhyme from the text alone: 6 lines are few, --train adds more\n"
    )
    assert "verse (1)" in out
    assert "verse (6)" in out
    assert out.count(" %  ") == 6
    found = json.loads(say("schemes", "-", "--mode", "paper", "--json", lines=VERSE)[0])
    assert [row["id"] for row in found["verses"]] == ["1", "6"]
    assert {"labels", "cuts", "confidence", "song"} <= set(found["verses"][0])


def test_scores_against_gold(say: Say) -> None:
    Path("v.txt").write_text(VERSE, encoding="utf-8")
    found = json.loads(say("schemes", "v.txt", "--gold", "-", "--json", lines="ABAB\nAA\n")[0])
    assert {"precision", "recall", "f1", "stanza_accuracy", "n"} <= set(found)
    assert (found["n"], found["f1"], found["mode"]) == (2, 100.0, "best")
    out, _ = say("schemes", "v.txt", "--gold", "-", "--mode", "paper", "--bootstrap", "0", lines="ABAB\nAA\n")
    assert "2 stanzas, 3 rhyming pairs of lines" in " ".join(out.split())


def test_a_file_is_its_own_gold_and_its_labels_teach_nothing(say: Say) -> None:
    texts = VERSE.strip().split("\n\n")
    for name, labels in (("a", ("abab", "aa")), ("b", ("aabb", "ab"))):
        stanzas = [
            {"lines": text.split("\n"), "scheme": list(scheme)}
            for text, scheme in zip(texts, labels, strict=True)
        ]
        stanzas.append({"lines": ["x", "y", "z"], "scheme": ["a"]})
        Path(f"{name}.jsonl").write_text(json.dumps({"title": "t", "stanzas": stanzas}), encoding="utf-8")
    schemes = [say("schemes", f"{name}.jsonl", "--mode", "paper", "--json")[0] for name in "ab"]
    assert schemes[0] == schemes[1]
    out, err = say(
        "schemes", "a.jsonl", "--gold", "a.jsonl", "--mode", "paper", "--json", "--train", "b.jsonl"
    )
    assert err.splitlines()[-1] == "likewise: 1 of 3 verses have no scheme that fits, and are not scored"
    assert json.loads(out)["not_scored"] == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["none.txt"], "none.txt: no such file"),
        (["empty.txt"], "empty.txt: is empty, expected verse: lines of text, or JSON lines"),
        (["v.txt", "--gold", "g.txt"], "g.txt: 1 schemes for 2 verses, expected one a line for each verse"),
        (["v.txt", "--mode", "paper", "--lang", "en"],
         "--lang has no effect here: it goes with --mode best"),
        (["v.txt", "--mode", "paper", "--dictionary", "d"],
         "--dictionary has no effect here: it goes with --mode best"),
        (["v.txt", "--commas"], "--commas has no effect here: it goes with --mode paper"),
        (["v.txt", "--bootstrap", "9"], "--bootstrap has no effect here: it goes with --gold"),
        (["-", "--train", "-"], "only one of the files can be standard input (-)"),
        (["v.txt", "--mode", "good"], "v.txt: field 'mode': expected one of best, paper, found 'good'"),
    ],
)  # fmt: skip
def test_what_is_refused_in_one_line(say: Say, arguments: list[str], message: str) -> None:
    Path("v.txt").write_text(VERSE, encoding="utf-8")
    Path("empty.txt").touch()
    Path("g.txt").write_text("ABAB\n", encoding="utf-8")
    out, err = say("schemes", *arguments, code=2)
    assert (out, err) == ("", f"likewise: {message}\n")


def test_gold_of_other_words_is_refused(say: Say) -> None:
    for name, last in (("a", "mat"), ("b", "sea")):
        stanzas = [{"lines": ["I saw a cat", f"upon a {last}"], "scheme": ["a", "a"]}]
        Path(f"{name}.jsonl").write_text(json.dumps({"title": "t", "stanzas": stanzas}), encoding="utf-8")
    _, err = say("schemes", "a.jsonl", "--gold", "b.jsonl", code=2)
    assert "ends in 'sea', its twin of" in err
    assert "the gold is of other verse" in err
