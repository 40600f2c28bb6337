"""A small film for the player: frames that the browser encodes, in a WebM file that is written here."""

from __future__ import annotations

import base64
import struct
from typing import Any

__all__ = ["film"]

_ENCODE = """async ({frames, rate, size}) => {
  const found = [];
  const encoder = new VideoEncoder({
    output: (chunk) => {
      const data = new Uint8Array(chunk.byteLength);
      chunk.copyTo(data);
      found.push(btoa(String.fromCharCode(...data)));
    },
    error: (error) => { throw error; },
  });
  encoder.configure({codec: "vp8", width: size, height: size, bitrate: 100_000, framerate: rate});
  const canvas = new OffscreenCanvas(size, size);
  const paper = canvas.getContext("2d");
  for (let n = 0; n < frames; n++) {
    paper.fillStyle = `hsl(${(360 * n) / frames} 80% 50%)`;
    paper.fillRect(0, 0, size, size);
    paper.fillStyle = "#fff";
    paper.fillRect((size * n) / frames, size / 3, size / 8, size / 3);
    const frame = new VideoFrame(canvas, {timestamp: (1e6 * n) / rate});
    encoder.encode(frame, {keyFrame: true});
    frame.close();
  }
  await encoder.flush();
  return found;
}"""


def film(page: Any, seconds: int = 3, rate: int = 10, size: int = 96) -> bytes:
    """A film of a bar that moves over changing colours; every frame can be jumped to."""
    frames = page.evaluate(_ENCODE, {"frames": seconds * rate, "rate": rate, "size": size})
    blocks = [
        _element(0xA3, b"\x81" + struct.pack(">hB", n % rate * 1000 // rate, 0x80) + base64.b64decode(frame))
        for n, frame in enumerate(frames)
    ]
    clusters = [
        _element(0x1F43B675, _number(0xE7, second * 1000), *blocks[second * rate : (second + 1) * rate])
        for second in range(seconds)
    ]
    info = _element(
        0x1549A966,
        _number(0x2AD7B1, 1_000_000),  # times are milliseconds
        _element(0x4489, struct.pack(">d", seconds * 1000)),
        _element(0x4D80, b"tests"),
        _element(0x5741, b"tests"),
    )
    picture = _element(0xE0, _number(0xB0, size), _number(0xBA, size))
    entry = [_number(0xD7, 1), _number(0x73C5, 1), _number(0x83, 1), _element(0x86, b"V_VP8"), picture]
    tracks = _element(0x1654AE6B, _element(0xAE, *entry))
    head = len(info) + len(tracks)
    places, at = _cues([0] * seconds), head
    at += len(places)
    starts = []
    for cluster in clusters:
        starts.append(at)
        at += len(cluster)
    names = [(0x4286, 1), (0x42F7, 1), (0x42F2, 4), (0x42F3, 8), (0x4287, 2), (0x4285, 2)]
    kind = _element(0x1A45DFA3, *(_number(*pair) for pair in names), _element(0x4282, b"webm"))
    return kind + _element(0x18538067, info, tracks, _cues(starts), *clusters)


def _cues(starts: list[int]) -> bytes:
    """Where each second begins, so that the player can jump."""
    points = [
        _element(
            0xBB,
            _number(0xB3, second * 1000),
            _element(0xB7, _number(0xF7, 1), _number(0xF1, start)),
        )
        for second, start in enumerate(starts)
    ]
    return _element(0x1C53BB6B, *points)


def _element(name: int, *parts: bytes) -> bytes:
    body = b"".join(parts)
    head = name.to_bytes((name.bit_length() + 7) // 8, "big")
    return head + (len(body) | 1 << 56).to_bytes(8, "big") + body


def _number(name: int, value: int) -> bytes:
    return _element(name, value.to_bytes(8, "big"))
