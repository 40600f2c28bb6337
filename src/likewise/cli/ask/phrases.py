"""likewise ask phrases, likewise ask translator: what is learnt from parallel text."""

from __future__ import annotations

from typing import Annotated

import typer

from likewise.cli.command import InputError, Json, check_outputs, print_json, said, staged

__all__ = ["phrases", "translator"]

Parallel = Annotated[
    str,
    typer.Option(
        "--parallel",
        metavar="FILE,..",
        help="Sentences with their translations: english<TAB>target, or JSON lines with en and zh or ja.",
    ),
]
ParallelLang = Annotated[str, typer.Option("--lang", metavar="zh|ja", help="Language of the documents.")]


def phrases(
    parallel: Parallel,
    lang: ParallelLang,
    target: Annotated[str, typer.Option("--out", metavar="TSV", help="Table of phrases (.gz: compressed).")],
    json_out: Json = False,
) -> None:
    """Learn from parallel text what words and phrases become: translations of keywords.

    Example: likewise ask phrases --parallel pairs.tsv --lang zh --out phrases.tsv.gz
    """
    from likewise.ask.translation import LearntPhrases, cut_words

    check_outputs(target, inputs=parallel.split(","), json_out=json_out)
    pairs = _pairs(parallel, lang)
    with staged() as tell:
        cut = cut_words((theirs for _, theirs in pairs), lang)
        lines = [(ours, " ".join(words)) for (ours, _), words in zip(pairs, cut, strict=True)]
        learnt = LearntPhrases.learn(lines, str.split, progress=tell)
    learnt.dump(target)
    if json_out:
        print_json({"pairs": len(pairs), "phrases": len(learnt), "out": target})
        return
    said(target)
    if target != "-":
        print(f"{len(learnt):,} phrases out of {len(pairs):,} pairs of sentences.")


def translator(
    parallel: Parallel,
    lang: ParallelLang,
    target: Annotated[str, typer.Option("--out", metavar="DIR", help="Folder that the model goes to.")],
    json_out: Json = False,
) -> None:
    """Learn from parallel text to translate whole questions, for --translate question.

    Example: likewise ask translator --parallel pairs.tsv --lang zh --out translator
    """
    from likewise.ask.translation import QuestionTranslator
    from likewise.io import check_model_place

    check_model_place(target)
    pairs = _pairs(parallel, lang)
    with staged() as tell:
        model = QuestionTranslator.fit(pairs, lang=lang, progress=tell)
    model.save(target)
    if json_out:
        print_json({"pairs": len(pairs), "phrases": len(model.table), "out": target})
        return
    said(target)
    print(f"{len(model.table):,} phrases out of {len(pairs):,} pairs of sentences.")


def _pairs(parallel: str, lang: str) -> list[tuple[str, str]]:
    """The pairs of all files, each once."""
    from likewise.ask.translation import read_parallel_text

    if lang not in ("zh", "ja"):
        raise InputError(f"--lang {lang}: expected zh or ja")
    pairs = list(
        dict.fromkeys(pair for file in parallel.split(",") for pair in read_parallel_text(file.strip(), lang))
    )
    if not pairs:
        raise InputError("holds no pair of sentences", file=parallel)
    return pairs
