"""Loops over upper triangular matrices of m + 1 rows; what lies below the diagonal is 0 (or the log of it).

Results are written by tiles: two rows, and a piece of four columns (`row_piece`), from the last column on.
The first (m + 1) % 4 columns are left over, a small triangle. A tile on the diagonal begins left of it, where
factors have zeros; adjoints have none there, and what they write there is of no use.
What is called most is written into its caller (`forceinline`), which saves a tenth of the time at five words.
"""

from __future__ import annotations

from typing import Any

from likewise.kernel import kernel
from likewise.transduce.itg.biparse.matrices.row_piece import (
    PIECE,
    add_times,
    equal_piece,
    larger_sum,
    piece_at,
    put_piece,
)


@kernel(forceinline=True)
def multiply(left: Any, right: Any, out: Any, m: int, straight: float, inverted: float) -> None:
    """Add p_s left right + p_i right left to a matrix, the last rows first."""
    u = m - 1
    while u >= 0:
        at = m + 1 - PIECE
        while at >= 0 and at + PIECE > u:
            one = other = low = low_other = equal_piece(0.0)
            for k in range(u, at + PIECE):
                after, before = piece_at(right, k, at), piece_at(left, k, at)
                one = add_times(one, left[u, k], after)
                other = add_times(other, right[u, k], before)
                low = add_times(low, left[u + 1, k], after)
                low_other = add_times(low_other, right[u + 1, k], before)
            one = add_times(piece_at(out, u, at), straight, one)
            put_piece(out, u, at, add_times(one, inverted, other))
            low = add_times(piece_at(out, u + 1, at), straight, low)
            put_piece(out, u + 1, at, add_times(low, inverted, low_other))
            at -= PIECE
        u -= 2
    if u == -1:
        for at in range(m + 1 - PIECE, -1, -PIECE):
            one = other = equal_piece(0.0)
            for k in range(at + PIECE):
                one = add_times(one, left[0, k], piece_at(right, k, at))
                other = add_times(other, right[0, k], piece_at(left, k, at))
            one = add_times(piece_at(out, 0, at), straight, one)
            put_piece(out, 0, at, add_times(one, inverted, other))
    rest = (m + 1) % PIECE
    for u in range(rest):
        for v in range(u, rest):
            total = total_other = 0.0
            for k in range(u, v + 1):
                total += left[u, k] * right[k, v]
                total_other += right[u, k] * left[k, v]
            out[u, v] += straight * total + inverted * total_other


@kernel()
def insert_empty(empty: Any, m: int, both: float) -> None:
    """E = lexical + both E E, the last row first."""
    for u in range(m - 1, -1, -1):
        for k in range(u + 1, m):
            one = both * empty[u, k]
            for v in range(k + 1, m + 1):
                empty[u, v] += one * empty[k, v]


@kernel()
def insert(empty: Any, out: Any, m: int, both: float) -> None:
    """Solve Y = K + both (E Y + Y E) in place, the last row first."""
    for u in range(m, -1, -1):
        k = u + 1
        while k < m:
            one, two = both * empty[u, k], both * empty[u, k + 1]
            for v in range(k, m + 1):
                out[u, v] += one * out[k, v] + two * out[k + 1, v]
            k += 2
        if k == m:
            out[u, m] += both * empty[u, m] * out[m, m]
        k = u
        while k < m:
            one = both * out[u, k]
            out[u, k + 1] += one * empty[k, k + 1]
            two = both * out[u, k + 1]
            for v in range(k + 2, m + 1):
                out[u, v] += one * empty[k, v] + two * empty[k + 1, v]
            k += 2


@kernel(forceinline=True)
def spread(
    above: Any, left: Any, right: Any, first_out: Any, right_out: Any,
    m: int, straight: float, inverted: float,
) -> None:  # fmt: skip
    """The adjoint of `multiply` for the factor on the left of each product. Factors are transposed.

    What the left child has from straight rules goes to `first_out`.
    """
    for u in range(0, m, 2):
        at = m + 1 - PIECE
        while at >= 0 and at + PIECE > u:
            one = other = low = low_other = equal_piece(0.0)
            for v in range(max(u, at), m + 1):
                after, before = piece_at(right, v, at), piece_at(left, v, at)
                one = add_times(one, above[u, v], after)
                other = add_times(other, above[u, v], before)
                low = add_times(low, above[u + 1, v], after)
                low_other = add_times(low_other, above[u + 1, v], before)
            put_piece(first_out, u, at, add_times(piece_at(first_out, u, at), straight, one))
            put_piece(first_out, u + 1, at, add_times(piece_at(first_out, u + 1, at), straight, low))
            put_piece(right_out, u, at, add_times(piece_at(right_out, u, at), inverted, other))
            put_piece(right_out, u + 1, at, add_times(piece_at(right_out, u + 1, at), inverted, low_other))
            at -= PIECE


