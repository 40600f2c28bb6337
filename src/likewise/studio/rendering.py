"""Pages out of templates: escaped by default, in any script, with amounts and times written for people."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from fastapi import Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment, PackageLoader, StrictUndefined

from likewise.collect.money import format_money
from likewise.studio.assets import versioned
from likewise.studio.maps import draw_view
from likewise.studio.state import studio_of
from likewise.version import __version__

__all__ = ["environment", "money", "moment", "render"]


def environment() -> Environment:
    """The templates; everything that they print is escaped unless a template says otherwise."""
    found = Environment(
        loader=PackageLoader("likewise.studio"), autoescape=True, undefined=StrictUndefined,
        trim_blocks=True, lstrip_blocks=True,
    )  # fmt: skip
    found.filters |= {"money": money, "moment": moment, "figure": _figure}
    found.globals |= {"asset": versioned, "draw_view": draw_view, "version": __version__}
    return found


def render(
    request: Request, template: str, status: int = 200, *, headers: Mapping[str, str] | None = None,
    **context: Any,
) -> HTMLResponse:  # fmt: skip
    """A page for the person who asks."""
    person = getattr(request.state, "person", None)
    page = studio_of(request).pages.get_template(template)
    html = page.render(person=person, path=request.url.path, **context)
    return HTMLResponse(html, status, headers=dict(headers or {}))


def money(amount: int, currency: str = "USD") -> str:
    """Minor units as people write them, with a real minus sign: `0.05 USD`, `−1.20 EUR`, `300 JPY`."""
    return format_money(amount, currency).replace("-", "−")


def moment(microseconds: int | None) -> str:
    """A time in UTC, to the minute."""
    if microseconds is None:
        return "–"
    return datetime.fromtimestamp(microseconds / 1_000_000, UTC).strftime("%Y-%m-%d %H:%M")


def _figure(value: float | int | None, digits: int = 2) -> str:
    if value is None or value != value:
        return "–"
    return f"{value:,}" if isinstance(value, int) else f"{value:.{digits}f}".replace("-", "−")
