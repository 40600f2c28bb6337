"""An asker whose answers are plain to see, for the tests of the page Ask.

It knows who wrote Dream of the Red Chamber; who wrote Fortress Besieged only where somebody tells it, by a
correction or a glossary, that the title is 围城.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from likewise.ask import (
    Answer,
    AnswerCandidate,
    Answers,
    AskSettings,
    Combination,
    Document,
    Evidence,
    Hit,
    Keyword,
    KeywordTranslation,
    Question,
    QuestionTranslation,
    TranslationCandidate,
)
from likewise.ask.translation import read_glossary
from likewise.errors import InputError
from likewise.studio.ask.reader_help import ReaderHelp
from likewise.studio.ask.worker import told

RED, FORTRESS = "Dream of the Red Chamber", "Fortress Besieged"
ASK_RED, ASK_FORTRESS = f"Who wrote {RED}?", f"Who wrote {FORTRESS}?"
TEXTS = {
    "红楼梦": Document("zh-red", "《红楼梦》是清代作家曹雪芹创作的长篇小说。", "zh", "红楼梦"),
    "围城": Document("zh-fortress", "《围城》是钱钟书的长篇小说，1947年出版。", "zh", "围城"),
}
WRITERS = {"红楼梦": "曹雪芹", "围城": "钱钟书"}
WORDS = {
    "红楼梦": ("hóng lóu mèng", "Dream of the Red Chamber"), "围城": ("wéi chéng", "Fortress Besieged"),
    "曹雪芹": ("cáo xuě qín", "Cao Xueqin"), "钱钟书": ("qián zhōng shū", "Qian Zhongshu"),
    "作家": ("zuò jiā", "writer"), "小说": ("xiǎo shuō", "novel"),
}  # fmt: skip
HELP = ReaderHelp(
    english=lambda text: WORDS.get(text, ("", ""))[1],
    reading=lambda text: WORDS.get(text, ("", ""))[0],
    gloss=lambda text: sorted(
        (text.index(word), text.index(word) + len(word), *said)
        for word, said in WORDS.items()
        if word in text
    ),
)


class StubAsker:
    """Answers what it is made for, and says so where it cannot."""

    def __init__(self, glossary: str = "") -> None:
        self.glossary = glossary

    def ask(
        self,
        text: str,
        settings: AskSettings | None = None,
        *,
        gold: str = "",
        corrections: Mapping[str, str] | None = None,
    ) -> Answers:
        if any("Ѐ" <= char <= "ӿ" for char in text):
            raise InputError("in letters that are not Latin, expected English", field="question")
        title = next((one for one in (RED, FORTRESS) if one in text), "")
        if not title:
            raise InputError(
                f"{text!r} names nothing to look for, expected a word of content", field="question"
            )
        start = text.index(title)
        wrote = Keyword("wrote", "word", 4, 9, "write", "VERB")
        name = Keyword(title, "name", start, start + len(title), title, "PROPN")
        question = Question(text, "person", "author", (wrote, name), rule="verb:person/author")
        candidates = self._candidates(title, corrections or {})
        verb = (
            TranslationCandidate("写", ("dictionary",), 0.8, reading="xiě"),
            TranslationCandidate("著", ("dictionary", "neighbours"), 0.2),
            TranslationCandidate("泐", ("dictionary",), 0.01, "too rare"),
        )
        rows = (KeywordTranslation(wrote, verb), KeywordTranslation(name, candidates))
        target = rows[1].used[0].text if rows[1].used else ""
        weighed = (Combination(("写", target), 0.8, 0.5, 0.4),) if target else ()
        translation = QuestionTranslation("zh", rows, weighed)
        seconds = {"analysis": 0.002, "translation": 0.001, "retrieval": 0.004, "extraction": 0.01}
        document = TEXTS.get(target)
        if document is None:
            reason = "no keyword but 'wrote' has a translation"
            return Answers(question, translation, (), "写", 1, (("写", 0),), reason=reason, seconds=seconds)
        steps = ((f"#UW40(写 {target})", 0), (target, 1))
        hit = Hit(document, 0.9, 2, {"lexical": 3.5, "dense": 0.4})
        found = [self._place(document, WRITERS[target], 0.7), self._place(document, "长篇小说", 0.1)]
        answers = tuple(
            Answer(
                one.text, one.score, one.score, one.answer_type,
                (Evidence(document.id, one.start, one.end, document.text, 0, one.score, document.title),),
            )
            for one in found
        )  # fmt: skip
        return Answers(
            question, translation, answers, target, 2, steps, (hit,), tuple(found), seconds=seconds
        )

    def _candidates(self, title: str, given: Mapping[str, str]) -> tuple[TranslationCandidate, ...]:
        own = [TranslationCandidate(given[title], ("corrected",), 1.0)] if title in given else []
        if self.glossary and Path(self.glossary).is_file():
            told = [target for english, target in read_glossary(self.glossary) if english == title]
            own += [TranslationCandidate(target, ("glossary",), 1.0) for target in told[-1:]]
        if title == RED:
            reason = "a person gave another" if own else ""
            own.append(TranslationCandidate("红楼梦", ("names",), 1.0, reason, "hóng lóu mèng"))
        return tuple(own)

    @staticmethod
    def _place(document: Document, text: str, score: float) -> AnswerCandidate:
        start = document.text.index(text)
        kind: Any = "person" if score > 0.5 else "thing"
        parts = {"distance": 0.25, "cover": 1.0}
        return AnswerCandidate(text, document.id, start, start + len(text), kind, score, "light-ix", parts)


def stub_ask(service: Any, monkeypatch: Any) -> list[dict[str, Any]]:
    """Have a service ask the stub; gives what it is asked."""
    seen: list[dict[str, Any]] = []

    def ask(question: dict[str, Any], *, seconds: float = 0.0) -> dict[str, Any]:
        seen.append(question)
        asker: Any = StubAsker(question["glossary"])
        return told(asker, question, HELP)

    monkeypatch.setattr(service.process, "ask", ask)
    return seen