@kernel(forceinline=True)
def spread_down(
    above: Any, left: Any, right: Any, left_out: Any, right_out: Any, m: int, straight: float, inverted: float
) -> None:
    """`spread` for the factor on the right of each product."""
    for k in range(0, m, 2):
        at = m + 1 - PIECE
        while at >= 0 and at + PIECE > k:
            one = other = low = low_other = equal_piece(0.0)
            for u in range(k + 2):
                outer = piece_at(above, u, at)
                one = add_times(one, left[k, u], outer)
                other = add_times(other, right[k, u], outer)
                low = add_times(low, left[k + 1, u], outer)
                low_other = add_times(low_other, right[k + 1, u], outer)
            put_piece(right_out, k, at, add_times(piece_at(right_out, k, at), straight, one))
            put_piece(right_out, k + 1, at, add_times(piece_at(right_out, k + 1, at), straight, low))
            put_piece(left_out, k, at, add_times(piece_at(left_out, k, at), inverted, other))
            put_piece(left_out, k + 1, at, add_times(piece_at(left_out, k + 1, at), inverted, low_other))
            at -= PIECE


@kernel(forceinline=True)
def spread_rest(
    above: Any, left: Any, right: Any, first_out: Any, left_out: Any, right_out: Any,
    m: int, straight: float, inverted: float,
) -> None:  # fmt: skip
    """`spread` and `spread_down` for the first few columns."""
    rest = (m + 1) % PIECE
    for u in range(rest):
        for v in range(u, rest):
            for k in range(v, m + 1):
                first_out[u, v] += straight * above[u, k] * right[k, v]
                right_out[u, v] += inverted * above[u, k] * left[k, v]
            for k in range(u + 1):
                right_out[u, v] += straight * left[u, k] * above[k, v]
                left_out[u, v] += inverted * right[u, k] * above[k, v]


@kernel(forceinline=True)
def spread_last(
    above: Any, left: Any, right: Any, first_out: Any, left_out: Any, right_out: Any,
    m: int, straight: float, inverted: float,
) -> None:  # fmt: skip
    """`spread` and `spread_down` for a last row that has none beside it."""
    if m % 2 == 0 and m >= PIECE:
        first_out[m, m] += straight * above[m, m] * right[m, m]
        right_out[m, m] += inverted * above[m, m] * left[m, m]
        for u in range(m + 1):
            right_out[m, m] += straight * left[m, u] * above[u, m]
            left_out[m, m] += inverted * right[m, u] * above[u, m]


@kernel(forceinline=True)
def spread_empty(above: Any, child: Any, out: Any, m: int, both: float) -> None:
    """The adjoint of both (E Y + Y E) for E, with Y transposed; `out` is of use above the diagonal alone."""
    for u in range(0, m, 2):
        at = m + 1 - PIECE
        while at >= 0 and at + PIECE > u:
            one = low = other = low_other = equal_piece(0.0)
            for v in range(max(u, at), m + 1):
                inner = piece_at(child, v, at)
                one, low = add_times(one, above[u, v], inner), add_times(low, above[u + 1, v], inner)
            for k in range(u + 2):
                outer = piece_at(above, k, at)
                other = add_times(other, child[u, k], outer)
                low_other = add_times(low_other, child[u + 1, k], outer)
            one = add_times(piece_at(out, u, at), both, one)
            put_piece(out, u, at, add_times(one, both, other))
            low = add_times(piece_at(out, u + 1, at), both, low)
            put_piece(out, u + 1, at, add_times(low, both, low_other))
            at -= PIECE
    rest = (m + 1) % PIECE
    for u in range(rest):
        for v in range(u + 1, rest):
            total = 0.0
            for k in range(v, m + 1):
                total += above[u, k] * child[k, v]
            for k in range(u + 1):
                total += child[u, k] * above[k, v]
            out[u, v] += both * total


@kernel(forceinline=True)
def gather(child: Any, first: Any, above: Any, m: int) -> float:
    """Add what a cell has as a first child of straight rules to the rest; gives its mass.

    What adjoints wrote below the diagonal goes.
    """
    used = 0.0
    for u in range(m + 1):
        for v in range(max(u - PIECE, 0), u):
            above[u, v] = 0.0
        for v in range(u, m + 1):
            used += child[u, v] * first[u, v]
            above[u, v] += first[u, v]
    return used


