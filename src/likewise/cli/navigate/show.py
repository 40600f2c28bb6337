"""likewise navigate show: what a word means in a lexicon."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, Annotated

import typer

from likewise.cli.command import InputError, Json, print_json, print_table

if TYPE_CHECKING:
    from likewise.navigate import PlanLexicon

__all__ = ["show"]


def show(
    word: Annotated[str, typer.Argument(metavar="WORD", help="A word, or several in quotes.")],
    lexicon: Annotated[
        str, typer.Option("--lexicon", metavar="DIR", help="Folder of a lexicon that learn has saved.")
    ],
    most: Annotated[int, typer.Option("--most", min=1, help="Meanings, at most.")] = 10,
    json_out: Json = False,
) -> None:
    """Show what a word means: the parts of plans that came with it, and how often.

    Example: likewise navigate show --lexicon lexicon left
    """
    from likewise.navigate.lexicon import load_lexicon, text

    gram = tuple(word.lower().split())
    if not gram:
        raise InputError("expected a word")
    known = load_lexicon(lexicon)
    entries = known.explain(gram[0], most) if len(gram) == 1 else list(known.entries(gram)[:most])
    if not entries:
        raise InputError(_unknown(gram, known), file=lexicon)
    if json_out:
        rows = [
            {
                "words": " ".join(e.gram), "meaning": text(e.meaning), "score": e.score,
                "together": e.together, "with_words": e.with_gram, "with_meaning": e.with_meaning,
                "sentences": e.examples,
            }
            for e in entries
        ]  # fmt: skip
        print_json({"word": " ".join(gram), "entries": rows})
        return
    heads = ["words", "meaning", "score", "together", "words in", "meaning in"]
    table = [
        [" ".join(e.gram), text(e.meaning), f"{e.score:.3f}", e.together, e.with_gram, e.with_meaning]
        for e in entries
    ]
    print_table(" ".join(gram), heads, table, f"of {entries[0].examples:,} sentences")


def _unknown(gram: tuple[str, ...], known: PlanLexicon) -> str:
    """That these words mean nothing, and those that are spelt most like them."""
    words = " ".join(gram)
    there = {spelt for entry in known for spelt in (*entry.gram, " ".join(entry.gram))}
    near = get_close_matches(words, sorted(there), n=3)
    hint = f"the nearest words: {', '.join(near)}" if near else "and no word is spelt like it"
    return f"'{words}' means nothing here (seen too seldom, or with anything), {hint}"
