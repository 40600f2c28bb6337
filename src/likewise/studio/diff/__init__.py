"""Diff: two texts side by side, and what changed in meaning from one to the other."""

from likewise.studio.feature import Feature, MenuEntry

__all__ = ["FEATURE"]

FEATURE = Feature(
    __name__,
    menu=(MenuEntry("/diff", "Diff", "See what changed in meaning between two texts.", order=48),),
    service="DiffService",
    pages=("/diff",),
)
