"""Make the embedded verse: short rhyming stanzas of poets who died over 70 years ago, as plain text.

    uv run python training/embedded_verse.py ../shared/data/rhyme

reads `chicago_english.jsonl.gz` (Chicago Rhyming Poetry Corpus) and `metrique_fr.jsonl.gz` (Metrique en
Ligne) and writes `src/likewise/data/verse/`. Only the poems' text is taken, nothing of the annotation, which
says what stanzas rhyme. The same input gives the same bytes.
"""

from __future__ import annotations

import gzip
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from likewise.freestyle.profanity import is_profane
from likewise.freestyle.verse import line_words

POETS = {
    "en": "wordsworth coleridge brooke thomas chesterton shelley byron turner finch prior",
    "fr": "HUG VER BER MUS DES VIC MRT GAU PRU COP LAM POT NOU ROL MUR",
}
FILES = {"en": "chicago_english.jsonl.gz", "fr": "metrique_fr.jsonl.gz"}
MOST_LINES = {"en": 12_000, "fr": 10_000}
LONGEST_STANZA = 14
MEAN_WORDS = 8.2
UNKIND = {
    "en": "jew jews jewish negro negroes savage savages damn damned whore whores harlot strumpet rape ravish "
    "ravished ravisher breast breasts naked nude lust lustful bed slave slaves infidel heathen heathens turk "
    "turks moor gypsy gipsy kill killed murder murdered blood bloody corpse corpses devil hell",
    "fr": "juif juifs juive nègre nègres négresse sauvage sauvages viol violée sein seins nu nue nus nues "
    "catin catins prostituée luxure esclave esclaves tuer tué sang sanglant sanglante cadavre cadavres "
    "diable enfer débauche ventre",
}
_INK = re.compile(r"[^\w\s'’.,;:!?()«»“”\"‘—–-]|\d|_")


def main(folder: Path) -> None:
    place = Path(__file__).parents[1] / "src" / "likewise" / "data" / "verse"
    for lang, name in FILES.items():
        text, poets = verse(folder / name, lang)
        packed = gzip.compress(text.encode("utf-8"), 9, mtime=0)
        (place / f"{lang}.txt.gz").write_bytes(packed)
        lines = sum(poets.values())
        print(lang, f"{lines:,} lines, {len(packed):,} bytes", dict(poets))


def verse(path: Path, lang: str) -> tuple[str, Counter[str]]:
    """The verse as plain text with a `%%` line a poem, and lines a poet; poets take turns."""
    with gzip.open(path, "rt", encoding="utf-8") as handle:
        rows = [json.loads(line) for line in handle]
    poems = {poet: [row for row in rows if row["poet"] == poet] for poet in POETS[lang].split()}
    poets: Counter[str] = Counter()
    text = ""
    for number in range(max(map(len, poems.values()))):
        for row in (theirs[number] for theirs in poems.values() if number < len(theirs)):
            stanzas = list(good_stanzas(row, lang))
            if not stanzas or sum(poets.values()) >= MOST_LINES[lang]:
                continue
            poets[row["author"]] += sum(map(len, stanzas))
            text += f"%% {sum(poets.values())}\tpoems\t{row['author']}\t{title(row)}\n"
            text += "\n\n".join("\n".join(lines) for lines in stanzas) + "\n\n"
    return text, poets


def good_stanzas(row: dict[str, Any], lang: str) -> Iterator[list[str]]:
    """Stanzas of short lines in which most lines rhyme, without words that a family page would leave out."""
    unkind = set(UNKIND[lang].split())
    for stanza in row["stanzas"]:
        lines = [" ".join(line.replace("’", "'").split()) for line in stanza["lines"]]
        words = [line_words(line) for line in lines]
        if (
            not 2 <= len(lines) <= LONGEST_STANZA
            or not all(words)
            or not rhymes(stanza["scheme"], len(lines))
        ):
            continue
        if sum(map(len, words)) > MEAN_WORDS * len(lines) or _INK.search("".join(lines)):
            continue
        if not any(word in unkind or is_profane(word) for line in words for word in line):
            yield lines


def rhymes(scheme: list[str], lines: int) -> bool:
    """Whether three of four lines have a partner; a scheme that goes on like that is taken to."""
    labels = [str(label) for label in scheme]
    if "*" in labels:
        return True
    shared = Counter(labels)
    return len(labels) == lines and sum(shared[label] > 1 for label in labels) >= 0.75 * lines


def title(row: dict[str, Any]) -> str:
    return " ".join(str(row.get("title") or "").split()).replace("\t", " ")[:60]


if __name__ == "__main__":
    main(Path(sys.argv[1]))
