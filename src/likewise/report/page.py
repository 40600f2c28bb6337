"""A report as one HTML page that needs nothing else: no network, no other file, no server.

The page may hold text from anyone, so all of it is escaped, and a content security policy names the page's
own two scripts by hash: a script that came in with the data could not run even if an escape were missing.
"""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from importlib import resources
from string import Template

from likewise import draw
from likewise.draw import escape
from likewise.report.agreement import agreement_section
from likewise.report.contents import Report
from likewise.report.html import paragraph
from likewise.report.people import people_sections
from likewise.report.planes import plane_section
from likewise.report.segments import rows_by_key, segments_json, segments_section
from likewise.report.systems import comparisons_section, systems_section

__all__ = ["render"]

_LABELS = {
    "systems": "Systems",
    "plane": "Two metrics",
    "comparisons": "Differences",
    "people": "People",
    "agreement": "Agreement",
    "segments": "Segments",
    "settings": "Settings",
}


_SCRIPTS = ("ngrams.js", "changes.js", "planes.js", "save.js", "tables.js", "report.js")


@cache
def _asset(name: str) -> str:
    return resources.files("likewise.report").joinpath(name).read_text(encoding="utf-8")


def _hash(script: str) -> str:
    digest = hashlib.sha256(script.encode("utf-8")).digest()
    return f"'sha256-{base64.b64encode(digest).decode('ascii')}'"


def _policy(*scripts: str) -> str:
    allowed = " ".join(_hash(script) for script in scripts)
    return (
        f"default-src 'none'; style-src 'unsafe-inline'; script-src {allowed}; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def _style() -> str:
    return Template(_asset("report.css")).substitute(light=draw.LIGHT, dark=draw.DARK, plots=draw.PLOT_CSS)


def _settings(report: Report) -> str:
    if not report.settings:
        return ""
    pairs = "".join(
        f'<dt><bdi>{escape(name)}</bdi></dt><dd><bdi dir="auto">{escape(value)}</bdi></dd>'
        for name, value in report.settings.items()
    )
    return (
        '<section id="settings" aria-labelledby="settings-title"><h2 id="settings-title">Settings</h2>'
        '<p class="how">With these the same numbers can be made again.</p>'
        f'<dl class="settings">{pairs}</dl></section>'
    )


def _sections(report: Report) -> dict[str, str]:
    """The sections that have something to say, by key, in reading order."""
    rows = rows_by_key(report.segments)
    sections = {
        "systems": systems_section(report) if report.systems else "",
        "plane": plane_section(report),
        "comparisons": comparisons_section(report.comparisons) if report.comparisons else "",
        "people": people_sections(report.judgement, rows) if report.judgement is not None else "",
        "agreement": agreement_section(report.agreement) if report.agreement is not None else "",
        **{section.key: section.markup for section in report.sections},
        "segments": segments_section(report),
        "settings": _settings(report),
    }
    return {key: markup for key, markup in sections.items() if markup}


def render(report: Report) -> str:
    """The whole page. The same report gives the same bytes."""
    sections = _sections(report)
    labels = _LABELS | {section.key: escape(section.label) for section in report.sections}
    links = "".join(f'<li><a href="#{key}">{labels[key]}</a></li>' for key in sections)
    body = "".join(sections.values()) or paragraph("There is nothing in this report yet.", "how")
    theme, script = _asset("theme.js"), "".join(map(_asset, _SCRIPTS))
    return Template(_asset("page.html")).substitute(
        policy=escape(_policy(theme, script)),
        title=escape(report.title),
        style=_style(),
        theme=theme,
        created=paragraph(report.created, "created") if report.created else "",
        links=f'<nav class="contents" aria-label="Sections"><ul>{links}</ul></nav>' if links else "",
        notes="".join(paragraph(note, "note") for note in report.notes),
        body=body,
        data=segments_json(report),
        script=script,
    )
