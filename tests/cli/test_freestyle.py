"""likewise freestyle: learn from verse, respond as a filter, rules, evaluation, whole verses."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import likewise as lw
from likewise.transduce.itg import loads

GROUP = "freestyle"
Say = Callable[..., tuple[str, str]]
FAMILIES = (
    "night light bright sight", "day way play stay", "sea free tree knee", "rain train lane plain",
    "song long strong wrong", "sound ground round found", "bell well shell spell", "gold cold told bold",
)  # fmt: skip
STARTS = (
    "i walk alone into the", "we ran together to the", "you told me all about the", "she never saw another",
    "they dance and sing around the", "my brother waits beside the", "he wrote a letter on the",
)  # fmt: skip


def verse(count: int = 120) -> str:
    """Stanzas of two couplets, our own."""
    draw = random.Random(2)
    stanzas = []
    for _ in range(count):
        ends = [word for family in draw.sample(FAMILIES, 2) for word in draw.sample(family.split(), 2)]
        starts = draw.sample(STARTS, 4)
        stanzas.append("\n".join(f"{start} {end}" for start, end in zip(starts, ends, strict=True)))
    return "\n\n".join(stanzas) + "\n"


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> str:
    from likewise.freestyle import Freestyler, verses_of_text

    folder = tmp_path_factory.mktemp("model") / "small"
    Freestyler.fit(verses_of_text(verse())).save(folder)
    return str(folder)


class TestTrain:
    def test_says_what_it_learnt(self, say: Say) -> None:
        Path("verse.txt").write_text(verse(), encoding="utf-8")
        out, err = say("train", "--lyrics", "verse.txt", "--out", "m", "--json")
        learnt = json.loads(out)
        assert {"pairs", "rules", "seconds"} <= set(learnt)
        assert learnt["lines"] == 480
        assert learnt["select"] == "rhyme"
        assert err == "likewise: wrote m\n"
        assert lw.load("m").settings.model == "istg"
        out, err = say("train", "--lyrics", "verse.txt", "--out", "m", "--model", "phrase", "--paper")
        assert "replaced m (freestyle" in err
        assert "480 lines" in out
        assert lw.load("m").settings.rhyme_weight == 0.0

    def test_one_verse_learns_from_neighbours_and_says_so(self, say: Say) -> None:
        Path("verse.txt").write_text("we ran to the day\nthey saw the day\n", encoding="utf-8")
        _, err = say("train", "--lyrics", "verse.txt", "--out", "m")
        assert "no two lines were found to rhyme" in err
        assert "it learnt from neighbouring lines" in err

    def test_says_that_the_verse_is_in_the_other_language(self, say: Say) -> None:
        lines = "je suis dans la nuit\net le vent est un bruit\nles fleurs et le jour\nje chante l'amour\n"
        Path("verse.txt").write_text(lines, encoding="utf-8")
        asked = ["train", "--lyrics", "verse.txt", "--out", "m", "--select", "adjacent"]
        _, err = say(*asked)
        assert "the verse looks French: --lang fr reads its rhymes in evaluate" in err
        _, err = say(*asked, "--lang", "fr")
        assert "looks" not in err

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (["--model", "best"], "field 'model': expected one of tg, istg, phrase, found 'best'"),
            (["--select", "all"], "field 'select': expected one of rhyme, adjacent, found 'all'"),
            (["--disfluency", "some"], "field 'disfluency': expected one of correct, filter, none"),
            (["--out", "absent/m"], "absent/m: its folder does not exist"),
            (["--lyrics", "absent.txt"], "absent.txt"),
            (["--lyrics", "empty.txt"], "empty.txt: is empty, expected verse"),
            (["--lyrics", "one.txt"], "one.txt: holds no two lines of at most 10 words side by side"),
            (["--lang", "klingonese"], "klingonese"),
        ],
    )
    def test_bad_input(self, say: Say, arguments: list[str], message: str) -> None:
        Path("verse.txt").write_text(verse(4), encoding="utf-8")
        Path("empty.txt").write_text("", encoding="utf-8")
        Path("one.txt").write_text("a single line\n", encoding="utf-8")
        before = sorted(os.listdir())
        base = {"--lyrics": "verse.txt", "--out": "m"} | dict([tuple(arguments)])
        _, err = say("train", *(part for pair in base.items() for part in pair), code=2)
        assert message in err
        assert err.count("\n") == 1
        assert sorted(os.listdir()) == before


class TestRespond:
    def test_a_line_out_for_each_line_in(self, say: Say, model: str) -> None:
        lines = "We ran together to the night\n\nHe wrote a letter on the day\n"
        out, err = say("respond", "--model", model, lines=lines)
        first, empty, last, end = out.split("\n")
        assert first.split()[-1] in {"light", "bright", "sight"}
        assert last.split()[-1] in {"way", "play", "stay"}
        assert empty == end == ""
        assert err == "likewise: line 2: it has no word to respond to\n"

    def test_json(self, say: Say, model: str) -> None:
        lines = "We ran together to the night\n...\n"
        out, _ = say("respond", "--model", model, "--nbest", "3", "--json", lines=lines)
        rows = [json.loads(line) for line in out.splitlines()]
        assert rows[0]["challenge"] == "We ran together to the night"
        assert len(rows[0]["responses"]) == 3
        assert rows[0]["responses"][0].keys() == {"text", "score", "rhyme"}
        assert rows[0]["responses"][0]["rhyme"] is True
        assert rows[1] == {"challenge": "...", "responses": [], "reason": "it has no word to respond to"}

    def test_wishes(self, say: Say, model: str) -> None:
        arguments = ["--end", "sea", "--words", "4-6", "--require", "letter", "--ban", "the", "--clean"]
        out, _ = say("respond", "--model", model, *arguments, lines="we ran together to the night\n")
        words = out.split()
        assert words[-1] == "sea"
        assert 4 <= len(words) <= 6
        assert "letter" in words
        assert "the" not in words

    def test_why(self, say: Say, model: str) -> None:
        out, _ = say("respond", "--model", model, "--why", lines="we ran together to the night\n")
        assert "rules: " in out
        assert "rhyme: night/" in out

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (["--words", "six"], "--words six: expected MIN-MAX, such as 6-9"),
            (["--words", "9-6"], "field 'words': expected a least and a most number of words"),
            (["--end", "two words"], "field 'end': expected one word"),
            (["--require", "a,,b"], "--require a,,b: expected words between commas"),
            (["--end", "a", "--ban", "a"], "'a' is both banned and asked for"),
            (["--lang", "fr"], "--lang has no effect beside --model"),
        ],
    )
    def test_bad_input(self, say: Say, model: str, arguments: list[str], message: str) -> None:
        _, err = say("respond", "--model", model, *arguments, lines="a\n", code=2)
        assert message in err
        assert err.count("\n") == 1


def test_rules_are_shown_and_written(say: Say, model: str) -> None:
    out, _ = say("rules", "--model", model, "--top", "5", "--json")
    rules = json.loads(out)["rules"]
    assert len(rules) == 5
    assert rules[0].keys() == {"source", "target", "probability", "kind"}
    say("rules", "--model", model, "--top", "7", "--kind", "token", "--out", "rules.txt")
    grammar = loads(Path("rules.txt").read_text(encoding="utf-8"))
    assert len(grammar) == 7
    assert all(rule.kind == "token" for rule in grammar)
    out, _ = say("rules", "--model", model)
    assert "log prob." in out
    _, err = say("rules", "--model", model, "--kind", "odd", code=2)
    assert "field 'kind': expected one of token, segment" in err


def test_evaluation(say: Say, model: str) -> None:
    Path("challenges.txt").write_text("we ran to the night\nhe wrote on the day\n", encoding="utf-8")
    Path("other.txt").write_text(verse(5), encoding="utf-8")
    dictionary = "NIGHT  N AY1 T\nLIGHT  L AY1 T\nDAY  D EY1\nWAY  W EY1\nPLAY  P L EY1\nSTAY  S T EY1\n"
    Path("words.dict").write_text(dictionary + "BRIGHT  B R AY1 T\nSIGHT  S AY1 T\n", encoding="utf-8")
    asked = ["--challenges", "challenges.txt", "--dictionary", "words.dict", "--others", "other.txt"]
    out, err = say("evaluate", "--model", model, *asked, "--json")
    figures = json.loads(out)
    assert {
        "n", "perfect_rhyme", "vowel_rhyme", "identical", "oov", "copied_from_challenge",
        "copied_from_training", "perplexity", "stutter", "random", "pronunciations",
    } <= figures.keys()  # fmt: skip
    assert figures["n"] == 2
    assert figures["vowel_rhyme"] == 100.0
    assert figures["pronunciations"] == "words.dict"
    assert err == ""
    out, err = say("evaluate", "--model", model, "--challenges", "challenges.txt")
    assert "last vowel shared, %" in out
    assert "no --others" in err


@pytest.mark.parametrize(
    "text",
    [
        "%% 1\tours\tnobody\tsong\nwe ran to the night\n\n%% 2\tours\tnobody\tother\nhe wrote on the day\n",
        '{"stanzas": [{"lines": ["we ran to the night", "he wrote on the day"]}]}\n',
        "{we ran} to the night\nhe wrote on the day\n",
    ],
    ids=["lyrics", "JSON lines", "plain"],
)
def test_challenges_are_lines_of_verse(say: Say, model: str, text: str) -> None:
    Path("challenges.txt").write_text(text, encoding="utf-8")
    out, _ = say("evaluate", "--model", model, "--challenges", "challenges.txt", "--json")
    figures = json.loads(out)
    assert figures["n"] + figures["unanswered"] == 2
    assert figures["judged"] == 2
    out, _ = say("evaluate", "--model", model, "--challenges", "-", lines=text)
    assert "2 responses, 0 challenges without; rhymes are of 2" in " ".join(out.split())


def test_a_verse_is_written(say: Say, model: str) -> None:
    arguments = ["--scheme", "ABAB", "--first", "We ran to the night", "--end", "4=sea", "--words", "4-8"]
    out, _ = say("write", "--model", model, *arguments)
    lines = out.splitlines()
    assert len(lines) == 4
    assert lines[0] == "We ran to the night"
    assert lines[3].endswith(" sea")
    out, _ = say("write", "--model", model, "--lock", "2=my own line", "--json")
    rows = json.loads(out)["lines"]
    assert [row["label"] for row in rows] == list("AABB")
    assert rows[1]["text"] == "my own line"
    assert rows[1]["given"] is True
    for bad, message in (
        (["--lock", "x"], "--lock x: expected N=TEXT, N a line from 1"),
        (["--end", "9=sea"], "the verse has 4 lines, not a line 9"),
        (["--scheme", "A1"], "expected a scheme of 1 to 32 letters"),
    ):
        _, err = say("write", "--model", model, *bad, code=2)
        assert message in err


def test_an_interrupt_leaves_nothing_half_written(tmp_path: Path) -> None:
    (tmp_path / "verse.txt").write_text(verse(100_000), encoding="utf-8")
    # Background jobs of a shell are born deaf to interrupts.
    hearing = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
    program = f"{hearing}from likewise.cli import main; main()"
    command = [sys.executable, "-c", program, "freestyle", "train", "--lyrics", "verse.txt", "--out", "m"]
    process = subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, text=True)
    time.sleep(2.5)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in err
    assert sorted(os.listdir(tmp_path)) == ["verse.txt"]


def test_several_files_are_learnt_from(say: Say, tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / f"{name}.txt").write_text(verse(30), encoding="utf-8")
    files = [part for name in ("one", "two") for part in ("--lyrics", str(tmp_path / f"{name}.txt"))]
    out, _ = say("train", *files, "--out", str(tmp_path / "both"), "--json")
    assert json.loads(out)["lines"] == 240


def test_a_file_of_all_rules_is_the_grammar(say: Say, model: str, tmp_path: Path) -> None:
    target = tmp_path / "rules.tsv"
    say("rules", "--model", model, "--top", "1000000", "--out", str(target))
    grammar = loads(target.read_text("utf-8"))
    learnt = lw.load(model).grammar
    assert (grammar.straight, grammar.inverted) == (learnt.straight, learnt.inverted)
    assert grammar.total == pytest.approx(learnt.total)
