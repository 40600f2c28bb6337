"""Four numbers of a row as one value of compiled loops: what processors add and multiply in one step.

Rows of charts are short. Left to the compiler, a loop along one pays for its start, for its last few numbers
and for asking whether arrays overlap; a piece has none of these. Where a processor has no such step, the
compiler writes it as shorter ones: results do not change but for the rounding of x * y + z, which some
processors do once and some twice.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]
from numba import types
from numba.extending import intrinsic as numba_intrinsic, models, register_model

__all__ = [
    "PIECE",
    "RowPiece",
    "add_times",
    "borrowed",
    "equal_piece",
    "larger_sum",
    "piece_at",
    "put_piece",
]

PIECE = 4
"""Numbers in a piece."""
_LANES = ir.VectorType(ir.DoubleType(), PIECE)
_FUSED = ("contract",)  # x * y + z may be rounded once


def intrinsic(write: Callable[..., Any]) -> Any:
    """A function of compiled loops from one that writes it."""
    return numba_intrinsic(write)


class RowPiece(types.Type):
    """The type of a piece."""

    def __init__(self) -> None:
        super().__init__(name="RowPiece")


@register_model(RowPiece)
class RowPieceModel(models.PrimitiveModel):
    """A piece is a vector of the compiler's."""

    def __init__(self, manager: Any, piece: RowPiece) -> None:
        super().__init__(manager, piece, _LANES)  # type: ignore[no-untyped-call]


_PIECE = RowPiece()


def _address(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    """Where entry [row, column] of a matrix stands; neither is looked at, as in all loops here."""
    matrix = context.make_array(signature.args[0])(context, builder, args[0])
    width = builder.extract_value(matrix.shape, 1)
    place = builder.add(builder.mul(args[1], width), args[2])
    return builder.bitcast(builder.gep(matrix.data, [place]), _LANES.as_pointer())


def _spread_out(builder: Any, value: Any) -> Any:
    """A number in all places."""
    empty = ir.Constant(ir.VectorType(value.type, PIECE), ir.Undefined)
    first = builder.insert_element(empty, value, ir.IntType(32)(0))
    return builder.shuffle_vector(
        first, first, ir.Constant(ir.VectorType(ir.IntType(32), PIECE), [0] * PIECE)
    )


@intrinsic
def borrowed(typing: Any, array: Any) -> Any:
    """The same array without its owner, for as long as the caller has it: its views need not be counted."""

    def write(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        view = context.make_array(signature.args[0])(context, builder, args[0])
        view.meminfo = ir.Constant(view.meminfo.type, None)
        view.parent = ir.Constant(view.parent.type, None)
        return view._getvalue()

    return array(array), write


@intrinsic
def piece_at(typing: Any, matrix: Any, row: Any, column: Any) -> Any:
    """The piece of a matrix that begins at [row, column]; the matrix lies in memory row by row."""

    def write(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.load(_address(context, builder, signature, args), align=8)

    return (_PIECE(matrix, types.intp, types.intp), write) if _rows_follow(matrix) else None


@intrinsic
def put_piece(typing: Any, matrix: Any, row: Any, column: Any, piece: Any) -> Any:
    """Write a piece to a matrix, from [row, column] on."""

    def write(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        builder.store(args[3], _address(context, builder, signature, args), align=8)
        return context.get_dummy_value()

    return (types.void(matrix, types.intp, types.intp, _PIECE), write) if _rows_follow(matrix) else None


@intrinsic
def equal_piece(typing: Any, value: Any) -> Any:
    """A piece of one number four times."""

    def write(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return _spread_out(builder, args[0])

    return _PIECE(types.float64), write


@intrinsic
def add_times(typing: Any, total: Any, factor: Any, piece: Any) -> Any:
    """total + factor piece, for two pieces and a number."""

    def write(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        product = builder.fmul(_spread_out(builder, args[1]), args[2], flags=_FUSED)
        return builder.fadd(args[0], product, flags=_FUSED)

    return _PIECE(_PIECE, types.float64, _PIECE), write


@intrinsic
def larger_sum(typing: Any, best: Any, term: Any, piece: Any) -> Any:
    """The larger of `best` and term + piece in each place, for two pieces and a number."""

    def write(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        total = builder.fadd(_spread_out(builder, args[1]), args[2])
        return builder.select(builder.fcmp_ordered(">", total, args[0]), total, args[0])

    return _PIECE(_PIECE, types.float64, _PIECE), write


def _rows_follow(matrix: Any) -> bool:
    """Whether a type is that of matrices of numbers that lie in memory row by row."""
    return (
        isinstance(matrix, types.Array)
        and (matrix.ndim, matrix.layout) == (2, "C")
        and matrix.dtype == types.float64
    )
