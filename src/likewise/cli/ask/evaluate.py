"""likewise ask evaluate: questions whose answers are known."""

from __future__ import annotations

from typing import Annotated

import typer

from likewise.cli.ask.options import (
    Candidates,
    Documents,
    GlossaryFile,
    Index,
    Lang,
    Merge,
    PhrasesFile,
    Read,
    Retrieval,
    Translate,
    TranslatorFolder,
    ask_settings,
    open_asker,
)
from likewise.cli.command import Json, about, counted, note, print_json, print_tables, read_log

__all__ = ["evaluate"]


def evaluate(
    index: Index = None,
    questions: Annotated[
        str | None,
        typer.Option("--questions", metavar="JSONL", help="Questions with their answers (default: ours)."),
    ] = None,
    lang: Lang = None,
    run: Annotated[
        str,
        typer.Option(
            "--run",
            metavar="auto|human|best|gold",
            help="Keywords translated by machine, by people, by the best candidate, or of a gold question.",
        ),
    ] = "auto",
    glossary: GlossaryFile = None,
    phrases: PhrasesFile = None,
    translate: Translate = "keywords",
    translator: TranslatorFolder = None,
    candidates: Candidates = "any",
    retrieval: Retrieval = "fused",
    merge: Merge = "noisy-or",
    documents: Documents = 20,
    read: Read = 5,
    json_out: Json = False,
) -> None:
    """Ask questions whose answers are known: recall of documents, right answers, and where others are lost.

    Example: likewise ask evaluate --index index --questions questions.jsonl
    """
    from likewise.ask import evaluate_asker, load_gold_questions
    from likewise.data import ask_files

    how = ask_settings(
        candidates, retrieval, merge, documents, read, run=run, translate=translate, translator=translator
    )
    if questions is None and index is None:
        questions = ask_files(lang or "zh")[1]
        note("no --questions: our own ones are asked")
    asker = open_asker(index, lang, glossary, phrases=phrases, translator=translator)
    path = questions or ask_files(asker.index.lang)[1]
    rows = load_gold_questions(path, lang=asker.index.lang, log=read_log())
    with about(path), counted("asking", len(rows)) as advance:
        result = evaluate_asker(asker, rows, how, progress=advance)
    if json_out:
        print_json(result.as_dict())
        return
    print_tables(result)
