"""Films as a player wants them: whole, or the part that it asks for."""

from __future__ import annotations

from fastapi.responses import FileResponse

from likewise.collect import clips
from likewise.studio.web.state import Studio

__all__ = ["film_response"]


def film_response(studio: Studio, name: str) -> FileResponse:
    """A film by its own name; nothing but files that were stored here can be named."""
    stream, film = clips.open_media(studio.media, name)
    stream.close()
    headers = {
        "cache-control": "private, max-age=3600",
        "content-security-policy": "default-src 'none'; sandbox",
    }
    return FileResponse(studio.media / film.name, media_type=film.type, headers=headers)
