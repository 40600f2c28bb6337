"""Paraphrase: type a sentence, turn the dial, see where each word came from."""

from likewise.studio.feature import Feature, FolderOption, MenuEntry

__all__ = ["FEATURE"]

FEATURE = Feature(
    __name__,
    menu=(
        MenuEntry(
            "/paraphrase",
            "Paraphrase",
            "Type a sentence, turn the dial, see where each word came from.",
            order=30,
        ),
    ),
    options=(
        FolderOption(
            "--model", "models", "A paraphraser for the page Paraphrase; may be repeated.", many=True
        ),
    ),
    service="ParaphraseService",
    pages=("/paraphrase",),
)