@kernel()
def insert_outside(turned_empty: Any, empty: Any, out: Any, m: int, both: float) -> None:
    """The adjoint of `insert`, in place: the first row first, each from its end."""
    for u in range(m + 1):
        k = 0
        while k + 1 < u:
            one, two = both * empty[k, u], both * empty[k + 1, u]
            for v in range(u, m + 1):
                out[u, v] += one * out[k, v] + two * out[k + 1, v]
            k += 2
        if k < u:
            one = both * empty[k, u]
            for v in range(u, m + 1):
                out[u, v] += one * out[k, v]
        for v in range(m, u, -1):
            one = both * out[u, v]
            for k in range(u, v):
                out[u, k] += one * turned_empty[v, k]


@kernel(forceinline=True)
def turn(matrix: Any, turned: Any, m: int) -> None:
    """The transposed matrix."""
    for v in range(m + 1):
        for u in range(m + 1):
            turned[v, u] = matrix[u, v]


@kernel()
def outside_empty(empty: Any, above_empty: Any, m: int, both: float, below: bool) -> float:
    """The adjoint of `insert_empty`; gives the mass of rules with a child that has no source words.

    `below`: spans with source words have the insertions for children.
    """
    mixed = 0.0
    if below:
        for u in range(m + 1):
            for v in range(u + 1, m + 1):
                mixed += above_empty[u, v] * empty[u, v]
    for size in range(m, 1, -1):
        for u in range(m - size + 1):
            v = u + size
            one = both * above_empty[u, v]
            if one == 0.0:
                continue
            for k in range(u + 1, v):
                above_empty[u, k] += one * empty[k, v]
                above_empty[k, v] += one * empty[u, k]
                mixed += one * empty[u, k] * empty[k, v]
    return mixed


@kernel(forceinline=True)
def best_products(left: Any, right: Any, out: Any, m: int, straight: float, inverted: float) -> None:
    """`multiply` with the largest sum of logs in place of the sum of products."""
    u = m - 1
    while u >= 0:
        at = m + 1 - PIECE
        while at >= 0 and at + PIECE > u:
            best, low = piece_at(out, u, at), piece_at(out, u + 1, at)
            for k in range(u, at + PIECE):
                after, before = piece_at(right, k, at), piece_at(left, k, at)
                best = larger_sum(best, straight + left[u, k], after)
                best = larger_sum(best, inverted + right[u, k], before)
                low = larger_sum(low, straight + left[u + 1, k], after)
                low = larger_sum(low, inverted + right[u + 1, k], before)
            put_piece(out, u, at, best)
            put_piece(out, u + 1, at, low)
            at -= PIECE
        u -= 2
    if u == -1:
        for at in range(m + 1 - PIECE, -1, -PIECE):
            best = piece_at(out, 0, at)
            for k in range(at + PIECE):
                best = larger_sum(best, straight + left[0, k], piece_at(right, k, at))
                best = larger_sum(best, inverted + right[0, k], piece_at(left, k, at))
            put_piece(out, 0, at, best)
    rest = (m + 1) % PIECE
    for u in range(rest):
        for v in range(u, rest):
            best_number = out[u, v]
            for k in range(u, v + 1):
                one, other = straight + left[u, k] + right[k, v], inverted + right[u, k] + left[k, v]
                best_number = max(best_number, one, other)
            out[u, v] = best_number


@kernel()
def best_empty(empty: Any, m: int, both: float) -> None:
    """`insert_empty` with the largest sum of logs in place of the sum of products."""
    for u in range(m - 1, -1, -1):
        for k in range(u + 1, m):
            one = both + empty[u, k]
            for v in range(k + 1, m + 1):
                empty[u, v] = max(empty[u, v], one + empty[k, v])


@kernel()
def best_insertions(empty: Any, out: Any, m: int, both: float) -> None:
    """`insert` with the largest sum of logs in place of the sum of products."""
    for u in range(m, -1, -1):
        k = u + 1
        while k < m:
            one, two = both + empty[u, k], both + empty[u, k + 1]
            for v in range(k, m + 1):
                a, b, old = one + out[k, v], two + out[k + 1, v], out[u, v]
                a = a if a > b else b
                out[u, v] = a if a > old else old
            k += 2
        if k == m:
            out[u, m] = max(out[u, m], both + empty[u, m] + out[m, m])
        k = u
        while k < m:
            one = both + out[u, k]
            out[u, k + 1] = max(out[u, k + 1], one + empty[k, k + 1])
            two = both + out[u, k + 1]
            for v in range(k + 2, m + 1):
                a, b, old = one + empty[k, v], two + empty[k + 1, v], out[u, v]
                a = a if a > b else b
                out[u, v] = a if a > old else old
            k += 2
