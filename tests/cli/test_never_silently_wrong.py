"""What would be a plausible wrong number is an error, or is told: each way of getting one by its name."""

from __future__ import annotations

import errno
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar

import pytest
import sacrebleu
import typer

import likewise as lw
from likewise import data
from likewise.ask import load_gold_questions
from likewise.cli.main import COMMANDS, app, run
from likewise.cli.option_rules import conditions
from likewise.errors import MissingPartError
from likewise.io import ModelCard, ReadLog, lines as lines_module
from likewise.io.models import write_model
from likewise.text import BY_BLANKS, get_tokenizer, tokenizer_for

OUTPUTS = data.path("outputs.jsonl")
Say = Callable[..., tuple[int, str, str]]


@pytest.fixture
def say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Say:
    """Run the program in an empty folder: exit code, standard output, standard error."""
    monkeypatch.chdir(tmp_path)
    capsys.readouterr()
    return lambda *words: (run([*words]), *capsys.readouterr())


def leaves() -> Iterator[tuple[str, Any]]:
    """Every command that does something, with its name."""
    program: Any = typer.main.get_command(app)
    for name in COMMANDS:
        one = program.get_command(None, name)
        for sub, command in getattr(one, "commands", {"": one}).items():
            yield f"{name} {sub}".strip(), command


LEAVES = dict(leaves())


def options(command: Any) -> list[Any]:
    return [param for param in command.params if param.param_type_name == "option"]


def words_of(param: Any, value: str = "1") -> list[str]:
    return [param.opts[0]] if param.is_flag else [param.opts[0], value]


def lines(name: str, *texts: str) -> str:
    Path(name).write_text("".join(text + "\n" for text in texts))
    return name


def rows(name: str, *values: Any) -> str:
    return lines(name, *(value if isinstance(value, str) else json.dumps(value) for value in values))


def parallel() -> list[str]:
    lines("ref.txt", "a b c d e", "f g h i j", "k l m n o")
    lines("one.txt", "a b c d e", "f g h i j", "k l m n o")
    lines("two.txt", "a b c d x", "f g h i j", "k l m n y")
    return ["--candidate", "one.txt", "--candidate", "second=two.txt", "--reference", "ref.txt", "-m", "bleu"]


@pytest.mark.parametrize("name", LEAVES)
def test_an_option_that_is_single_and_given_twice(say: Say, name: str) -> None:
    for param in options(LEAVES[name]):
        if param.multiple or (param.is_flag and not param.secondary_opts):
            continue
        words = words_of(param)
        code, out, err = say(*name.split(), *words, *words)
        told = f"likewise: {max(param.opts, key=len)} is given twice, expected it once\n"
        assert (code, out, err) == (2, "", told)


@pytest.mark.parametrize("name", LEAVES)
def test_an_option_without_effect(say: Say, name: str) -> None:
    """Whatever an option's help says it goes with must be there, and what it does not go with must not."""
    for param in options(LEAVES[name]):
        wanted, others = conditions(param.help)
        if others:
            # What is there by default is there unless something else is said.
            beside = [others[0][0], "1" if others[0][1] is None else "other"]
            defaults = {option: one.default for one in options(LEAVES[name]) for option in one.opts}
            met = defaults.get(others[0][0]) == others[0][1] and others[0][1] is not None
            code, out, err = say(*name.split(), *words_of(param), *(beside if met or not wanted else []))
            assert code == 2
            assert out == ""
            assert err.startswith(f"likewise: {max(param.opts, key=len)} has no effect ")
            assert others[0][0] in err


def test_the_rules_of_options_are_read_from_their_help() -> None:
    assert conditions("With --mode paper: as there.") == (True, [("--mode", "paper")])
    assert conditions("With --a or --b-c: ..") == (True, [("--a", None), ("--b-c", None)])
    assert conditions("Without --model: ..") == (False, [("--model", None)])
    assert conditions("Words with --model: ..") == (True, [])
    assert sum(bool(conditions(p.help)[1]) for command in LEAVES.values() for p in options(command)) > 15


class TestCandidatesGivenTwice:
    def test_are_two_systems_scored_apart(self, say: Say, tmp_path: Path) -> None:
        code, out, err = say("score", *parallel(), "--json")
        assert code == 0
        assert err == "likewise: 2 systems, each scored apart (--by system)\n"
        systems = json.loads(out)["systems"]
        assert list(systems) == ["one", "second"]
        assert systems["one"]["metrics"]["bleu"]["score"] == pytest.approx(100)
        assert systems["second"]["metrics"]["bleu"]["score"] < 90

    def test_are_compared(self, say: Say) -> None:
        code, out, _ = say("compare", *parallel(), "--samples", "10", "--json")
        assert code == 0
        (pair,) = json.loads(out)["pairs"]
        assert (pair["a"], pair["b"], pair["n"]) == ("one", "second", 3)
        assert pair["delta"] > 0

    def test_are_judged_with_a_file_of_scores_each(self, say: Say) -> None:
        words = [*parallel(), "--human", "adequacy", "--bootstrap", "0", "--json"]
        lines("h1.txt", "4", "", "3.5")
        lines("h2.txt", "1", "5", "2")
        code, out, _ = say("judge", *words, "--human-scores", "h1.txt", "--human-scores", "h2.txt")
        assert code == 0
        result = json.loads(out)
        assert (result["n"], result["unrated"]) == (5, 1)
        code, _, err = say("judge", *words, "--human-scores", "h1.txt")
        assert code == 2
        assert "found 1 files of human scores and 2 of candidates" in err
        code, _, err = say("judge", *words)
        assert code == 2
        assert "expected --human-scores FILE, a number a line" in err
        lines("h2.txt", "1", "good", "2")
        code, _, err = say("judge", *words, "--human-scores", "h1.txt", "--human-scores", "h2.txt")
        assert err == "likewise: h2.txt:2: expected a number or an empty line, found 'good'\n"

    def test_under_one_name_are_refused(self, say: Say) -> None:
        parallel()
        code, _, err = say("score", "--candidate", "one.txt", "--candidate", "one=two.txt")
        assert (code, "there is a system 'one' already, expected NAME=FILE" in err) == (2, True)

    def test_with_a_name_whose_file_holds_an_equals_sign(self, say: Say) -> None:
        parallel()
        Path("x=1.txt").write_text(Path("one.txt").read_text())
        words = ["--candidate", "x=1.txt", "--candidate", "y=x=1.txt", "--reference", "ref.txt", "-m", "bleu"]
        assert list(json.loads(say("score", *words, "--json")[1])["systems"]) == ["x=1", "y"]


