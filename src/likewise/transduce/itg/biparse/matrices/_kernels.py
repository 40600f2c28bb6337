"""Loops over upper triangular matrices of m + 1 rows; what lies below the diagonal is 0 (or the log of it).

Two rows are added at a time: short rows cost as much for their start as for their length. A row then begins
left of its diagonal, where the second one has a zero.
"""

from __future__ import annotations

from typing import Any

from numba import njit


@njit(cache=True, nogil=True)
def multiply(left: Any, right: Any, out: Any, m: int, straight: float, inverted: float) -> None:
    """Add p_s left right + p_i right left to a matrix, two rows of it and two of each factor at a time."""
    u = m - 1
    while u >= 0:
        k = u
        while k < m:
            one, other = straight * left[u, k], inverted * right[u, k]
            next_one, next_other = straight * left[u, k + 1], inverted * right[u, k + 1]
            low, low_other = straight * left[u + 1, k], inverted * right[u + 1, k]
            next_low, next_low_other = straight * left[u + 1, k + 1], inverted * right[u + 1, k + 1]
            for v in range(k, m + 1):
                a, b, c, d = right[k, v], left[k, v], right[k + 1, v], left[k + 1, v]
                out[u, v] += one * a + other * b + next_one * c + next_other * d
                out[u + 1, v] += low * a + low_other * b + next_low * c + next_low_other * d
            k += 2
        if k == m:
            a, b = straight * right[m, m], inverted * left[m, m]
            out[u, m] += left[u, m] * a + right[u, m] * b
            out[u + 1, m] += left[u + 1, m] * a + right[u + 1, m] * b
        u -= 2
    if u == -1:
        for k in range(m + 1):
            one, other = straight * left[0, k], inverted * right[0, k]
            for v in range(k, m + 1):
                out[0, v] += one * right[k, v] + other * left[k, v]


@njit(cache=True, nogil=True)
def insert_empty(empty: Any, m: int, both: float) -> None:
    """E = lexical + both E E, the last row first."""
    for u in range(m - 1, -1, -1):
        for k in range(u + 1, m):
            one = both * empty[u, k]
            for v in range(k + 1, m + 1):
                empty[u, v] += one * empty[k, v]


@njit(cache=True, nogil=True)
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


@njit(cache=True, nogil=True)
def spread(
    above: Any, left: Any, right: Any, first_out: Any, left_out: Any, right_out: Any,
    m: int, straight: float, inverted: float,
) -> None:  # fmt: skip
    """The adjoint of `multiply`: what lies outside of both factors. `left` and `right` are transposed.

    What the left factor has from straight rules goes to `first_out`, the rest to `left_out`.
    """
    for u in range(0, m, 2):
        one, other = 0.0, 0.0
        for v in range(u, m + 1):
            one += above[u, v] * right[v, u]
            other += above[u, v] * left[v, u]
        first_out[u, u] += straight * one
        right_out[u, u] += inverted * other
        v = u + 1
        while v <= m:
            later = min(v + 1, m)
            share = 1.0 if v < m else 0.0
            one, low = straight * above[u, v], straight * above[u + 1, v]
            two, next_low = share * straight * above[u, later], share * straight * above[u + 1, later]
            other, down = inverted * above[u, v], inverted * above[u + 1, v]
            next_other = share * inverted * above[u, later]
            next_down = share * inverted * above[u + 1, later]
            for k in range(u + 1, later + 1):
                a, b, c, d = right[v, k], right[later, k], left[v, k], left[later, k]
                first_out[u, k] += one * a + two * b
                first_out[u + 1, k] += low * a + next_low * b
                right_out[u, k] += other * c + next_other * d
                right_out[u + 1, k] += down * c + next_down * d
            v += 2
    if m % 2 == 0:
        first_out[m, m] += straight * above[m, m] * right[m, m]
        right_out[m, m] += inverted * above[m, m] * left[m, m]
    spread_down(above, left, right, left_out, right_out, m, straight, inverted)


