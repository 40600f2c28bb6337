"""WER, PER, CDER, invWER: hand-worked values, plain twins of the kernels, laws."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from likewise import data
from likewise.errors import InputError
from likewise.evaluate import score
from likewise.metrics import CDER, PER, WER, Batch, InvWER, get
from likewise.metrics.word_errors import WordErrorRate
from likewise.records import Segment
from likewise.transduce.itg import least_inversion_cost

KINDS: tuple[type[WordErrorRate], ...] = (WER, PER, CDER, InvWER)
text = st.lists(st.sampled_from("abcd"), max_size=6).map(" ".join)
rows = st.lists(
    st.builds(lambda c, r: Segment("1", c, None, tuple(r)), text, st.lists(text, min_size=1, max_size=3)),
    min_size=1,
    max_size=4,
)


def levenshtein(one: tuple[str, ...], other: tuple[str, ...]) -> int:
    @cache
    def cost(i: int, j: int) -> int:
        if not i or not j:
            return i + j
        same = cost(i - 1, j - 1) + (one[i - 1] != other[j - 1])
        return min(same, cost(i - 1, j) + 1, cost(i, j - 1) + 1)

    return cost(len(one), len(other))


def block_moves(one: tuple[str, ...], other: tuple[str, ...]) -> int:
    """The recursion of the paper, round by round: the jump may follow any edit, edits may follow the jump."""
    rows = [[min(i, 1) for i in range(len(one) + 1)]]
    for word in other:
        before, row = rows[-1], [rows[-1][0] + 1]
        for i, mine in enumerate(one, start=1):
            row.append(min(before[i - 1] + (mine != word), before[i] + 1, row[i - 1] + 1))
        rows.append([min(value, min(row) + 1) for value in row])
    return rows[-1][-1]


def unordered(one: tuple[str, ...], other: tuple[str, ...]) -> int:
    return max(len(one), len(other)) - (Counter(one) & Counter(other)).total()


def inverted(one: tuple[str, ...], other: tuple[str, ...]) -> int:
    """All bracketings, straight or inverted, by exhaustion."""

    @cache
    def cost(a: tuple[str, ...], b: tuple[str, ...]) -> int:
        if not a or not b:
            return len(a) + len(b)
        best = int(a != b) if len(a) == len(b) == 1 else len(a) + len(b)
        for i in range(len(a) + 1):
            for j in range(len(b) + 1):
                if (i, j) not in {(0, 0), (len(a), len(b))}:
                    best = min(best, cost(a[:i], b[:j]) + cost(a[i:], b[j:]))
                if (i, j) not in {(0, len(b)), (len(a), 0)}:
                    best = min(best, cost(a[:i], b[j:]) + cost(a[i:], b[:j]) + 1)
        return best

    return cost(one, other)


TWINS: dict[type[WordErrorRate], Callable[[tuple[str, ...], tuple[str, ...]], int]] = {
    WER: levenshtein,
    PER: unordered,
    CDER: block_moves,
    InvWER: inverted,
}


@pytest.mark.usefixtures("way_of_kernels")
@pytest.mark.parametrize("kind", KINDS)
@given(segments=rows)
@settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_errors_are_those_of_the_plain_twin(kind: type[WordErrorRate], segments: list[Segment]) -> None:
    metric = kind(tokenize="whitespace")
    found = metric.statistics(Batch(segments)).tolist()
    for segment, (errors, length) in zip(segments, found, strict=True):
        own = tuple(segment.candidate.split())
        each = [(TWINS[kind](own, tuple(r.split())), len(r.split())) for r in segment.references]
        rate = min(e / n if n else float(e > 0) for e, n in each)
        assert (errors, length) in each
        assert (errors / length if length else float(errors > 0)) == pytest.approx(rate)


@pytest.mark.usefixtures("way_of_kernels")
@pytest.mark.parametrize("size", [1, 2, 63, 64, 65, 127, 128, 129, 200])
def test_long_candidates_go_by_as_many_bits_as_they_have_words(size: int) -> None:
    rng = np.random.default_rng(size)
    own, *others = (rng.integers(0, size // 3 + 2, n).tolist() for n in (size, size, size + 5, 1, 300))
    texts = [" ".join(map(str, words)) for words in (own, *others)]
    found = WER(tokenize="whitespace")
    for words, text in zip(others, texts[1:], strict=True):
        # Row by row, as the table is drawn in books.
        row = [*range(len(words) + 1)]
        for word in own:
            before, row = row, [row[0] + 1]
            for j, other in enumerate(words):
                row.append(min(before[j] + (word != other), before[j + 1] + 1, row[j] + 1))
        assert found.segment(texts[0], [text]) == pytest.approx(100 * row[-1] / len(words), abs=1e-9)
    # A candidate after a longer one: what the longer one left behind is gone.
    several = [Segment(str(i), text, None, (texts[0], texts[1])) for i, text in enumerate([*texts, "0 1 0"])]
    alone = [found.segment(one.candidate, one.references) for one in several]
    together = score(several, [found])["wer"].segments
    assert together is not None
    assert together.tolist() == pytest.approx(alone)


def test_wer_is_that_of_jiwer() -> None:
    jiwer = pytest.importorskip("jiwer", reason="needs jiwer: uv sync --group test")
    segments = [Segment(s.id, s.candidate, None, s.references[:1]) for s in data.outputs()]
    found = score(segments, "wer", settings={"tokenize": "whitespace"})["wer"]
    wanted = [100 * jiwer.wer(s.references[0], s.candidate) for s in segments]
    assert found.segments is not None
    assert found.segments.tolist() == pytest.approx(wanted, abs=1e-9)
    corpus = jiwer.wer([s.references[0] for s in segments], [s.candidate for s in segments])
    assert found.score == pytest.approx(100 * corpus, abs=1e-9)


@pytest.mark.parametrize(
    ("candidate", "reference", "wer", "per", "cder", "invwer"),
    [
        ("a b c d", "a b c d", 0, 0, 0, 0),
        ("a b x d", "a b c d", 25, 25, 25, 25),
        ("", "a b", 100, 100, 100, 100),
        ("a b", "", 100, 100, 100, 100),
        ("", "", 0, 0, 0, 0),
        # Two blocks change places: each word of WER, one inversion, a jump to the block, back and to the end.
        ("c d e a b", "a b c d e", 80, 0, 60, 20),
        # 3 1 4 2 is no inversion transduction: c goes and comes again, "d b" is turned round.
        ("c a d b", "a b c d", 100, 0, 100, 75),
        ("at seven we met", "we met at seven", 100, 0, 75, 25),
        # Words too many: CDER jumps over them at once.
        ("a b x y z c", "a b c", 100, 100, 100 / 3, 100),
    ],
)
def test_hand_worked(
    candidate: str, reference: str, wer: float, per: float, cder: float, invwer: float
) -> None:
    for kind, expected in zip(KINDS, (wer, per, cder, invwer), strict=True):
        assert kind().segment(candidate, [reference]) == pytest.approx(expected), kind


def test_the_closest_reference_counts_and_a_corpus_sums_errors_and_words() -> None:
    metric = WER()
    # 2 errors of 2 words, 2 errors of 8: the second is closer. With 1 error of 2 the corpus has 3 of 10.
    segments = [
        Segment("1", "a b c d e f x y", None, ("v w", "a b c d e f g h")),
        Segment("2", "a x", None, ("a b",)),
    ]
    found = metric.statistics(Batch(segments))
    assert found.tolist() == [[2, 8], [1, 2]]
    assert score(segments, "wer")["wer"].score == pytest.approx(30)
    evidence = metric.explain(segments[0])
    assert (evidence["errors"], evidence["closest reference"], evidence["score"]) == (2, 2, 25)


@given(text, text)
@settings(deadline=None, max_examples=60)
def test_free_order_costs_least(one: str, other: str) -> None:
    """Moves only take away: PER and CDER stay under WER; invWER lies between PER and WER."""
    wer, per, cder, invwer = (kind(tokenize="whitespace").segment(one, [other]) for kind in KINDS)
    assert per <= invwer <= wer
    assert cder <= wer


def test_a_beam_never_costs_less_and_one_as_wide_as_the_chart_costs_the_same() -> None:
    rng = np.random.default_rng(7)
    for _ in range(5):
        one = rng.integers(0, 12, 14)
        costs = np.not_equal.outer(one, rng.permutation(one))
        exact = least_inversion_cost(costs, 1.0)
        assert least_inversion_cost(costs, 1.0, beam=20_000) == exact
        assert least_inversion_cost(costs, 1.0, beam=3) >= exact
    assert least_inversion_cost(np.not_equal.outer([1, 2], [2, 1]), 0.25) == pytest.approx(0.25)


def test_long_texts_are_told() -> None:
    words = " ".join(f"w{i}" for i in range(45))
    found = score([Segment("1", words, None, (f"x {words}",))], "invwer")
    assert found["invwer"].score == pytest.approx(100 / 46)
    assert found.warnings == ("invwer: 2 texts have over 40 words; their cost is found by a beam",)


@pytest.mark.parametrize(
    ("name", "setting", "message"),
    [
        ("wer", {"normalise": "nfx"}, "setting normalise=nfx is unknown"),
        ("wer", {"tokenize": "no such"}, "tokeni"),
        ("invwer", {"inversion": -1.0}, "inversion=-1.0, expected 0 or more"),
        ("invwer", {"exact": 101}, "exact=101, expected 0 to 100"),
        ("invwer", {"beam": 0}, "beam=0, expected 1 or more"),
    ],
)
def test_settings_that_cannot_be_are_refused(name: str, setting: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        get(name, **setting)


def test_chinese_words_are_characters_where_asked() -> None:
    assert WER(tokenize="zh").segment("一只猫", ["一只狗"]) == pytest.approx(100 / 3)
    found = score([Segment("1", "一只猫", None, ("一只狗",))], "per")
    assert any("--tokenize zh" in remark for remark in found.warnings)