class TestReferencesInATable:
    def test_in_columns_of_their_own_are_read(self, say: Say) -> None:
        for header in ("ref1,ref2", "reference_1,reference_2", "reference,ref2", "ref_1,reference2"):
            lines("f.csv", f"id,candidate,{header}", "1,a b c d,x y z u,a b c d", "2,e f g h,e f g h,")
            code, out, _ = say("score", "f.csv", "-m", "bleu", "--json")
            assert code == 0
            assert json.loads(out)["metrics"]["bleu"]["score"] == pytest.approx(100)

    def test_in_fields_of_their_own_are_read(self, say: Say) -> None:
        rows("f.jsonl", {"id": "1", "candidate": "a b c d", "ref_2": "a b c d", "ref_1": "x"})
        out = say("score", "f.jsonl", "-m", "bleu", "--json")[1]
        assert json.loads(out)["metrics"]["bleu"]["score"] == pytest.approx(100)
        assert "references:2" in json.loads(out)["metrics"]["bleu"]["signature"]

    def test_parted_without_blanks_are_told(self, say: Say) -> None:
        lines("f.csv", "id,candidate,references", "1,a b c d,x y z u|||a b c d", "2,a b c d,a b c d|||x")
        code, _, err = say("score", "f.csv", "-m", "bleu")
        assert code == 0
        told = (
            "f.csv:2: field 'references': '|||' without a blank on each side parts no references, it is text"
        )
        assert told in err
        assert err.count("|||") == 1

    def test_beside_other_ones_are_told(self, say: Say) -> None:
        rows("f.jsonl", {"id": "1", "candidate": "a b c d", "references": ["a b c d"], "reference": "x"})
        assert (
            "'reference' is not read, since there are 'references' too"
            in say("score", "f.jsonl", "-m", "bleu")[2]
        )


@pytest.mark.parametrize(
    ("header", "row", "told"),
    [
        (
            "id,prediction,references",
            "1,a,b",
            "no column 'candidate' in the header (found 'prediction': is that it?)",
        ),
        ("key,candidate,references", "1,a,b", "no column 'id' in the header (found 'key': is that it?)"),
        ("ID,candidate,references", "1,a,b", "no column 'id' in the header (found 'ID': is that it?)"),
        ("id,candidate,target", "1,a,b", "expected one or more references (found 'target': is that it?)"),
        ("id,candidate,references,src", "1,a,b,c", "missing, expected a string (found 'src': is that it?)"),
    ],
)
def test_near_miss_columns(say: Say, header: str, row: str, told: str) -> None:
    lines("f.csv", header, row)
    code, _, err = say("score", "f.csv")
    assert code == 2
    assert err.endswith(f"{told}\n")
    fields = dict(zip(header.split(","), row.split(","), strict=True))
    rows("f.jsonl", fields | ({"references": ["b"]} if "references" in fields else {}))
    assert told[-25:] in say("score", "f.jsonl")[2]


def test_a_column_of_human_scores_without_its_prefix(say: Say) -> None:
    lines("f.csv", "id,candidate,references,adequacy", "1,a,b,3", "2,c,d,4", "3,e,e,5")
    code, _, err = say("judge", "f.csv", "--human", "adequacy", "-m", "bleu")
    assert code == 2
    assert "the file has a field 'adequacy': call it 'human.adequacy' in a table" in err


class TestAJsonList:
    ITEMS: ClassVar = (
        {"id": "1", "candidate": "a b c d", "references": ["a b c d"]},
        {"id": "2", "candidate": "x"},
    )

    @pytest.mark.parametrize("indent", [None, 2])
    def test_of_segments_is_read(self, say: Say, indent: int | None) -> None:
        Path("f.json").write_text(json.dumps([self.ITEMS[0], {**self.ITEMS[0], "id": "2"}], indent=indent))
        code, out, _ = say("score", "f.json", "-m", "bleu", "--json")
        assert code == 0
        assert json.loads(out)["n"] == 2

    def test_that_is_broken_names_the_line(self, say: Say) -> None:
        Path("f.json").write_text(json.dumps([*self.ITEMS], indent=1))
        assert "f.json:9: field 'references': missing or empty" in say("score", "f.json", "-m", "bleu")[2]
        Path("f.json").write_text(json.dumps([self.ITEMS[0]], indent=1)[:-2])
        assert "f.json:8: the list of objects is cut off here" in say("score", "f.json", "-m", "bleu")[2]
        Path("f.json").write_text(json.dumps([self.ITEMS[0], 7]))
        told = "f.json:1: expected a JSON object, found a number (item 2 of the list)"
        assert told in say("score", "f.json", "-m", "bleu")[2]
        assert told in say("score", "f.json", "-m", "bleu", "--skip-broken")[2]
        Path("f.json").write_text("[]")
        assert "f.json: is an empty list, expected objects" in say("score", "f.json")[2]


