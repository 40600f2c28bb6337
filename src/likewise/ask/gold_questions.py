"""Questions whose answers are known, as JSON lines: text, translation, answers and their document."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from likewise.errors import InputError
from likewise.io import ReadLog, Row, Source, name_of, read_rows

__all__ = ["GoldQuestion", "load_gold_questions"]


@dataclass(frozen=True, slots=True)
class GoldQuestion:
    """A question in English, with what people say of it."""

    id: str
    text: str
    answers: tuple[str, ...]
    document: str = ""
    """The document that supports the answers."""
    gold: str = ""
    """The question as a person translated it."""
    corrections: Mapping[str, str] = field(default_factory=dict, hash=False)
    """Keywords with the translations that a person gave them, without seeing the question."""
    lang: str = ""


def load_gold_questions(
    path: Source, *, lang: str = "", log: ReadLog | None = None
) -> tuple[GoldQuestion, ...]:
    """The questions of a file; with `lang` those of that language alone.

    Each line has `id`, `question_en`, `answers` (texts, or records with `text`), and may have `doc`,
    `question_gold`, `keywords` (English: translation) and `lang`. A `log` may allow that broken rows are left
    out.
    """
    log = log or ReadLog()
    rows: dict[str, GoldQuestion] = {}
    for row in read_rows(path, log=log):
        try:
            one = _question(row)
            if one.id in rows:
                row.refuse("id", f"{one.id} is there twice")
        except InputError as error:
            log.leave_out(error)
            continue
        if not lang or not one.lang or one.lang.partition("-")[0] == lang.partition("-")[0]:
            rows[one.id] = one
    if not rows:
        log.none_left(name_of(path))
        raise InputError(f"holds no questions about documents in '{lang}'", file=name_of(path))
    return tuple(rows.values())


def _question(row: Row) -> GoldQuestion:
    text = row.text("question" if "question" in row.values else "question_en") or ""
    if not text.strip():
        row.refuse("question_en", "expected the question in English")
    answers = row.values.get("answers")
    texts = [one.get("text") if isinstance(one, dict) else one for one in answers or () if one]
    if not isinstance(answers, list) or not texts or not all(isinstance(one, str) for one in texts):
        row.refuse("answers", "expected a list of texts, or of records with a text")
    given = row.values.get("keywords") or {}
    if not isinstance(given, dict) or not all(isinstance(one, str) for one in given.values()):
        row.refuse("keywords", "expected English words with their translations")
    return GoldQuestion(
        row.label("id", required=False) or str(row.line),
        text,
        tuple(dict.fromkeys(str(one) for one in texts)),
        row.label("doc", required=False) or "",
        row.text("question_gold", required=False) or "",
        given,
        row.text("lang", required=False) or "",
    )
