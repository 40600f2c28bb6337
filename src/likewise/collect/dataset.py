"""A campaign as a folder that Hugging Face's `datasets` loads: `data/train.jsonl` and a card."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, TextIO

from likewise.collect.export_folder import export_folder
from likewise.collect.export_rows import Rows, write_json_lines
from likewise.io import Source, write_text
from likewise.text import find_language

__all__ = ["write_dataset"]

_SIZES = (
    (10**3, "n<1K"),
    (10**4, "1K<n<10K"),
    (10**5, "10K<n<100K"),
    (10**6, "100K<n<1M"),
    (10**7, "1M<n<10M"),
)


def write_dataset(rows: Rows, target: Source) -> int:
    """Write the folder, whole or not at all; it must be new or empty. Gives how many records."""
    langs: dict[str, int] = {}
    with export_folder(target) as folder:
        (folder / "data").mkdir()
        count = write_json_lines(_examples(rows, langs), folder / "data" / "train.jsonl")
        with write_text(folder / "README.md") as stream:
            _card(stream, rows, count, langs)
    return count


def _examples(rows: Rows, langs: dict[str, int]) -> Iterator[dict[str, Any]]:
    """A row a text, or a row a rating with the rated texts, or else a row an answer."""
    for row in rows():
        if row.lang:
            langs[row.lang] = langs.get(row.lang, 0) + 1
        about = {"worker": row.worker, "tier": row.tier, "lang": row.lang, "seconds": row.seconds}
        texts = rows.task.texts(row.stimulus, row.payload)
        scores = rows.task.ratings(row.stimulus, row.payload)
        if scores and not texts:
            keys = ("source", "candidate", "references", "system")
            shown = {key: row.stimulus.get(key) for key in keys}
            yield {"id": row.item, **shown, **about, **scores}
        elif texts:
            for text in texts:
                yield {"id": row.item, "text": text, **about, **scores}
        else:
            yield {"id": row.item, "answer": row.payload, **about}


def _card(stream: TextIO, rows: Rows, count: int, langs: dict[str, int]) -> None:
    ranked = sorted(langs, key=lambda lang: (-langs[lang], lang))
    known = (find_language(lang) for lang in ranked)
    codes = list(dict.fromkeys(language.code for language in known if language is not None))
    title = " ".join(rows.campaign.title.split())
    size = next((name for most, name in _SIZES if count < most), "n>1T")
    front = ["---", f"pretty_name: {json.dumps(title, ensure_ascii=False)}", "license: unknown"]
    if codes:
        front += ["language:", *(f"- {json.dumps(code)}" for code in codes)]
    front += ["size_categories:", f"- {size}", "configs:", "- config_name: default", "  data_files:"]
    front += ["  - split: train", "    path: data/train.jsonl", "---"]
    named = [f"{lang} ({langs[lang]})" for lang in ranked]
    body = [
        f"# {title}",
        f"{count} records of the task `{rows.campaign.task}`, collected with Likewise. `id` is the item: "
        "texts of one item mean the same. `tier` is 2 for workers whom a reviewer qualified. `worker` is an "
        "anonymous code.",
        *([f"Languages: {', '.join(named)}."] if named else []),
        "The licence is not stated here: fill it in before you publish.",
    ]
    stream.write("\n".join(front) + "\n\n" + "\n\n".join(body) + "\n")
