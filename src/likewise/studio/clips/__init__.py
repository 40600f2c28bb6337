"""Clips: the moderation queue, and films of one's own."""

from likewise.studio.feature import Feature, MenuEntry

__all__ = ["FEATURE"]

FEATURE = Feature(
    __name__,
    menu=(MenuEntry("/clips", "Clips", "Approve or refuse the clips that workers sent.", order=80),),
    uploads={"/media": "media_bytes"},
    pages=("/clips", "/clips/{describe}", "/clips/{clip}"),
)
