"""A clip as a stimulus: where it is, its segment, and how a page shows it (Figure 1 of the paper)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from likewise.collect import videos
from likewise.errors import InputError

__all__ = ["check_clip", "clip_view"]

_PLACES = ("youtube", "url", "media")


def check_clip(values: Mapping[str, Any]) -> dict[str, Any]:
    """`youtube` or `media` with `start` and `end`; a link in `url` becomes the id in `youtube`."""
    named = [place for place in _PLACES if values.get(place) is not None]
    if len(named) != 1:
        raise InputError("expected a clip: one of youtube (id), url or media (file name)", field="youtube")
    (place,) = named
    if place == "media":
        where = {"media": videos.check_media_name(values["media"])}
    elif place == "url":
        where = {"youtube": videos.check_url(values["url"]).youtube}
    else:
        where = {"youtube": videos.check_id(values["youtube"]).youtube}
    start, end = videos.check_window(values.get("start"), values.get("end"), shortest=0, longest=None)
    return where | {"start": start, "end": end}


def clip_view(values: Mapping[str, Any]) -> dict[str, Any]:
    """What a player needs: "youtube" with "embed" or "media", "start", "end", "seconds", "muted", "buttons".

    A media file is played by the page; where it lies is the studio's to know.
    """
    clip = check_clip(values)
    start, end = clip["start"], clip["end"]
    if "youtube" in clip:
        clip["embed"] = videos.Video(clip["youtube"]).embed(start, end)
    return {
        "kind": "video",
        **clip,
        "seconds": round(end - start, 3),
        "muted": True,
        "buttons": {"segment": "Play segment", "entire": "Play entire video"},
    }
