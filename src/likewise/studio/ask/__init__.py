"""Ask: a question in English, answers out of documents in other languages, with every step laid open."""

from likewise.studio.feature import Feature, FolderOption, MenuEntry

__all__ = ["FEATURE"]

FEATURE = Feature(
    __name__,
    menu=(
        MenuEntry(
            "/ask",
            "Ask",
            "Ask Chinese and Japanese documents in English, and see how each answer was found.",
            order=43,
        ),
    ),
    options=(FolderOption("--ask", "ask", "An index of documents for the page Ask."),),
    service="AskService",
    pages=("/ask", "/ask/glossary"),
    files=("/ask/glossary.tsv",),
)
