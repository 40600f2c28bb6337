"""Links and segments: what is read, and what an attacker may try."""

from __future__ import annotations

import math
import socket

import pytest
from hypothesis import given, strategies as st

from likewise.collect.videos import Video, check_id, check_media_name, check_url, check_window, seconds
from likewise.errors import InputError

ID = "dQw4w9WgXcQ"


@pytest.mark.parametrize(
    "url",
    [
        f"https://www.youtube.com/watch?v={ID}",
        f"http://youtube.com/watch?v={ID}&t=42s",
        f"https://m.youtube.com/watch?list=PL1&v={ID}#top",
        f"https://music.youtube.com/watch?v={ID}",
        f"https://WWW.YouTube.com/watch/?v={ID}",
        f"https://youtu.be/{ID}",
        f"https://youtu.be/{ID}?si=abc",
        f"youtu.be/{ID}/",
        f"  www.youtube.com/shorts/{ID}\n",
        f"https://www.youtube.com/embed/{ID}?start=3",
        f"https://www.youtube.com/live/{ID}",
        f"https://www.youtube-nocookie.com/embed/{ID}",
    ],
)
def test_links_to_one_video(url: str) -> None:
    assert check_url(url) == Video(ID)
    assert check_url(check_url(url).url) == Video(ID)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "no link",
        None,
        7,
        "https://example.com/watch?v=" + ID,
        "https://youtube.com.example.com/watch?v=" + ID,
        "https://example.com/?u=https://youtu.be/" + ID,
        f"https://youtube.com@169.254.169.254/watch?v={ID}",
        f"https://www.youtube.com:8080/watch?v={ID}",
        f"https://user:word@www.youtube.com/watch?v={ID}",
        "http://169.254.169.254/latest/meta-data",
        "http://localhost:8000/admin",
        "http://[::1]/",
        "http://[youtube.com/watch?v=" + ID,
        "file:///etc/passwd",
        f"javascript:alert(1)//youtu.be/{ID}",
        f"ftp://youtu.be/{ID}",
        f"https://www.youtube.com\\@example.com/watch?v={ID}",
        f"https://www.youtube.com\t/watch?v={ID}",
        f"https://www.youtube.com/watch?v={ID}\x00",
        f"https://www.youtube.com/watch?v={ID}&v=aaaaaaaaaaa",
        "https://www.youtube.com/watch?v=short",
        "https://www.youtube.com/watch?v=" + "a" * 12,
        "https://www.youtube.com/watch?v=%22onload%3D1",
        "https://www.youtube.com/channel/" + ID,
        f"https://www.youtube.com/redirect?q=https://youtu.be/{ID}",
        f"https://youtu.be/{ID}/../x",
        f"https://ｙoutube.com/watch?v={ID}",
        f"https://youtu.be./{ID}",
        f"https://youtu.be/{ID}?" + "a=1&" * 700,
        "https://www.youtube.com/watch?" + "&".join(["a=1"] * 60) + f"&v={ID}",
    ],
)
def test_everything_else_is_refused(url: object) -> None:
    with pytest.raises(InputError) as caught:
        check_url(url)
    assert caught.value.field == "url"


def test_nothing_is_fetched(monkeypatch: pytest.MonkeyPatch) -> None:
    def no(*_: object, **__: object) -> None:
        raise AssertionError("a link was looked up")

    monkeypatch.setattr(socket, "socket", no)
    monkeypatch.setattr(socket, "getaddrinfo", no)
    check_url(f"https://youtu.be/{ID}")


@given(st.text() | st.from_regex(r"https?://[a-z@:.\[\]]{1,20}/[a-z?=&%]{0,20}"))
def test_any_text_is_a_video_or_refused(text: str) -> None:
    try:
        video = check_url(text)
    except InputError:
        return
    assert check_id(video.youtube) == video


def test_the_player_is_muted_and_keeps_to_the_segment() -> None:
    assert Video(ID).embed(3.7, 9.2) == (
        f"https://www.youtube-nocookie.com/embed/{ID}?start=3&end=10&mute=1&rel=0"
    )


@pytest.mark.parametrize("name", ["clip.mp4", "a1b2-c3_d4.webm", "x", "a.b.ogg", "-1yNxj9Q.avi"])
def test_media_names(name: str) -> None:
    assert check_media_name(name) == name


@pytest.mark.parametrize(
    "name",
    [
        "",
        ".",
        "..",
        "../x.mp4",
        "a/b.mp4",
        "a\\b.mp4",
        ".hidden",
        "a..mp4",
        "/etc/passwd",
        "a\x00.mp4",
        "a b",
        None,
        "clip.mp4\n",
        "x" * 300,
        "ä.mp4",
        "c:x.mp4",
        "%2e%2e",
    ],
)
def test_media_names_cannot_climb(name: object) -> None:
    with pytest.raises(InputError):
        check_media_name(name)


@pytest.mark.parametrize(
    ("value", "read"),
    [
        (0, 0.0),
        (3, 3.0),
        ("3.25", 3.25),
        ("1:23", 83.0),
        ("1:02:03.5", 3723.5),
        (" 7 ", 7.0),
        (1.23456, 1.235),
    ],
)
def test_seconds(value: object, read: float) -> None:
    assert seconds(value, "start") == read


@pytest.mark.parametrize(
    "value",
    [
        math.nan,
        math.inf,
        -math.inf,
        -1,
        -0.001,
        True,
        None,
        "",
        "nan",
        "inf",
        "1e3",
        "1_0",
        "-1",
        "٣",
        [],
        1e300,
        10**400,
        90_000,
        "1:2:3:4",
        "99:99:99",
    ],
)
def test_no_seconds(value: object) -> None:
    with pytest.raises(InputError) as caught:
        seconds(value, "start")
    assert caught.value.field == "start"


def test_the_window() -> None:
    assert check_window(0, 4) == (0.0, 4.0)
    assert check_window("0:10", "0:20") == (10.0, 20.0)
    assert check_window(0.1, 4.1) == (0.1, 4.1)
    assert check_window(0, 600, shortest=0, longest=None) == (0.0, 600.0)
    for start, end in [(5, 5), (6, 5), (1.0001, 1.0002)]:
        with pytest.raises(InputError, match="after the start"):
            check_window(start, end, shortest=0)
    with pytest.raises(InputError, match="at least 4 s"):
        check_window(0, 3.9)
    with pytest.raises(InputError, match="at most 10 s"):
        check_window(0, 10.001)
    for start, end, field in [(math.nan, 5, "start"), (0, math.nan, "end"), (0, math.inf, "end")]:
        with pytest.raises(InputError) as caught:
            check_window(start, end)
        assert caught.value.field == field


@given(st.floats(), st.floats())
def test_a_window_that_passes_is_one(start: float, end: float) -> None:
    try:
        first, last = check_window(start, end)
    except InputError:
        return
    assert 0 <= first < last
    assert 4 <= round(last - first, 3) <= 10
    assert check_window(first, last) == (first, last)
