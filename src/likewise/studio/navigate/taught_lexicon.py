"""What people teach on the page Navigate: counts of words with plans (SGOLL, Chen 2012), kept in a folder.

The folder holds the counts of people's own examples alone. Counts are sums, so what is shown is the sum with
the counts of the embedded corpus, and taking up the folder again gives what was there before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from likewise.navigate.lexicon import SGOLL, Entry, Example, Fragment, score, text

__all__ = ["TaughtLexicon"]

_MEANINGS = 3
_WORDS = 60


class TaughtLexicon:
    """The lexicon of one language: given examples, and on top of them those that people add."""

    def __init__(self, folder: Path, given: Iterable[Example] = ()) -> None:
        self.folder = folder
        self.own = SGOLL.load(folder) if folder.exists() else SGOLL()
        self.whole = SGOLL(**self.own.settings())
        for example in given:
            self.whole.update(example)
        self.whole.merge(self.own)

    @property
    def examples(self) -> int:
        """How many examples people added."""
        return self.own.examples

    def view(self, words: Sequence[str]) -> dict[str, Any]:
        """What the words of an instruction mean by now."""
        return self._said(words, _Moment(self.whole), None)

    def add(self, words: Sequence[str], plan: Any) -> dict[str, Any]:
        """Count an example, save, and tell how the meanings of its words changed."""
        before = _Moment(self.whole)
        self.own.update((words, plan))
        self.folder.parent.mkdir(parents=True, exist_ok=True)
        self.own.save(self.folder)
        self.whole.update((words, plan))
        return self._said(words, _Moment(self.whole), before)

    def _said(self, words: Sequence[str], now: _Moment, before: _Moment | None) -> dict[str, Any]:
        rows = [self._row(word, now, before) for word in list(dict.fromkeys(words))[:_WORDS]]
        return {"examples": self.examples, "given": self.whole.examples - self.examples, "words": rows}

    def _row(self, word: str, now: _Moment, before: _Moment | None) -> dict[str, Any]:
        count = now.with_word(word)
        meanings = []
        for entry in now.best(word):
            old = before.entry(word, entry.meaning) if before is not None else None
            known = entry.with_gram >= self.whole.min_support and entry.score > self.whole.threshold
            meanings.append(
                {
                    "meaning": text(entry.meaning),
                    "score": entry.score,
                    "together": entry.together,
                    "before": None if old is None else old.score,
                    "known": known,
                }
            )
        told = {"word": word, "count": count, "meanings": meanings}
        return told if before is None else {**told, "before": before.with_word(word)}


class _Moment:
    """The counts of a learner at one moment."""

    def __init__(self, learner: SGOLL) -> None:
        self.examples = learner.examples
        self.grams, self.fragments, self.together, self.with_gram, self.with_fragment = learner.counts()
        self.rows = {gram: row for row, gram in enumerate(self.grams)}
        self.columns = {fragment: column for column, fragment in enumerate(self.fragments)}

    def with_word(self, word: str) -> int:
        """How many examples hold a word."""
        row = self.rows.get((word,))
        return 0 if row is None else int(self.with_gram[row])

    def entry(self, word: str, meaning: Fragment) -> Entry | None:
        """A word with a meaning; None where they never came together."""
        row, column = self.rows.get((word,)), self.columns.get(meaning)
        if row is None or column is None or not self.together[row, column]:
            return None
        return self._entry(row, column, int(self.together[row, column]))

    def _entry(self, row: int, column: int, together: int) -> Entry:
        counts = (together, int(self.with_gram[row]), int(self.with_fragment[column]), self.examples)
        return Entry(self.grams[row], self.fragments[column], score(*counts), *counts)

    def best(self, word: str) -> Iterator[Entry]:
        """The best meanings; of those that always came together only the smallest."""
        row = self.rows.get((word,))
        if row is None:
            return
        line = self.together[row].tocoo()
        entries = (self._entry(row, int(c), int(n)) for c, n in zip(line.col, line.data, strict=True))
        seen: set[tuple[int, int]] = set()
        for entry in sorted(entries, key=Entry.rank):
            evidence = (entry.together, entry.with_meaning)
            if evidence not in seen:
                seen.add(evidence)
                yield entry
            if len(seen) == _MEANINGS:
                return
