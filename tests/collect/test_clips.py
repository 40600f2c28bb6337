"""Clips: media files, the moderation queue, and the way into a campaign."""

from __future__ import annotations

import io
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from likewise.collect import clips
from likewise.collect.answers import get_answer, submit
from likewise.collect.campaigns import add_items, create_campaign
from likewise.collect.ledger import balance, check
from likewise.collect.media import sniff
from likewise.collect.store import Store
from likewise.errors import InputError, RefusedError

MP4 = b"\x00\x00\x00\x18ftypmp42" + bytes(5000)
WEBM = b"\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\x82\x84webm" + bytes(100)
OGG = b"OggS" + bytes(100)
LINK = "https://www.youtube.com/watch?v=mv89psg6zh4"


class Broken(io.BytesIO):
    """A sender who goes away in the middle."""

    def read(self, size: int | None = -1) -> bytes:
        if self.tell() > 4000:
            raise ConnectionError("gone")
        return super().read(min(size or 1000, 1000))


class TestMedia:
    @pytest.mark.parametrize(
        ("content", "suffix", "kind"),
        [(MP4, "mp4", "video/mp4"), (WEBM, "webm", "video/webm"), (OGG, "ogv", "video/ogg")],
    )
    def test_kept_under_a_random_name(self, tmp_path: Path, content: bytes, suffix: str, kind: str) -> None:
        folder = tmp_path / "media"
        one = clips.store_media(folder, "../../etc/passwd", io.BytesIO(content))
        two = clips.store_media(folder, "clip.exe", io.BytesIO(content))
        assert one.name != two.name
        assert (one.type, one.size) == (kind, len(content))
        assert sorted(os.listdir(folder)) == sorted([one.name, two.name])
        assert one.name.endswith(f".{suffix}")
        handle, found = clips.open_media(folder, one.name)
        with handle:
            assert (handle.read(), found) == (content, one)

    @pytest.mark.parametrize(
        "content",
        [
            b"",
            b"ftyp",
            b"<html><script>alert(1)</script>",
            b"\x1a\x45\xdf\xa3\x9f\x42\x82\x88matroska",
            b"PK\x03\x04",
            b"GIF89a",
        ],
    )
    def test_what_is_no_video_is_refused(self, tmp_path: Path, content: bytes) -> None:
        with pytest.raises(InputError, match="expected an MP4, WebM or Ogg video"):
            clips.store_media(tmp_path, "clip.mp4", io.BytesIO(content))
        assert os.listdir(tmp_path) == []

    def test_too_large(self, tmp_path: Path) -> None:
        with pytest.raises(InputError, match="larger than"):
            clips.store_media(tmp_path, "clip.mp4", io.BytesIO(MP4), limit=len(MP4) - 1)
        assert os.listdir(tmp_path) == []
        assert clips.store_media(tmp_path, "clip.mp4", io.BytesIO(MP4), limit=len(MP4)).size == len(MP4)

    def test_half_an_upload_leaves_nothing(self, tmp_path: Path) -> None:
        with pytest.raises(ConnectionError):
            clips.store_media(tmp_path, "clip.mp4", Broken(MP4 + bytes(10**5)))
        assert os.listdir(tmp_path) == []

    def test_what_a_crash_left_is_swept(self, tmp_path: Path) -> None:
        old, fresh = tmp_path / f"{'a' * 22}.part", tmp_path / f"{'b' * 22}.part"
        for path in (old, fresh, tmp_path / "mine.part"):
            path.write_bytes(b"x")
        os.utime(old, (0, 0))
        os.utime(tmp_path / "mine.part", (0, 0))
        assert clips.sweep_media(tmp_path) == 1
        assert sorted(os.listdir(tmp_path)) == [fresh.name, "mine.part"]

    @pytest.mark.parametrize(
        "name",
        [
            "../secret.mp4",
            "/etc/passwd",
            "..",
            "",
            "a.mp4",
            f"{'a' * 22}.mp4\0",
            f"{'a' * 22}.mp4\n",
            f"{'a' * 22}.part",
            f"{'a' * 20}/..mp4",
            f"{'a' * 22}.mp4",
            "ａ" * 22 + ".mp4",
        ],
    )
    def test_no_other_name_is_found(self, tmp_path: Path, name: str) -> None:
        (tmp_path / "secret.mp4").write_bytes(MP4)
        folder = tmp_path / "media"
        with pytest.raises(RefusedError, match="no such media file"):
            clips.open_media(folder, name)

    def test_links_are_not_followed(self, tmp_path: Path) -> None:
        folder = tmp_path / "media"
        folder.mkdir()
        (tmp_path / "secret").write_bytes(b"secret")
        name = f"{'a' * 22}.mp4"
        (folder / name).symlink_to(tmp_path / "secret")
        with pytest.raises(RefusedError):
            clips.open_media(folder, name)
        os.mkfifo(folder / f"{'b' * 22}.mp4")
        os.mkdir(folder / f"{'c' * 22}.mp4")
        for letter in "bc":
            with pytest.raises(RefusedError):
                clips.open_media(folder, f"{letter * 22}.mp4")

    def test_a_file_is_no_folder(self, tmp_path: Path) -> None:
        (tmp_path / "media").write_bytes(b"")
        with pytest.raises(InputError, match="expected a folder"):
            clips.store_media(tmp_path / "media", "clip.mp4", io.BytesIO(MP4))

    def test_sniff(self) -> None:
        assert [sniff(c) for c in (MP4, WEBM, OGG, b"", b"RIFF")] == ["mp4", "webm", "ogv", None, None]


