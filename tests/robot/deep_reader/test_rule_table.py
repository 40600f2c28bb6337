"""The log of rules: numbered, switched on one after the other, looked up by predicate."""

from __future__ import annotations

from pathlib import Path

import pytest

from likewise.errors import InputError
from likewise.robot import DeepReader, RobotVocabulary, WordMeaning
from likewise.robot.deep_reader.predications import Predication, predicate_parts
from likewise.robot.deep_reader.rule_table import RuleTable, load_rules, own_rules


def predicate(name: str, constant: str = "") -> Predication:
    return Predication(name, {"ARG0": "e1"}, constant=constant)


def test_numbers_follow_each_other_and_each_begins_with_a_summary() -> None:
    rules = own_rules()
    numbers = [rule.number for rule in rules.log]
    assert numbers == sorted(numbers)
    assert set(numbers) == set(range(1, rules.count + 1))
    assert DeepReader.rule_count() == rules.count
    firsts = {rule.number: rule for rule in reversed(rules.log)}
    assert all(rule.summary for rule in firsts.values())


def test_more_rules_only_add() -> None:
    for n in (1, 10, 40):
        table = own_rules().first_rules(n)
        assert table.count == own_rules().count
        on = {(rule.kind, rule.key) for rule in table.log if rule.number <= n}
        assert all(table.word(*key) for key in on)
        later = {(rule.kind, rule.key) for rule in table.log if rule.number > n} - on
        assert not any(table.word(*key) for key in later)


def test_the_fullest_name_is_tried_first(tmp_path: Path) -> None:
    path = tmp_path / "rules.tsv"
    path.write_text(
        "# remarks are passed over\n"
        "1\taction\tpick\tdrop\tthe lemma\n1\taction\tpick_v\tmove | take:0.5\n\n"
        "2\taction\tpick_v_up\ttake\tlater\n"
    )
    rules = load_rules(path)
    assert rules.options("action", predicate("_pick_v_up")) == (("take", 0.0),)
    assert rules.options("action", predicate("_pick_v_1")) == (("move", 0.0), ("take", 0.5))
    assert rules.options("action", predicate("_pick_n_1")) == (("drop", 0.0),)
    assert rules.options("action", predicate("_go_v_1")) == ()
    assert rules.first_rules(1).options("action", predicate("_pick_v_up")) == (("move", 0.0), ("take", 0.5))
    assert not rules.on("shared vocabulary")


def test_the_shared_vocabulary_is_looked_up_by_part_of_speech() -> None:
    words = RobotVocabulary(
        [("wug", WordMeaning("type", "prism")), ("mauvish", WordMeaning("color", "white"))]
    )
    rules = RuleTable(own_rules().log, None, words)
    assert rules.options("type", predicate("_wug_n_1")) == (("prism", 0.0),)
    assert rules.options("type", predicate("_wug_v_1")) == ()
    assert rules.options("color", predicate("_mauvish_a_1")) == (("white", 0.0),)
    assert rules.first_rules(44).options("type", predicate("_wug_n_1")) == ()  # rule 45 is the vocabulary


def test_names_and_numbers_are_known_by_what_they_say() -> None:
    assert own_rules().options("cardinal", predicate("card", "2")) == (("2", 0.0),)
    assert own_rules().options("color", predicate("named", "Green")) == (("green", 0.0),)


@pytest.mark.parametrize("line", ["take\taction", "x\taction\ttake_v\ttake", "1\taction\ta\tb\tc\td"])
def test_broken_lines(tmp_path: Path, line: str) -> None:
    path = tmp_path / "rules.tsv"
    path.write_text(f"1\taction\ttake_v\ttake\tfirst\n{line}\n")
    with pytest.raises(InputError, match="expected number, kind, key, value and a summary") as raised:
        load_rules(path)
    assert raised.value.line == 2


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("_pick_v_up", ("pick", "v", "up")), ("_on+top+of_p", ("on+top+of", "p", "")),
        ("compound", ("compound", "", "")), ("_Cub/nn_u_unknown", ("cub", "n", "unknown")),
        ("_red_a_1", ("red", "a", "1")),
    ],
)  # fmt: skip
def test_parts_of_predicates(name: str, parts: tuple[str, str, str]) -> None:
    assert predicate_parts(name) == parts
