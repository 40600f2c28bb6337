"""JSON bodies read strictly: bounded depth, UTF-8, no NaN, no NUL, no lone surrogates."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Coroutine
from typing import Any, NoReturn

from fastapi import HTTPException, Request, Response
from fastapi.routing import APIRoute

from likewise.errors import InputError
from likewise.studio.web.faults import fault

__all__ = ["StrictRoute", "clean_text", "depth_of", "load_json"]

DEPTH = 32
_STRING = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)
_BRACKET = re.compile(r"[][{}]")
_BIDI = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def depth_of(text: str) -> int:
    """How deep brackets nest outside of strings, told without building anything."""
    depth = deepest = 0
    for bracket in _BRACKET.findall(_STRING.sub("", text)):
        depth += 1 if bracket in "[{" else -1
        deepest = max(deepest, depth)
    return deepest


def load_json(body: bytes, depth: int = DEPTH) -> Any:
    """The value that a body holds; `InputError` where it is not plain, shallow JSON text."""
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError as error:
        raise InputError(f"the body is not UTF-8 (byte {error.start})") from None
    # The cheap count comes first: a small body cannot be deep without many brackets.
    if text.count("[") + text.count("{") > depth and depth_of(text) > depth:
        raise InputError(f"the body nests deeper than {depth} levels")
    try:
        value = json.loads(text, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise InputError(f"the body is not JSON: {error.msg} (character {error.pos})") from None
    except (RecursionError, ValueError) as error:
        # A number with thousands of digits is refused by Python itself.
        raise InputError(f"the body is not JSON that can be read: {error}") from None
    # Only an escape can smuggle in a NUL or half of a surrogate pair.
    if "\\u" in text or "\0" in text:
        _check_strings(value)
    return value


def _no_constant(name: str) -> NoReturn:
    raise InputError(f"{name} is not a number that JSON knows")


def _check_strings(value: Any) -> None:
    if isinstance(value, str):
        if "\0" in value or any("\ud800" <= c <= "\udfff" for c in value):
            raise InputError("a text holds a NUL or half of a surrogate pair")
    elif isinstance(value, dict):
        for key, item in value.items():
            _check_strings(key)
            _check_strings(item)
    elif isinstance(value, list):
        for item in value:
            _check_strings(item)


def clean_text(value: str, field: str) -> str:
    """A name or remark that is shown beside others' text: no control or direction-changing characters."""
    if any((c < " " and c not in "\n\t\r") or c == "\x7f" or c in _BIDI for c in value):
        raise InputError("holds control characters", field=field)
    if any("\ud800" <= c <= "\udfff" for c in value):
        raise InputError("holds half of a surrogate pair", field=field)
    return value


class _StrictRequest(Request):
    async def json(self) -> Any:
        if not hasattr(self, "_json"):
            try:
                self._json = load_json(await self.body())
            except InputError as error:
                # FastAPI passes on only this kind of error from a body.
                raise HTTPException(422, fault("bad-input", error.message, error.field)) from None
        return self._json


class StrictRoute(APIRoute):
    """A route whose JSON body is read by `load_json`."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handler = super().get_route_handler()

        async def strict(request: Request) -> Response:
            return await handler(_StrictRequest(request.scope, request.receive))

        return strict
