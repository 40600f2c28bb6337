"""Score: paste or upload segments, see the numbers and the report."""

from likewise.studio.feature import Feature, MenuEntry

__all__ = ["FEATURE"]

FEATURE = Feature(
    __name__,
    menu=(
        MenuEntry(
            "/score", "Score", "Paste or upload segments: BLEU, PINC and more, with a report.", order=20
        ),
    ),
    service="ScoreService",
    uploads={"/score": "upload_bytes"},
    pages=("/score",),
)
