"""Followers of route instructions behind the page Navigate, and the lexicon that people teach there.

Both live in a process of their own, which does one thing at a time. Without a folder of a model, a follower
for each language is learnt from the embedded corpus when it is first wanted, and kept; meanwhile `warm` says
so at once, and `follow` waits. The follower does not learn from people's examples; the lexicon does.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Self

from cachetools import FIFOCache

from likewise.data import navigation_folder
from likewise.errors import InputError, LikewiseError
from likewise.studio.feature import Setup
from likewise.studio.models import check_kind
from likewise.studio.navigate.embedded_routes import LANGUAGES
from likewise.studio.worker_process import FIRST, LATER, WorkerProcess
from likewise.text import code_of, name_of
from likewise.worlds import Map, Pose, load_maps

__all__ = ["KINDS", "NavigateService"]

KINDS = ("grounded-follower", "planned-follower")
"""The models that follow instructions."""
_LANG = re.compile("[A-Za-z]{2,8}(-[A-Za-z0-9]{2,8})?")
_KEYS = 1000


class NavigateService:
    """The followers of a studio by language, its maps, and the folder where lexicons are kept."""

    def __init__(self, kept: Path, folder: Path | None = None, maps: Path | None = None) -> None:
        self.kept, self.folder = kept.resolve(), None if folder is None else folder.resolve()
        self.maps_folder = Path(navigation_folder()) / "maps" if maps is None else maps.resolve()
        self.languages = dict(LANGUAGES)
        if folder is not None:
            card = check_kind(folder, KINDS, "follows no instructions")
            lang = str(card.settings.get("lang", "en"))
            if not _LANG.fullmatch(lang):
                raise InputError(f"'{lang}' is no language", file=str(folder), field="lang")
            self.languages = {lang: name_of(lang)}
        if maps is not None:
            if not maps.is_dir():
                raise InputError("is no folder" if maps.exists() else "no such folder", file=str(maps))
            self.maps = load_maps(maps)  # now: a bad map is told before the studio starts
        self.process = WorkerProcess(
            "likewise.studio.navigate.worker",
            busy="too many are being shown the way at this moment, try again",
            silent="the follower gave no answer in time, try a shorter instruction",
            # Its matrices are small: threads that share one cost far more than they save.
            settings={"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"},
        )
        self._lock, self._learning = threading.Lock(), threading.Lock()
        self._ready: dict[str, Any] = {}
        self._warming: dict[str, threading.Thread] = {}
        self._failed: dict[str, LikewiseError] = {}
        self._counted: FIFOCache[str, dict[str, Any]] = FIFOCache(_KEYS)

    @classmethod
    def open(cls, setup: Setup) -> Self:
        """The service of a studio; what people teach is kept beside its media."""
        kept = setup.media.with_name(f"{setup.media.name}.lexicon")
        return cls(kept, setup.folder("navigator"), setup.folder("maps"))

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
        spoken = next(iter(self.languages)) if lang is None else code_of(lang)
        if spoken not in self.languages:
            raise InputError(f"expected one of {', '.join(self.languages)}", field="lang")
        return spoken

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
        return self.process.alive and self._ready.get(lang) is self.process.process

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
        answer = self.process.ask(question, seconds=LATER if self._is_ready(lang) else FIRST)
        if act in ("warm", "follow"):
            self._ready[lang] = self.process.process
        return answer

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
            counted = self._ask("learn", lang, map=world, path=list(path), text=text)
            if key is not None:
                self._counted[key] = counted
            return counted

    def close(self) -> None:
        """End the process; the next question starts another."""
        self.process.close()
