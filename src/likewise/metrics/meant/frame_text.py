"""Texts read for the MEANT family: tokens and role frames, remembered, and why some have none."""

from __future__ import annotations

import unicodedata
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from likewise.frames import FramedSentence, frame_parser
from likewise.metrics.meant.role_frame import RoleFrame, role_frames
from likewise.metrics.meant.word_similarity import Tokens
from likewise.metrics.meant.worker_threads import in_threads
from likewise.text import find_language, is_in_script, tokenize

__all__ = ["READ", "FrameText", "TextReader", "text_reader"]

READ = ("en", "zh")
"""Languages whose frames can be read."""
KEPT = 60_000
BATCH = 32
"""Texts that the parser is given at once."""


@dataclass(frozen=True, slots=True)
class FrameText:
    """Tokens and frames of a text.

    `lack` says why there are no frames: `empty`; `unread`, a language or a script that no parser here reads;
    `wordless`, marks and emoji alone; `frameless`, nothing in it that does anything.
    """

    tokens: Tokens
    frames: tuple[RoleFrame, ...] = ()
    lack: str = ""

    @property
    def is_wordless(self) -> bool:
        """Whether there is something in it, but neither letter nor digit."""
        return _is_wordless(self.tokens)

    @classmethod
    def of(cls, sentence: FramedSentence, relative: str = "drop") -> FrameText:
        """From what a parser or a file gives. A helping verb without roles ("did", "has") is no event."""
        if _is_wordless(sentence.tokens):
            return cls(tuple(sentence.tokens), (), "wordless")
        tags = sentence.tags or ("",) * len(sentence.tokens)
        events = [frame for frame in sentence.frames if frame.roles or tags[frame.predicate[0]] != "AUX"]
        frames = role_frames(events, len(sentence.tokens), relative=relative)
        lack = "" if frames else "frameless" if sentence.tokens else "empty"
        return cls(tuple(sentence.tokens), frames, lack)


class TextReader:
    """Reads texts of one language by one model, each text once."""

    def __init__(self, lang: str, model: str, relative: str) -> None:
        language = find_language(lang)
        self.lang, self.model, self.relative = language.code if language else lang, model, relative
        self._tokenizer = language.tokenizer if language else "intl"
        self._script = language.script if language else ""
        self._kept: OrderedDict[str, FrameText] = OrderedDict()

    @property
    def reads(self) -> bool:
        """Whether there are frames in this language."""
        return self.lang in READ

    @property
    def signature(self) -> str:
        """Which parser reads, by model and version."""
        return frame_parser(self.lang, self.model).signature if self.reads else f"none-{self.lang}"

    def read(self, texts: Sequence[str]) -> list[FrameText]:
        """The texts, in order."""
        new = [text for text in dict.fromkeys(texts) if text not in self._kept]
        plain = [text for text in new if text.strip() and self._is_readable(text)]
        self._kept.update((text, self._unread(text)) for text in set(new) - set(plain))
        if plain:
            sentences = in_threads(frame_parser(self.lang, self.model).parse, plain, BATCH)
            for text, sentence in zip(plain, sentences, strict=True):
                self._kept[text] = FrameText.of(sentence, self.relative)
        read = [self._kept[text] for text in texts]
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return read

    def _is_readable(self, text: str) -> bool:
        """Whether a text is in the script of a language that has a parser: an English one mostly in Latin."""
        return self.reads and is_in_script(text, self._script)

    def _unread(self, text: str) -> FrameText:
        if not text.strip():
            return FrameText((), (), "empty")
        tokenizer = self._tokenizer if self.reads or self._tokenizer != "ja-mecab" else "char"
        if self.reads:  # in a script that is not its own
            tokenizer = "zh" if any(_is_unspaced(char) for char in text) else "intl"
        return FrameText(tuple(tokenize(text, tokenizer)), (), "unread")


def _is_wordless(tokens: Sequence[str]) -> bool:
    return bool(tokens) and not any(char.isalnum() for token in tokens for char in token)


def _is_unspaced(char: str) -> bool:
    return unicodedata.name(char, "").startswith(("CJK", "HIRAGANA", "KATAKANA"))


@lru_cache(maxsize=16)
def text_reader(lang: str = "en", model: str = "auto", relative: str = "drop") -> TextReader:
    """The reader of a language; the same one each time, with all that it remembers."""
    return TextReader(lang, model, relative)
