"""Exact biparsing: inside, outside and Viterbi beside a twin in C++, at lengths 5, 10, 20 and 30.

    uv run python benchmarks/itg_speed.py [--rounds 15]

The twin is written below, to a temporary folder, and compiled by g++ four times: one row at a time (plain)
and two rows at a time (blocked), each with -O3 and with -O3 for this very processor (-march=native). Its form
is ours: matrices over target spans. All are given a matrix of word pairs and fill their charts from it; all
repeat inside of the compiled code. They run in turn, round after round; milliseconds are the least of all
rounds, which a busy machine disturbs least. Ratios are ours to the twin's: below 1 ours is faster.
"""

from __future__ import annotations

import argparse
import ctypes
import math
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numba import njit

from likewise.transduce.itg.biparse import _kernels as kernels
from likewise.transduce.itg.biparse.lexical_cells import cells_of_matrix

STRAIGHT, INVERTED = 0.3, 0.2
LIMIT = 1.5
TWIN = r"""
#include <algorithm>
#include <cmath>
#include <vector>
using std::vector;
#define R __restrict__
static inline long span(long n, long s, long t) { return s * (2 * n - s - 1) / 2 + t - 1; }

struct Chart {
  long n, m, w;
  vector<double> x, e;
  Chart(long n, long m) : n(n), m(m), w(m + 1), x(n * (n + 1) / 2 * w * w), e(w * w) {}
  double* at(long s, long t) { return x.data() + span(n, s, t) * w * w; }
  void fill(const double* pairs, const double* gone, const double* added, double nothing) {
    std::fill(x.begin(), x.end(), nothing);
    std::fill(e.begin(), e.end(), nothing);
    for (long s = 0; s < n; s++) {
      double* y = at(s, s + 1);
      for (long u = 0; u <= m; u++) y[u * w + u] = gone[s];
      for (long u = 0; u < m; u++) y[u * w + u + 1] = pairs[s * m + u];
    }
    for (long u = 0; u < m; u++) e[u * w + u + 1] = added[u];
  }
  double top() { return at(0, n)[m]; }
};

#ifdef BLOCKED
static void multiply(const double* R a, const double* R b, double* R y, long w, double p, double q) {
  long u = w - 2;
  for (; u >= 0; u -= 2) {
    double *R y0 = y + u * w, *R y1 = y + (u + 1) * w;
    const double *a0 = a + u * w, *a1 = a0 + w, *b0 = b + u * w, *b1 = b0 + w;
    long k = u;
    for (; k < w - 1; k += 2) {
      const double c0 = p * a0[k], d0 = q * b0[k], e0 = p * a0[k + 1], f0 = q * b0[k + 1];
      const double c1 = p * a1[k], d1 = q * b1[k], e1 = p * a1[k + 1], f1 = q * b1[k + 1];
      const double *r = b + k * w, *l = a + k * w, *r2 = r + w, *l2 = l + w;
      for (long v = k; v < w; v++) {
        y0[v] += c0 * r[v] + d0 * l[v] + e0 * r2[v] + f0 * l2[v];
        y1[v] += c1 * r[v] + d1 * l[v] + e1 * r2[v] + f1 * l2[v];
      }
    }
    if (k == w - 1) {
      y0[k] += p * a0[k] * b[k * w + k] + q * b0[k] * a[k * w + k];
      y1[k] += p * a1[k] * b[k * w + k] + q * b1[k] * a[k * w + k];
    }
  }
  if (u == -1)
    for (long k = 0; k < w; k++) {
      const double one = p * a[k], two = q * b[k];
      for (long v = k; v < w; v++) y[v] += one * b[k * w + v] + two * a[k * w + v];
    }
}
#else
static void multiply(const double* R a, const double* R b, double* R y, long w, double p, double q) {
  for (long u = 0; u < w; u++)
    for (long k = u; k < w; k++) {
      const double one = p * a[u * w + k], two = q * b[u * w + k];
      for (long v = k; v < w; v++) y[u * w + v] += one * b[k * w + v] + two * a[k * w + v];
    }
}
#endif

static void insertions(double* R e, long w, double c) {
  for (long u = w - 2; u >= 0; u--)
    for (long k = u + 1; k < w - 1; k++) {
      const double one = c * e[u * w + k];
      for (long v = k + 1; v < w; v++) e[u * w + v] += one * e[k * w + v];
    }
}

static void attach(const double* R e, double* R y, long w, double c) {
  for (long u = w - 1; u >= 0; u--) {
    for (long k = u + 1; k < w; k++) {
      const double one = c * e[u * w + k];
      for (long v = k; v < w; v++) y[u * w + v] += one * y[k * w + v];
    }
    for (long k = u; k < w - 1; k++) {
      const double one = c * y[u * w + k];
      for (long v = k + 1; v < w; v++) y[u * w + v] += one * e[k * w + v];
    }
  }
}

static void run_inside(Chart& c, double p, double q) {
  insertions(c.e.data(), c.w, p + q);
  for (long size = 1; size <= c.n; size++)
    for (long s = 0; s + size <= c.n; s++) {
      double* y = c.at(s, s + size);
      for (long k = s + 1; k < s + size; k++) multiply(c.at(s, k), c.at(k, s + size), y, c.w, p, q);
      attach(c.e.data(), y, c.w, p + q);
    }
}

#ifdef BLOCKED
static void spread(const double* R o, const double* R at, const double* R bt, double* oa, double* ob, long w,
                   double p, double q) {
  for (long u = 0; u < w; u++) {
    long v = u;
    double *R ya = oa + u * w, *R yb = ob + u * w;
    for (; v < w - 1; v += 2) {
      const double one = p * o[u * w + v], two = q * o[u * w + v],
          one2 = p * o[u * w + v + 1], two2 = q * o[u * w + v + 1];
      for (long k = u; k <= v + 1; k++) ya[k] += one * bt[v * w + k] + one2 * bt[(v + 1) * w + k];
      for (long k = u; k <= v + 1; k++) yb[k] += two * at[v * w + k] + two2 * at[(v + 1) * w + k];
    }
    if (v == w - 1) {
      const double one = p * o[u * w + v], two = q * o[u * w + v];
      for (long k = u; k <= v; k++) ya[k] += one * bt[v * w + k];
      for (long k = u; k <= v; k++) yb[k] += two * at[v * w + k];
    }
  }
  for (long k = 0; k < w; k++) {
    long u = 0;
    double *R ya = oa + k * w, *R yb = ob + k * w;
    for (; u < k; u += 2) {
      const double one = p * at[k * w + u], two = q * bt[k * w + u],
          one2 = p * at[k * w + u + 1], two2 = q * bt[k * w + u + 1];
      for (long v = k; v < w; v++) yb[v] += one * o[u * w + v] + one2 * o[(u + 1) * w + v];
      for (long v = k; v < w; v++) ya[v] += two * o[u * w + v] + two2 * o[(u + 1) * w + v];
    }
    if (u == k) {
      const double one = p * at[k * w + u], two = q * bt[k * w + u];
      for (long v = k; v < w; v++) yb[v] += one * o[u * w + v];
      for (long v = k; v < w; v++) ya[v] += two * o[u * w + v];
    }
  }
}
#else
static void spread(const double* R o, const double* R at, const double* R bt, double* oa, double* ob, long w,
                   double p, double q) {
  for (long u = 0; u < w; u++)
    for (long v = u; v < w; v++) {
      const double one = p * o[u * w + v], two = q * o[u * w + v];
      for (long k = u; k <= v; k++) oa[u * w + k] += one * bt[v * w + k];
      for (long k = u; k <= v; k++) ob[u * w + k] += two * at[v * w + k];
    }
  for (long k = 0; k < w; k++)
    for (long u = 0; u <= k; u++) {
      const double one = p * at[k * w + u], two = q * bt[k * w + u];
      for (long v = k; v < w; v++) ob[k * w + v] += one * o[u * w + v];
      for (long v = k; v < w; v++) oa[k * w + v] += two * o[u * w + v];
    }
}
#endif

static void attach_outside(const double* R e, const double* R et, double* R o, long w, double c) {
  for (long u = 0; u < w; u++) {
    for (long k = 0; k < u; k++) {
      const double one = c * e[k * w + u];
      for (long v = u; v < w; v++) o[u * w + v] += one * o[k * w + v];
    }
    for (long v = w - 1; v > u; v--) {
      const double one = c * o[u * w + v];
      for (long k = u; k < v; k++) o[u * w + k] += one * et[v * w + k];
    }
  }
}

static void transpose(const double* R a, double* R t, long w) {
  for (long u = 0; u < w; u++)
    for (long v = u; v < w; v++) t[v * w + u] = a[u * w + v];
}

static void run_outside(Chart& c, Chart& t, Chart& o, double p, double q) {
  const long n = c.n, w = c.w;
  std::fill(o.x.begin(), o.x.end(), 0.0);
  std::fill(o.e.begin(), o.e.end(), 0.0);
  transpose(c.e.data(), t.e.data(), w);
  for (long k = 0; k < n * (n + 1) / 2; k++) transpose(&c.x[k * w * w], &t.x[k * w * w], w);
  o.at(0, n)[c.m] = 1.0;
  for (long size = n; size > 0; size--)
    for (long s = 0; s + size <= n; s++) {
      double* y = o.at(s, s + size);
      attach_outside(c.e.data(), t.e.data(), y, w, p + q);
      spread(y, t.at(s, s + size), t.at(s, s + size), o.e.data(), o.e.data(), w, p, q);
      for (long k = s + 1; k < s + size; k++)
        spread(y, t.at(s, k), t.at(k, s + size), o.at(s, k), o.at(k, s + size), w, p, q);
    }
  double *e = c.e.data(), *oe = o.e.data();
  for (long size = c.m; size > 1; size--)
    for (long u = 0; u + size <= c.m; u++) {
      const double one = (p + q) * oe[u * w + u + size];
      for (long k = u + 1; k < u + size; k++) {
        oe[u * w + k] += one * e[k * w + u + size];
        oe[k * w + u + size] += one * e[u * w + k];
      }
    }
}

#ifdef BLOCKED
static void best(const double* R a, const double* R b, double* R y, long w, double p, double q) {
  for (long u = 0; u < w; u++) {
    long k = u;
    double* R o = y + u * w;
    for (; k < w - 1; k += 2) {
      const double c = p + a[u * w + k], d = q + b[u * w + k],
          e = p + a[u * w + k + 1], f = q + b[u * w + k + 1];
      const double *r = b + k * w, *l = a + k * w, *r2 = r + w, *l2 = l + w;
      for (long v = k; v < w; v++) {
        const double x = std::max(c + r[v], d + l[v]), z = std::max(e + r2[v], f + l2[v]);
        o[v] = std::max(o[v], std::max(x, z));
      }
    }
    if (k == w - 1) {
      const double x = p + a[u * w + k] + b[k * w + k], z = q + b[u * w + k] + a[k * w + k];
      o[k] = std::max(o[k], std::max(x, z));
    }
  }
}
#else
static void best(const double* R a, const double* R b, double* R y, long w, double p, double q) {
  for (long u = 0; u < w; u++)
    for (long k = u; k < w; k++) {
      const double one = p + a[u * w + k], two = q + b[u * w + k];
      for (long v = k; v < w; v++) {
        const double x = std::max(one + b[k * w + v], two + a[k * w + v]);
        y[u * w + v] = std::max(y[u * w + v], x);
      }
    }
}
#endif

static void best_attach(const double* R e, double* R y, long w, double c) {
  for (long u = w - 1; u >= 0; u--) {
    for (long k = u + 1; k < w; k++) {
      const double one = c + e[u * w + k];
      for (long v = k; v < w; v++) y[u * w + v] = std::max(y[u * w + v], one + y[k * w + v]);
    }
    for (long k = u; k < w - 1; k++) {
      const double one = c + y[u * w + k];
      for (long v = k + 1; v < w; v++) y[u * w + v] = std::max(y[u * w + v], one + e[k * w + v]);
    }
  }
}

extern "C" double inside(long times, long n, long m, const double* pairs, const double* gone,
                         const double* added, double p, double q) {
  Chart c(n, m);
  for (; times > 0; times--) {
    c.fill(pairs, gone, added, 0.0);
    run_inside(c, p, q);
  }
  return std::log(c.top());
}

// The sum of what lies outside times inside over the rules of the first source word: the probability again.
extern "C" double outside(long times, long n, long m, const double* pairs, const double* gone,
                          const double* added, double p, double q) {
  Chart c(n, m), t(n, m), o(n, m);
  c.fill(pairs, gone, added, 0.0);
  run_inside(c, p, q);
  for (; times > 0; times--) run_outside(c, t, o, p, q);
  double total = 0.0;
  for (long u = 0; u <= m; u++) total += o.at(0, 1)[u * c.w + u] * gone[0];
  for (long u = 0; u < m; u++) total += o.at(0, 1)[u * c.w + u + 1] * pairs[u];
  return std::log(total);
}

extern "C" double viterbi(long times, long n, long m, const double* pairs, const double* gone,
                          const double* added, double p, double q) {
  Chart c(n, m);
  for (; times > 0; times--) {
    c.fill(pairs, gone, added, -INFINITY);
    double* e = c.e.data();
    const double both = std::max(p, q);
    for (long u = c.w - 2; u >= 0; u--)
      for (long k = u + 1; k < c.w - 1; k++) {
        const double one = both + e[u * c.w + k];
        for (long v = k + 1; v < c.w; v++) e[u * c.w + v] = std::max(e[u * c.w + v], one + e[k * c.w + v]);
      }
    for (long size = 1; size <= n; size++)
      for (long s = 0; s + size <= n; s++) {
        double* y = c.at(s, s + size);
        for (long k = s + 1; k < s + size; k++) best(c.at(s, k), c.at(k, s + size), y, c.w, p, q);
        best_attach(e, y, c.w, both);
      }
  }
  return c.top();
}
"""