class TestBadRows:
    GOOD: ClassVar = {"id": "1", "source": "a b", "candidate": "a b c d", "references": ["a b c d"]}

    def test_refuse_the_whole_file(self, say: Say) -> None:
        rows("f.jsonl", self.GOOD, "{", {"id": "3"})
        assert say("score", "f.jsonl")[0] == 2

    def test_are_left_out_where_that_is_asked_for(self, say: Say) -> None:
        last = {**self.GOOD, "id": "5"}
        rows("f.jsonl", self.GOOD, "{", {"id": "3"}, self.GOOD, {**last, "id": 4, "references": []}, last)
        code, out, err = say("score", "f.jsonl", "--skip-broken", "--json")
        assert code == 0
        result = json.loads(out)
        assert result["n"] == 2
        assert result["skipped"]["n"] == 4
        assert [one["line"] for one in result["skipped"]["first"]] == [2, 3, 4, 5]
        assert result["skipped"]["first"][1]["field"] == "candidate"
        assert err.startswith("likewise: 4 broken rows were left out; the first: f.jsonl:2: not valid JSON")

    def test_of_a_table_are_left_out(self, say: Say) -> None:
        lines("f.csv", "id,candidate,references", "1,a b c d,a b c d", "2,x", "3,a b c d,a b c d")
        code, out, _ = say("score", "f.csv", "-m", "bleu", "--skip-broken", "--json")
        assert (code, json.loads(out)["n"], json.loads(out)["skipped"]["n"]) == (0, 2, 1)

    def test_of_which_none_is_good_are_refused(self, say: Say) -> None:
        rows("f.jsonl", {"id": "1"}, {"id": "2"})
        code, _, err = say("score", "f.jsonl", "--skip-broken")
        assert code == 2
        assert err.startswith(
            "likewise: f.jsonl: no row is left, 2 broken; the first: f.jsonl:1: field 'candidate'"
        )

    def test_cannot_be_left_out_of_parallel_text(self, say: Say) -> None:
        assert (
            "--skip-broken has no effect beside --candidate" in say("score", *parallel(), "--skip-broken")[2]
        )


class TestSystemsInOneFile:
    ROWS: ClassVar = [
        {"id": str(n), "candidate": text, "references": ["a b c d e"], "system": name}
        for name, text in (("good", "a b c d e"), ("bad", "v w x y z"))
        for n in range(3)
    ]

    def test_pooled_into_one_number_are_told(self, say: Say) -> None:
        code, out, err = say("score", rows("f.jsonl", *self.ROWS), "-m", "bleu", "--json")
        told = (
            "2 systems ('good', 'bad') are pooled into one score; by='system' scores each apart (--by system)"
        )
        assert code == 0
        assert f"likewise: {told}\n" in err
        assert told in json.loads(out)["warnings"]

    def test_scored_apart_are_not_told(self, say: Say) -> None:
        code, out, err = say("score", rows("f.jsonl", *self.ROWS), "-m", "bleu", "--by", "system", "--json")
        assert (code, "pooled" in err) == (0, False)
        result = json.loads(out)
        assert result["n"] == 6
        assert result["systems"]["good"]["metrics"]["bleu"]["score"] == pytest.approx(100)
        assert result["systems"]["bad"]["metrics"]["bleu"]["score"] == 0
        assert "bleu" in result["metrics"]

    def test_of_one_system_alone_there_is_nothing_to_tell(self, say: Say) -> None:
        assert "pooled" not in say("score", rows("f.jsonl", *self.ROWS[:3]), "-m", "bleu")[2]

    def test_are_pooled_by_judges_as_they_should_be(self, say: Say) -> None:
        rated = [
            {**row, "human": {"h": n % 4 + (row["system"] == "good")}} for n, row in enumerate(self.ROWS)
        ]
        code, _, err = say("judge", rows("f.jsonl", *rated), "-m", "bleu")
        assert (code, "pooled" in err) == (0, False)


class TestACorpusWithoutFourGrams:
    COPY: ClassVar = {"id": "1", "candidate": "a b c", "references": ["a b c"], "system": "short"}

    def test_has_a_bleu_of_nothing_and_is_told(self, say: Say) -> None:
        code, out, err = say("score", rows("f.jsonl", self.COPY), "-m", "bleu", "--json")
        assert (code, json.loads(out)["metrics"]["bleu"]["score"]) == (0, 0)
        assert "bleu: no candidate has 4 words: without any 4-gram BLEU is 0, even of a copy" in err

    def test_is_scored_by_what_is_there_as_the_note_says(self, say: Say) -> None:
        code, out, err = say(
            "score", rows("f.jsonl", self.COPY), "-m", "bleu", "--set", "effective_order=yes", "--json"
        )
        assert (code, json.loads(out)["metrics"]["bleu"]["score"]) == (0, pytest.approx(100))
        assert "4-gram" not in err

    def test_of_one_system_of_several_names_it(self, say: Say) -> None:
        long = {**self.COPY, "candidate": "a b c d", "system": "long"}
        err = say("score", rows("f.jsonl", self.COPY, long), "-m", "bleu", "--by", "system")[2]
        assert "system 'short': bleu: no candidate has 4 words" in err
        assert "system 'long'" not in err

    def test_with_one_four_gram_is_not_told(self, say: Say) -> None:
        long = {**self.COPY, "id": "2", "candidate": "a b c d"}
        assert "4-gram" not in say("score", rows("f.jsonl", self.COPY, long), "-m", "bleu")[2]


