"""Films as a player wants them: whole, or the part that it asks for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO

from fastapi import Request
from fastapi.responses import Response, StreamingResponse

from likewise.collect import clips
from likewise.studio.web.state import Studio

__all__ = ["film_response"]

_RANGE = re.compile(r"bytes=(\d{0,15})-(\d{0,15})")
_BLOCK = 1 << 18


def film_response(studio: Studio, request: Request, name: str) -> Response:
    """A film by its own name; nothing but files that were stored here can be named."""
    stream, media = clips.open_media(studio.media, name)
    headers = {
        "accept-ranges": "bytes",
        "cache-control": "private, max-age=3600",
        "content-security-policy": "default-src 'none'; sandbox",
    }
    wanted = _part(request.headers.get("range"), media.size)
    if wanted is None:
        stream.close()
        return Response(status_code=416, headers=headers | {"content-range": f"bytes */{media.size}"})
    first, last = wanted
    headers["content-length"] = str(last - first + 1)
    status = 200
    if "range" in request.headers:
        status, headers["content-range"] = 206, f"bytes {first}-{last}/{media.size}"
    return StreamingResponse(_blocks(stream, first, last), status, headers, media.type)


def _part(header: str | None, size: int) -> tuple[int, int] | None:
    """First and last byte to send, or None where there is nothing of what was asked for."""
    match = _RANGE.fullmatch(header or "")
    if match is None:
        return 0, size - 1
    first, last = match.groups()
    if not first:
        return (max(0, size - int(last)), size - 1) if last and int(last) and size else None
    if int(first) >= size or (last and int(last) < int(first)):
        return None
    return int(first), min(int(last), size - 1) if last else size - 1


def _blocks(stream: BinaryIO, first: int, last: int) -> Iterator[bytes]:
    with stream:
        stream.seek(first)
        left = last - first + 1
        while left > 0 and (block := stream.read(min(_BLOCK, left))):
            left -= len(block)
            yield block
