"""The gate's files: XML that parses whatever the texts hold, Markdown whose cells stay cells."""

from __future__ import annotations

from xml.etree import ElementTree

from likewise.evaluate import GateItem, GateResult, RuleResult
from likewise.report import gate_junit, gate_markdown

NASTY = 'a | b\n<script>"&\x00\x1b]]> *x*'
ITEM = GateItem(NASTY, NASTY, NASTY, NASTY)
RESULT = GateResult(7, (RuleResult("good", True, "fine"), RuleResult(NASTY, False, NASTY, (ITEM,) * 30)))


def test_junit_parses_and_counts() -> None:
    root = ElementTree.fromstring(gate_junit(RESULT))
    assert (root.attrib["tests"], root.attrib["failures"]) == ("2", "1")
    good, bad = root.iter("testcase")
    assert good.find("failure") is None
    failure = bad.find("failure")
    assert failure is not None
    assert failure.attrib["message"].startswith("a | b")
    assert (failure.text or "").count("baseline:") == 30


def test_markdown_has_a_row_a_rule_and_keeps_its_cells() -> None:
    lines = gate_markdown(RESULT).split("\n")
    assert lines[0] == "## Gate not passed: 1 of 2 rules failed"
    assert "| passed | good | fine |" in lines
    assert sum("\\|" in line and line.startswith("| a \\| b \\<script\\>") for line in lines) == 20
    assert "and 10 more" in lines
    assert gate_markdown(GateResult(7, RESULT.rules[:1])).startswith("## Gate passed")
