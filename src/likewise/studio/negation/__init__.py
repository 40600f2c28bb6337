"""Negation: what sentences deny, in colour, and why each word is denied."""

from likewise.studio.feature import Feature, FolderOption, MenuEntry

__all__ = ["FEATURE"]

FEATURE = Feature(
    __name__,
    menu=(
        MenuEntry("/negation", "Negation", "See what sentences deny, and why each word is denied.", order=50),
    ),
    options=(
        FolderOption(
            "--negation",
            "negation",
            "A resolver of negation for the page Negation; may be repeated.",
            many=True,
        ),
    ),
    service="NegationService",
    pages=("/negation",),
)
