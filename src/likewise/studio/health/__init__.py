"""Health, and the documentation of the API."""

from likewise.studio.feature import Feature, MenuEntry

__all__ = ["FEATURE"]

FEATURE = Feature(
    __name__,
    menu=(MenuEntry("/health", "Health", order=120),),
    pages=("/health", "/api"),
)
