"""Clips that people submit (Chen and Dolan 2011, section 3.2): links, uploaded files, and their moderation.

Workers hand in a link to a video with a start and an end; a moderator approves each or refuses it with a
reason; an approved one becomes an item of a campaign that describes clips. A link is only taken apart, never
followed; uploaded files are `media`.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from likewise.collect import videos
from likewise.collect.answers import accept, get_answer, reject
from likewise.collect.campaigns import Actor, Ref, actor, add_items, find_campaign, get_campaign, record
from likewise.collect.media import MEDIA_LIMIT, Media, is_media_name, open_media, store_media, sweep_media
from likewise.collect.people import find_worker
from likewise.collect.schema import answers, clips, items, sa
from likewise.collect.store import Store
from likewise.collect.videos import check_url
from likewise.errors import InputError, RefusedError

__all__ = [
    "MEDIA_LIMIT",
    "REASONS",
    "Clip",
    "Media",
    "add_clip",
    "check_url",
    "get_clip",
    "moderate",
    "open_media",
    "pending_clips",
    "store_media",
    "sweep_media",
    "to_item",
]

REASONS = ("text-or-subtitles", "several-events", "inappropriate", "too-long", "other")
VERDICTS = ("approved", "refused")


@dataclass(frozen=True, slots=True)
class Clip:
    """A submitted clip: `source` is youtube or file, `reference` the video's id or the file's name."""

    id: int
    campaign_id: int
    worker_id: int | None
    answer_id: int | None
    item_id: int | None
    source: str
    reference: str
    start: float
    stop: float
    state: str
    reason: str | None
    note: str | None
    created: int

    @property
    def key(self) -> str:
        """The name of the segment, as in the MSVD corpus: video, start, end."""
        return f"{self.reference}_{self.start:g}_{self.stop:g}"

    def stimulus(self) -> dict[str, Any]:
        """The clip as the stimulus of a task that describes it."""
        place = "youtube" if self.source == "youtube" else "media"
        return {place: self.reference, "start": self.start, "end": self.stop}


_SELECT = sa.select(*(clips.c[name] for name in Clip.__slots__)).order_by(clips.c.id)


def add_clip(
    store: Store,
    campaign: Ref,
    *,
    start: Any,
    end: Any,
    url: str | None = None,
    media: str | None = None,
    worker_id: int | None = None,
) -> Clip:
    """Submit a clip by link or by the name of a stored file; it waits for a moderator."""
    if (url is None) == (media is None):
        raise InputError("expected a link or a media file", field="url")
    if media is not None and not is_media_name(media):
        raise InputError("expected the name of a stored media file", field="media")
    reference = media if url is None else check_url(url).youtube
    first, last = videos.check_window(start, end, shortest=0, longest=None)
    row = {
        "source": "file" if url is None else "youtube",
        "reference": reference,
        "start": first,
        "stop": last,
    }
    now = store.now()

    def write(connection: sa.Connection) -> Clip:
        place = find_campaign(connection, campaign).id
        if worker_id is not None:
            find_worker(connection, worker_id)
        more = {"campaign_id": place, "worker_id": worker_id, "state": "pending", "created": now}
        added = connection.execute(
            sa.insert(clips).values({**row, **more}).returning(clips.c.id)
        ).scalar_one()
        return _find(connection, added)

    return store.transact(write)


def get_clip(store: Store, clip_id: int) -> Clip:
    """The clip of this id."""
    with store.read() as connection:
        return _find(connection, clip_id)


def _find(connection: sa.Connection, clip_id: int, *, lock: bool = False) -> Clip:
    query = _SELECT.where(clips.c.id == clip_id)
    row = None
    if 0 < clip_id < 2**63:
        row = connection.execute(query.with_for_update() if lock else query).first()
    if row is None:
        raise RefusedError("not-found", "there is no such clip")
    return Clip(*row)


def pending_clips(store: Store, campaign: Ref) -> list[Clip]:
    """The moderation queue, the oldest first; answers to a clip task are taken in as they come."""
    current = get_campaign(store, campaign)
    if current.task == "clip":
        store.transact(lambda connection: _gather(connection, current.id))
    query = _SELECT.where(clips.c.campaign_id == current.id, clips.c.state == "pending")
    with store.read() as connection:
        return [Clip(*row) for row in connection.execute(query)]


def _gather(connection: sa.Connection, campaign_id: int) -> int:
    """Make clips of the answers that have none yet; how many. Holding the campaign, one at a time does it."""
    find_campaign(connection, campaign_id, lock=True)
    known = sa.exists().where(clips.c.answer_id == answers.c.id)
    query = sa.select(answers.c.id, answers.c.worker_id, answers.c.payload, answers.c.created).where(
        answers.c.campaign_id == campaign_id, answers.c.state != "rejected", ~known
    )
    rows = [
        {
            "campaign_id": campaign_id,
            "worker_id": worker_id,
            "answer_id": answer_id,
            "source": "youtube",
            "reference": check_url(payload["url"]).youtube,
            "start": payload["start"],
            "stop": payload["end"],
            "state": "pending",
            "created": created,
        }
        for answer_id, worker_id, payload, created in connection.execute(query.order_by(answers.c.id))
    ]
    if rows:
        connection.execute(sa.insert(clips), rows)
    return len(rows)


def moderate(
    store: Store, clip_id: int, by: Actor, verdict: str, reason: str | None = None, note: str | None = None
) -> Clip:
    """Approve or refuse a clip, once; the answer that brought it is accepted or rejected if it waits."""
    if verdict not in VERDICTS:
        raise InputError(f"expected one of {', '.join(VERDICTS)}", field="verdict")
    if verdict == "refused" and reason not in REASONS:
        raise InputError(f"expected one of {', '.join(REASONS)}", field="reason")
    if note is not None and (len(note) > 2000 or "\0" in note):
        raise InputError("expected a note of at most 2000 characters", field="note")
    clip = get_clip(store, clip_id)
    if clip.state != "pending":
        raise RefusedError("already-decided", f"this clip was {clip.state} already")
    # The answer first: cut off between the two, the clip still waits, and deciding it again ends it.
    if clip.answer_id is not None:
        _decide_answer(store, clip.answer_id, by, verdict, reason)
    now = store.now()

    def write(connection: sa.Connection) -> Clip:
        if _find(connection, clip_id, lock=True).state != "pending":
            raise RefusedError("already-decided", "this clip was decided already")
        values = {"state": verdict, "reason": reason if verdict == "refused" else None, "note": note}
        change = sa.update(clips).where(clips.c.id == clip_id)
        connection.execute(change.values(**values, actor=actor(by), decided=now))
        record(connection, by, f"clip-{verdict}", f"clip:{clip_id}", now, reason=reason)
        return _find(connection, clip_id)

    return store.transact(write)


def _decide_answer(store: Store, answer_id: int, by: Actor, verdict: str, reason: str | None) -> None:
    if get_answer(store, answer_id).state != "pending":
        return
    with suppress(RefusedError):  # decided by another at this moment
        if verdict == "approved":
            accept(store, answer_id, by)
        else:
            reject(store, answer_id, by, reason or "other")


def to_item(store: Store, clip_id: int, campaign: Ref, by: Actor = None) -> int:
    """Make an approved clip an item of a campaign that describes clips; gives the item's id.

    A segment that is there already is not added again.
    """
    clip, place = get_clip(store, clip_id), get_campaign(store, campaign)
    if clip.state != "approved":
        raise RefusedError("not-allowed", "only an approved clip can become an item")
    if place.task != "describe":
        raise InputError("expected a campaign that describes clips", field="campaign")
    if clip.item_id is not None:
        return clip.item_id
    same = sa.select(items.c.id).where(items.c.campaign_id == place.id, items.c.key == clip.key)
    with store.read() as connection:
        there_already = connection.execute(same).scalar()
    if there_already is None:
        with suppress(InputError):  # another added the same segment at this moment
            add_items(store, place, [clip.stimulus()], keys=[clip.key])
    now = store.now()

    def write(connection: sa.Connection) -> int:
        item_id = connection.execute(same).scalar_one()
        connection.execute(sa.update(clips).where(clips.c.id == clip_id).values(item_id=item_id))
        record(connection, by, "clip-to-item", f"clip:{clip_id}", now, item=item_id)
        return int(item_id)

    return store.transact(write)
