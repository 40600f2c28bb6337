"""likewise meant table: a translation table out of parallel texts."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from likewise.cli.command import Json, about, print_json, staged
from likewise.cli.model_notes import older_model, said_model
from likewise.io import check_model_place

__all__ = ["table"]


def table(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE..", help="Parallel texts: source, tab, target on a line.")
    ],
    target: Annotated[str, typer.Option("--out", metavar="DIR", help="Folder that the table goes to.")],
    source_lang: Annotated[str, typer.Option("--source-lang", help="Language of the sources.")] = "zh",
    target_lang: Annotated[str, typer.Option("--target-lang", help="Language of the targets.")] = "en",
    aligner: Annotated[str, typer.Option("--aligner", help="ibm1, as in the paper, or hmm.")] = "hmm",
    least: Annotated[
        float, typer.Option("--least", help="The least sqrt(t(e|f) t(f|e)) of two words that are kept.")
    ] = 0.02,
    dictionary: Annotated[
        str | None,
        typer.Option("--dictionary", metavar="FILE", help="Entries to learn from too: CC-CEDICT's, or tabs."),
    ] = None,
    json_out: Json = False,
) -> None:
    """Learn which words of two languages translate each other, for xmeant without references.

    Example: likewise meant table news.zh-en.tsv --out table
    """
    from likewise.metrics.meant import TranslationTable, read_dictionary, read_parallel

    check_model_place(target)
    started = time.perf_counter()
    with about(", ".join(files)):
        pairs = [pair for path in files for pair in read_parallel(path)]
        entries = list(read_dictionary(dictionary)) if dictionary else []
        with staged() as tell:
            found = TranslationTable.fit(
                pairs, progress=tell, source_lang=source_lang, target_lang=target_lang,
                aligner=aligner, least=least, dictionary=entries,
            )  # fmt: skip
    older = older_model(target)
    found.save(target)
    seconds = time.perf_counter() - started
    said_model(target, older)
    if json_out:
        print_json({**found.settings, "words": len(found), "seconds": round(seconds, 3), "out": target})
        return
    print(
        f"{len(found):,} pairs of words from {found.settings['pairs']:,} pairs of texts, in {seconds:.1f} s."
    )