class TestAScriptWithoutBlanks:
    CHINESE: ClassVar = {"id": "1", "candidate": "我喜欢吃苹果和香蕉", "references": ["我喜欢吃苹果和橘子"]}
    ENGLISH: ClassVar = [
        {"id": f"e{n}", "candidate": f"a long text number {n}", "references": ["a long text"]}
        for n in range(9)
    ]

    def test_under_13a_is_told(self, say: Say) -> None:
        code, _, err = say("score", rows("f.jsonl", self.CHINESE), "-m", "bleu")
        assert code == 0
        assert (
            "a script without blanks, whose words 13a cannot part: say tokenize='zh' (--tokenize zh)" in err
        )

    def test_of_a_few_texts_among_others_is_told(self, say: Say) -> None:
        err = say("score", rows("f.jsonl", *self.ENGLISH, self.CHINESE), "-m", "bleu")[2]
        assert "some texts are in a script without blanks, whose words 13a cannot part" in err

    def test_under_a_fitting_tokeniser_is_not_told(self, say: Say) -> None:
        err = say("score", rows("f.jsonl", self.CHINESE), "-m", "bleu", "--tokenize", "zh")[2]
        assert "without blanks" not in err


class TestTheLanguageOfARecord:
    CHINESE: ClassVar[list[dict[str, Any]]] = [
        {
            "id": f"z{n}",
            "candidate": f"我喜欢吃苹果和香蕉{n}",
            "references": ["我喜欢吃苹果和橘子"],
            "lang": "zh",
        }
        for n in range(2)
    ]
    ENGLISH: ClassVar[list[dict[str, Any]]] = [
        {
            "id": f"e{n}",
            "candidate": f"it's a long text, {n}",
            "references": ["it's a long text"],
            "lang": "en",
        }
        for n in range(3)
    ]

    def scored(self, say: Say, *words: str) -> dict[str, Any]:
        code, out, _ = say("score", *words, "-m", "bleu", "--json")
        assert code == 0
        return dict(json.loads(out))

    def test_chooses_the_tokeniser_and_the_signature_names_it(self, say: Say) -> None:
        rows("f.jsonl", *self.CHINESE)
        by_lang, by_hand = self.scored(say, "f.jsonl"), self.scored(say, "f.jsonl", "--tokenize", "zh")
        assert by_lang == by_hand
        assert "|tokenize:zh|" in by_lang["metrics"]["bleu"]["signature"]
        theirs = sacrebleu.BLEU(tokenize="zh").corpus_score(
            [row["candidate"] for row in self.CHINESE], [[row["references"][0] for row in self.CHINESE]]
        )
        assert by_lang["metrics"]["bleu"]["score"] == pytest.approx(theirs.score)

    def test_chooses_none_where_the_user_does(self, say: Say) -> None:
        result = self.scored(say, rows("f.jsonl", *self.CHINESE), "--tokenize", "13a")
        assert "|tokenize:13a|" in result["metrics"]["bleu"]["signature"]
        assert result["metrics"]["bleu"]["score"] == 0

    def test_of_parallel_text_is_that_of_the_option(self, say: Say) -> None:
        lines("candidate.txt", *(str(row["candidate"]) for row in self.CHINESE))
        lines("reference.txt", *(str(row["references"][0]) for row in self.CHINESE))
        result = self.scored(
            say, "--candidate", "candidate.txt", "--reference", "reference.txt", "--lang", "zh"
        )
        assert "|tokenize:zh|" in result["metrics"]["bleu"]["signature"]

    def test_that_nobody_named_is_13a(self, say: Say) -> None:
        bare = [{key: value for key, value in row.items() if key != "lang"} for row in self.ENGLISH]
        result = self.scored(say, rows("f.jsonl", *bare))
        assert "|tokenize:13a|" in result["metrics"]["bleu"]["signature"]
        assert "languages" not in result

    def test_of_several_languages_scores_each_apart(self, say: Say) -> None:
        code, out, err = say("score", rows("f.jsonl", *self.ENGLISH, *self.CHINESE), "-m", "bleu", "--json")
        result = json.loads(out)
        alone = {
            "en": self.scored(say, rows("en.jsonl", *self.ENGLISH)),
            "zh": self.scored(say, rows("zh.jsonl", *self.CHINESE)),
        }
        assert code == 0
        assert result["languages"] == alone
        assert result["n"] == 5
        assert "|tokenize:mixed(13a,zh)|" in result["metrics"]["bleu"]["signature"]
        told = "2 languages (en: 3, zh: 2 segments): each is scored apart, and the score of all pools them"
        assert told in err
        assert told in result["warnings"]

    def test_of_several_languages_is_pooled_from_the_statistics_of_each(self, say: Say) -> None:
        rows("f.jsonl", *self.ENGLISH, *self.CHINESE)
        whole = self.scored(say, "f.jsonl", "--bootstrap", "0")["metrics"]["bleu"]["score"]
        lines_of = [*self.ENGLISH, *self.CHINESE]
        cut = [sacrebleu.BLEU(tokenize="13a" if row["lang"] == "en" else "zh").tokenizer for row in lines_of]
        theirs = sacrebleu.BLEU(tokenize="none").corpus_score(
            [part(row["candidate"]) for part, row in zip(cut, lines_of, strict=True)],
            [[part(row["references"][0]) for part, row in zip(cut, lines_of, strict=True)]],
        )
        assert whole == pytest.approx(theirs.score)

    def test_of_several_languages_is_a_table_of_systems_and_languages(self, say: Say) -> None:
        both = [{**row, "system": name} for name in "ab" for row in (*self.ENGLISH, *self.CHINESE)]
        out = say("score", rows("f.jsonl", *both), "-m", "bleu", "--by", "system", "--show", "tsv")[1]
        heads = [line.split("\t")[:3] for line in out.splitlines()]
        assert ["a", "en", "3"] in heads
        assert ["b", "zh", "2"] in heads

    def test_is_told_where_systems_of_several_are_compared(self, say: Say) -> None:
        both = [{**row, "system": name} for name in "ab" for row in (*self.ENGLISH, *self.CHINESE)]
        code, _, err = say("compare", rows("f.jsonl", *both), "-m", "bleu", "--samples", "10")
        assert code == 0
        assert "2 languages (en: 3, zh: 2 segments): each test pools them" in err

    def test_is_told_where_several_are_judged(self, say: Say) -> None:
        rated = [
            {**row, "human": {"h": n}, "id": str(n), "candidate": row["candidate"] + " ," * n}
            for n, row in enumerate((*self.ENGLISH, *self.CHINESE))
        ]
        code, _, err = say("judge", rows("f.jsonl", *rated), "-m", "bleu", "--bootstrap", "10")
        assert code == 0
        assert "2 languages (en: 3, zh: 2 segments): held together, each cut by its own tokeniser" in err

    def test_whose_tokeniser_is_not_installed_has_another_and_is_told(
        self, say: Say, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def missing() -> Any:
            raise MissingPartError("the Japanese tokeniser", "likewise[ja]")

        monkeypatch.setattr("likewise.text.tokenizers._mecab", missing)
        get_tokenizer.cache_clear()
        tokenizer_for.cache_clear()
        japanese = {
            "id": "1",
            "candidate": "猫が寝ている。",
            "references": ["猫が寝ています。"],
            "lang": "ja",
        }
        try:
            code, out, err = say("score", rows("f.jsonl", japanese), "-m", "bleu", "--json")
        finally:
            get_tokenizer.cache_clear()
            tokenizer_for.cache_clear()
        assert code == 0
        assert "|tokenize:char|" in json.loads(out)["metrics"]["bleu"]["signature"]
        assert "Japanese is cut by the tokeniser char, since ja-mecab is not installed" in err

    def test_of_clusters_chooses_the_tokeniser_too(self, say: Say) -> None:
        texts = [{"text": row["candidate"], "lang": "zh"} for row in self.CHINESE]
        result = self.scored(say, "--clusters", rows("f.jsonl", {"id": "c", "texts": texts}))
        assert "|tokenize:zh|" in result["metrics"]["bleu"]["signature"]

    def test_of_clusters_in_several_languages_is_told(self, say: Say) -> None:
        texts = [{"text": row["candidate"], "lang": row["lang"]} for row in (*self.ENGLISH, *self.CHINESE)]
        err = say("score", "--clusters", rows("f.jsonl", {"id": "c", "texts": texts}), "-m", "bleu")[2]
        assert "2 languages (en: 3, zh: 2 texts) are held against each other; read_clusters(" in err


@pytest.mark.parametrize(
    ("lang", "tokenizer"),
    [("en", "13a"), ("de", "13a"), ("zh", "zh"), ("zh-TW", "zh"), ("Chinese", "zh"), ("th", "char"),
     ("ko", "intl"), ("ru", "intl"), ("km", "char"), (None, "13a"), ("xx", "13a")],
)  # fmt: skip
def test_the_tokeniser_of_a_language(lang: str | None, tokenizer: str) -> None:
    assert tokenizer_for(lang) == tokenizer
    assert tokenizer_for(lang, "words") == ("words" if tokenizer in BY_BLANKS else tokenizer)


class TestMetricsForEnglish:
    CHINESE: ClassVar = {"id": "z", "candidate": "猫不吃鱼。", "references": ["猫吃鱼。"]}
    ENGLISH: ClassVar = {"id": "e", "candidate": "The cat eats.", "references": ["The cat does not eat."]}

    @pytest.mark.parametrize("lang", [None, "zh"])
    def test_do_not_score_what_they_do_not_read(self, say: Say, lang: str | None) -> None:
        foreign = {**self.CHINESE, **({"lang": lang} if lang else {})}
        code, out, err = say(
            "score",
            rows("f.jsonl", self.ENGLISH, foreign),
            "-m",
            "negation",
            "--json",
        )
        result = json.loads(out)["metrics"]["negation"]
        assert (code, result["score"], result["unread"]) == (0, 0.0, 1)
        assert "negation: 1 of 2 segments are not English, so they are not read and left out" in err

    def test_write_no_score_of_such_a_segment_but_a_flag(self, say: Say) -> None:
        say("score", rows("f.jsonl", self.CHINESE), "-m", "negation", "--segments", "s.jsonl")
        row = json.loads(Path("s.jsonl").read_text())
        assert row["scores"] == {"negation": None}
        assert [flag["kind"] for flag in row["flags"]["negation"]] == ["unread"]

    def test_of_patterns_tell_of_another_script(self, say: Say) -> None:
        chinese = {"source": "杀", "paraphrase": "杀死", "rank": 1, "labels": [1]}
        english = {"source": "kill", "paraphrase": "murder", "rank": 1, "labels": [1]}
        told = "1 of 2 patterns are in another script than English: their content words are not read"
        assert told in say("dimple", rows("p.jsonl", chinese, english), "--bootstrap", "5")[2]
        assert say("dimple", rows("p.jsonl", english), "--bootstrap", "5")[2] == ""

    def test_tell_of_what_they_read_in_part(self, say: Say) -> None:
        _, out, err = say("score", rows("f.jsonl", self.CHINESE, self.ENGLISH), "-m", "meaning", "--json")
        assert json.loads(out)["metrics"]["meaning"]["unread"] == 1
        assert "meaning: 1 of 2 segments are in a language, script or length that is not read in full" in err


class TestAFullDisk:
    ROW: ClassVar = {"id": "1", "source": "a b", "candidate": "a b c d", "references": ["a b c d"]}
    TOLD = "cannot be written, the disk is full: make room, or write to another place"

    @pytest.fixture
    def full(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """No file takes more than its first bytes."""
        open_text = lines_module._open_text

        @contextmanager
        def opened(path: Path, *, compress: bool) -> Iterator[Any]:
            with open_text(path, compress=compress) as stream:
                write = stream.write

                class Full:
                    def write(self, text: str) -> int:
                        write(text[:3])
                        raise OSError(errno.ENOSPC, "No space left on device")

                yield Full()

        monkeypatch.setattr(lines_module, "_open_text", opened)

    @pytest.mark.parametrize("option", ["--segments", "--report", "--scores"])
    @pytest.mark.usefixtures("full")
    def test_names_the_file_and_leaves_nothing(self, say: Say, option: str) -> None:
        rows("f.jsonl", self.ROW)
        code, _, err = say("score", "f.jsonl", option, "out.x")
        assert code == 1
        assert f"likewise: out.x: {self.TOLD}; no file was left half-written\n" in err
        assert [path.name for path in Path().iterdir()] == ["f.jsonl"]

    @pytest.mark.usefixtures("full")
    def test_leaves_an_older_file_as_it_was(self, say: Say) -> None:
        rows("f.jsonl", self.ROW)
        lines("out.x", "older")
        assert say("score", "f.jsonl", "--segments", "out.x")[0] == 1
        assert Path("out.x").read_text() == "older\n"

    def test_names_a_model_and_leaves_nothing(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        def full(self: Path, content: bytes) -> int:
            raise OSError(errno.ENOSPC, "No space left on device")

        monkeypatch.setattr(Path, "write_bytes", full)
        with pytest.raises(OSError, match="No space") as error:
            write_model(tmp_path / "model", ModelCard("kind"), {"a.bin": b"1"})
        assert error.value.filename == str(tmp_path / "model")
        assert not [*tmp_path.iterdir()]

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no /dev/full")
    def test_that_is_a_device_is_named(self, say: Say) -> None:
        rows("f.jsonl", self.ROW)
        assert f"likewise: /dev/full: {self.TOLD}" in say("score", "f.jsonl", "--segments", "/dev/full")[2]

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no /dev/full")
    def test_of_standard_output_is_one_line(self) -> None:
        with open("/dev/full", "w") as out:
            ended = subprocess.run(
                [sys.executable, "-m", "likewise", "metrics"], stdout=out, stderr=subprocess.PIPE, text=True
            )
        assert ended.returncode == 1
        assert ended.stderr == f"likewise: {self.TOLD}; no file was left half-written\n"


class TestBadRowsOfOtherFiles:
    """`--skip-broken` in every command that reads rows of which one may be bad."""

    def test_of_clusters(self, say: Say) -> None:
        good = [{"id": str(n), "texts": ["a b c d", "a b c e"]} for n in range(2)]
        rows("c.jsonl", good[0], {"id": "x", "texts": 7}, "{", good[1])
        words = ("score", "--clusters", "c.jsonl", "-m", "bleu", "--json")
        code, out, err = say(*words)
        assert code == 2
        assert "c.jsonl:2: field 'texts': expected a list" in err
        code, out, err = say(*words, "--skip-broken")
        result = json.loads(out)
        assert (code, result["n"], result["skipped"]["n"]) == (0, 4, 2)
        assert [one["line"] for one in result["skipped"]["first"]] == [2, 3]
        assert "2 broken rows were left out; the first: c.jsonl:2: field 'texts'" in err

    def test_of_the_msvd_table(self, say: Say) -> None:
        head = "VideoID,Start,End,WorkerID,Source,AnnotationTime,Language,Description"
        row = "v,1,2,{},{},10,English,a man walks"
        lines("m.csv", head, row.format(1, "clean"), row.format(2, "odd"), row.format(3, "clean"))
        words = ("score", "--clusters", "m.csv", "-m", "bleu", "--json")
        assert "m.csv:3: field 'Source': expected clean or unverified, found 'odd'" in say(*words)[2]
        result = json.loads(say(*words, "--skip-broken")[1])
        assert (result["n"], result["skipped"]["n"]) == (2, 1)

    def test_of_patterns(self, say: Say) -> None:
        good = [{"source": "kill", "paraphrase": w, "rank": n + 1, "labels": [1]} for n, w in enumerate("ab")]
        rows("p.jsonl", good[0], {**good[1], "labels": [7]}, good[1])
        words = ("dimple", "p.jsonl", "--bootstrap", "10", "--json")
        assert "p.jsonl:2: field 'labels[0]': expected 0 or 1, got 7" in say(*words)[2]
        code, out, _ = say(*words, "--skip-broken")
        assert (code, json.loads(out)["skipped"]["n"]) == (0, 1)

    def test_of_tables_of_scores(self, say: Say) -> None:
        lines("s.csv", "system,bleu,chrf", "a,1,2", "b,2,x", "c,3,3", "a,4,4", "d,5,6")
        assert "s.csv:3: field 'chrf': expected a finite number, found 'x'" in say("agree", "s.csv")[2]
        code, out, err = say("agree", "s.csv", "--skip-broken", "--json")
        assert (code, json.loads(out)["skipped"]["n"]) == (0, 2)
        assert "2 broken rows were left out; the first: s.csv:3: field 'chrf'" in err

    def test_of_which_none_is_good(self, say: Say) -> None:
        rows("c.jsonl", {"id": "x", "texts": 7})
        rows("p.jsonl", {"source": "kill"})
        lines("s.csv", "system,bleu,chrf", "a,1,x")
        for words in (("score", "--clusters", "c.jsonl"), ("dimple", "p.jsonl"), ("agree", "s.csv")):
            code, _, err = say(*words, "--skip-broken")
            assert code == 2
            assert f"{words[-1]}: no row is left, 1 broken; the first: {words[-1]}:" in err

    def test_of_questions(self, tmp_path: Path) -> None:
        good = {"id": "1", "question_en": "Who?", "answers": ["she"]}
        texts = [json.dumps(row) for row in (good, {"id": "2", "question_en": "Who?"}, good)]
        (tmp_path / "q.jsonl").write_text("\n".join(texts))
        log = ReadLog(skip_broken=True)
        assert [one.id for one in load_gold_questions(tmp_path / "q.jsonl", log=log)] == ["1"]
        assert [error.line for error in log.first] == [2, 3]

    @pytest.mark.parametrize(
        "name",
        ["score", "compare", "judge", "explain", "dimple", "agree", "paraphrase train",
         "paraphrase evaluate", "ask evaluate", "ask study"],
    )  # fmt: skip
    def test_is_an_option_of(self, name: str) -> None:
        assert any("--skip-broken" in param.opts for param in options(LEAVES[name]))

    @pytest.mark.parametrize("name", ["gate", "diff-runs", "hmeant", "negation evaluate", "robot evaluate"])
    def test_is_refused_with_a_reason_where_lines_belong_together(self, say: Say, name: str) -> None:
        code, _, err = say(*name.split(), "--skip-broken")
        assert code == 2
        assert "No such option: --skip-broken, and likewise" in err
        assert "has no rows that could be left out: what it reads belongs together" in err


class TestTheJsonObject:
    """`n` and `metrics` always; `systems` beside them where systems are told apart."""

    ROWS: ClassVar = [
        {
            "id": str(n),
            "candidate": f"{text} {n}",
            "references": ["a b c d e"],
            "system": name,
            "human": {"h": n},
        }
        for name, text in (("good", "a b c d e"), ("bad", "a b x y z"))
        for n in range(4)
    ]

    @pytest.mark.parametrize(
        "words",
        [
            ("score",),
            ("score", "--by", "system"),
            ("compare", "--samples", "10"),
            ("judge", "--bootstrap", "10"),
        ],
    )
    def test_has_n_and_metrics(self, say: Say, words: tuple[str, ...]) -> None:
        code, out, _ = say(words[0], rows("f.jsonl", *self.ROWS), *words[1:], "-m", "bleu", "--json")
        result = json.loads(out)
        assert code == 0
        assert result["n"] == (4 if words[0] == "compare" else 8)
        assert "bleu|tokenize:13a|" in result["metrics"]["bleu"]["signature"]
        assert ("systems" in result) == (words[0] == "compare" or "--by" in words)

    def test_of_compared_systems_has_the_scores_that_score_gives(self, say: Say) -> None:
        rows("f.jsonl", *self.ROWS)
        compared = json.loads(say("compare", "f.jsonl", "-m", "bleu", "--samples", "10", "--json")[1])
        scored = json.loads(say("score", "f.jsonl", "-m", "bleu", "--by", "system", "--json")[1])
        for name, found in scored["systems"].items():
            own = compared["systems"][name]
            assert own["n"] == found["n"]
            assert own["metrics"]["bleu"]["score"] == pytest.approx(found["metrics"]["bleu"]["score"])
        (pair,) = compared["pairs"]
        scores = [compared["systems"][pair[side]]["metrics"]["bleu"]["score"] for side in "ab"]
        assert pair["delta"] == pytest.approx(scores[0] - scores[1])

    def test_of_compared_systems_tells_what_the_tokeniser_cannot_part(self, say: Say) -> None:
        chinese = [{**row, "candidate": "我喜欢吃苹果", "references": ["我喜欢吃橘子"]} for row in self.ROWS]
        err = say("compare", rows("f.jsonl", *chinese), "-m", "bleu", "--samples", "10")[2]
        assert "a script without blanks, whose words 13a cannot part" in err


def test_without_sources_bleu_alone_is_taken_and_that_is_told(say: Say) -> None:
    rows("r.jsonl", {"id": "1", "candidate": "a b c d e", "references": ["a b c d e"]})
    code, out, err = say("score", "r.jsonl", "--json")
    assert (code, list(json.loads(out)["metrics"])) == (0, ["bleu"])
    assert err == "likewise: there are no sources, which pinc needs: bleu alone (--metrics names others)\n"
    rows("s.jsonl", {"id": "1", "candidate": "a b c d e", "source": "a b c d e"})
    code, _, err = say("score", "s.jsonl")
    assert code == 2
    assert "field 'references': missing" in err
    rows("n.jsonl", {"id": "1", "candidate": "a b", "references": ["a b"], "src": "a b"})
    assert (
        "field 'source': missing, expected a string (found 'src': is that it?)" in say("score", "n.jsonl")[2]
    )
    code, _, err = say("score", "r.jsonl", "--metrics", "bleu,pinc")
    assert code == 2
    assert "field 'source': missing" in err


def test_systems_that_answered_different_segments_are_told(say: Say) -> None:
    answers = [("1", "a"), ("2", "a"), ("1", "b"), ("3", "b")]
    texts = {"candidate": "a b c d e", "references": ["a b c d e"]}
    rows("f.jsonl", *({"id": i, "system": system, **texts} for i, system in answers))
    _, _, err = say("score", "f.jsonl", "--by", "system", "-m", "bleu")
    assert "the systems answered different segments ('a' 2, 'b' 2), so their scores cannot be compared" in err
    rows("g.jsonl", *({"id": i, "system": system, **texts} for i in "12" for system in "ab"))
    assert "different segments" not in say("score", "g.jsonl", "--by", "system", "-m", "bleu")[2]


def test_systems_that_were_held_against_other_references_are_told(say: Say) -> None:
    rows(
        "f.jsonl",
        *(
            {"id": i, "system": system, "candidate": f"a b c {i}", "references": [f"a b {system} {i}"]}
            for i in "123"
            for system in "xy"
        ),
    )
    _, _, err = say("compare", "f.jsonl", "-m", "chrf")
    assert "3 of 3 segments (first: '1') have other references in one system than in another" in err
    assert "100 samples" not in err
    assert (
        "9 samples are few: no p can be below 0.1"
        in say("compare", "f.jsonl", "-m", "chrf", "--samples", "9")[2]
    )


def test_a_list_that_was_written_as_text_is_told(say: Say) -> None:
    Path("f.csv").write_text("id,candidate,references\n1,a cat,\"['a cat', 'the cat']\"\n", encoding="utf-8")
    _, _, err = say("score", "f.csv", "-m", "chrf")
    assert "a list written as text is taken as one reference; hand over the list itself" in err
    assert "written as text" in lw.score({"candidate": ["a"], "references": ["['a']"]}, "chrf").warnings[0]


def test_as_many_lists_of_references_as_candidates_each_as_long_are_told() -> None:
    candidates, streams = ["a b c", "d e f"], [["a b c", "d e f"], ["a b", "e f"]]
    (told,) = lw.score(candidates=candidates, references=streams, metrics="chrf").warnings
    assert "2 lists of 2 for 2 candidates, read as a list for each candidate" in told
    rightly = lw.score(candidates=candidates, references=[*zip(*streams, strict=True)], metrics="chrf")
    assert rightly["chrf"].score == pytest.approx(100.0)


def test_each_language_tells_what_should_be_known_of_it(say: Say) -> None:
    long = {"candidate": "a b c d e", "references": ["a b c d e"]}
    rows(
        "f.jsonl",
        {"id": "1", "lang": "en", **long},
        {"id": "2", "lang": "fr", "candidate": "a", "references": ["a"]},
    )
    _, out, err = say("score", "f.jsonl", "-m", "bleu")
    assert "language 'fr': bleu: no candidate has 4 words" in err
    assert "en: bleu|tokenize:13a" in out


def test_more_files_than_are_read_say_how_several_systems_go(say: Say) -> None:
    code, _, err = say("compare", "one.jsonl", "two.jsonl")
    assert code == 2
    assert "one file is read, with systems told apart by its field 'system'" in err
    assert "a number below 0 stands after --" in say("difference", "bleu", "-3")[2]


def test_runs_that_do_not_fit_are_named_by_their_file_and_a_system_can_be_chosen(say: Say) -> None:
    def run(name: str, *systems: str, count: int = 4) -> None:
        texts = {"candidate": "a b c d e", "references": ["a b c d e"]}
        rows(name, *({"id": str(i), "system": system, **texts} for i in range(count) for system in systems))

    run("old.jsonl", "x", "y")
    run("new.jsonl", "x", "y", count=3)
    Path("rules.toml").write_text('[[rule]]\nmetric = "bleu"\nmin_score = 1\n')
    words = ["gate", "--baseline", "old.jsonl", "--candidate", "new.jsonl", "--rules", "rules.toml"]
    assert "likewise: old.jsonl: field 'system': holds the systems 'x' and 'y'" in say(*words)[2]
    assert (
        "likewise: new.jsonl: field 'id': lacks '3', which the baseline has"
        in say(*words, "--system", "x")[2]
    )
    run("new.jsonl", "x", "y")
    assert say(*words, "--system", "x")[0] == 0
    assert say("diff-runs", "old.jsonl", "new.jsonl", "--system", "y")[0] == 0
    assert (
        "holds no segment of 'z', systems are: 'x', 'y'"
        in say("diff-runs", "old.jsonl", "new.jsonl", "--system", "z")[2]
    )
    rules = [{"metric": "bleu", "min_score": 1}]
    runs = [
        [row for row in lw.read_segments(name) if row.system == "x"] for name in ("old.jsonl", "new.jsonl")
    ]
    assert lw.gate(runs[0], runs[1], rules).passed
    assert lw.gate(runs[0], runs[1], "rules.toml").passed


def test_a_language_that_nobody_knows_is_told(say: Say) -> None:
    texts = {"candidate": "a b c d e", "references": ["a b c d e"]}
    rows("f.jsonl", {"id": "1", "lang": "klingon", **texts})
    _, _, err = say("score", "f.jsonl", "-m", "bleu")
    assert "the language 'klingon' is unknown here, so its texts are cut by the tokeniser 13a" in err
    rows("f.jsonl", {"id": "1", "lang": "pt-BR", **texts})
    assert "unknown" not in say("score", "f.jsonl", "-m", "bleu")[2]


def test_well_known_metrics_that_are_not_here_are_not_taken_for_others(say: Say) -> None:
    rows("f.jsonl", {"id": "1", "candidate": "a", "references": ["a"]})
    told = say("score", "f.jsonl", "-m", "comet")[2]
    assert "its own scores are read by --format comet" in told
    assert "did you mean" not in told


def test_systems_that_differ_by_a_blank_are_told(say: Say) -> None:
    texts = {"candidate": "a b c d e", "references": ["a b c d e"]}
    rows("f.jsonl", {"id": "1", "system": "base", **texts}, {"id": "1", "system": "base ", **texts})
    told = "the systems 'base' and 'base ' differ by blanks alone: are they one?"
    assert told in say("score", "f.jsonl", "-m", "bleu", "--by", "system")[2]
    assert told in say("score", "f.jsonl", "-m", "bleu")[2]
