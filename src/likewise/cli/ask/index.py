"""likewise ask index: documents made ready to be asked."""

from __future__ import annotations

from typing import Annotated

import typer

from likewise.cli.command import Json, note, print_json, staged
from likewise.installation import install_line

__all__ = ["index"]


def index(
    docs: Annotated[
        str,
        typer.Option(
            "--docs",
            metavar="JSONL|FOLDER",
            help="JSON lines (id, title, text), a table, or a folder of files.",
        ),
    ],
    lang: Annotated[str, typer.Option("--lang", metavar="zh|ja|en", help="Language of the documents.")],
    target: Annotated[str, typer.Option("--out", metavar="DIR", help="Folder that the index goes to.")],
    no_vectors: Annotated[
        bool, typer.Option("--no-vectors", help="No sentence vectors: fast, and only words are searched.")
    ] = False,
    keep_missing: Annotated[
        bool, typer.Option("--keep-missing", help="Keep documents of the index that are not in --docs.")
    ] = False,
    json_out: Json = False,
) -> None:
    """Index documents; an index that is there is brought up to date, and only what is new is read.

    Example: likewise ask index --docs articles.jsonl --lang zh --out index
    """
    from likewise.ask import build_index
    from likewise.text import multilingual_folder

    with staged() as tell:
        report = build_index(
            docs, lang, target,
            dense=False if no_vectors else None, words=False if no_vectors else None,
            remove_missing=not keep_missing, progress=tell,
        )  # fmt: skip
    for one in report.skipped[:5]:
        note(f"passed over: {one}")
    if len(report.skipped) > 5:
        note(f"passed over: {len(report.skipped) - 5} files more")
    if report.other_script:
        note(
            f"{report.other_script} of {report.documents} documents hold no letter of '{lang}': is it theirs?"
        )
    if report.made_anew:
        note("the index had other settings (such as with or without vectors), so all was read again")
    if not no_vectors and multilingual_folder() is None:
        brought = install_line("likewise[ask]")
        note(f"no sentence vectors: {brought} brings the encoder, with which more is found")
    if json_out:
        print_json(
            {
                "documents": report.documents, "tokens": report.tokens, "seconds": round(report.seconds, 3),
                "seconds_dense": round(report.seconds_dense, 3), "passages": report.passages,
                "added": report.added, "changed": report.changed, "removed": report.removed,
                "unchanged": report.unchanged, "other_script": report.other_script,
                "skipped": list(report.skipped), "out": target,
            }
        )  # fmt: skip
        return
    print(
        f"{report.documents:,} documents ({report.added:,} new, {report.changed:,} changed, "
        f"{report.removed:,} removed), {report.tokens:,} tokens, in {report.seconds:.1f} s."
    )
