"""Pages out of templates: escaped by default, in any script, with amounts and times written for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from importlib import resources
from typing import Any

from fastapi import Request
from fastapi.responses import HTMLResponse
from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PrefixLoader, StrictUndefined

from likewise.collect import format_money
from likewise.collect.tasks import readable_answer
from likewise.studio.feature import Feature, MenuEntry
from likewise.studio.web.assets import Assets
from likewise.studio.web.board_drawing import draw_boards
from likewise.studio.web.map_drawing import draw_view
from likewise.studio.web.state import studio_of
from likewise.version import __version__

__all__ = ["environment", "money", "moment", "render"]


def environment(features: Sequence[Feature], assets: Assets) -> Environment:
    """The templates of all pages and those of each feature, under its name.

    Everything that they print is escaped unless a template says otherwise.
    """
    own = {feature.name: FileSystemLoader(str(feature.resource("templates"))) for feature in features}
    common = FileSystemLoader(str(resources.files(__package__) / "templates"))
    made = Environment(
        loader=ChoiceLoader([PrefixLoader(own), common]), autoescape=True, undefined=StrictUndefined,
        trim_blocks=True, lstrip_blocks=True,
    )  # fmt: skip
    made.filters |= {"money": money, "moment": moment, "figure": _figure, "readable": readable_answer}
    made.globals |= {
        "asset": assets.address, "draw_boards": draw_boards, "draw_view": draw_view, "menu": _menu(features),
        "version": __version__,
    }  # fmt: skip
    return made


def _menu(features: Sequence[Feature]) -> dict[str, list[MenuEntry]]:
    """The entries of all features by group."""
    entries = sorted((entry for feature in features for entry in feature.menu), key=lambda one: one.order)
    return {name: [entry for entry in entries if entry.group == name] for name in ("staff", "worker")}


def render(
    request: Request, template: str, status: int = 200, *, headers: Mapping[str, str] | None = None,
    **context: Any,
) -> HTMLResponse:  # fmt: skip
    """A page for the person who asks."""
    person = getattr(request.state, "person", None)
    page = studio_of(request).templates.get_template(template)
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
