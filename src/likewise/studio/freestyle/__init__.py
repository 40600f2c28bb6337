"""Freestyle: rhyme schemes in colour, a battle in verse, and verse written by a scheme."""

from likewise.studio.feature import Feature, FolderOption, MenuEntry

__all__ = ["FEATURE"]

FEATURE = Feature(
    __name__,
    menu=(
        MenuEntry(
            "/freestyle",
            "Freestyle",
            "See which lines rhyme, battle in verse, write a verse together.",
            order=55,
        ),
    ),
    options=(
        FolderOption(
            "--freestyle",
            "freestyle",
            "A freestyle model for the page Freestyle; may be repeated.",
            many=True,
        ),
    ),
    service="FreestyleService",
    routers=("api", "verse_page", "battle_page", "write_page", "models_page"),
    uploads={"/freestyle/models": "upload_bytes"},
    pages=("/freestyle", "/freestyle/battle", "/freestyle/write", "/freestyle/models"),
    files=("/freestyle/training",),
)