@njit(nogil=True)
def inside_often(times: int, n: int, m: int, cells: Any, chart: Any, empty: Any) -> Any:
    """Ours as users have it: factors of words, then the chart; gives the log probability."""
    log = 0.0
    for _ in range(times):
        total, scales = kernels.scaled_inside(n, m, STRAIGHT, INVERTED, cells, chart, empty)
        log = math.log(total) - scales.sum()
    return log


@njit(nogil=True)
def outside_often(times: int, n: int, m: int, cells: Any, chart: Any, empty: Any) -> Any:
    """Ours; gives the log of inside times outside over the rules of the first source word."""
    total, scales = kernels.scaled_inside(n, m, STRAIGHT, INVERTED, cells, chart, empty)
    turned, first = np.empty_like(chart), np.empty_like(chart)
    above, above_empty = np.empty_like(chart), np.empty_like(empty)
    for _ in range(times):
        kernels.outside(n, m, STRAIGHT, INVERTED, chart, empty, turned, first, above, above_empty)
    shares, covering = np.empty(len(cells[4])), 0.0
    kernels.cell_shares(n, m, total, cells, scales, above, above_empty, shares)
    for c in range(len(shares)):
        if cells[0][c] == 0 and cells[1][c] == 1:
            covering += shares[c]
    return math.log(covering * total) - scales.sum()


