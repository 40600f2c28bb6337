"""Campaigns: the list, a new one, and one with its items, pay and invitations."""

from likewise.studio.feature import Feature, MenuEntry

__all__ = ["FEATURE"]

FEATURE = Feature(
    __name__,
    menu=(MenuEntry("/campaigns", "Campaigns", "Open one, watch it fill, change its pay.", order=10),),
    uploads={"/import": "upload_bytes", "/items": "upload_bytes"},
    pages=("/campaigns", "/campaigns/new", "/campaigns/{describe}"),
)
