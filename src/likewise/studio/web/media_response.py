"""Films as a player wants them: whole, or the part that it asks for."""

from __future__ import annotations

import os
from typing import BinaryIO

from fastapi.responses import FileResponse
from starlette.types import Receive, Scope, Send

from likewise.collect import clips
from likewise.studio.web.state import Studio

__all__ = ["film_response"]


class _OpenFileResponse(FileResponse):
    """Sends the file that was opened and checked, even if something else has its name by then."""

    def __init__(self, stream: BinaryIO, path: str, media_type: str, headers: dict[str, str]) -> None:
        self._stream = stream
        opened = f"/dev/fd/{stream.fileno()}"
        # Without such names (on Windows, in a bare container) the file is opened by its own once more.
        path = opened if os.path.exists(opened) else path
        super().__init__(path, media_type=media_type, headers=headers, stat_result=os.fstat(stream.fileno()))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self._stream:
            await super().__call__(scope, receive, send)


def film_response(studio: Studio, name: str) -> FileResponse:
    """A film by its own name; nothing but files that were stored here can be named."""
    stream, film = clips.open_media(studio.media, name)
    headers = {
        "cache-control": "private, max-age=3600",
        "content-security-policy": "default-src 'none'; sandbox",
    }
    return _OpenFileResponse(stream, str(studio.media / film.name), film.type, headers)
