"""What changed in meaning from one text to another."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from likewise.errors import InputError
from likewise.studio.diff.service import DiffService
from likewise.studio.web import Body, House, Reviewer, Studio, api_router, clean_text
from likewise.text import code_of

__all__ = ["LANGUAGES", "LONGEST", "diff_of", "router"]

router = api_router("diff")
LANGUAGES = ("en", "zh", "ja", "de", "es", "fr")
"""What the diff reads at least something of."""
LONGEST = 2000
"""Characters of a text."""


class DiffQuestion(Body):
    """Two texts, in a language by code or name, B in its own if `lang_b` names one; `draw`: frames as SVG."""

    a: Annotated[str, Field(min_length=1, max_length=LONGEST)]
    b: Annotated[str, Field(min_length=1, max_length=LONGEST)]
    lang: Annotated[str, Field(min_length=1, max_length=40)] = "en"
    lang_b: Annotated[str, Field(min_length=1, max_length=40)] | None = None
    draw: bool = False


def diff_of(
    studio: Studio, a: str, b: str, lang: str, lang_b: str | None = None, *, draw: bool = False
) -> dict[str, Any]:
    """The diff of two texts; spans count characters of the texts as they were sent."""
    for field, text in (("a", a), ("b", b)):
        clean_text(text, field)
        if not text.strip() or len(text) > LONGEST:
            raise InputError(f"expected a text of at most {LONGEST:,} characters", field=field)
    codes = {"lang": code_of(lang), "lang_b": code_of(lang_b or lang)}
    for field, code in codes.items():
        if code not in LANGUAGES:
            raise InputError(f"expected one of {', '.join(LANGUAGES)}", field=field)
    return studio.service(DiffService).ask(a, b, **codes, draw=draw)


@router.post("/diff")
def compare(studio: House, person: Reviewer, body: DiffQuestion) -> dict[str, Any]:
    """Whether B means the same as A, a score, and each change with its words, as `likewise diff --json` has
    it.

    `unread` names what could not be looked at; it may have changed. The first question takes longer: the
    models are loaded.
    """
    return diff_of(studio, body.a, body.b, body.lang, body.lang_b, draw=body.draw)
