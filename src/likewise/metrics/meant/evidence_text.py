"""The evidence of a score of the MEANT family for a terminal: frames side by side, and the matrix."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

__all__ = ["evidence_lines", "matrix_lines"]

_WIDEST = 44


def evidence_lines(evidence: Mapping[str, Any]) -> list[str]:
    """Aligned frames role by role, then what stands alone, then the links of words under role bands."""
    other = _other(evidence)
    if evidence["backed_off"]:
        lines = ["no frames on a side: whole sentences were compared"]
    else:
        lines = [f"precision {evidence['precision']:.3f}, recall {evidence['recall']:.3f} of frames"]
    lines.append(f"whole sentences {evidence['whole_sentence']:.3f}")
    for number, frame in enumerate(evidence["frames"], start=1):
        lines += ["", *_frame(number, frame, other)]
    for key, sign in (("added_frames", "+"), ("lost_frames", "-")):
        for frame in evidence[key]:
            roles = "; ".join(f"{role['label']} {role['text']}" for role in frame["roles"])
            said = "only in the candidate" if sign == "+" else f"only in the {other}"
            lines += ["", f"{sign} {frame['predicate']} ({said}): {roles or 'no roles'}"]
    return [*lines, "", *matrix_lines(evidence["alignment"], other)]


def _other(evidence: Mapping[str, Any]) -> str:
    return next(str(key) for key in evidence["alignment"]["bands"] if key != "candidate")


def _frame(number: int, frame: Mapping[str, Any], other: str) -> list[str]:
    head = frame["predicate"]
    rows = [("", "similarity", "weight", "candidate", other)]
    rows.append(("DOES WHAT", _number(head), f"{head['weight']:.3f}", head["candidate"], head[other]))
    biparses = []
    for role in frame["roles"]:
        one, two = role["labels"]
        name = role["asks"] if role["counts"] else f"{one} / {two}"
        weight = f"{role['weight']:.3f}" if role["counts"] else "0"
        rows.append((name, _number(role), weight, role["candidate"], role[other]))
        if role.get("biparse"):
            biparses.append(f"    {role['biparse']}")
    rows += [(f"+ {r['asks']}", "0", f"{r['weight']:.3f}", r["text"], "-") for r in frame["added"]]
    rows += [(f"- {r['asks']}", "0", f"{r['weight']:.3f}", "-", r["text"]) for r in frame["lost"]]
    cut = [tuple(_cut(cell) for cell in row) for row in rows]
    widths = [max(len(row[column]) for row in cut) for column in range(5)]
    lines = [
        "  " + "  ".join(cell.ljust(size) for cell, size in zip(row, widths, strict=True)).rstrip()
        for row in cut
    ]
    return [f"frame {number}", *lines, *biparses]


def _number(row: Mapping[str, Any]) -> str:
    return f"{row['similarity']:.3f}"


def _cut(text: str) -> str:
    return text if len(text) <= _WIDEST else text[: _WIDEST - 2] + ".."


def matrix_lines(alignment: Mapping[str, Any], other: str) -> list[str]:
    """The alignment matrix: words of the candidate down, of the other side across by their numbers.

    Full marks for links of .8 and more, half ones below; letters in the margin are the frames' roles.
    """
    rows, columns = alignment["candidate"], alignment[other]
    if not rows or not columns:
        return []
    marks = {(i, j): "#" if value >= 0.8 else "+" for i, j, value in alignment["links"]}
    bands = alignment["bands"]
    margin = [" ".join(_roles(bands["candidate"], i)) for i in range(len(rows))]
    width, wide = max(map(len, rows)), max(map(len, margin))
    lines = [
        f"{word:>{width}} {margin[i]:<{wide}} |"
        + "".join(marks.get((i, j), ".") for j in range(len(columns)))
        + "|"
        for i, word in enumerate(rows)
    ]
    under = " " * (width + wide + 3)
    for frame in sorted({band["frame"] for band in bands[other]}):
        own = [band for band in bands[other] if band["frame"] == frame]
        line = [" "] * len(columns)
        for band in own:
            for place in band["tokens"]:
                line[place] = _letter(band["role"])
        lines.append(under + "".join(line).rstrip())
    numbered = " ".join(f"{j + 1}:{word}" for j, word in enumerate(columns))
    return [*lines, f"{other} across: {numbered}", "roles: V predicate, 0-5 ARG0-ARG5, m modifier"]


def _roles(bands: list[dict[str, Any]], place: int) -> list[str]:
    return [_letter(band["role"]) for band in bands if place in band["tokens"]]


def _letter(role: str) -> str:
    return "V" if role == "pred" else role[3] if role.startswith("ARG") and role[3:4].isdigit() else "m"