@pytest.fixture
def finding(store: Store, make_scene: Callable[..., Any]) -> Any:
    """A campaign that looks for clips, its answers waiting for a decision."""
    scene = make_scene(store, items=0, task="clip", title="Find", auto_accept=False)
    add_items(store, scene.campaign, [{}, {}, {}])
    return scene


def hand_in(scene: Any, worker: int = 0, start: float = 33, end: float = 40) -> int:
    payload = {"url": LINK, "start": start, "end": end}
    return submit(scene.store, scene.workers[worker], scene.take(worker).token, payload).id


class TestModeration:
    def test_answers_come_into_the_queue_once(self, finding: Any) -> None:
        store = finding.store
        hand_in(finding)
        hand_in(finding, worker=1, start=1, end=6)
        assert clips.pending_clips(store, finding.campaign) == clips.pending_clips(store, finding.campaign)
        one, two = clips.pending_clips(store, finding.campaign)
        assert (one.source, one.reference, one.start, one.stop) == ("youtube", "mv89psg6zh4", 33, 40)
        assert (one.worker_id, two.worker_id) == tuple(finding.workers)
        assert one.key == "mv89psg6zh4_33_40"

    def test_approving_accepts_and_pays(self, finding: Any) -> None:
        store, answer = finding.store, hand_in(finding)
        (clip,) = clips.pending_clips(store, finding.campaign)
        assert clips.moderate(store, clip.id, "anna", "approved").state == "approved"
        assert get_answer(store, answer).state == "accepted"
        assert balance(store, finding.workers[0]) == 1
        assert clips.pending_clips(store, finding.campaign) == []
        assert check(store) == []

    def test_refusing_needs_a_known_reason(self, finding: Any) -> None:
        store, answer = finding.store, hand_in(finding)
        (clip,) = clips.pending_clips(store, finding.campaign)
        for reason in (None, "", "ugly"):
            with pytest.raises(InputError, match="text-or-subtitles"):
                clips.moderate(store, clip.id, "anna", "refused", reason)
        found = clips.moderate(store, clip.id, "anna", "refused", "several-events", note="two dogs, one cat")
        assert (found.state, found.reason, found.note) == ("refused", "several-events", "two dogs, one cat")
        assert get_answer(store, answer).state == "rejected"
        assert balance(store, finding.workers[0]) == 0

    def test_once(self, finding: Any) -> None:
        hand_in(finding)
        (clip,) = clips.pending_clips(finding.store, finding.campaign)
        clips.moderate(finding.store, clip.id, "anna", "approved")
        with pytest.raises(RefusedError, match="already") as caught:
            clips.moderate(finding.store, clip.id, "otto", "refused", "other")
        assert caught.value.code == "already-decided"
        with pytest.raises(InputError, match="approved, refused"):
            clips.moderate(finding.store, clip.id, "otto", "maybe")
        with pytest.raises(RefusedError, match="no such clip"):
            clips.moderate(finding.store, 99, "otto", "approved")

    def test_an_interrupted_decision_can_be_made_again(
        self, finding: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        hand_in(finding)
        (clip,) = clips.pending_clips(finding.store, finding.campaign)

        def crash(*_: Any, **__: Any) -> None:
            raise KeyboardInterrupt

        with monkeypatch.context() as patch:
            patch.setattr(clips, "record", crash)
            with pytest.raises(KeyboardInterrupt):
                clips.moderate(finding.store, clip.id, "anna", "approved")
        assert clips.get_clip(finding.store, clip.id).state == "pending"
        clips.moderate(finding.store, clip.id, "anna", "approved")
        assert balance(finding.store, finding.workers[0]) == 1
        assert check(finding.store) == []

    def test_uploaded_files(self, store: Store, scene: Any) -> None:
        name = f"{'a' * 22}.mp4"
        clip = clips.add_clip(store, scene.campaign, media=name, start=0, end="0:05")
        assert (clip.source, clip.reference, clip.stop) == ("file", name, 5)
        assert clips.pending_clips(store, scene.campaign) == [clip]

    @pytest.mark.parametrize(
        "bad",
        [
            {"start": 5, "end": 5},
            {"start": 6, "end": 5},
            {"start": float("nan"), "end": 5},
            {"url": "http://169.254.169.254/latest/meta-data"},
            {"url": "https://youtube.com.evil.example/watch?v=mv89psg6zh4"},
            {"url": None, "media": "../x.mp4"},
            {"url": None},
            {"media": f"{'a' * 22}.mp4"},
        ],
    )
    def test_bad_clips(self, scene: Any, bad: dict[str, Any]) -> None:
        with pytest.raises(InputError):
            clips.add_clip(scene.store, scene.campaign, **{"url": LINK, "start": 1, "end": 6} | bad)
        assert clips.pending_clips(scene.store, scene.campaign) == []


class TestToItem:
    def test_an_approved_clip_becomes_an_item_once(self, finding: Any) -> None:
        store = finding.store
        place = create_campaign(store, title="Describe", task="describe")
        hand_in(finding)
        hand_in(finding, worker=1)
        one, two = clips.pending_clips(store, finding.campaign)
        with pytest.raises(RefusedError, match="only an approved clip"):
            clips.to_item(store, one.id, place)
        for clip in (one, two):
            clips.moderate(store, clip.id, "anna", "approved")
        item = clips.to_item(store, one.id, place, "anna")
        assert clips.to_item(store, one.id, place) == item
        assert clips.to_item(store, two.id, place) == item  # the same segment
        assert clips.get_clip(store, one.id).item_id == item
        with pytest.raises(InputError, match="describes clips"):
            clips.to_item(store, one.id, finding.campaign)
