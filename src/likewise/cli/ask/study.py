"""likewise ask study: the paper's tables beside ours."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from likewise.cli.ask.options import Index, Lang, PhrasesFile, TranslatorFolder, open_asker
from likewise.cli.command import (
    InputError,
    Json,
    check_outputs,
    counted,
    print_json,
    print_tables,
    read_log,
    said,
)

if TYPE_CHECKING:
    pass

__all__ = ["study"]


def study(
    index: Index = None,
    questions: Annotated[
        str | None,
        typer.Option("--questions", metavar="JSONL", help="Questions with their answers (default: ours)."),
    ] = None,
    lang: Lang = None,
    phrases: PhrasesFile = None,
    translator: TranslatorFolder = None,
    only: Annotated[
        str | None, typer.Option("--only", metavar="RUN,..", help="Only these runs, such as 'ours, auto'.")
    ] = None,
    every: Annotated[int, typer.Option("--every", min=1, help="Only every so many-th question.")] = 1,
    target: Annotated[
        str | None,
        typer.Option(
            "--out", metavar="DIR", help="Keep each run here when it is done, and go on from there."
        ),
    ] = None,
    plot: Annotated[
        str | None, typer.Option("--plot", metavar="FILE", help="Write Figure 3 here (SVG).")
    ] = None,
    json_out: Json = False,
) -> None:
    """Ask in many ways: who translates, what is searched for and how, what reads the documents.

    Example: likewise ask study --index index --questions questions.jsonl --out study --plot ranks.svg
    """
    from likewise.ask import load_gold_questions
    from likewise.data import ask_files
    from likewise.io import write_text
    from likewise.study.ask import ask_study, draw_ranks, study_settings
    from likewise.text import multilingual_folder

    if index is not None and questions is None:
        raise InputError("--questions missing: an index has questions of its own")
    check_outputs(plot, inputs=[questions], json_out=json_out)
    asker = open_asker(index, lang, phrases=phrases, translator=translator)
    rows = load_gold_questions(
        questions or ask_files(asker.index.lang)[1], lang=asker.index.lang, log=read_log()
    )[::every]
    encoder = multilingual_folder() is not None and asker.index.has_vectors
    names = _names(only, list(study_settings(encoder=encoder, translator=translator is not None)))
    with counted("asking", len(rows) * len(names)) as advance:
        found = ask_study(
            asker, rows, folder=target, encoder=encoder, names=names, progress=lambda _, n: advance(n)
        )
    if plot:
        with write_text(plot) as stream:
            stream.write(draw_ranks(found))
        said(plot)
    if json_out:
        print_json(found.as_dict())
    elif plot != "-":
        print_tables(found)


def _names(only: str | None, known: list[str]) -> list[str]:
    """The runs that are asked for; a name may hold a comma itself."""
    if only is None:
        return known
    chosen = [one for one in known if f",{one}," in f",{only},"]
    if not chosen:
        raise InputError(f"--only {only}: expected some of {'; '.join(known)}")
    return chosen
