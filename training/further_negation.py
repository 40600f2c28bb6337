"""Further sentences with their negations, in the format of *SEM 2012: of an encyclopedia, a story, the web.

    uv run python training/further_negation.py --treebank FOLDER --web FILE --out FOLDER

`further_negation.jsonl` beside this script holds the annotation alone: where the sentence is from (an item of
WeScience or of the story The Speckled Band in the ERG treebank, a sentence of the English Web Treebank), and
the numbers of its words. The words come from those files, which are not ours to ship. Four files are made:
`encyclopedia`, `story` and `web` to learn from, and `check`, encyclopedia text that nothing learns from. All
of it was annotated by a language model that had studied the training part of CD-SCO (the readers of `check`
also looked up rare uses in its development part) and saw no system's answers, each sentence once; forty
sentences of `check` a second time by another reader (scopes 87.7, tokens 94.2, cues 98.4 F1 between the two).
People should repeat it.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from likewise.io.jsonl import read_rows
from likewise.io.lines import read_lines
from likewise.negation import Sentence, conll
from likewise.negation.cues import remainder
from likewise.negation.sentence import Negation, Part, tokens_of

NOTES = Path(__file__).with_suffix(".jsonl")
FILES = ("wescience-01-11.jsonl.gz", "wescience-12.jsonl.gz", "conan-doyle-speckled-band.jsonl.gz")
PARTS = ("encyclopedia", "story", "web", "check")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--treebank", type=Path, required=True, help="folder of the treebank")
    parser.add_argument("--web", type=Path, required=True, help="training part of the web treebank, CoNLL-U")
    parser.add_argument("--out", type=Path, required=True, help="folder for the four files")
    asked = parser.parse_args()
    known = {**dict(_treebank(asked.treebank)), **dict(_web(asked.web))}
    asked.out.mkdir(parents=True, exist_ok=True)
    parts: dict[str, list[Sentence]] = {part: [] for part in PARTS}
    for one in read_rows(str(NOTES)):
        row = one.values
        parts[row["part"]].append(_sentence(row, known[row["id"]]))
    for name, sentences in parts.items():
        conll.dump(sentences, asked.out / f"{name}.conll.gz")
        print(f"{name}: {len(sentences)} sentences, {sum(len(s.negations) for s in sentences)} negations")


def _treebank(folder: Path) -> Iterator[tuple[str, tuple[str, ...]]]:
    for name in FILES:
        for one in read_rows(str(folder / name)):
            row = one.values
            # Links and italics: the text inside, without its signs.
            text = re.sub(r"⌊([>/∗])(.*?)\1⌋", r"\2", row["text"])
            yield f"{row['profile']}/{row['id']}", tuple(token.text for token in tokens_of(text))


def _web(path: Path) -> Iterator[tuple[str, tuple[str, ...]]]:
    name, words = "", list[str]()
    for _, line in read_lines(path):
        if line.startswith("# sent_id = "):
            name, words = line.removeprefix("# sent_id = "), []
        elif line and not line.startswith("#"):
            number, word, *_ = line.split("\t")
            words += [word] if number.isdigit() else []
        elif not line:
            yield name, tuple(words)


def _sentence(row: dict[str, Any], words: tuple[str, ...]) -> Sentence:
    if len(words) != row["words"]:
        raise SystemExit(f"{row['id']}: {len(words)} words, expected {row['words']}: the tokens have changed")
    chapter, _, number = row["id"].rpartition("/" if "/" in row["id"] else "-")
    negations = tuple(_negation(one, words) for one in row["negations"])
    return Sentence(words, negations=negations, chapter=chapter, number=number)


def _negation(row: dict[str, Any], words: tuple[str, ...]) -> Negation:
    """A cue is a word's number, or a pair of it and the affix; a scope is runs of words, first and last."""
    cue = tuple(Part(*one) if isinstance(one, list) else Part(one, words[one]) for one in row["cue"])
    left = {part.token: remainder(words[part.token], part.text) for part in cue}
    tokens = (token for first, last in row["scope"] for token in range(first, last + 1))
    return Negation(cue, tuple(Part(token, left.get(token, words[token])) for token in tokens))


if __name__ == "__main__":
    main()
