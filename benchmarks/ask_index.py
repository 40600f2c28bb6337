"""Indexing and structured queries: the postings of Likewise and tantivy on the same tokens, in one run.

Documents are read, cut into search tokens and indexed; vectors of sentences are left out, for they cost what
the encoder costs. Then the same queries are asked of both, and their documents must be the same.

    uv run python benchmarks/ask_index.py [--lang zh] [--copies 1] [--queries 200]
"""

from __future__ import annotations

import argparse
import random
import resource
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from likewise.ask.documents import Document
from likewise.ask.retrieval import (
    AllOf,
    DocumentIndex,
    NotQuery,
    OrderedWindow,
    QueryTerm,
    SearchEngine,
    StructuredQuery,
    Synonyms,
    UnorderedWindow,
    build_index,
    open_index,
)
from likewise.ask.retrieval.document_source import DocumentSource

DATA = Path(__file__).resolve().parents[2] / "shared" / "data" / "clqa"
FILES = {
    "zh": ("ec_docs.jsonl", "zh_hans_background.jsonl.gz", "zh_hant_background.jsonl.gz"),
    "ja": ("ej_docs.jsonl", "ja_background.jsonl.gz"),
}
ENGINES: tuple[SearchEngine, ...] = ("arrays", "tantivy")


def documents(lang: str, copies: int) -> Iterator[Document]:
    """The staged collection, several times over if asked."""
    for copy in range(copies):
        for name in FILES[lang]:
            for document in DocumentSource(DATA / name, lang):
                yield replace(document, id=f"{copy}-{document.id}")


def terms(index: DocumentIndex, count: int, seed: int) -> list[tuple[str, str, str]]:
    """Three words of two characters out of each of some passages."""
    draw = random.Random(seed)
    found: list[tuple[str, str, str]] = []
    while len(found) < count:
        text = index.passage(draw.randrange(len(index.live))).text
        places = [n for n in range(len(text) - 1) if text[n : n + 2].isalpha()]
        if len(places) >= 3:
            a, b, c = sorted(draw.sample(places, 3))
            found.append((text[a : a + 2], text[b : b + 2], text[c : c + 2]))
    return found


KINDS: dict[str, Callable[[QueryTerm, QueryTerm, QueryTerm], StructuredQuery]] = {
    "term": lambda a, b, c: a,
    "AND of 3": lambda a, b, c: AllOf((a, b, c)),
    "OD4": lambda a, b, c: OrderedWindow((a, b), 4),
    "UW8 of 3": lambda a, b, c: UnorderedWindow((a, b, c), 8),
    "BAND(OD4 t SYN)": lambda a, b, c: AllOf((OrderedWindow((a, b), 4), c, Synonyms((a, c)))),
    "AND NOT": lambda a, b, c: AllOf((a, NotQuery(b))),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lang", choices=sorted(FILES), default="zh")
    parser.add_argument("--copies", type=int, default=1)
    parser.add_argument("--queries", type=int, default=200)
    given = parser.parse_args()
    texts = list(documents(given.lang, given.copies))
    with tempfile.TemporaryDirectory() as folder:
        indexes = {}
        for engine in ENGINES:
            place = Path(folder) / engine
            begun, worked = time.perf_counter(), time.process_time()
            report = build_index(texts, given.lang, place, dense=False, words=False, engine=engine)
            seconds, worked = time.perf_counter() - begun, time.process_time() - worked
            size = sum(file.stat().st_size for file in place.rglob("*") if file.is_file())
            print(
                f"{engine}: {report.documents:,} documents, {report.tokens:,} tokens in {seconds:.2f} s: "
                f"{report.tokens / seconds:,.0f} tokens a second ({report.tokens / worked:,.0f} of the "
                f"processor's own), {size / 1e6:.1f} MB"
            )
            indexes[engine] = open_index(place)
        words = terms(indexes["arrays"], given.queries, seed=0)
        for name, kind in KINDS.items():
            times: dict[str, list[float]] = {engine: [] for engine in ENGINES}
            same = True
            for a, b, c in words:
                query = kind(QueryTerm(a), QueryTerm(b), QueryTerm(c))
                answers = []
                for engine, index in indexes.items():
                    begun = time.perf_counter()
                    answers.append(index.matches(query).tolist())
                    times[engine].append(1000 * (time.perf_counter() - begun))
                same = same and answers[0] == answers[1]
            shown = ", ".join(
                f"{engine} {statistics.median(own):.2f} / {sorted(own)[int(0.95 * len(own))]:.2f}"
                for engine, own in times.items()
            )
            print(f"{name}: median / p95 ms: {shown}; same documents: {'yes' if same else 'NO'}")
    print(f"memory at its most: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:,.0f} MiB")


if __name__ == "__main__":
    main()
