"""The segment explorer: its frame in HTML and its rows as JSON, which `report.js` brings to life."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping, Sequence

from likewise.report.contents import Report, SegmentRow, TokenizedRow
from likewise.report.html import decimals, section

__all__ = ["embed", "rows_by_key", "segments_json", "segments_section"]

# With these five out of the way no text can end the script element or upset an older parser.
_UNSAFE = {c: f"\\u{ord(c):04x}" for c in "<>&\u2028\u2029"}
_SPACE = re.compile(r"\s")

Json = str | int | float | None | Sequence["Json"] | Mapping[str, "Json"]


def embed(data: Json) -> str:
    """JSON that is safe inside a script element."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    for char, code in _UNSAFE.items():
        text = text.replace(char, code)
    # A lone surrogate is legal in a Python string but cannot be written as UTF-8.
    return re.sub("[\ud800-\udfff]", lambda m: f"\\u{ord(m.group()):04x}", text)


def rows_by_key(segments: Sequence[SegmentRow]) -> dict[tuple[str, str | None], int]:
    """Which row of the explorer a (segment, system) is; the first where it comes twice."""
    places: dict[tuple[str, str | None], int] = {}
    for place, row in enumerate(segments):
        places.setdefault((row.segment.id, row.segment.system), place)
    return places


def _words(tokens: Sequence[str]) -> Json:
    """Tokens joined by spaces, which halves the page; as a list where a token has a space inside."""
    if not tokens:
        return ""
    if any(not token or _SPACE.search(token) for token in tokens):
        return list(tokens)
    return " ".join(tokens)


def _tokens(tokens: TokenizedRow | None) -> Json:
    if tokens is None:
        return None
    return [_words(tokens.source), _words(tokens.candidate), [_words(one) for one in tokens.references]]


def _flags(row: SegmentRow) -> list[Json]:
    """What metrics flag: the metric, the kind, why in words, and how sure where that is known."""
    found: list[Json] = []
    for metric, flags in row.flags.items():
        for flag in flags:
            kind = str(flag.get("kind", "flagged"))
            why = str(flag.get("sentence") or flag.get("reason") or kind)
            sure = flag.get("confidence")
            found.append([metric, kind, why, *([round(float(sure), 2)] if sure is not None else [])])
    return found


def _by_criterion(human: Mapping[str, float]) -> dict[str, float]:
    """Scores by criterion, judges' scores averaged."""
    marks: dict[str, list[float]] = {}
    for key, value in human.items():
        marks.setdefault(key.partition("@")[0], []).append(value)
    return {key: sum(values) / len(values) for key, values in marks.items()}


def _rounded(value: float | None) -> float | None:
    if value is None or not math.isfinite(value):
        return None
    return round(float(value), 4)


def segments_json(report: Report) -> str:
    """Rows as short lists, in the order of the columns named once."""
    rows = report.segments
    metrics = list(dict.fromkeys(name for row in rows for name in row.scores))
    human = [_by_criterion(row.segment.human) for row in rows]
    criteria = list(dict.fromkeys(name for marks in human for name in marks))
    texts: dict[tuple[str, ...], int] = {}
    packed: list[Json] = []
    for row, marks in zip(rows, human, strict=True):
        segment = row.segment
        # Systems share their references; each set is written once.
        place = texts.setdefault(tuple(segment.references), len(texts))
        packed.append(
            [
                segment.id,
                segment.system,
                segment.source,
                segment.candidate,
                place,
                [_rounded(row.scores.get(name)) for name in metrics],
                [_rounded(marks.get(name)) for name in criteria],
                _tokens(row.tokens),
                *([flags] if (flags := _flags(row)) else []),
            ]
        )
    given = [row.place for row in rows]
    places: list[Json] = [] if given == list(range(len(rows))) or None in given else [*given]
    digits: list[Json] = [decimals(row.scores.get(name) for row in rows) for name in metrics]
    return embed(
        {
            "metrics": list(metrics),
            "digits": digits,
            "human": list(criteria),
            "references": [list(one) for one in texts],
            "places": places,
            "rows": packed,
        }
    )


def segments_section(report: Report) -> str:
    """The frame; everything with data in it is built by the script, as text and never as markup."""
    if not report.segments:
        return ""
    shown, total = len(report.segments), max(report.total_segments, len(report.segments))
    how = "Choose a row to see which of its words the references and the source also have"
    how += ", and why it is flagged." if any(row.flags for row in report.segments) else "."
    if shown < total:
        how += f" This page holds {shown:,} of {total:,} segments."
    return section(
        "segments",
        "Explore the segments",
        how,
        "<noscript><p>The explorer needs JavaScript, which is switched off here.</p></noscript>",
        _CONTROLS,
        '<div class="scroll" tabindex="0" role="region" aria-label="Segments" id="segment-box">'
        '<table id="segment-table"><caption>Segments</caption>'
        "<thead><tr></tr></thead><tbody></tbody></table></div>",
        _PAGER,
    )


_CONTROLS = """<form class="controls" id="segment-controls" hidden>
<label class="search">Search <input type="search" id="filter-text" autocomplete="off"
 placeholder="words in any text"></label>
<label>System <select id="filter-system"></select></label>
<label>Flagged <select id="filter-flag"></select></label>
<div class="group" role="group" aria-labelledby="filter-name"><span id="filter-name">Keep scores</span>
<select id="filter-metric" aria-label="Score to filter on"></select>
<label>from <input type="number" step="any" id="filter-min"></label>
<label>to <input type="number" step="any" id="filter-max"></label></div>
<div class="group" role="group" aria-labelledby="sort-name"><span id="sort-name">Sort by</span>
<select id="sort-by" aria-label="Sort by"></select>
<button type="button" id="sort-way"></button></div>
<button type="button" id="filter-reset">Reset</button>
</form>
<p class="status" id="segment-status" role="status"></p>"""

_PAGER = """<nav class="pager" aria-label="Pages of segments" id="segment-pager" hidden>
<button type="button" id="page-previous">Previous</button>
<span id="page-label"></span>
<button type="button" id="page-next">Next</button>
</nav>"""
