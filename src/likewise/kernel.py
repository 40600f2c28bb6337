"""Kernels: hot loops over arrays, as machine code or, on small input, as they are written.

A compiler takes seconds, and importing it alone takes longer than scoring a few hundred texts. So it is
imported when a kernel first needs it; a kernel that has a plain way runs that while there is little to do.

    @kernel()
    def total(values: Any) -> int: ...          always machine code, from its first call on

    @kernel(plain=sum, cost=lambda values: 1e-7 * len(values))
    def total(values: Any) -> int: ...          `sum` while there is little to do

Both ways give the same bytes; tests hold every kernel that has two against itself. `LIKEWISE_KERNELS` says
`compiled` or `plain` where one of them is wanted.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from functools import update_wrapper
from hashlib import sha256
from pathlib import Path
from types import CodeType, FunctionType
from typing import IO, Any, ClassVar, Generic, ParamSpec, TypeVar

__all__ = ["Kernel", "kernel", "on_compile"]

P = ParamSpec("P")
R = TypeVar("R")

UNASKED = 0.25
"""Seconds that the plain ways of one process may take before anybody asks for machine code."""
PATIENCE = 2.0
"""Seconds that the plain way of one kernel may take, where its machine code would have to be made first."""


LONGEST_WAIT = 60.0
"""Seconds to wait for another process that is compiling the same kernel."""
_ATTEMPTS = 5
"""How often an entry is written into an index that other processes write to."""


class _Account:
    """What this process has spent on plain ways, and who is told when something is compiled."""

    seconds = 0.0
    told: Callable[[str], None] | None = None


class _Making:
    """Kernels whose functions are being linked to those of others, by one thread at a time."""

    lock = threading.RLock()
    begun: ClassVar[dict[tuple[Kernel[..., Any], str], Any]] = {}


def on_compile(told: Callable[[str], None] | None) -> None:
    """`told` is called with the name of each kernel that is about to be compiled."""
    _Account.told = told


class Kernel(Generic[P, R]):
    """A function over arrays that runs as machine code, or as plain Python where there is little to do."""

    def __init__(
        self,
        function: Callable[P, R],
        options: dict[str, Any],
        plain: Callable[P, R] | None,
        cost: Callable[P, float] | None,
    ) -> None:
        assert isinstance(function, FunctionType)
        update_wrapper(self, function)
        self._function: FunctionType = function
        self._options = options
        self._twin = plain
        self._cost = cost
        self._spent = 0.0
        self._run: Callable[P, R] | None = None
        self._ways: dict[str, Any] = {}

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        if self._run is not None:
            return self._run(*args, **kwargs)
        if self._cost is not None and self._is_cheap(self._cost(*args, **kwargs)):
            start = time.perf_counter()
            try:
                return self.plain(*args, **kwargs)
            finally:
                spent = time.perf_counter() - start
                self._spent += spent
                _Account.seconds += spent
        self._run = self.compiled
        return self._run(*args, **kwargs)

    def __repr__(self) -> str:
        return f"<kernel {self._function.__module__}.{self._function.__qualname__}>"

    @property
    def has_plain_way(self) -> bool:
        """Whether small input goes the plain way."""
        return self._cost is not None

    @property
    def plain(self) -> Callable[P, R]:
        """The function as plain Python: its twin, or itself with the plain ways of the kernels it calls."""
        return self._twin if self._twin is not None else self._linked("plain", lambda function: function)

    @property
    def compiled(self) -> Any:
        """The function as a dispatcher of numba, which compiles for types that it has not met."""
        return self._linked("compiled", self._dispatcher)

    @property
    def inner(self) -> Any:
        """The function as other kernels call it: their machine code contains it, Python cannot call it."""
        return self._linked("inner", self._inner_dispatcher)

    def _linked(self, way: str, made: Callable[[FunctionType], Any]) -> Any:
        """What is made of the function for this way, once the kernels that it calls are linked to it.

        Until all of them are, no other thread sees any: kernels may call each other, or themselves.
        """
        if way in self._ways:
            return self._ways[way]
        with _Making.lock:
            if way in self._ways or (self, way) in _Making.begun:
                return self._ways.get(way) or _Making.begun[self, way]
            is_first = not _Making.begun
            try:
                function = _copied(self._function)
                result = _Making.begun[self, way] = made(function)
                _relink(function, lambda one: one.plain if way == "plain" else one.inner)
                if is_first:
                    for (one, name), ready in _Making.begun.items():
                        one._ways[name] = ready
            finally:
                if is_first:
                    _Making.begun.clear()
        return result

    def _dispatcher(self, function: FunctionType) -> Any:
        from numba import njit

        _listen()
        dispatcher = njit(cache=True, **self._options)(function)
        _store_by_content(dispatcher)
        _wait_for_others(dispatcher)
        return dispatcher

    def _inner_dispatcher(self, function: FunctionType) -> Any:
        from numba import njit

        return njit(**{**self._options, "no_cpython_wrapper": True})(function)

    def _is_cheap(self, cost: float) -> bool:
        """Whether to go the plain way, which takes about so many seconds."""
        wanted = os.environ.get("LIKEWISE_KERNELS")
        if wanted in {"compiled", "plain"}:
            return wanted == "plain"
        if _Account.seconds + cost <= UNASKED:
            return True
        return self._spent + cost <= PATIENCE and not self.is_stored()

    def is_stored(self) -> bool:
        """Whether machine code of this kernel, for some types, lies on disk."""
        code = self._function.__code__
        if "NUMBA_CACHE_DIR" not in os.environ and "numba" not in sys.modules:
            # Where it usually lies; elsewhere only numba knows.
            beside = Path(code.co_filename).with_name("__pycache__")
            if os.access(beside, os.W_OK):
                return any(beside.glob(f"{Path(code.co_filename).stem}.{self._function.__name__}-*.nbi"))
        stats = getattr(self.compiled, "stats", None)
        if stats is None:  # compiling is switched off
            return False
        name = f"{Path(code.co_filename).stem}.{self._function.__name__}-{code.co_firstlineno}.*nbi"
        return any(Path(str(stats.cache_path)).glob(name))


def kernel(
    *, plain: Callable[..., Any] | None = None, cost: Callable[..., float] | None = None, **options: Any
) -> Callable[[Callable[P, R]], Kernel[P, R]]:
    """Makes a kernel of a function. `options` are numba's; `nogil` unless it is said.

    `cost`, of the same arguments, is about how many seconds the plain way takes: without it there is none.
    The plain way is the function itself, or its twin `plain` where that is faster or counts otherwise.
    """

    def made(function: Callable[P, R]) -> Kernel[P, R]:
        # Nobody calls kernels from C: without a way in for it, compiling takes a fifth less.
        return Kernel(function, {"nogil": True, "no_cfunc_wrapper": True, **options}, plain, cost)

    return made


def _copied(function: FunctionType) -> FunctionType:
    """The function with globals of its own: those that it names."""
    own = {
        name: function.__globals__[name] for name in _names(function.__code__) if name in function.__globals__
    }
    own |= {name: function.__globals__[name] for name in ("__name__", "__builtins__")}
    copy = FunctionType(
        function.__code__, own, function.__name__, function.__defaults__, function.__closure__
    )
    copy.__kwdefaults__ = function.__kwdefaults__
    copy.__qualname__, copy.__module__ = function.__qualname__, function.__module__
    return copy


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _names(inner)


def _relink(function: FunctionType, chosen: Callable[[Kernel[..., Any]], Any]) -> None:
    """Let the function call the kernels that it names directly, each as chosen."""
    for name, value in function.__globals__.items():
        if isinstance(value, Kernel):
            function.__globals__[name] = chosen(value)


def _store_by_content(dispatcher: Any) -> None:
    """Name stored machine code by its types, not by a count, and write it before the index that names it.

    Two processes that compile at once would otherwise give one name to code for different types, and every
    later run would fail on it. An entry of the index that another process wrote over is written again.
    """
    stored = getattr(getattr(dispatcher, "_cache", None), "_cache_file", None)
    if stored is None:  # compiling is switched off
        return

    def save(key: Any, data: Any) -> None:
        name = f"{Path(stored._index_name).stem}.{sha256(repr(key).encode()).hexdigest()[:16]}.nbc"
        stored._save_data(name, data)
        for _ in range(_ATTEMPTS):
            entries = stored._load_index()
            if entries.get(key) == name:
                break
            stored._save_index({**entries, key: name})

    stored.save = save


def _wait_for_others(dispatcher: Any) -> None:
    """Where another process is just compiling the kernel, wait for what it stores.

    The system frees a lock when its holder ends, however it ends. What other kernels call takes no lock, so
    that a process holds one at most.
    """
    cache = getattr(dispatcher, "_cache", None)
    stored = getattr(cache, "_cache_file", None)
    if cache is None or stored is None:
        return
    load, save = cache.load_overload, cache.save_overload
    held: list[IO[str]] = []

    def load_or_wait(*arguments: Any) -> Any:
        result = load(*arguments)
        if result is None and not held and _has_waited(f"{stored._index_path}.lock", held):
            result = load(*arguments)
            if result is not None:
                free()
        return result

    def save_and_free(*arguments: Any) -> None:
        try:
            save(*arguments)
        finally:
            free()

    def free() -> None:
        while held:
            held.pop().close()

    cache.load_overload, cache.save_overload = load_or_wait, save_and_free


def _has_waited(path: str, held: list[IO[str]]) -> bool:
    """Hold the file's lock, where the system has such; whether another process held it before."""
    try:
        import fcntl

        file = Path(path).open("a", encoding="utf-8")  # noqa: SIM115 - open as long as it is held
    except (ImportError, OSError):
        return False
    held.append(file)
    end, waited = time.monotonic() + LONGEST_WAIT, False
    while time.monotonic() < end:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            waited = True
            time.sleep(0.02)
        except OSError:
            break
        else:
            break
    return waited


def _listen() -> None:
    """Hear of each kernel that numba is about to compile; its own small functions are not told."""
    from numba.core import event

    if _Listener.heard:
        return
    _Listener.heard = True

    class Ear(event.Listener):
        def on_start(self, event: Any) -> None:
            name = event.data["dispatcher"].py_func.__module__
            if _Account.told is not None and name.startswith("likewise."):
                _Account.told(f"{name}.{event.data['dispatcher'].py_func.__name__}")

        def on_end(self, event: Any) -> None:
            pass

    event.register("numba:compile", Ear())  # type: ignore[no-untyped-call]


class _Listener:
    heard = False
