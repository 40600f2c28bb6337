"""Followers of route instructions behind the page Navigate, and the lexicon that people teach there.

Both live in a process of their own, `python -m likewise.studio.navigating`, which does one thing at a time.
Without a folder of a model, a follower for each language is learnt from the embedded corpus when it is first
wanted, and kept; meanwhile `warm` says so at once, and `follow` waits. The follower does not learn from
people's examples; the lexicon does, with each of them.
"""

from __future__ import annotations

import re
import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from likewise.data import navigation_folder
from likewise.errors import InputError, LikewiseError
from likewise.io.models import read_model
from likewise.studio.child import FIRST, LATER, Child, answers
from likewise.worlds import Map, Pose, load_maps

if TYPE_CHECKING:
    from likewise.navigate.corpus import Corpus
    from likewise.navigate.following import Follower
    from likewise.studio.wordbooks import Wordbook

__all__ = ["LANGUAGES", "Guide", "Navigators", "embedded"]

LANGUAGES = {"en": "English", "zh": "Chinese"}
"""The languages of the embedded corpus."""
KINDS = ("grounded-follower", "planned-follower")
"""The models that follow instructions."""
_LANG = re.compile("[A-Za-z]{2,8}(-[A-Za-z0-9]{2,8})?")
_KEYS = 1000


class Navigators:
    """The followers of a studio by language, its maps, and the folder where lexicons are kept."""

    def __init__(self, kept: Path, folder: Path | None = None, maps: Path | None = None) -> None:
        self.kept, self.folder = kept.resolve(), None if folder is None else folder.resolve()
        self.maps_folder = Path(navigation_folder()) / "maps" if maps is None else maps.resolve()
        self.languages = dict(LANGUAGES)
        if folder is not None:
            card = read_model(folder)
            if card.kind not in KINDS:
                wrong = f"holds a model of kind '{card.kind}', which follows no instructions"
                raise InputError(wrong, file=str(folder))
            lang = str(card.settings.get("lang", "en"))
            if not _LANG.fullmatch(lang):
                raise InputError(f"'{lang}' is no language", file=str(folder), field="lang")
            self.languages = {lang: LANGUAGES.get(lang, lang)}
        if maps is not None:
            if not maps.is_dir():
                raise InputError("is no folder" if maps.exists() else "no such folder", file=str(maps))
            self.maps = load_maps(maps)  # now: a bad map is told before the studio starts
        self.child = Child(
            "likewise.studio.navigating",
            busy="too many are being shown the way at this moment, try again",
            silent="the follower gave no answer in time, try a shorter instruction",
            # Its matrices are small: threads that share one cost far more than they save.
            settings={"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"},
        )
        self._lock, self._learning = threading.Lock(), threading.Lock()
        self._ready: dict[str, Any] = {}
        self._warming: dict[str, threading.Thread] = {}
        self._failed: dict[str, LikewiseError] = {}
        self._counted: OrderedDict[str, dict[str, Any]] = OrderedDict()

    @cached_property
    def maps(self) -> dict[str, Map]:
        """The maps by name."""
        return load_maps(self.maps_folder)

    def world(self, name: str) -> Map:
        """The map of this name."""
        if name not in self.maps:
            raise InputError(f"there is no map '{name}', expected {', '.join(self.maps)}", field="map")
        return self.maps[name]

    def language(self, lang: str | None) -> str:
        """A language that can be followed; the first where none is named."""
        if lang is not None and lang not in self.languages:
            raise InputError(f"expected one of {', '.join(self.languages)}", field="lang")
        return lang or next(iter(self.languages))

    def warm(self, lang: str) -> bool:
        """Whether the follower can answer at once; where not, it is made ready behind the scenes."""
        with self._lock:
            if self._is_ready(lang):
                return True
            error = self._failed.pop(lang, None)
            if error is not None:
                raise error
            if lang not in self._warming:
                self._warming[lang] = threading.Thread(target=self._warm, args=(lang,), daemon=True)
                self._warming[lang].start()
            return False

    def _is_ready(self, lang: str) -> bool:
        return self.child.alive and self._ready.get(lang) is self.child.process

    def _warm(self, lang: str) -> None:
        try:
            self._ask("warm", lang)
        except LikewiseError as error:
            self._failed[lang] = error
        with self._lock:
            del self._warming[lang]

    def _ask(self, act: str, lang: str, **more: Any) -> dict[str, Any]:
        places = {"folder": None if self.folder is None else str(self.folder), "kept": str(self.kept)}
        question = {"act": act, "lang": lang, **places, "maps": str(self.maps_folder), **more}
        found = self.child.ask(question, seconds=LATER if self._is_ready(lang) else FIRST)
        if act in ("warm", "follow"):
            self._ready[lang] = self.child.process
        return found

    def follow(self, world: str, start: Pose, text: str, lang: str) -> dict[str, Any]:
        """The walk from a start by an instruction: plan, path, what each word caused, what words mean."""
        return self._ask("follow", lang, map=world, start=start, text=text)

    def words(self, text: str, lang: str) -> dict[str, Any]:
        """What the words of a text mean by now."""
        return self._ask("words", lang, text=text)

    def learn(
        self, world: str, path: Sequence[Pose], text: str, lang: str, key: str | None = None
    ) -> dict[str, Any]:
        """Count an instruction with its right path; the same key counts once, however often it is sent."""
        with self._learning:
            if key is not None and key in self._counted:
                return self._counted[key]
            found = self._ask("learn", lang, map=world, path=list(path), text=text)
            if key is not None:
                self._counted[key] = found
            if len(self._counted) > _KEYS:
                self._counted.popitem(last=False)
            return found

    def close(self) -> None:
        """End the process; the next question starts another."""
        self.child.close()


