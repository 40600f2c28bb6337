"""Verses with rhyme schemes out of a campaign of the task `rhyme`, as `freestyle schemes` reads gold.

Where several people labelled a verse, the answer goes out that agrees best with those of the others on which
lines rhyme; on a tie the one that came first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import Any

from likewise.collect.export_rows import Given, Rows, write_json_lines
from likewise.errors import InputError
from likewise.io import Source

__all__ = ["write_verses"]


def write_verses(rows: Rows, target: Source) -> int:
    """A JSON line a verse: `id`, `song`, `title`, `stanzas` (`scheme`, `lines`), `annotators`, `agreement`.

    `agreement` is the share of line pairs on which the other annotators say the same as the answer that goes
    out; null where there was only one.
    """
    labels = rows.campaign.task == "rhyme"
    if not labels and next(rows(), None) is not None:
        raise InputError("only a campaign that labels rhymes has this form", field="kind")
    groups = rows.groups() if labels else ()
    return write_json_lines((_verse(name, group, rows) for name, group in groups), target)


def _verse(name: str, group: Sequence[Given], rows: Rows) -> dict[str, Any]:
    stimulus = group[0].stimulus
    decided = [rows.task.decisions(row.stimulus, row.payload)["rhyme"] for row in group]
    shares = [_agreement(own, [*decided[:place], *decided[place + 1 :]]) for place, own in enumerate(decided)]
    best = max(range(len(group)), key=lambda place: shares[place] or 0.0)
    return {
        "id": name,
        "song": stimulus.get("song") or stimulus.get("title") or name,
        "title": stimulus.get("title") or name,
        "stanzas": list(_stanzas(group[best].payload["scheme"], stimulus["lines"])),
        "annotators": len(group),
        "agreement": shares[best],
    }


def _agreement(own: Mapping[str, float], others: Sequence[Mapping[str, float]]) -> float | None:
    if not others:
        return None
    same = sum(other[pair] == said for other in others for pair, said in own.items())
    return same / (len(own) * len(others))


def _stanzas(scheme: str, lines: Sequence[str]) -> Iterator[dict[str, list[str]]]:
    """Each stanza with small letters, as gold has them; a line that rhymes with none gets one of its own."""
    begin = 0
    for stanza in scheme.split():
        fresh = count(len(set(stanza) - {"-"}))
        labels = [_letter(next(fresh)) if letter == "-" else letter.lower() for letter in stanza]
        yield {"scheme": labels, "lines": list(lines[begin : begin + len(stanza)])}
        begin += len(stanza)


def _letter(number: int) -> str:
    """a to z, then a2 to z2, and so on."""
    round_, place = divmod(number, 26)
    return chr(ord("a") + place) + (str(round_ + 1) if round_ else "")
