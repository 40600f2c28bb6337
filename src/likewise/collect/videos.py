"""Links to videos and the segment of a video: pure checks, nothing is ever fetched.

Chen and Dolan 2011, section 3.2: workers name a YouTube link with start and end, usually 4-10 seconds.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, urlsplit

from likewise.errors import InputError

__all__ = [
    "LONGEST",
    "SHORTEST",
    "Video",
    "check_id",
    "check_media_name",
    "check_url",
    "check_window",
    "seconds",
]

SHORTEST, LONGEST = 4.0, 10.0
_LATEST = 24 * 3600
_LONGEST_URL = 2000
_HOSTS = {"youtube.com", "www.youtube.com", "m.youtube.com", "music.youtube.com"}
_EMBED_HOSTS = {"youtube-nocookie.com", "www.youtube-nocookie.com"}
_ID = re.compile(r"[A-Za-z0-9_-]{11}")
_PATH = re.compile(r"/(?:shorts|embed|live|v)/([^/]*)/?")
_MEDIA = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9_-]{0,99}(?:\.[A-Za-z0-9_-]{1,20}){0,3}")
_CLOCK = re.compile(r"(?:(?:(\d{1,2}):)?(\d{1,4}):)?(\d{1,6}(?:\.\d{1,9})?)", re.ASCII)
_WANTED = "expected a YouTube link such as https://www.youtube.com/watch?v=... or https://youtu.be/..."


@dataclass(frozen=True, slots=True)
class Video:
    """A video on YouTube, known by its 11 characters; the addresses are built here, never taken over."""

    youtube: str

    @property
    def url(self) -> str:
        """The address for people."""
        return f"https://www.youtube.com/watch?v={self.youtube}"

    def embed(self, start: float, end: float) -> str:
        """The address of the muted embedded player for the segment (whole seconds, as the player wants)."""
        window = f"start={math.floor(start)}&end={math.ceil(end)}"
        return f"https://www.youtube-nocookie.com/embed/{self.youtube}?{window}&mute=1&rel=0"


def check_url(url: Any, field: str = "url") -> Video:
    """The video that a link points to; any other address, whatever it hides behind, is refused."""
    if not isinstance(url, str):
        raise InputError(_WANTED, field=field)
    url = url.strip()
    # urlsplit forgives tabs and newlines, browsers read a backslash as a slash: neither is guessed at.
    if not url or len(url) > _LONGEST_URL or not url.isascii() or re.search(r"[\x00-\x20\x7f\\]", url):
        raise InputError(_WANTED, field=field)
    try:
        parts = urlsplit(url if "://" in url else f"https://{url}")
        host, bare = parts.hostname or "", parts.port is None and "@" not in parts.netloc
    except ValueError:
        raise InputError(_WANTED, field=field) from None
    if parts.scheme not in ("http", "https") or not bare:
        raise InputError(_WANTED, field=field)
    video = _video_id(host, parts.path, parts.query)
    if video is None:
        raise InputError(_WANTED, field=field)
    return check_id(video, field)


def check_id(value: Any, field: str = "youtube") -> Video:
    """The video with this id of 11 characters."""
    if not isinstance(value, str) or not _ID.fullmatch(value):
        raise InputError("names no video, expected the 11 characters of its id", field=field)
    return Video(value)


def _video_id(host: str, path: str, query: str) -> str | None:
    """What stands where the name of the video belongs, or None where the link is of no known shape."""
    if host == "youtu.be":
        return path.removeprefix("/").removesuffix("/")
    if host in _HOSTS and path.rstrip("/") == "/watch":
        try:
            names = parse_qs(query, max_num_fields=50).get("v", [])
        except ValueError:
            return None
        return names[0] if len(names) == 1 else ""
    if host in _HOSTS or host in _EMBED_HOSTS:
        match = _PATH.fullmatch(path)
        return match[1] if match else None
    return None


def check_media_name(name: Any, field: str = "media") -> str:
    """The plain name of a media file: no folder, no leading dot, nothing to climb out with."""
    if not isinstance(name, str) or not _MEDIA.fullmatch(name):
        raise InputError("expected the plain name of a media file, such as clip.mp4", field=field)
    return name


def seconds(value: Any, field: str) -> float:
    """A place in a video in seconds, to the millisecond; `1:23` and `1:02:03.5` are read as on a clock."""
    if isinstance(value, str):
        match = _CLOCK.fullmatch(value.strip())
        if not match:
            raise InputError("expected seconds, such as 83.5 or 1:23.5", field=field)
        number = int(match[1] or 0) * 3600 + int(match[2] or 0) * 60 + float(match[3])
    elif isinstance(value, bool) or not isinstance(value, int | float):
        raise InputError("expected seconds, such as 83.5 or 1:23.5", field=field)
    else:
        number = float(value) if abs(value) <= _LATEST else math.inf
    if not 0 <= number <= _LATEST:
        raise InputError("expected seconds from 0 to 24 hours", field=field)
    return round(number, 3) + 0.0


def check_window(
    start: Any, end: Any, *, shortest: float = SHORTEST, longest: float | None = LONGEST
) -> tuple[float, float]:
    """Start and end of a segment: finite, start before end, its length within the limits."""
    first, last = seconds(start, "start"), seconds(end, "end")
    if first >= last:
        raise InputError("the end must come after the start", field="end")
    length = round(last - first, 3)
    if length < shortest:
        raise InputError(f"the segment lasts {length:g} s, expected at least {shortest:g} s", field="end")
    if longest is not None and length > longest:
        raise InputError(f"the segment lasts {length:g} s, expected at most {longest:g} s", field="end")
    return first, last
