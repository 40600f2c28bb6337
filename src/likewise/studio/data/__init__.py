"""Data and export: what came in, counted, and files of it."""

from likewise.studio.feature import Feature, MenuEntry

__all__ = ["FEATURE"]

FEATURE = Feature(
    __name__,
    menu=(
        MenuEntry("/data", "Data", "Clusters, ratings, tables, dataset folders.", "Data & export", order=110),
    ),
    pages=("/data", "/data/{describe}", "/data/{rate}"),
    files=("/data/{slug}/{kind}",),
)
