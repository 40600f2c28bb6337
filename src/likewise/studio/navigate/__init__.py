"""Navigate: give an instruction, watch the walk, and teach the lexicon."""

from likewise.studio.feature import Feature, FolderOption, MenuEntry

__all__ = ["FEATURE"]

FEATURE = Feature(
    __name__,
    menu=(
        MenuEntry(
            "/navigate", "Navigate", "Give an instruction, watch the walk, teach the lexicon.", order=40
        ),
    ),
    options=(
        FolderOption("--navigator", "navigator", "A follower of instructions for the page Navigate."),
        FolderOption("--maps", "maps", "Maps for the page Navigate, XML or JSON."),
    ),
    service="NavigateService",
    pages=("/navigate",),
)
