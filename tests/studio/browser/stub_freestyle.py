"""A stand-in for the process of the page Freestyle: lines rhyme that end in the same two letters."""

from __future__ import annotations

from typing import Any

import pytest

COPIED = {"origin": "training", "line": "the <i>old</i> sea", "run": "old sea"}
WHY = {"source": "sea", "target": "me", "strength": 0.25, "seen": [["by the sea", "come with me"]]}
USE = {"source": "sea", "target": "me", "kind": "rhyme", "probability": 0.125, "source_span": [0, 1],
       "target_span": [0, 1]}  # fmt: skip


def response(text: str, **more: Any) -> dict[str, Any]:
    """A response as a model gives it."""
    return {"text": text, "score": -3.5, "rhyme": True, "uses": [USE], "copied": None, "why": WHY} | more


def stub_freestyle(service: Any, monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """Have a service answer by itself; gives what it is asked."""
    seen: list[tuple[Any, ...]] = []

    def respond(model: Any, challenge: str, **wishes: Any) -> list[dict[str, Any]]:
        seen.append(("respond", model.name, challenge, wishes))
        if challenge == "silence":
            return []
        kinds = (("and look <b>at</b> me", {}), ("you see", {"copied": COPIED}), ("no", {"rhyme": None}))
        return [response(text, **more) for text, more in kinds]

    def write(model: Any, scheme: str, lines: Any, **more: Any) -> list[dict[str, Any]]:
        seen.append(("write", model.name, scheme, dict(lines), more))
        texts = [lines.get(k, f"line {k} goes on") for k in range(len(scheme))]
        return [
            {"text": text, "label": label, "response": response(text)}
            for text, label in zip(texts, scheme, strict=True)
        ]

    def schemes(stanzas: list[list[str]], mode: str, lang: str) -> dict[str, Any]:
        lines = [line for stanza in stanzas for line in stanza]
        seen.append(("schemes", stanzas, mode, lang))
        labels = ["A", "A", "B", "C", *"DEDE", *"FGGF"]
        cuts = [2, *(cut for cut in (4, 8) if cut < len(lines))]
        return {"labels": labels[: len(lines)], "cuts": cuts, "confidence": [0.9] * len(lines)}

    def rhymes(pairs: list[tuple[str, str]], lang: str) -> list[bool]:
        return [one[-2:] == other[-2:] for one, other in pairs]

    for name, stand_in in {"respond": respond, "write": write, "schemes": schemes, "rhymes": rhymes}.items():
        monkeypatch.setattr(service, name, stand_in)
    return seen
