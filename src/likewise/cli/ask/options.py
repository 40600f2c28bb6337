"""Options that the sub-commands share: the index, and how a question is answered."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from likewise.cli.command import InputError, note, staged

if TYPE_CHECKING:
    from likewise.ask import Asker, AskSettings

__all__ = [
    "Candidates",
    "Documents",
    "GlossaryFile",
    "Index",
    "Lang",
    "Merge",
    "PhrasesFile",
    "Read",
    "Retrieval",
    "Translate",
    "TranslatorFolder",
    "ask_settings",
    "open_asker",
]

Index = Annotated[
    str | None, typer.Option("--index", metavar="DIR", help="Folder that `ask index` made (default: ours).")
]
Lang = Annotated[
    str | None, typer.Option("--lang", help="Without --index: our documents in zh (the usual) or ja.")
]
GlossaryFile = Annotated[
    str | None,
    typer.Option("--glossary", metavar="TSV", help="Translations of yours, English and theirs: they win."),
]
PhrasesFile = Annotated[
    str | None,
    typer.Option(
        "--phrases", metavar="TSV", help="Translations that `ask phrases` learnt, as one more source."
    ),
]
TranslatorFolder = Annotated[
    str | None,
    typer.Option(
        "--translator", metavar="DIR", help="Model of `ask translator`, which takes whole questions."
    ),
]
Translate = Annotated[
    str,
    typer.Option(
        "--translate",
        metavar="keywords|question|both",
        help="Translate the keywords, the question first (wants --translator), or both.",
    ),
]
Candidates = Annotated[
    str,
    typer.Option(
        "--candidates",
        metavar="any|best|syn|weighted",
        help="What is searched for: any translation, the best alone, all as one word, all by their shares.",
    ),
]
Retrieval = Annotated[
    str,
    typer.Option(
        "--retrieval",
        metavar="relaxed|lexical|dense|fused|ranks",
        help="relaxed: the paper's way; lexical: keywords; dense: sentences by meaning; fused, ranks: both.",
    ),
]
Merge = Annotated[
    str,
    typer.Option(
        "--merge", metavar="noisy-or|max|sum|off", help="How equal answers are scored; off: the bare ranking."
    ),
]
Documents = Annotated[int, typer.Option("--documents", min=1, help="So many documents are searched for.")]
Read = Annotated[int, typer.Option("--read", min=1, help="So many of them are read for answers.")]


def open_asker(
    index: str | None,
    lang: str | None,
    glossary: str | None = None,
    *,
    phrases: str | None = None,
    translator: str | None = None,
) -> Asker:
    """The index of a folder; without one that of our own documents, with a note."""
    from pathlib import Path

    from likewise.ask import Asker, open_embedded_asker

    for file in (glossary, phrases):
        if file is not None and not Path(file).is_file():
            raise InputError("no such file", file=file)
    if index is not None:
        return Asker.open(index, glossary=glossary, phrases=phrases, translator=translator)
    note(f"no --index: our own small collection is asked ({lang or 'zh'})")
    with staged() as tell:
        return open_embedded_asker(
            lang or "zh", glossary=glossary, phrases=phrases, translator=translator, progress=tell
        )


def ask_settings(
    candidates: str,
    retrieval: str,
    merge: str,
    documents: int,
    read: int,
    *,
    run: str = "auto",
    answers: int = 10,
    translate: str = "keywords",
    translator: str | None = None,
) -> AskSettings:
    """The options together; a setting that would change nothing is refused."""
    from likewise.ask import AskSettings

    if retrieval == "dense" and candidates != "any":
        raise InputError("--candidates changes nothing where --retrieval dense looks at no keywords")
    if translate != "keywords" and translator is None:
        raise InputError(f"--translate {translate} needs --translator, a model of `likewise ask translator`")
    if translate == "keywords" and translator is not None:
        raise InputError("--translator goes with --translate question or both")
    return AskSettings(
        run=run, candidates=candidates, retrieval=retrieval, merge=merge, documents=documents, read=read,
        answers=answers, translate=translate,
    )  # fmt: skip
