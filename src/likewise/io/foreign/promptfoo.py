"""Results of promptfoo (`promptfoo eval --output F.json` or `F.jsonl`, results of version 2 and 3)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from likewise.io.foreign.json_document import JsonDocument
from likewise.io.foreign.lost_fields import LostFields
from likewise.io.foreign.record import Record, first_text, is_number, record_of
from likewise.io.jsonl import read_rows
from likewise.io.lines import Advance, Source, name_of
from likewise.io.read_log import ReadLog

__all__ = ["records", "segment_fields"]

_READ = {"testIdx", "promptIdx", "promptId", "prompt", "provider", "response", "testCase", "score",
         "success", "namedScores", "error", "failureReason", "vars"}  # fmt: skip
_COMPARED = re.compile(r"(equals|similar(:\w+)?|rouge-n|bleu|gleu|meteor|levenshtein|factuality)\Z")
"""Assertions whose value is a text that the output should be like."""
_WITH_TEXT = "equals, similar, rouge-n, bleu, gleu, meteor, levenshtein, factuality"
_VARIABLE = re.compile(r"\{\{\s*(\w+)\s*\}\}")
_ERROR = 2
"""The reason of failure that is no verdict: the provider gave no answer."""


def records(path: Source, lost: LostFields, progress: Advance | None, log: ReadLog) -> Iterator[Record]:
    """A record for each test, provider and prompt; a file called `.jsonl` has one a line."""
    systems = _Systems(log)
    if name_of(path).removesuffix(".gz").endswith(".jsonl"):
        for row in read_rows(path, progress=progress, log=log):
            yield systems.named(Record(row.values, row.file, row.line))
        return
    document = JsonDocument(path, ("results", "results"), progress=progress)
    for place, (key, line, item) in enumerate(document.items()):
        record = record_of(item, document.file, line, {}, f"{key}[{place}]")
        yield record if record.broken else systems.named(record)
    lost.note(document.passed)


class _Systems:
    """Names of systems: the provider's label, and from its second prompt on a number."""

    def __init__(self, log: ReadLog) -> None:
        self._log = log
        self._prompts: dict[str, list[Any]] = {}

    def named(self, record: Record) -> Record:
        provider, prompt = record.values.get("provider"), record.values.get("prompt")
        if isinstance(provider, dict):
            provider = first_text(provider.get("label"), provider.get("id"))
        system = provider if isinstance(provider, str) else "promptfoo"
        prompts = self._prompts.setdefault(system, [])
        place = record.values.get("promptIdx")
        if place not in prompts:
            prompts.append(place)
            if len(prompts) > 1:
                label = prompt.get("label") if isinstance(prompt, dict) else prompt
                text = f"'{system}#{len(prompts)}' is '{system}' under another prompt: '{label}'"
                self._log.remark(text, record.place())
        number = prompts.index(place) + 1
        record.shared = {"system": system if number == 1 else f"{system}#{number}"}
        return record


def segment_fields(row: Record, lost: LostFields) -> dict[str, Any]:
    """The fields of a segment: the id is the test's number, the source the prompt as it was sent.

    References are the texts of the test's assertions that compare with one. `score`, `success` and the named
    scores become numbers called `NAME@promptfoo`.
    """
    result = row.values
    lost.note((key for key, value in result.items() if value), _READ)
    response, prompt = result.get("response"), result.get("prompt")
    output = response.get("output") if isinstance(response, dict) else None
    if output is None or (result.get("failureReason") == _ERROR and not output):
        row.refuse(
            "response.output", f"missing ({result.get('error') or 'no error told'}), expected a string"
        )
    references = _references(row, lost)
    row.values = {"response.output": output}
    named = result.get("namedScores")
    scores = {"score": result.get("score"), "success": result.get("success")}
    scores |= named if isinstance(named, dict) else {}
    lost.note(f"{name} (no number)" for name, value in scores.items() if not is_number(value))
    return {
        **row.shared,
        "id": result.get("testIdx"),
        "candidate": row.text("response.output"),
        "source": first_text(prompt.get("raw") if isinstance(prompt, dict) else prompt),
        "references": references,
        "human": {f"{name}@promptfoo": float(value) for name, value in scores.items() if is_number(value)},
    }


def _references(row: Record, lost: LostFields) -> list[str]:
    """The texts that assertions compare with; where there are none, the row knows what there is instead."""
    test, variables = row.values.get("testCase"), row.values.get("vars")
    asserted = test.get("assert") if isinstance(test, dict) else None
    references: dict[str, None] = {}
    kinds: dict[str, None] = {}
    for one in asserted if isinstance(asserted, list) else []:
        kind = str(one.get("type")) if isinstance(one, dict) else ""
        if not _COMPARED.match(kind):
            kinds[kind] = None
            lost.note([f"assert.{kind} (no reference)"])
            continue
        values = one.get("value") if isinstance(one, dict) else None
        filled = [_filled(text, variables) for text in (values if isinstance(values, list) else [values])]
        references |= {text: None for text in filled if text}
        if None in filled:
            kinds[f"{kind} (without a text in the file)"] = None
            lost.note([kind], within="assert.")
    there = f"the assertions here are no references: {', '.join(kinds)}" if kinds else "no assertion is here"
    row.no_references = f"{there}; expected one of {_WITH_TEXT} with a text"
    return list(references)


def _filled(text: Any, variables: Any) -> str | None:
    """The text with its variables put in; None where it is none, or a template that asks for more."""
    if not isinstance(text, str) or text.startswith("file://"):
        return None
    values = variables if isinstance(variables, dict) else {}
    filled = _VARIABLE.sub(lambda match: str(values.get(match[1], match[0])), text)
    return None if "{{" in filled or "{%" in filled else filled
