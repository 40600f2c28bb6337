"""Weights out of an ONNX file: the constants of its graph, under the names that the model gave them.

ONNX is a protocol buffer (onnx.proto): fields with a number and a kind of wire. Only what stands between the
file and its weights is read: tensors, and the nodes that scale eight-bit ones (Cast and Mul, or
DequantizeLinear) or name a matrix by the bias that is added to its product. Nothing is run.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.errors import InputError

__all__ = ["read_onnx"]

Array = npt.NDArray[Any]

_KINDS = {1: np.float32, 2: np.uint8, 3: np.int8, 6: np.int32, 7: np.int64, 9: np.bool_, 10: np.float16}
"""TensorProto.DataType: how the numbers of a tensor are written."""

_GRAPH = 7
_NODE, _TENSOR = 1, 5
_INPUT, _OUTPUT, _KIND, _ATTRIBUTE = 1, 2, 4, 5
_SIZES, _DATA_KIND, _NAME, _NUMBERS = 1, 2, 8, 9
_ATTRIBUTE_NAME, _ATTRIBUTE_NUMBER = 1, 3


@dataclass(frozen=True)
class _Node:
    kind: str
    inputs: tuple[str, ...]
    output: str
    axis: int


def read_onnx(path: Path) -> dict[str, npt.NDArray[np.float32]]:
    """The weights as float32; matrices that a product takes from the right stand as `<name>.weight`, turned.

    Names are those of the tensors, without what an exporter put before `embeddings.` or `encoder.`.
    """
    try:
        graph = next(value for number, value in _fields(memoryview(path.read_bytes())) if number == _GRAPH)
        parts = [(number, value) for number, value in _fields(graph) if number in (_NODE, _TENSOR)]
        arrays = dict(_tensor(value) for number, value in parts if number == _TENSOR)
        nodes = [_node(value) for number, value in parts if number == _NODE]
        for node in nodes:
            _scale(node, arrays)
        named = arrays | _matrices(nodes, arrays)
    except (StopIteration, IndexError, KeyError, ValueError, TypeError) as error:
        raise InputError(f"is no whole ONNX file ({error or 'it has no graph'})", file=str(path)) from None
    kept = {_plain(name): array for name, array in named.items() if name.endswith((".weight", ".bias"))}
    return {name: np.ascontiguousarray(array, dtype=np.float32) for name, array in kept.items()}


def _varint(data: memoryview, at: int) -> tuple[int, int]:
    """A number in groups of seven bits, the lowest first, and where it ends."""
    number = shift = 0
    while True:
        byte = data[at]
        number |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            return number, at


def _fields(data: memoryview) -> Iterator[tuple[int, Any]]:
    """Fields of a message: their number, and an integer or bytes."""
    at = 0
    while at < len(data):
        key, at = _varint(data, at)
        wire = key & 7
        if wire == 0:
            value, at = _varint(data, at)
            yield key >> 3, value
            continue
        if wire not in (1, 2, 5):
            raise ValueError(f"a field of kind {wire}")
        size, at = _varint(data, at) if wire == 2 else (8 if wire == 1 else 4, at)
        if at + size > len(data):
            raise ValueError("it ends too early")
        yield key >> 3, data[at : at + size]
        at += size


def _tensor(data: memoryview) -> tuple[str, Array]:
    name, kind, sizes, numbers = "", 0, list[int](), memoryview(b"")
    for number, value in _fields(data):
        if number == _SIZES:
            sizes += [value] if isinstance(value, int) else _packed(value)
        elif number == _DATA_KIND:
            kind = value
        elif number == _NAME:
            name = bytes(value).decode()
        elif number == _NUMBERS:
            numbers = value
    return name, np.frombuffer(numbers, _KINDS[kind]).reshape(sizes)


def _packed(data: memoryview) -> list[int]:
    """Several numbers in one field."""
    numbers, at = [], 0
    while at < len(data):
        number, at = _varint(data, at)
        numbers.append(number)
    return numbers


def _node(data: memoryview) -> _Node:
    kind, inputs, output, axis = "", list[str](), "", 1
    for number, value in _fields(data):
        if number == _INPUT:
            inputs.append(bytes(value).decode())
        elif number == _OUTPUT:
            output = output or bytes(value).decode()
        elif number == _KIND:
            kind = bytes(value).decode()
        elif number == _ATTRIBUTE:
            own = dict(_fields(value))
            if bytes(own.get(_ATTRIBUTE_NAME, b"")) == b"axis":
                axis = own.get(_ATTRIBUTE_NUMBER, 0)
    return _Node(kind, tuple(inputs), output, axis)


def _scale(node: _Node, arrays: dict[str, Array]) -> None:
    """Write out what a node makes of constants alone, where it is a step of scaling."""
    if not all(name in arrays for name in node.inputs):
        return
    given = [arrays[name] for name in node.inputs]
    if node.kind == "Cast" and given[0].dtype.itemsize == 1:
        arrays[node.output] = given[0].astype(np.float32)
    elif node.kind == "Mul":
        arrays[node.output] = given[0] * given[1]
    elif node.kind == "DequantizeLinear":
        whole = given[0].astype(np.float32)
        zero = given[2] if len(given) > 2 else np.zeros(1)
        scale, zero = (_along(x.astype(np.float32), whole.ndim, node.axis) for x in (given[1], zero))
        arrays[node.output] = (whole - zero) * scale


def _along(array: Array, sizes: int, axis: int) -> Array:
    """One number for the whole tensor, or one for each place along an axis."""
    if array.size == 1:
        return array.reshape(())
    axis = axis - (1 << 64) if axis >> 63 else axis
    shape = [1] * sizes
    shape[axis] = array.size
    return array.reshape(shape)


def _matrices(nodes: list[_Node], arrays: dict[str, Array]) -> dict[str, Array]:
    """Matrices without a name of their own, by the bias that is added to their product."""
    products = {node.output: node.inputs[1] for node in nodes if node.kind == "MatMul"}
    found = {}
    for node in (node for node in nodes if node.kind == "Add"):
        for product, bias in (node.inputs, node.inputs[::-1]):
            if bias.endswith(".bias") and products.get(product) in arrays:
                found[bias.removesuffix("bias") + "weight"] = arrays[products[product]].T
    return found


def _plain(name: str) -> str:
    starts = [name.find(part) for part in ("embeddings.", "encoder.") if part in name]
    return name[min(starts) :] if starts else name
