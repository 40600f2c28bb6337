"""Who did what to whom in texts: words, dependencies and semantic roles."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from likewise.errors import InputError
from likewise.frames import LANGUAGES, MODELS
from likewise.studio.frames.service import FramesService
from likewise.studio.web import Body, House, Reviewer, Studio, api_router, clean_text
from likewise.text import code_of

__all__ = ["CHARACTERS", "frames_of", "router"]

router = api_router("frames")
TEXTS = 20
LONGEST = 2000
CHARACTERS = 10_000


class FramesQuestion(Body):
    """Texts, one a line, in one language, given by its code or name. `draw` adds a drawing of each as SVG."""

    text: Annotated[str, Field(min_length=1, max_length=CHARACTERS)]
    lang: Annotated[str, Field(min_length=1, max_length=40)] = "en"
    model: Annotated[str, Field(min_length=1, max_length=40)] = "auto"
    draw: bool = False


def frames_of(studio: Studio, text: str, *, lang: str, model: str, draw: bool = False) -> dict[str, Any]:
    """The frames of each line of a text."""
    if len(text) > CHARACTERS:
        raise InputError(f"expected at most {CHARACTERS:,} characters", field="text")
    lines = [line.strip() for line in clean_text(text, "text").splitlines() if line.strip()]
    if not lines:
        raise InputError("expected a text", field="text")
    if len(lines) > TEXTS or max(map(len, lines)) > LONGEST:
        wrong = f"expected at most {TEXTS} lines of at most {LONGEST:,} characters"
        raise InputError(wrong, field="text")
    code = code_of(lang)
    if code not in LANGUAGES:
        raise InputError(f"expected one of {', '.join(LANGUAGES)}", field="lang")
    if model not in MODELS:
        raise InputError(f"expected one of {', '.join(MODELS)}", field="model")
    return studio.service(FramesService).ask(lines, lang=code, model=model, draw=draw)


@router.post("/frames")
def read(studio: House, person: Reviewer, body: FramesQuestion) -> dict[str, Any]:
    """Tokens, frames, tags, heads and relations of each line, as `likewise frames --json` gives them.

    `flags` say that most letters of a text are of another script, or that it has no predicate. The first
    question takes longer: the model is loaded.
    """
    return frames_of(studio, body.text, lang=body.lang, model=body.model, draw=body.draw)
