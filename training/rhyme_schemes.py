"""Make what is known of rhyme before any verse is seen: `src/likewise/data/rhyme-schemes.npz`, in a minute.

    uv run python training/rhyme_schemes.py --english FILE .. --french FILE .. --out FILE.npz

The files are verse in the public domain, in any format that `likewise freestyle schemes` reads; the one that
ships was made from the poems of the Chicago Rhyming Poetry Corpus and of Metrique en Ligne. Labels are not
looked at. Kept are counts of kinds of likeness, of pairs of rimes and of schemes; no words.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from likewise.freestyle.rhyme.partition.expectation import learn_schemes
from likewise.freestyle.rhyme.partition.scheme_statistics import POEM, start_statistics
from likewise.freestyle.rhyme.partition.shipped_schemes import packed_statistics
from likewise.freestyle.rhyme.partition.stanza_search import PartitionSettings
from likewise.freestyle.rhyme.partition.verse_ends import ends_of_verses
from likewise.freestyle.rhyme.sounds.languages import endings_of_language
from likewise.freestyle.verse import read_verses
from likewise.io import SEED, dumps_arrays, unheard

ROUNDS, LINKS, DRAWN = 6, 50.0, 200_000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--english", nargs="+", required=True)
    parser.add_argument("--french", nargs="+", required=True)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    arrays: dict[str, Any] = {}
    for lang, paths in (("en", options.english), ("fr", options.french)):
        verses = [verse for path in paths for verse in read_verses(path)]
        endings = endings_of_language(lang)
        ends, songs = ends_of_verses(verses, endings), [verse.song for verse in verses]
        start = start_statistics(ends.by_chance(DRAWN, SEED) + 0.5, POEM, LINKS)
        known = learn_schemes(ends, songs, start, PartitionSettings(rounds=ROUNDS), unheard)
        arrays |= {f"{lang}.{name}": array for name, array in packed_statistics(known).items()}
        print(f"{lang}: {len(verses)} stanzas, {len(known.repertory)} schemes, {len(known.rimes)} rimes")
    options.out.write_bytes(dumps_arrays(arrays, pressed=True))
    print(f"{options.out.stat().st_size} bytes")


if __name__ == "__main__":
    main()