class Guide:
    """What the process does: followers and lexicons by language, made when they are first wanted."""

    def __init__(self) -> None:
        self._followers: dict[str, Follower] = {}
        self._books: dict[str, Wordbook] = {}
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
        from likewise.navigate.landmarks import landmarks

        path = [Pose(*pose) for pose in question["path"]]
        return self._book(question).add(words, landmarks(self._world(question), path))

    def _follow(self, question: Mapping[str, Any]) -> dict[str, Any]:
        """Sentence by sentence, each from where the last one ended."""
        from likewise.navigate.words import sentences, words

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
        from likewise.navigate.words import sentences, words

        lang = question["lang"]
        found = [word for sentence in sentences(question["text"], lang) for word in words(sentence, lang)]
        if not found:
            raise InputError("expected the words of an instruction", field="text")
        return found

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

    def _book(self, question: Mapping[str, Any]) -> Wordbook:
        from likewise.navigate.landmarks import landmarks
        from likewise.navigate.words import words
        from likewise.studio.wordbooks import Wordbook

        lang = question["lang"]
        if lang not in self._books:
            corpus = embedded(lang) if lang in LANGUAGES else None
            given = (
                []
                if corpus is None
                else [
                    (words(one.text, lang), landmarks(corpus.maps[one.map], one.path))
                    for one in corpus.sentences
                ]
            )
            self._books[lang] = Wordbook(Path(question["kept"]) / lang, given)
        return self._books[lang]


@cache
def embedded(lang: str) -> Corpus:
    """The embedded routes in one of `LANGUAGES`."""
    from likewise.navigate.corpus import read_corpus

    return read_corpus(navigation_folder(), lang=lang)


def _learnt(lang: str, kept: Path) -> Follower:
    """A follower out of the embedded corpus; kept, so that only the first start has to learn."""
    from likewise.navigate.embedded import SMALL, kept_at
    from likewise.navigate.follower import Grounded

    place = kept / kept_at(lang).name  # the name changes with the data and the version
    with suppress(InputError):
        return Grounded.load(place)
    made = Grounded.fit(embedded(lang), lang=lang, **SMALL)
    kept.mkdir(parents=True, exist_ok=True)
    made.save(place)
    return made


def _loaded(folder: str) -> Follower:
    from likewise.loading import load

    found: Any = load(folder)
    if not hasattr(found, "follow"):
        raise InputError("holds a model that follows no instructions", field="navigator")
    follower: Follower = found
    return follower


if __name__ == "__main__":
    answers(Guide().answer)
