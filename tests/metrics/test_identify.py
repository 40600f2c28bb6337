"""Identify: worked by hand, against scikit-learn, and its laws."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from sklearn.feature_extraction.text import TfidfVectorizer

import likewise as lw
from likewise.errors import InputError
from likewise.metrics import Batch
from likewise.metrics._kernels import nearest_descriptions
from likewise.metrics.identify import Identify, cluster_of
from likewise.records import Cluster, Description, Segment

METRIC = Identify()


def outputs(clusters: dict[str, list[str]], answer: str | None = None) -> list[Segment]:
    """Each text as the source; the output is the source itself, or one answer to all."""
    return [
        Segment(f"{name}/{i + 1}", text if answer is None else answer, text, (*texts[:i], *texts[i + 1 :]))
        for name, texts in clusters.items()
        for i, text in enumerate(texts)
    ]


def scores(rows: list[Segment]) -> list[float]:
    return METRIC.values(Batch(rows)).tolist()


def test_worked_by_hand() -> None:
    rows = [
        Segment("cat/1", "a cat sleeps", "the cat naps", ("a cat sleeps soundly", "one cat")),
        Segment("dog/1", "the animal barks", "a dog barks", ("the dog bites", "one dog")),
    ]
    assert scores(rows) == [100.0, 0.0]
    found = METRIC.explain(rows[1], rows)
    # Six descriptions. Of the output's words the rivals' "the cat naps" has "the" (2 of 6) alone, as its
    # own "the dog bites" has; "barks" stands only in the source, which is left out. The two are as far.
    idf = {"the": math.log(7 / 3) + 1, "animal": math.log(7) + 1, "barks": math.log(7 / 2) + 1}
    dog, bites = math.log(7 / 4) + 1, math.log(7 / 2) + 1
    length = math.sqrt(sum(v**2 for v in idf.values()))
    description = math.sqrt(idf["the"] ** 2 + dog**2 + bites**2)
    assert found["own"] == {
        "cluster": "dog",
        "nearest": "the dog bites",
        "similarity": pytest.approx(idf["the"] ** 2 / length / description),
    }
    assert found["rival"]["nearest"] == "the cat naps"
    assert found["rival"]["similarity"] == pytest.approx(found["own"]["similarity"])
    assert (found["score"], found["rank"], found["segments"]) == (0.0, 2, 2)
    assert [row["word"] for row in found["words"]] == ["the"]


def test_a_tie_is_not_identified() -> None:
    assert scores(outputs({"x": ["a b", "a b"], "y": ["b a", "c"]})) == [0.0, 0.0, 0.0, 0.0]
    assert scores(outputs({"x": ["a b", "a b"], "y": ["c d", "c"]}, "unknown words")) == [0.0] * 4


def test_the_source_is_left_out_but_not_its_twin() -> None:
    rows = outputs({"x": ["red", "blue"], "y": ["green", "green"]})
    assert scores(rows) == [0.0, 0.0, 100.0, 100.0]


def test_rivals_are_told_without_sources_too() -> None:
    clusters = [Cluster(k, tuple(map(Description, t))) for k, t in {"x": "ab", "y": ["a", "c c"]}.items()]
    without = list(lw.leave_one_out(clusters))
    assert scores(without) == scores(outputs({"x": ["a", "b"], "y": ["a", "c c"]}))


@pytest.mark.parametrize(
    ("identity", "cluster"),
    [("clip/3", "clip"), ("a/b/12", "a/b"), ("clip/3-7", "clip"), ("clip", "clip"), ("set/clip", "set/clip")],
)
def test_clusters_by_id(identity: str, cluster: str) -> None:
    assert cluster_of(identity) == cluster


def test_equal_to_scikit_learn() -> None:
    clusters = lw.data.clusters()[:20]
    # Half of the words are left: enough to know some segments by.
    rows = [
        Segment(s.id, " ".join(s.candidate.split()[::2]), s.candidate, s.references)
        for s in lw.leave_one_out(clusters)
    ]
    texts = [d.text for c in clusters for d in c.texts]
    home = np.repeat(np.arange(len(clusters)), [len(c.texts) for c in clusters])
    peer = TfidfVectorizer(tokenizer=lambda t: lw.tokenize(t, "words"), token_pattern=None, lowercase=False)
    described = peer.fit_transform(texts)
    likeness = (peer.transform([r.candidate for r in rows]) @ described.T).toarray()
    likeness[np.arange(len(rows)), np.arange(len(rows))] = 0.0  # the source
    expected = []
    for place, row in enumerate(likeness):
        own = home == home[place]
        expected.append(100.0 * bool(row[own].max() > row[~own].max() + 1e-9))
    assert 50 < np.mean(expected) < 100
    assert scores(rows) == expected
    for row, value in list(zip(rows, expected, strict=True))[::40]:
        found = METRIC.explain(row, rows)
        assert found["score"] == value
        assert (found["rank"] == 1) == (value == 100)


texts = st.lists(st.sampled_from("abcd"), max_size=4).map(" ".join)
rows_strategy = st.lists(
    st.builds(
        lambda home, n, output, source, others: Segment(f"{home}/{n}", output, source, tuple(others)),
        st.sampled_from("xyz"), st.integers(1, 9), texts, texts, st.lists(texts, min_size=1, max_size=4),
    ),
    min_size=1, max_size=6,
)  # fmt: skip


def twin(rows: list[Segment]) -> list[float]:
    """The definition in plain Python."""
    clusters: dict[str, Counter[str]] = {}
    for row in rows:
        held = clusters.setdefault(cluster_of(row.id), Counter())
        held |= Counter([row.source or "", *row.references])
    given = [text for held in clusters.values() for text in held.elements()]
    df = Counter(word for text in given for word in set(text.split()))

    def vector(text: str) -> dict[str, float]:
        full = {
            w: k * (math.log((1 + len(given)) / (1 + df[w])) + 1) for w, k in Counter(text.split()).items()
        }
        length = math.sqrt(sum(v * v for v in full.values()))
        return {w: v / length for w, v in full.items()}

    def cosine(a: str, b: str) -> float:
        x, y = vector(a), vector(b)
        return sum(v * y.get(w, 0.0) for w, v in x.items())

    found = []
    for row in rows:
        own = max(cosine(row.candidate, text) for text in row.references)
        others = [t for name, held in clusters.items() if name != cluster_of(row.id) for t in held]
        rival = max((cosine(row.candidate, text) for text in others), default=0.0)
        found.append(100.0 * (own > rival + 1e-9))
    return found


@given(rows_strategy)
@settings(max_examples=60)
def test_equal_to_its_plain_twin_in_any_order(rows: list[Segment]) -> None:
    assert scores(rows) == twin(rows)
    assert scores(rows[::-1]) == scores(rows)[::-1]


def test_kernel_keeps_the_second_nearest_and_reuses_a_candidate() -> None:
    """Texts 0 = (w0), 1 = (w0, w1), 2 = (w1), 3 = (w2), as vectors; text 1 stands in both clusters."""
    half = math.sqrt(0.5)
    words, bounds = np.array([0, 0, 1, 1, 2]), np.array([0, 1, 3, 4, 5])
    weights = np.array([1.0, half, half, 1.0, 1.0])
    texts, text_bounds = np.array([0, 1, 1, 2, 3]), np.array([0, 2, 4, 5])
    text_weights = np.array([1.0, half, half, 1.0, 1.0])
    first, second = np.array([0, 0, 1, 1]), np.array([-1, 1, -1, -1])
    candidates, homes = np.array([1, 1, 1, 3], np.int32), np.array([0, 0, 1, 0], np.int32)
    own, ends = np.array([0, 1, 1, 2, 2, 0], np.int32), np.array([0, 2, 3, 5, 6])
    nearest, runner, rival = nearest_descriptions(
        candidates, homes, own, ends, words, bounds, weights, texts, text_bounds, text_weights, first, second
    )
    assert nearest == pytest.approx([1.0, 1.0, half, 0.0])
    assert runner == pytest.approx([half, 0.0, half, 0.0])
    assert rival == pytest.approx([1.0, 1.0, 1.0, 1.0])


def test_systems_do_not_disturb_each_other() -> None:
    rows = lw.data.outputs()
    together = lw.score(iter(rows), "identify", by="system", bootstrap=20)
    assert together.systems is not None
    for system, found in together.systems.items():
        alone = lw.score([row for row in rows if row.system == system], "identify")["identify"]
        assert found["identify"].score == pytest.approx(alone.score)
        assert found["identify"].segments == pytest.approx(alone.segments)
    assert together["identify"].ci is not None


def test_other_metrics_of_the_batch_are_not_disturbed() -> None:
    rows = outputs({"x": ["a man and a man", "a man"], "y": ["a dog a dog", "the dog"]}, "a a man")
    together = lw.score(rows, "identify,bleu,pinc")
    assert together["bleu"].segments == pytest.approx(lw.score(rows, "bleu")["bleu"].segments)
    batch = Batch(rows)
    before = batch.words(METRIC.tokenization).ids.tolist()
    METRIC.values(batch)
    assert batch.words(METRIC.tokenization).ids.tolist() == before


def test_what_is_said_and_refused() -> None:
    one = outputs({"x": ["a b", "a c"]})
    found = lw.score(one, "identify")
    assert found["identify"].score == 100.0
    assert found.warnings == (
        "identify: all segments are of one cluster, so there was nothing to tell it from",
    )
    rows = [Segment("1", "一只猫", "有一只猫", ("桌子上有一只猫",)), Segment("2", "狗", "狗", ("狗在",))]
    assert any("--tokenize zh" in remark for remark in lw.score(rows, "identify").warnings)
    assert lw.score(rows, "identify", settings={"tokenize": "char"})["identify"].score == 100.0
    with pytest.raises(InputError, match="segment '1' has no reference, and the metric 'identify' needs"):
        lw.score([Segment("1", "a")], "identify")
    with pytest.raises(InputError, match="one segment alone cannot explain it"):
        lw.explain(one[0], "identify")
    with pytest.raises(InputError, match="setting normalise=nfx"):
        Identify(normalise="nfx")
    assert METRIC.explain(one[0], one)["rank"] == 1
