"""What a caller wishes of a response: its end word, length, words that must or must not stand in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from likewise.errors import InputError
from likewise.freestyle.profanity import is_profane
from likewise.freestyle.verse import line_words

__all__ = ["Wishes"]

_MOST_WORDS = 40


@dataclass(frozen=True, slots=True)
class Wishes:
    """Wishes in the words that models see; `words` is the least and the most number of them.

    `novel`: what was seen side by side may count less, as all drafts so far were copies.
    """

    end: str | None = None
    words: tuple[int, int] | None = None
    require: frozenset[str] = frozenset()
    ban: frozenset[str] = frozenset()
    clean: bool = False
    novel: bool = False

    @classmethod
    def of(
        cls,
        end: str | None = None,
        words: tuple[int, int] | None = None,
        require: Iterable[str] = (),
        ban: Iterable[str] = (),
        clean: bool = False,
    ) -> Wishes:
        """The wishes, checked; those that contradict each other are refused."""
        if words is not None and not 1 <= words[0] <= words[1] <= _MOST_WORDS:
            raise InputError(
                f"expected a least and a most number of words from 1 to {_MOST_WORDS}, "
                f"found {words[0]}-{words[1]}",
                field="words",
            )
        last = None if end is None else _one_word(end, "end")
        required = frozenset(_one_word(word, "require") for word in require)
        banned = frozenset(_one_word(word, "ban") for word in ban)
        both = sorted(banned & (required | ({last} if last else set())))
        if both:
            raise InputError(f"'{both[0]}' is both banned and asked for", field="ban")
        if words is not None and len(required | ({last} if last else set())) > words[1]:
            raise InputError(f"more words are asked for than the {words[1]} that are allowed", field="words")
        return cls(last, words, required, banned, clean)

    def forbids(self, word: str) -> bool:
        """Whether a word must not stand in the response."""
        return word in self.ban or (self.clean and is_profane(word))

    def met_by(self, words: Sequence[str]) -> bool:
        """Whether a response, as words, does as it was asked to."""
        if not words or (self.end is not None and words[-1] != self.end):
            return False
        if self.words is not None and not self.words[0] <= len(words) <= self.words[1]:
            return False
        return self.require <= set(words) and not any(self.forbids(word) for word in words)


def _one_word(text: str, field: str) -> str:
    words = line_words(text)
    if len(words) != 1:
        raise InputError(f"expected one word, found {text!r}", field=field)
    return words[0]
