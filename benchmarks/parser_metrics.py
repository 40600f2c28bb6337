"""Parser metrics over pairs of gold and candidate analyses: of trees, and of MRSs against PyDelphin.

The tree metrics (11 of derivations) must take under a minute for 10,000 pairs. EMM and LED are held against
what PyDelphin's isomorphism and EDM give for the same pairs.
"""

from __future__ import annotations

import argparse
import time
import warnings
from itertools import islice
from pathlib import Path

from delphin import edm
from delphin.codecs import simplemrs
from delphin.eds import from_mrs
from delphin.mrs import is_isomorphic

from likewise.deep import Analysis, load_heads, read_items
from likewise.metrics.parses import FORMATS, score_parses
from likewise.metrics.parses.analyses import analysis_parse

DATA = Path(__file__).resolve().parents[2] / "shared" / "data" / "erg-treebank"
Pairs = list[tuple[Analysis, Analysis]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=DATA, help="folder of the ERG treebank")
    parser.add_argument("--trees", type=int, default=10_000, help="pairs for the tree metrics")
    parser.add_argument("--meanings", type=int, default=1_000, help="pairs for the MRS metrics")
    chosen = parser.parse_args()
    golds = {item.id: item.analyses[0] for item in read_items(chosen.data / "wescience-01-11.jsonl.gz")}
    items = list(read_items(chosen.data / "wescience-nbest.jsonl.gz"))
    candidates: Pairs = [(golds[item.id], found) for item in items for found in item.analyses]
    trees(candidates[: chosen.trees], chosen.data / "rules.hds")
    meanings([(golds[item.id], item.analyses[0]) for item in islice(items, chosen.meanings)])


def trees(pairs: Pairs, rules: Path) -> None:
    heads = load_heads(rules)
    start = time.process_time()
    both = [[analysis_parse(Analysis(a.text, a.derivation), heads=heads) for a in pair] for pair in pairs]
    read = time.process_time()
    found = score_parses([gold for gold, _ in both], [[parse] for _, parse in both])
    done = time.process_time()
    print(f"{len(pairs):,} pairs of derivations, CPU seconds")
    print(f"reading (PyDelphin)             {read - start:>8.1f}")
    print(f"{len(found.metrics)} tree metrics                 {done - read:>8.1f}   (must be under 60)")


def meanings(pairs: Pairs) -> None:
    start = time.process_time()
    both = [[analysis_parse(Analysis(a.text, mrs=a.mrs)) for a in pair] for pair in pairs]
    found = score_parses([gold for gold, _ in both], [[parse] for _, parse in both], FORMATS["mrs"])
    ours = time.process_time() - start
    start = time.process_time()
    warnings.simplefilter("ignore")
    peers = [[simplemrs.decode(a.mrs) for a in pair] for pair in pairs]
    same = [is_isomorphic(gold, other) for gold, other in peers]
    scores = [edm.compute([from_mrs(gold)], [from_mrs(other)]).fscore for gold, other in peers]
    theirs = time.process_time() - start
    differing = max(
        abs(100 * score - mine) for score, mine in zip(scores, found.sentences["LED"], strict=True)
    )
    unlike = sum(100.0 * one != mine for one, mine in zip(same, found.sentences["EMM"], strict=True))
    print(f"{len(pairs):,} pairs of MRSs, CPU seconds, reading included")
    print(f"PyDelphin, isomorphism and EDM  {theirs:>8.1f}")
    print(f"EMM, LED, UED                   {ours:>8.1f}   {theirs / ours:.2f}x")
    print(f"EMM differs in {unlike}, LED by at most {differing:.1e}")


if __name__ == "__main__":
    main()