@njit(cache=True, nogil=True)
def spread_down(
    above: Any, left: Any, right: Any, left_out: Any, right_out: Any, m: int, straight: float, inverted: float
) -> None:
    """The other half of `spread`: the factor on the right of each product."""
    for k in range(0, m + 1, 2):
        one, other = 0.0, 0.0
        for u in range(k + 1):
            one += left[k, u] * above[u, k]
            other += right[k, u] * above[u, k]
        right_out[k, k] += straight * one
        left_out[k, k] += inverted * other
        if k == m:
            break
        for u in range(0, k + 1, 2):
            one, next_one = straight * left[k, u], straight * left[k, u + 1]
            low, next_low = straight * left[k + 1, u], straight * left[k + 1, u + 1]
            other, next_other = inverted * right[k, u], inverted * right[k, u + 1]
            down, next_down = inverted * right[k + 1, u], inverted * right[k + 1, u + 1]
            for v in range(k + 1, m + 1):
                a, b = above[u, v], above[u + 1, v]
                right_out[k, v] += one * a + next_one * b
                right_out[k + 1, v] += low * a + next_low * b
                left_out[k, v] += other * a + next_other * b
                left_out[k + 1, v] += down * a + next_down * b


@njit(cache=True, nogil=True)
def spread_empty(above: Any, child: Any, out: Any, m: int, both: float) -> None:
    """The adjoint of both (E Y + Y E) for E, with Y transposed; `out` is of use above the diagonal alone."""
    for u in range(0, m, 2):
        v = u + 1
        while v < m:
            one, low = both * above[u, v], both * above[u + 1, v]
            two, next_low = both * above[u, v + 1], both * above[u + 1, v + 1]
            for k in range(u + 1, v + 2):
                out[u, k] += one * child[v, k] + two * child[v + 1, k]
                out[u + 1, k] += low * child[v, k] + next_low * child[v + 1, k]
            v += 2
        if v == m:
            one, low = both * above[u, m], both * above[u + 1, m]
            for k in range(u + 1, m + 1):
                out[u, k] += one * child[m, k]
                out[u + 1, k] += low * child[m, k]
    for k in range(0, m, 2):
        for u in range(0, k + 1, 2):
            one, two = both * child[k, u], both * child[k, u + 1]
            low, next_low = both * child[k + 1, u], both * child[k + 1, u + 1]
            for v in range(k + 1, m + 1):
                out[k, v] += one * above[u, v] + two * above[u + 1, v]
                out[k + 1, v] += low * above[u, v] + next_low * above[u + 1, v]


@njit(cache=True, nogil=True)
def gather(child: Any, first: Any, above: Any, m: int) -> float:
    """Add what a cell has as a first child of straight rules to the rest; gives its mass."""
    used = 0.0
    for u in range(m + 1):
        for v in range(u, m + 1):
            used += child[u, v] * first[u, v]
            above[u, v] += first[u, v]
    return used


@njit(cache=True, nogil=True)
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


@njit(cache=True, nogil=True)
def turn(matrix: Any, turned: Any, m: int) -> None:
    """The transposed matrix; what it has above the diagonal is left as it is."""
    for u in range(m + 1):
        for v in range(u, m + 1):
            turned[v, u] = matrix[u, v]


@njit(cache=True, nogil=True)
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


@njit(cache=True, nogil=True)
def best_products(left: Any, right: Any, out: Any, m: int, straight: float, inverted: float) -> None:
    """`multiply` with the largest sum of logs in place of the sum of products, two rows of each at a time."""
    for u in range(m + 1):
        k = u
        while k < m:
            one, other = straight + left[u, k], inverted + right[u, k]
            next_one, next_other = straight + left[u, k + 1], inverted + right[u, k + 1]
            for v in range(k, m + 1):
                a, b = one + right[k, v], other + left[k, v]
                c, d = next_one + right[k + 1, v], next_other + left[k + 1, v]
                # Spelt out: max() minds what is not a number, and is slow for it.
                a = a if a > b else b
                c = c if c > d else d
                a = a if a > c else c
                old = out[u, v]
                out[u, v] = a if a > old else old
            k += 2
        if k == m:
            out[u, m] = max(
                out[u, m], straight + left[u, m] + right[m, m], inverted + right[u, m] + left[m, m]
            )


@njit(cache=True, nogil=True)
def best_empty(empty: Any, m: int, both: float) -> None:
    """`insert_empty` with the largest sum of logs in place of the sum of products."""
    for u in range(m - 1, -1, -1):
        for k in range(u + 1, m):
            one = both + empty[u, k]
            for v in range(k + 1, m + 1):
                empty[u, v] = max(empty[u, v], one + empty[k, v])


@njit(cache=True, nogil=True)
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
