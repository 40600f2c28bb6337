"""The verdict of a quality gate as files: a summary in Markdown, and JUnit XML for build servers."""

from __future__ import annotations

import re
from xml.sax.saxutils import escape, quoteattr

from likewise.evaluate import GateResult, RuleResult

__all__ = ["gate_junit", "gate_markdown"]

_MOST = 20
"""Items of a rule that a summary lists; JUnit has them all."""
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def gate_markdown(result: GateResult) -> str:
    """What a pull request shows: the verdict, a table of rules, and the items that they complain about."""
    failed = sum(not rule.passed for rule in result.rules)
    head = (
        "## Gate passed"
        if result.passed
        else f"## Gate not passed: {failed} of {len(result.rules)} rules failed"
    )
    lines = [head, "", *(f"> {warning}" for warning in result.warnings)]
    lines += ["| | rule | why |", "|---|---|---|"]
    lines += [f"| {_verdict(rule)} | {_cell(rule.rule)} | {_cell(rule.why)} |" for rule in result.rules]
    for rule in result.rules:
        if rule.items:
            lines += [
                "",
                f"### {_line(rule.rule)}",
                "",
                "| id | why | baseline | candidate |",
                "|---|---|---|---|",
            ]
            for item in rule.items[:_MOST]:
                cells = (item.id, item.reason, item.baseline, item.candidate)
                lines.append(f"| {' | '.join(map(_cell, cells))} |")
            if len(rule.items) > _MOST:
                lines += ["", f"and {len(rule.items) - _MOST} more"]
    return "\n".join([*lines, "", result.counted(), ""])


def gate_junit(result: GateResult) -> str:
    """JUnit XML: a test case a rule, a failure with its reason and items where a rule does not hold."""
    failed = sum(not rule.passed for rule in result.rules)
    counts = f'tests="{len(result.rules)}" failures="{failed}" errors="0" skipped="0"'
    cases = "\n".join(map(_case, result.rules))
    suite = f'<testsuite name="likewise gate" {counts}>\n{cases}\n</testsuite>'
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<testsuites {counts}>\n{suite}\n</testsuites>\n'


def _case(rule: RuleResult) -> str:
    head = f'<testcase classname="likewise.gate" name={quoteattr(_xml(rule.rule))}'
    if rule.passed:
        return f"{head}><system-out>{escape(_xml(rule.why))}</system-out></testcase>"
    told = "\n".join(
        f"{item.id}: {item.reason}\n  baseline:  {item.baseline}\n  candidate: {item.candidate}"
        for item in rule.items
    )
    failure = f'<failure type="rule" message={quoteattr(_xml(rule.why))}>{escape(_xml(told))}</failure>'
    return f"{head}>{failure}</testcase>"


def _xml(text: str) -> str:
    """Text without the characters that XML 1.0 cannot hold."""
    return _NOT_XML.sub("\ufffd", text)


def _verdict(rule: RuleResult) -> str:
    return "passed" if rule.passed else "**failed**"


def _line(text: str) -> str:
    return " ".join(text.split())


def _cell(text: str) -> str:
    """A cell of Markdown: one line, nothing in it that would be markup."""
    return re.sub(r"([\\|`*_<>\[\]#])", r"\\\1", _line(text))
