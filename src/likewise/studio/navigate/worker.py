"""What the process of the page Navigate does: `python -m likewise.studio.navigate.worker`."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from likewise.errors import InputError
from likewise.studio.navigate.embedded_routes import LANGUAGES, embedded_routes
from likewise.studio.worker_process import serve
from likewise.worlds import Map, Pose, load_maps

if TYPE_CHECKING:
    from likewise.navigate import Follower
    from likewise.studio.navigate.taught_lexicon import TaughtLexicon

__all__ = ["Guide"]


class Guide:
    """What the process does: followers and lexicons by language, made when they are first wanted."""

    def __init__(self) -> None:
        self._followers: dict[str, Follower] = {}
        self._books: dict[str, TaughtLexicon] = {}
        self._maps: dict[str, Map] = {}

    def answer(self, question: Mapping[str, Any]) -> dict[str, Any]:
        """The answer to one question; what is wrong raises `InputError`."""
        act = question["act"]
        if act == "warm":
            self._follower(question)
            return {}
        if act == "follow":
            return self._follow(question)
        words = self._said(question)
        if act == "words":
            return self._book(question).view(words)
        from likewise.navigate import landmarks

        path = [Pose(*pose) for pose in question["path"]]
        return self._book(question).add(words, landmarks(self._world(question), path))

    def _follow(self, question: Mapping[str, Any]) -> dict[str, Any]:
        """Sentence by sentence, each from where the last one ended."""
        from likewise.navigate import sentences, words

        said = self._said(question)
        lang, world = question["lang"], self._world(question)
        follower = self._follower(question)
        path, plan, reason, first, total = [Pose(*question["start"])], [], None, 0, 0.0
        for sentence in sentences(question["text"], lang):
            way = follower.follow(world, path[-1], sentence)[0]
            if because := getattr(follower, "because", None):
                way = because(world, sentence, way)
            causes = way.words or ((),) * len(way.plan)
            plan += [
                {"step": str(step), "words": [first + k for k in caused]}
                for step, caused in zip(way.plan, causes, strict=True)
            ]
            path += way.path[1:]
            reason, total = reason or way.reason, total + way.score
            first += len(words(sentence, lang))
        about = {"plan": plan, "path": path, "reason": reason, "score": total}
        return {"words": said, **about, "lexicon": self._book(question).view(said)}

    def _said(self, question: Mapping[str, Any]) -> list[str]:
        from likewise.navigate import sentences, words

        lang = question["lang"]
        said = [word for sentence in sentences(question["text"], lang) for word in words(sentence, lang)]
        if not said:
            raise InputError("expected the words of an instruction", field="text")
        return said

    def _world(self, question: Mapping[str, Any]) -> Map:
        if not self._maps:
            self._maps = load_maps(question["maps"])
        return self._maps[question["map"]]

    def _follower(self, question: Mapping[str, Any]) -> Follower:
        lang, folder = question["lang"], question["folder"]
        if lang not in self._followers:
            kept = Path(question["kept"])
            self._followers[lang] = _learnt(lang, kept) if folder is None else _loaded(folder)
        return self._followers[lang]

    def _book(self, question: Mapping[str, Any]) -> TaughtLexicon:
        from likewise.navigate import landmarks, words
        from likewise.studio.navigate.taught_lexicon import TaughtLexicon

        lang = question["lang"]
        if lang not in self._books:
            corpus = embedded_routes(lang) if lang in LANGUAGES else None
            given = (
                []
                if corpus is None
                else [
                    (words(one.text, lang), landmarks(corpus.maps[one.map], one.path))
                    for one in corpus.sentences
                ]
            )
            self._books[lang] = TaughtLexicon(Path(question["kept"]) / lang, given)
        return self._books[lang]


def _learnt(lang: str, kept: Path) -> Follower:
    """A follower out of the embedded corpus; kept, so that only the first start has to learn."""
    from likewise.navigate import SMALL, kept_at
    from likewise.navigate.grounded import Grounded

    place = kept / kept_at(lang).name  # the name changes with the data and the version
    with suppress(InputError):
        return Grounded.load(place)
    made = Grounded.fit(embedded_routes(lang), lang=lang, **SMALL)
    kept.mkdir(parents=True, exist_ok=True)
    made.save(place)
    return made


def _loaded(folder: str) -> Follower:
    from likewise.loading import load

    model: Any = load(folder)
    if not hasattr(model, "follow"):
        raise InputError("holds a model that follows no instructions", field="navigator")
    follower: Follower = model
    return follower


if __name__ == "__main__":
    serve(Guide().answer)
