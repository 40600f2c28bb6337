"""Work: one problem after the other, and what it earned."""

from likewise.studio.feature import Feature, MenuEntry

__all__ = ["FEATURE"]

FEATURE = Feature(
    __name__,
    menu=(
        MenuEntry("/work", "Work", "Short tasks in the language of your choice.", order=10, group="worker"),
        MenuEntry("/earnings", "Earnings", "What you earned and what was paid.", order=20, group="worker"),
    ),
    service="WorkService",
    worker_pages=("/work", "/earnings"),
    files=("/media/{name}",),
)