@njit(nogil=True)
def viterbi_often(times: int, n: int, m: int, cells: Any, chart: Any, empty: Any) -> Any:
    """Ours; gives the log probability of the best biparse."""
    scales, log = np.zeros(n + m), 0.0
    for _ in range(times):
        kernels.fill_logs(n, m, cells, scales, chart, empty)
        log = kernels.viterbi(n, m, math.log(STRAIGHT), math.log(INVERTED), chart, empty)
    return log


TWINS = {
    "plain": (),
    "plain+": ("-march=native",),
    "blocked": ("-DBLOCKED",),
    "blocked+": ("-DBLOCKED", "-march=native"),
}
OURS = {"inside": inside_often, "outside": outside_often, "viterbi": viterbi_often}


def compiled(folder: Path, name: str, flags: tuple[str, ...]) -> ctypes.CDLL:
    """The twin as a library."""
    source, library = folder / "twin.cpp", folder / f"{name}.so"
    source.write_text(TWIN, encoding="utf-8")
    subprocess.run(["g++", "-O3", *flags, "-shared", "-fPIC", "-o", str(library), str(source)], check=True)
    return ctypes.CDLL(str(library))


def twin_call(
    library: ctypes.CDLL, task: str, length: int, words: list[np.ndarray]
) -> Callable[[int], float]:
    """The twin's function as one of the number of times."""
    function = getattr(library, task)
    function.restype = ctypes.c_double
    logs = task == "viterbi"
    with np.errstate(divide="ignore"):
        given = [np.ascontiguousarray(np.log(values) if logs else values) for values in words]
    rules = [math.log(p) if logs else p for p in (STRAIGHT, INVERTED)]
    pointers = [values.ctypes.data_as(ctypes.c_void_p) for values in given]

    def call(times: int) -> float:
        _ = given  # the arrays must live as long as the pointers
        weights = (ctypes.c_double(rules[0]), ctypes.c_double(rules[1]))
        sizes = (ctypes.c_long(times), ctypes.c_long(length), ctypes.c_long(length))
        return float(function(*sizes, *pointers, *weights))

    return call


