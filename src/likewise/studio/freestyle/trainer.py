"""What learns from people's own lyrics: `python -m likewise.studio.freestyle.trainer`, which then ends."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

from likewise.errors import InputError

__all__ = ["learn"]

SMALL: dict[str, Any] = {"pairs": 40_000, "segmental_pairs": 8_000}
"""Settings with which tens of thousands of lines are learnt in about a minute."""


def learn(job: dict[str, Any]) -> dict[str, Any]:
    """Learn a model from the text of a job and keep it in its folder."""
    from likewise.freestyle import Freestyler, verses_of_text

    begun = time.monotonic()
    verses = verses_of_text(job["text"])
    if not verses:
        raise InputError("expected lines of verse", field="text")
    model = Freestyler.fit(verses, lang=job["lang"], progress=_tell, **SMALL)
    folder = Path(job["folder"])
    folder.parent.mkdir(parents=True, exist_ok=True)
    model.save(folder)
    lines = sum(len(verse.lines) for verse in verses)
    seconds = round(time.monotonic() - begun, 1)
    return {"lines": lines, "seconds": seconds, "select": model.sizes["select"]}


def _tell(what: str, share: float) -> None:
    _say({"what": what, "share": share})


def _say(value: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(value) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    try:
        _say({"done": learn(json.loads(sys.stdin.buffer.read()))})
    except InputError as error:
        _say({"complaint": error.message, "field": error.field})
