"""likewise ask question: one question, each line of standard input, or a table of them."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

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
from likewise.cli.command import InputError, Json, check_outputs, counted, note, said

if TYPE_CHECKING:
    from likewise.ask import Answers, Asker, AskSettings

__all__ = ["question"]

_COLUMNS = ("question", "answer", "english", "confidence", "document", "start", "end", "snippet", "reason")


def question(
    text: Annotated[
        str | None,
        typer.Argument(metavar="[QUESTION]", help="Without it each line of standard input is one."),
    ] = None,
    index: Index = None,
    lang: Lang = None,
    questions: Annotated[
        str | None,
        typer.Option("--questions", metavar="CSV", help="A table of questions (column question) to answer."),
    ] = None,
    target: Annotated[
        str | None, typer.Option("--out", metavar="CSV", help="With --questions: the table of answers.")
    ] = None,
    trace: Annotated[bool, typer.Option("--trace", help="Show every step on the way.")] = False,
    glossary: GlossaryFile = None,
    phrases: PhrasesFile = None,
    translate: Translate = "keywords",
    translator: TranslatorFolder = None,
    candidates: Candidates = "any",
    retrieval: Retrieval = "fused",
    merge: Merge = "noisy-or",
    documents: Documents = 20,
    read: Read = 5,
    answers: Annotated[int, typer.Option("--answers", min=1, help="So many answers at most.")] = 5,
    json_out: Json = False,
) -> None:
    """Answer a question in English, with the documents that say so.

    Example: likewise ask question 'Who invented movable type printing?'
    """
    how = ask_settings(
        candidates, retrieval, merge, documents, read, answers=answers, translate=translate,
        translator=translator,
    )  # fmt: skip
    opened = partial(open_asker, index, lang, glossary, phrases=phrases, translator=translator)
    if questions is not None:
        if text is not None or trace:
            raise InputError("--questions stands alone: give no question and no --trace with it")
        _table(questions, target or "-", opened, how, json_out)
        return
    asker = opened()
    if text is not None:
        print(_shown(asker.ask(text, how), trace, json_out))
        return
    from likewise.io import read_lines

    if sys.stdin.isatty():
        note("reading standard input: type a question, Ctrl-D ends")
    for _, line in read_lines("-"):
        print(_shown(asker.ask(line, how), trace, json_out), flush=True)


def _table(path: str, target: str, opened: Callable[[], Asker], how: AskSettings, json_out: bool) -> None:
    """A table of questions in, a table of answers with their sources out."""
    import csv

    from likewise.io import read_table, write_text

    check_outputs(target, inputs=[path], json_out=json_out)
    rows = [(number, row) for number, row in read_table(path)]
    if not rows or "question" not in rows[0][1]:
        raise InputError("expected a table with a column 'question' and a line below", file=path)
    for number, row in rows:
        if not str(row.get("question") or "").strip():
            raise InputError("expected a question", file=path, line=number, field="question")
    asker = opened()
    with write_text(target) as stream, counted("asking", len(rows)) as advance:
        writer = csv.DictWriter(stream, _COLUMNS, lineterminator="\n")
        writer.writeheader()
        for _, row in rows:
            for line in _lines(asker, str(row["question"]), how):
                writer.writerow(line)
            advance(1)
    if json_out:
        print(json.dumps({"questions": len(rows), "out": target}))
    else:
        said(target)


def _lines(asker: Asker, text: str, how: AskSettings) -> Iterator[dict[str, Any]]:
    """The lines of a question in the table: one an answer, or one with the reason why there is none."""
    try:
        answered = asker.ask(text, how)
    except InputError as error:
        yield {"question": text, "reason": str(error)}
        return
    if not answered.answers:
        yield {"question": text, "reason": answered.reason}
    for one in answered.answers:
        place = one.evidence[0]
        yield {
            "question": text, "answer": one.text, "english": one.english,
            "confidence": round(one.confidence, 4), "document": place.document, "start": place.start,
            "end": place.end, "snippet": " ".join(place.snippet.split()),
        }  # fmt: skip


def _shown(answers: Answers, trace: bool, json_out: bool) -> str:
    """The answers as a person or a program wants them."""
    from likewise.ask import answers_row

    if json_out:
        return json.dumps(answers_row(answers, trace=trace), ensure_ascii=False)
    rows = [answers.question.text] if not trace else [*_steps(answers)]
    for rank, one in enumerate(answers.answers, 1):
        place = one.evidence[0]
        told = " · ".join(part for part in (one.english, one.reading) if part)
        rows.append(
            f"{rank}. {one.text}{f' ({told})' if told else ''}  {100 * one.confidence:.0f} %  "
            f"[{place.document} {place.start}-{place.end}]"
        )
        rows.append(
            f"   {_marked(place.snippet, place.start - place.snippet_start, place.end - place.start)}"
        )
    if answers.reason:
        rows.append(f"no good answer: {answers.reason}")
    return "\n".join(rows)


def _marked(snippet: str, start: int, length: int) -> str:
    """The snippet in one line, the answer in brackets."""
    marked = f"{snippet[:start]}[{snippet[start : start + length]}]{snippet[start + length :]}"
    return " ".join(marked.split())


def _steps(answers: Answers) -> Iterator[str]:
    """What was done, a line a step."""
    asked = answers.question
    yield asked.text
    yield f"  asks for: {asked.answer_type} {asked.subtype}".rstrip() + f"  (rule {asked.rule})"
    for one in answers.translation.keywords:
        yield f"  {one.keyword.text} ({one.keyword.kind})"
        for candidate in one.candidates[:12]:
            why = f"  not used: {candidate.pruned}" if candidate.pruned else f"  {candidate.score:.2f}"
            yield f"    {candidate.text}  [{', '.join(candidate.sources)}]{why}"
    for step, (query, count) in enumerate(answers.steps, 1):
        yield f"  step {step}: {count} documents for {query}"
    for hit in answers.hits[:5]:
        parts = ", ".join(f"{name} {value:.2f}" for name, value in hit.parts.items())
        yield f"  document {hit.document.id}: {hit.score:.2f} ({parts})"
    for place in answers.candidates[:8]:
        yield f"  place: {place.text}  {place.score:.2f}  {place.extractor}  [{place.document} {place.start}]"
    yield "  seconds: " + ", ".join(f"{name} {value:.3f}" for name, value in answers.seconds.items())
