"""The colours of the plots, by role, for light and for dark paper.

The eight series colours stay apart under the common kinds of colour blindness and have at least 3:1 contrast
with the paper. Plots never rely on them alone: marker shape, dash or a printed value says the same.
"""

from __future__ import annotations

__all__ = ["DARK", "LIGHT", "PLOT_CSS", "SERIES_COUNT", "colour", "series"]

_LIGHT = {
    "ink": "#1f2328",
    "muted": "#59636e",
    "grid": "#dde2e8",
    "paper": "#ffffff",
    "heat": "#0b5394",
    "cool": "#b3540c",
    "s1": "#0072b2",
    "s2": "#d55e00",
    "s3": "#007a5a",
    "s4": "#aa4499",
    "s5": "#a87800",
    "s6": "#2596cc",
    "s7": "#5b6470",
    "s8": "#882255",
}
_DARK = {
    "ink": "#e6e9ed",
    "muted": "#a3adb8",
    "grid": "#353c45",
    "paper": "#15181d",
    "heat": "#7cc0ff",
    "cool": "#ffac6b",
    "s1": "#5ab0f0",
    "s2": "#ff8a3d",
    "s3": "#3cc9a0",
    "s4": "#e58fd0",
    "s5": "#f2c14e",
    "s6": "#a5dcf7",
    "s7": "#b6bec8",
    "s8": "#f07aa0",
}

SERIES_COUNT = 8
"""How many series colours there are before they begin again."""


def _property(role: str) -> str:
    return f"--series-{role[1:]}" if role[0] == "s" and role[1:].isdigit() else f"--plot-{role}"


def _declarations(colours: dict[str, str]) -> str:
    return ";".join(f"{_property(role)}:{value}" for role, value in colours.items())


LIGHT = _declarations(_LIGHT)
"""Custom properties for light paper, as CSS declarations: `--series-1:...;--plot-ink:...`."""

DARK = _declarations(_DARK)
"""The same custom properties for dark paper."""

PLOT_CSS = ".lw-plot{color:var(--plot-ink,#1f2328)}" + "".join(
    f".lw-{role}{{color:var({_property(role)},{value})}}" for role, value in _LIGHT.items()
)
"""The rules that a page needs once for its plots to follow the custom properties."""


def colour(role: str) -> str:
    """The colour of a role where no style sheet applies."""
    return _LIGHT[role]


def series(index: int) -> str:
    """The role of the index-th series: s1 to s8, then again from s1."""
    return f"s{index % SERIES_COUNT + 1}"