def our_call(task: str, length: int, words: list[np.ndarray]) -> Callable[[int], float]:
    """Ours as a function of the number of times."""
    cells = tuple(cells_of_matrix(*words).arrays)
    chart = np.empty((length * (length + 1) // 2, length + 1, length + 1))
    empty = np.empty((length + 1, length + 1))
    return lambda times: float(OURS[task](times, length, length, cells, chart, empty))


def least(calls: list[Callable[[int], float]], times: int, rounds: int) -> list[float]:
    """The least milliseconds of one of the many times that each does, one after the other in each round."""
    best = [math.inf] * len(calls)
    for _ in range(rounds):
        for at, call in enumerate(calls):
            before = time.perf_counter()
            call(times)
            best[at] = min(best[at], (time.perf_counter() - before) / times * 1e3)
    return best


def row_of(
    task: str, length: int, libraries: list[ctypes.CDLL], rounds: int, rng: np.random.Generator
) -> list[float]:
    """Milliseconds of one task at one length: ours, then each twin's. All must have the same result."""
    words = [rng.uniform(0.01, 0.2, shape) for shape in ((length, length), length, length)]
    calls = [our_call(task, length, words)]
    calls += [twin_call(library, task, length, words) for library in libraries]
    values = [call(1) for call in calls]
    if not np.allclose(values, values[0], rtol=1e-9):
        raise SystemExit(f"{task} at length {length} differs: {values}")
    return least(calls, max(1, 400_000 // length**5), rounds)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--lengths", type=int, nargs="+", default=[5, 10, 20, 30])
    parser.add_argument("--rounds", type=int, default=15)
    chosen = parser.parse_args()
    rng = np.random.default_rng(0)
    print("Milliseconds, and ours as a ratio of each twin's; + is -march=native")
    print(f"{'':8} {'words':>5} {'ours':>9}" + "".join(f" {name:>9} {'ratio':>5}" for name in TWINS))
    worst = dict.fromkeys(TWINS, 0.0)
    with tempfile.TemporaryDirectory() as folder:
        libraries = [compiled(Path(folder), name, flags) for name, flags in TWINS.items()]
        for task in OURS:
            for length in chosen.lengths:
                ours, *theirs = row_of(task, length, libraries, chosen.rounds, rng)
                worst = {name: max(worst[name], ours / ms) for name, ms in zip(TWINS, theirs, strict=True)}
                shown = "".join(f" {ms:>9.4f} {ours / ms:>5.2f}" for ms in theirs)
                print(f"{task:8} {length:>5} {ours:>9.4f}{shown}")
    for name, ratio in worst.items():
        verdict = "held" if ratio <= LIMIT else "MISSED"
        print(f"Largest ratio to {name}: {ratio:.2f}; at most {LIMIT} wanted: {verdict}")


if __name__ == "__main__":
    main()
