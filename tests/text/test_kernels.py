"""The kernels of the text room against plain Python that says the same slowly."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings, strategies as st
from scipy.special import erf

from likewise.text._kernels import bend, count_grams, lines_with, normed_sum, repeated_ends, split_lines
from likewise.text.tokenizers import get_tokenizer

Spans = list[list[int]]
BOTH = [HealthCheck.function_scoped_fixture]
pytestmark = pytest.mark.usefixtures("way_of_kernels")


def cut(values: Sequence[int], bounds: Sequence[int]) -> Spans:
    return [list(values[a:b]) for a, b in pairwise(bounds)]


def as_buffer(lines: Sequence[bytes]) -> tuple[np.ndarray, np.ndarray]:
    raw = b"".join(line + b"\n" for line in lines)
    starts = np.cumsum([0, *(len(line) + 1 for line in lines)])
    return np.frombuffer(raw or b"\n", np.uint8), starts.astype(np.int64)


def plain_lines_with(lines: Sequence[bytes], marked: set[int]) -> list[bool]:
    return [any(byte in marked for byte in line) for line in lines]


MTEVAL = [(rb"([^0-9])([\.,])", rb"\1 \2 "), (rb"([\.,])([^0-9])", rb" \1 \2"), (rb"([0-9])(-)", rb"\1 \2 ")]


def plain_split(line: bytes, ready: bool, classes: Sequence[int], lower: bool, mteval: bool) -> list[bytes]:
    """The words of one line: at spaces if ready, else by byte class and (13a) mteval's substitutions."""
    if ready:
        return [word for word in line.split(b" ") if word]
    if lower:
        line = line.lower()
    if not mteval:
        kinds = bytes(classes[byte] for byte in line)
        return [line[m.start() : m.end()] for m in re.finditer(rb"\x00+|\x02", kinds)]
    apart = (b" %c " % byte if classes[byte] == 2 and byte not in b".," else b"%c" % byte for byte in line)
    spread = b" " + b"".join(apart) + b" "
    for pattern, replacement in MTEVAL:
        spread = re.sub(pattern, replacement, spread)
    return spread.split()


def plain_count_grams(texts: Spans, order: int) -> list[dict[tuple[int, ...], int]]:
    """For each text and order, its n-grams as tuples of words in order of first appearance, with counts."""
    rows = []
    for text in texts:
        for n in range(1, order + 1):
            row: dict[tuple[int, ...], int] = {}
            for start in range(len(text) - n + 1):
                gram = tuple(text[start : start + n])
                row[gram] = row.get(gram, 0) + 1
            rows.append(row)
    return rows


def plain_repeated_ends(text: Sequence[int], longest: int) -> list[int]:
    """For each place, the longest run of words ending there that ended at an earlier place."""
    if len(text) > longest:
        return [0] * len(text)
    found = []
    for place in range(len(text)):
        runs = [
            length
            for length in range(1, place + 1)
            for earlier in range(length - 1, place)
            if text[earlier - length + 1 : earlier + 1] == text[place - length + 1 : place + 1]
        ]
        found.append(max(runs, default=0))
    return found


# Without the line feed, which ends a line in the buffer.
any_line = st.binary(max_size=20).map(lambda raw: raw.replace(b"\n", b""))
ascii_line = st.text(st.sampled_from("0123.,-!(a Bc\t'_"), max_size=20).map(str.encode)
ids = st.lists(st.lists(st.integers(0, 5), max_size=14), max_size=6)


@given(lines=st.lists(any_line, max_size=6), marked=st.sets(st.integers(0, 255), max_size=40))
@example(lines=[], marked={10})
@example(lines=[b"", b"x"], marked={10})
@settings(deadline=None, suppress_health_check=BOTH)
def test_lines_with(lines: list[bytes], marked: set[int]) -> None:
    table = np.array([byte in marked for byte in range(256)])
    buffer, starts = as_buffer(lines)
    assert lines_with(buffer, starts, table).tolist() == plain_lines_with(lines, marked)


@given(
    lines=st.lists(st.tuples(ascii_line, st.booleans()), max_size=6),
    seed=st.integers(0, 1000),
    lower=st.booleans(),
)
@settings(deadline=None, suppress_health_check=BOTH)
def test_split_lines_by_any_classes(lines: list[tuple[bytes, bool]], seed: int, lower: bool) -> None:
    classes = np.random.default_rng(seed).integers(0, 3, 256).tolist()
    check_split(lines, classes, lower, mteval=False)


@given(
    lines=st.lists(st.tuples(ascii_line, st.booleans()), max_size=6),
    name=st.sampled_from(["13a", "whitespace", "words"]),
    lower=st.booleans(),
)
@example(lines=[(b"." * n + b"1", False) for n in range(40)], name="13a", lower=False)
@example(lines=[(b"!." * 500 + b"1", False), (b"1-" * 500, False)], name="13a", lower=False)
@settings(max_examples=300, deadline=None, suppress_health_check=BOTH)
def test_split_lines_by_the_classes_of_tokenisers(
    lines: list[tuple[bytes, bool]], name: str, lower: bool
) -> None:
    tokenizer = get_tokenizer(name)
    assert tokenizer.classes is not None
    check_split(lines, tokenizer.classes.tolist(), lower, tokenizer.mteval)


