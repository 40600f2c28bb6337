"""Sifting clusters with a filter that says what it is told to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from likewise.collect.sentence_filter import SentenceFilter, filter_clusters, in_language
from likewise.records import Cluster, Description


class Judge:
    """Keeps what shares a word with the cluster."""

    threshold = 0.5

    def probabilities(self, sentences: Sequence[str], around: Sequence[str]) -> list[float]:
        known = {word for text in around for word in text.split()}
        return [float(bool(known & set(sentence.split()))) for sentence in sentences]

    def reasons(self, sentence: str, around: Sequence[str]) -> list[tuple[str, float]]:
        return [("words not in the cluster", -1.0)]


def text(words: str, worker: str | None, tier: str | None, lang: str | None = "English") -> Description:
    return Description(words, worker, tier, lang)


def test_tier_1_is_sifted_and_nobody_vouches_for_himself() -> None:
    cluster = Cluster(
        "c",
        (
            text("a dog", "a", "2"),
            text("one cat", "b", "2"),
            text("dog", "x", "1"),
            text("dog", "a", "1"),  # known from a's own trusted sentence alone
            text("spam", "x", "1"),
            text("cat", "a", "1"),
            text("spam", "b", "2"),
        ),
    )
    (filtered,) = filter_clusters([cluster], cast(Any, Judge()))
    assert [(d.text, d.worker) for d in filtered.cluster.texts] == [
        ("a dog", "a"),
        ("one cat", "b"),
        ("dog", "x"),
        ("spam", "x"),
        ("cat", "a"),
        ("spam", "b"),
    ]
    (lost,) = filtered.dropped
    assert (lost.description.worker, lost.probability) == ("a", 0.0)
    assert lost.against == ("words not in the cluster",)


def test_language() -> None:
    clusters = [
        Cluster("a", (text("given", None, None), text("ena", "x", "1", "Slovene"), text("one", "y", "1"))),
        Cluster("b", (text("dva", "x", "1", "Slovene"),)),
    ]
    assert list(in_language(clusters, "English")) == [Cluster("a", (text("one", "y", "1"),))]


def test_the_real_filter_has_what_is_used_here() -> None:
    assert all(hasattr(SentenceFilter, name) for name in ("probabilities", "reasons"))
