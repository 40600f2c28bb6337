"""The files of the study: items for a rating campaign, a page, and `study.json` last."""

from __future__ import annotations

import json
import random
from pathlib import Path

from likewise.io import Source, write_text
from likewise.study.freestyle.page import page
from likewise.study.freestyle.study import FreestyleStudy
from likewise.study.freestyle.tables import as_dict

__all__ = ["write_freestyle_study"]


def write_freestyle_study(study: FreestyleStudy, folder: Source) -> list[str]:
    """Write all files, each whole or not at all; gives their names."""
    files = {
        "items.jsonl": _items(study),
        "report.html": page(study),
        "study.json": json.dumps(as_dict(study), ensure_ascii=False, indent=1) + "\n",
    }
    for name, text in files.items():
        with write_text(Path(folder) / name) as stream:
            stream.write(text)
    return list(files)


def _items(study: FreestyleStudy) -> str:
    """A response a line, in random order: who judges must not see whose it is by its place."""
    items = [
        {"id": str(number), "system": one.system.name, "source": challenge, "candidate": response}
        for one in study.systems
        for number, (challenge, response) in enumerate(zip(study.challenges, one.responses, strict=True), 1)
        if response
    ]
    random.Random(study.settings.seed).shuffle(items)
    return "".join(json.dumps(item, ensure_ascii=False) + "\n" for item in items)