def check_split(lines: list[tuple[bytes, bool]], classes: list[int], lower: bool, mteval: bool) -> None:
    buffer, starts = as_buffer([line for line, _ in lines])
    ready = np.array([flag for _, flag in lines], np.bool_)
    found, bounds, pool, ends = split_lines(buffer, starts, ready, np.array(classes, np.uint8), lower, mteval)
    expected = [plain_split(line, flag, classes, lower, mteval) for line, flag in lines]
    raw = pool.tobytes()
    words = [raw[a:b] for a, b in pairwise(ends.tolist())]
    assert [[words[i] for i in row] for row in cut(found.tolist(), bounds.tolist())] == expected
    # Ids count up in order of first appearance.
    assert words == list(dict.fromkeys(word for row in expected for word in row))


def test_split_lines_with_more_words_than_its_tables_begin_with() -> None:
    rng = np.random.default_rng(3)
    lines = [" ".join(f"w{n}" for n in rng.integers(0, 20_000, 200)).encode() for _ in range(200)]
    classes = get_tokenizer("whitespace").classes
    assert classes is not None
    check_split([(line, False) for line in lines], classes.tolist(), False, False)


def check_grams(texts: Spans, order: int, words: int) -> None:
    flat = np.array([word for text in texts for word in text], np.int32)
    bounds = np.cumsum([0, *map(len, texts)]).astype(np.int64)
    grams, counts, ends, known = count_grams(flat, bounds, words, order)
    expected = plain_count_grams(texts, order)
    named: dict[tuple[int, ...], int] = {}
    for row, got, times in zip(
        expected, cut(grams.tolist(), ends.tolist()), cut(counts.tolist(), ends.tolist()), strict=True
    ):
        assert times == list(row.values())
        for gram, identity in zip(row, got, strict=True):
            # The same words, the same id ...
            assert named.setdefault(gram, identity) == identity
    # ... and different words, different ids.
    assert len(set(named.values())) == len(named)
    assert all(identity == gram[0] for gram, identity in named.items() if len(gram) == 1)
    assert known == words + sum(len(gram) > 1 for gram in named)


@given(texts=ids, order=st.integers(1, 6))
@example(texts=[], order=4)
@example(texts=[[], []], order=4)
@example(texts=[[1], [1, 1], [1, 1, 1]], order=2)
@settings(max_examples=200, deadline=None, suppress_health_check=BOTH)
def test_count_grams(texts: Spans, order: int) -> None:
    check_grams(texts, order, 6)


def test_count_grams_with_more_grams_than_its_table_begins_with() -> None:
    rng = np.random.default_rng(4)
    check_grams([rng.integers(0, 3000, 40).tolist() for _ in range(500)], 4, 3000)


def test_count_grams_by_hand() -> None:
    """a b a b | b a: two texts, up to pairs; ab is gram 2, ba gram 3."""
    grams, counts, ends, known = count_grams(
        np.array([0, 1, 0, 1, 1, 0], np.int32), np.array([0, 4, 6], np.int64), 2, 2
    )
    assert cut(grams.tolist(), ends.tolist()) == [[0, 1], [2, 3], [1, 0], [3]]
    assert cut(counts.tolist(), ends.tolist()) == [[2, 2], [2, 1], [1, 1], [1]]
    assert known == 4


@given(texts=st.lists(st.lists(st.integers(0, 3), max_size=16), max_size=5), longest=st.integers(1, 16))
@example(texts=[[0, 0, 0, 0]], longest=8)
@example(texts=[[0, 1, 0, 1, 0, 1]], longest=8)
@settings(max_examples=200, deadline=None, suppress_health_check=BOTH)
def test_repeated_ends(texts: Spans, longest: int) -> None:
    flat = np.array([word for text in texts for word in text], np.int32)
    bounds = np.cumsum([0, *map(len, texts)]).astype(np.int64)
    found = cut(repeated_ends(flat, bounds, 4, longest).tolist(), bounds.tolist())
    assert found == [plain_repeated_ends(text, longest) for text in texts]


def test_bend_is_gelu() -> None:
    x = np.linspace(-9, 9, 40_000).astype(np.float32).reshape(4, -1)
    bias = np.linspace(-1, 1, x.shape[1]).astype(np.float32)
    y = (x + bias).astype(np.float64)
    bend(x, bias)
    assert x == pytest.approx(y * 0.5 * (1 + erf(y / np.sqrt(2))), abs=4e-6)


@settings(deadline=None, suppress_health_check=BOTH)
@given(st.integers(0, 4), st.integers(1, 70), st.integers(0, 99))
def test_normed_sums(rows: int, columns: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    x, y = rng.normal(size=(2, rows, columns)).astype(np.float32)
    bias, gain, shift = rng.normal(size=(3, columns)).astype(np.float32)
    z = (x + y + bias).astype(np.float64)
    plain = (z - z.mean(1, keepdims=True)) / np.sqrt(z.var(1, keepdims=True) + 1e-12) * gain + shift
    assert normed_sum(x, y, bias, gain, shift) == pytest.approx(plain, abs=1e-3)
