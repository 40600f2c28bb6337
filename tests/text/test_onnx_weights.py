"""Weights out of ONNX files that are written here byte by byte, as onnx.proto has it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from likewise.errors import InputError
from likewise.text.onnx_weights import read_onnx

KINDS = {"float32": 1, "uint8": 2, "int8": 3, "int64": 7}


def number(field: int, value: int) -> bytes:
    return varint(field << 3) + varint(value & (2**64 - 1))


def varint(value: int) -> bytes:
    head = b""
    while value > 0x7F:
        head += bytes([value & 0x7F | 0x80])
        value >>= 7
    return head + bytes([value])


def block(field: int, data: bytes | str) -> bytes:
    raw = data.encode() if isinstance(data, str) else data
    return varint(field << 3 | 2) + varint(len(raw)) + raw


def tensor(name: str, array: npt.NDArray[Any], packed: bool = False) -> bytes:
    sizes = [varint(size) for size in array.shape]
    dims = block(1, b"".join(sizes)) if packed else b"".join(number(1, size) for size in array.shape)
    return block(5, dims + number(2, KINDS[array.dtype.name]) + block(8, name) + block(9, array.tobytes()))


def node(kind: str, inputs: list[str], output: str, axis: int | None = None) -> bytes:
    parts = [block(1, name) for name in inputs] + [block(2, output), block(4, kind)]
    if axis is not None:
        parts.append(block(5, block(1, "axis") + number(3, axis)))
    return block(1, b"".join(parts))


def written(path: Path, *parts: bytes) -> Path:
    """A file with fields of other kinds around the graph, which are passed over."""
    eight, four = varint(9 << 3 | 1) + b"12345678", varint(10 << 3 | 5) + b"1234"
    path.write_bytes(number(1, 300) + eight + four + block(7, block(2, "a graph") + b"".join(parts)))
    return path


WHOLE = np.array([[1, -2, 3], [4, 5, -6]], np.int8)


def test_eight_bits_with_a_scale_a_row_and_matrices_named_by_their_bias(tmp_path: Path) -> None:
    rows, columns = np.array([[0.5], [2]], np.float32), np.array([[1, 10, 100]], np.float32)
    bias = np.array([7, 8, 9], np.float32)
    path = written(
        tmp_path / "model.onnx",
        tensor("inner.embeddings.word_embeddings.weight_q", WHOLE), tensor("rows", rows, packed=True),
        tensor("val_1_q", WHOLE), tensor("columns", columns),
        tensor("inner.encoder.layer.0.output.dense.bias", bias),
        tensor("places", np.arange(3)),
        node("Cast", ["inner.embeddings.word_embeddings.weight_q"], "f"),
        node("Mul", ["f", "rows"], "inner.embeddings.word_embeddings.weight"),
        node("Cast", ["val_1_q"], "val_1_f"), node("Mul", ["val_1_f", "columns"], "val_1"),
        node("MatMul", ["x", "val_1"], "product"), node("MatMul", ["q", "k"], "scores"),
        node("Add", ["product", "inner.encoder.layer.0.output.dense.bias"], "y"),
        node("Add", ["y", "x"], "z"),
    )  # fmt: skip
    weights = read_onnx(path)
    assert sorted(weights) == [
        "embeddings.word_embeddings.weight",
        "encoder.layer.0.output.dense.bias",
        "encoder.layer.0.output.dense.weight",
    ]
    assert (weights["embeddings.word_embeddings.weight"] == WHOLE * rows).all()
    assert (weights["encoder.layer.0.output.dense.weight"] == (WHOLE * columns).T).all()
    assert (weights["encoder.layer.0.output.dense.bias"] == bias).all()


@pytest.mark.parametrize(
    ("scale", "zero", "axis", "wanted"),
    [
        ([0.5], [3], None, (WHOLE - 3.0) * 0.5),
        ([0.5], None, None, WHOLE * 0.5),
        ([1, 2, 4], [0, 1, 2], None, (WHOLE - np.array([0, 1, 2])) * np.array([1.0, 2, 4])),
        ([1, 2], [1, -1], 0, (WHOLE - np.array([[1], [-1]])) * np.array([[1.0], [2]])),
        ([1, 2, 4], [0, 1, 2], -1, (WHOLE - np.array([0, 1, 2])) * np.array([1.0, 2, 4])),
    ],
)
def test_scales_and_zero_points_of_a_tensor_or_along_an_axis(
    tmp_path: Path, scale: list[float], zero: list[int] | None, axis: int | None, wanted: npt.NDArray[Any]
) -> None:
    parts = [tensor("q", WHOLE), tensor("s", np.array(scale, np.float32))]
    parts += [] if zero is None else [tensor("z", np.array(zero, np.int8))]
    inputs = ["q", "s"] if zero is None else ["q", "s", "z"]
    path = written(tmp_path / "m.onnx", *parts, node("DequantizeLinear", inputs, "a.weight", axis))
    assert (read_onnx(path)["a.weight"] == wanted).all()


def test_broken_files_are_told(tmp_path: Path) -> None:
    good = written(tmp_path / "m.onnx", tensor("a.weight", WHOLE)).read_bytes()
    assert read_onnx(tmp_path / "m.onnx")["a.weight"].dtype == np.float32
    path = tmp_path / "broken.onnx"
    for broken in (b"", good[:-3], b"\x00\x01\x02\x03", b"PK\x03\x04" + good, good[:40], b"\xff" * 30):
        path.write_bytes(broken)
        with pytest.raises(InputError, match="no whole ONNX file"):
            read_onnx(path)
