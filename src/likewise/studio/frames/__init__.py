"""Frames: who did what to whom in a text, as arcs and roles."""

from likewise.studio.feature import Feature, MenuEntry

__all__ = ["FEATURE"]

FEATURE = Feature(
    __name__,
    menu=(MenuEntry("/frames", "Frames", "See who did what to whom, as arcs and roles.", order=49),),
    service="FramesService",
    pages=("/frames",),
)
