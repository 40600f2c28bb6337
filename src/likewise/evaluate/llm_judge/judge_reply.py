"""What a reply says: a verdict in the form that was asked for, or why there is none. Nothing is guessed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from likewise.evaluate.llm_judge.judge_file import LanguageJudge
from likewise.io import ORDERED_PAIR

__all__ = ["ReadReply", "read_reply"]

_NUMBER = re.compile(r"[-+]?\d+(?:\.\d+)?")


@dataclass(frozen=True, slots=True)
class ReadReply:
    """A verdict with the judge's reason, or None and why there is none."""

    verdict: float | str | None
    reason: str = ""
    why: str = ""


def read_reply(reply: str, judge: LanguageJudge) -> ReadReply:
    """The verdict in a reply, by the judge's way to reply."""
    if judge.reply == "json":
        return _from_json(reply, judge)
    if judge.reply == "number":
        found = _NUMBER.findall(reply)
    elif judge.reply == "label":
        found = _labels_in(reply, judge)
    else:
        found = [match[1] for match in re.finditer(judge.pattern, reply)]
    if len(found) != 1:
        what = {"number": "number", "label": "label", "pattern": "match of the pattern"}[judge.reply]
        return ReadReply(
            None, why=f"the reply has {len(found) or 'no'} {what}{'s' * (len(found) > 1)}, expected one"
        )
    return _judged(found[0], judge, "")


def _from_json(reply: str, judge: LanguageJudge) -> ReadReply:
    objects = [value for value in _objects(reply) if "verdict" in value]
    if len(objects) != 1:
        found = f"{len(objects)} JSON objects" if objects else "no JSON object"
        return ReadReply(None, why=f'the reply has {found} with "verdict", expected one')
    reason = objects[0].get("reason", "")
    return _judged(objects[0]["verdict"], judge, reason if isinstance(reason, str) else json.dumps(reason))


def _objects(text: str) -> Iterator[dict[str, Any]]:
    """The JSON objects of a text, whatever stands around them."""
    decode, place = json.JSONDecoder().raw_decode, text.find("{")
    while place >= 0:
        try:
            value, place = decode(text, place)
        except (ValueError, RecursionError):
            place += 1
        else:
            if isinstance(value, dict):
                yield value
        place = text.find("{", place)


def _labels_in(reply: str, judge: LanguageJudge) -> list[str]:
    """The labels that stand in a reply as whole words; one inside a longer label is not counted apart."""
    labels = sorted(judge.labels or ORDERED_PAIR, key=len, reverse=True)
    every = "|".join(re.escape(label) for label in labels)
    return [match[0] for match in re.finditer(rf"(?<!\w)(?:{every})(?!\w)", reply, re.IGNORECASE)]


def _judged(value: Any, judge: LanguageJudge, reason: str) -> ReadReply:
    """The verdict that a value stands for, if it is on the scale."""
    if judge.scale is None:
        known = {label.casefold(): label for label in judge.labels or ORDERED_PAIR}
        label = known.get(str(value).strip().casefold()) if isinstance(value, str | int | float) else None
        if label is None:
            return ReadReply(
                None, reason, f"the verdict is {_short(value)}, expected {' or '.join(known.values())}"
            )
        return ReadReply(judge.labels.get(label, label), reason)
    low, high = judge.scale
    if isinstance(value, str) and _NUMBER.fullmatch(value.strip()):
        value = float(value)
    if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
        return ReadReply(
            None, reason, f"the verdict is {_short(value)}, expected a number from {low:g} to {high:g}"
        )
    return ReadReply(float(value), reason)


def _short(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return f"'{text[:40]}'" + (" .." if len(text) > 40 else "")
