"""Negation on the development story of CD-SCO: every method, with the file's trees and without any.

The spec's anchors stand beside: the ranker of Read et al. (2012) 81.3 / 85.8, a linear-chain CRF with path
features 82.9 / 90.1, the crawler with its fall-back 82.5 / 86.6 (scope F1 / token F1, gold cues).
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from likewise.negation import METHODS, Resolver, conll, resolve_text, score

DATA = Path(__file__).resolve().parents[2] / "shared" / "data" / "cd-sco"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=DATA)
    folder: Path = parser.parse_args().data
    train, dev = conll.load(folder / "train.conll.gz"), conll.load(folder / "dev.conll")
    begun = time.perf_counter()
    resolver = Resolver.fit(train)
    print(f"trained in {time.perf_counter() - begun:.0f} s")
    print("trees  cues    method   cues  scopes  scopes B  tokens  events  (with marks: scopes, tokens)")
    for raw in (False, True):
        for gold_cues in (True, False):
            for method in METHODS:
                answers = [
                    resolver.resolve(
                        s, raw=raw, method=method, cues=[n.cue for n in s.negations] if gold_cues else None
                    )
                    for s in dev
                ]
                plain, marks = score(dev, answers), score(dev, answers, punctuation=True)
                figures = "  ".join(
                    f"{plain[row].f1:6.1f}" for row in ("cues", "scopes", "scopes_b", "tokens", "events")
                )
                name = f"{'own' if raw else 'given':5}  {'gold' if gold_cues else 'system':6}  {method:7}"
                print(f"{name}{figures}  ({marks['scopes'].f1:.1f}, {marks['tokens'].f1:.1f})")
    texts = [" ".join(s.words) for s in dev]
    begun = time.perf_counter()
    for text in texts:
        resolve_text(resolver, text)
    print(f"raw text: {len(texts) / (time.perf_counter() - begun):.0f} sentences a second")


if __name__ == "__main__":
    main()
