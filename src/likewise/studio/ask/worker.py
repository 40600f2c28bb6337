"""What the process of the page Ask does: `python -m likewise.studio.ask.worker`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from likewise.errors import InputError
from likewise.studio.ask.reader_help import ReaderHelp, for_reader
from likewise.studio.worker_process import serve

if TYPE_CHECKING:
    from likewise.ask import Asker

__all__ = ["answer", "told"]


def answer(question: Mapping[str, Any]) -> dict[str, Any]:
    """The answers to one question with every step, and help for one who reads English."""
    places = (question["folder"], question["lang"], question["glossary"], question["stamp"])
    return told(_asker(*places), question, _help(question["lang"]))


def told(asker: Asker, question: Mapping[str, Any], help: ReaderHelp | None) -> dict[str, Any]:
    """What an asker says; a keyword with a correction that the question does not have is refused."""
    from likewise.ask import AskSettings, answers_row

    given: Mapping[str, str] = question["corrections"]
    settings = AskSettings(run="human" if given else "auto", **question["settings"])
    answers = asker.ask(question["question"], settings, corrections=given or None)
    known = {one.keyword.text.casefold() for one in answers.translation.keywords}
    for english in given:
        if english.strip().casefold() not in known:
            raise InputError(f"'{english}' is no keyword of this question", field="corrections")
    row = {**answers_row(answers, trace=True), "run": settings.run}
    return row if help is None else for_reader(row, help)


def _help(lang: str) -> ReaderHelp | None:
    if lang == "en":
        return None
    from likewise.ask.translation import gloss, reading, render_english

    code = lang.partition("-")[0]
    return ReaderHelp(
        english=lambda text: render_english(text, code),
        reading=lambda text: reading(text, code),
        gloss=lambda text: [(one.start, one.end, one.reading, one.english) for one in gloss(text, code)],
    )


@lru_cache(maxsize=3)
def _asker(folder: str | None, lang: str, glossary: str, stamp: int) -> Asker:
    """The asker of an index, or of the documents that come with the package."""
    from likewise.ask import Asker, open_embedded_asker

    if folder is None:
        return open_embedded_asker(lang, glossary=glossary)
    return Asker.open(folder, glossary=glossary)


if __name__ == "__main__":
    serve(answer)
