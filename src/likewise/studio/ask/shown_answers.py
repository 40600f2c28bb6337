"""Answers for their template: snippets in pieces, what to cite, percentages, the trace step by step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

__all__ = ["citation_of", "pieces_of", "shown", "told_in_a_line"]

TYPES = {
    "person": "a person", "location": "a place", "organization": "an organisation", "number": "a number",
    "time": "a time", "title": "a title", "thing": "a thing", "reason": "a reason",
}  # fmt: skip
SOURCES = {
    "glossary": "the glossary", "dictionary": "a dictionary", "names": "a dictionary of names",
    "phrases": "parallel texts", "neighbours": "words near it in meaning", "copied": "as it stands",
    "kana": "its sounds", "variant": "a regional variant", "numeral": "a numeral",
    "corrected": "your correction", "gold": "a translator",
}  # fmt: skip
STAGES = {
    "analysis": "What is asked for", "translation": "Translation", "retrieval": "Search",
    "extraction": "Places", "answers": "Answers",
}  # fmt: skip


def shown(told: Mapping[str, Any], given: Mapping[str, str]) -> dict[str, Any]:
    """What the template shows of what was told; `given` are the corrections of the form."""
    trace = told["trace"]
    answers = [_answer(one, told["lang"]) for one in told["answers"]]
    keywords = [
        _keyword(number, one, given, told["remembered"]) for number, one in enumerate(trace["keywords"], 1)
    ]
    return {
        "lang": told["lang"],
        "run": told["run"],
        "reason": told.get("reason", ""),
        "answers": answers,
        "said": told_in_a_line(told),
        "analysis": {**trace["analysis"], "wanted": TYPES.get(trace["analysis"]["answer_type"], "")},
        "keywords": keywords,
        "remembered": list(told["remembered"].items()),
        "combinations": trace["combinations"],
        "window": trace["window"],
        "queries": trace["queries"],
        "step": told["step"],
        "documents": trace["documents"],
        "ways": _names(one for hit in trace["documents"] for one in hit if one not in _HIT),
        "places": [_place(one) for one in trace["candidates"]],
        "seconds": _stages(trace["seconds"]),
    }


_SHOWN = 4
"""Translations of a keyword that are seen at once."""
_HIT = ("document", "title", "score", "step")


def told_in_a_line(told: Mapping[str, Any]) -> str:
    """What is read out when the answers have come."""
    answers = told["answers"]
    if not answers:
        return f"No good answer: {told.get('reason', '')}."
    best = answers[0]
    english = f", {best['english']}" if best.get("english") else ""
    begin = "1 answer" if len(answers) == 1 else f"{len(answers)} answers"
    if told.get("reason"):
        begin = "No good answer"
    return f"{begin}. The likeliest: {best['text']}{english}, {_percent(best['confidence'])} % sure."


def citation_of(answer: Mapping[str, Any], place: Mapping[str, Any]) -> str:
    """A line that names an answer and where it stands, for people and programs."""
    title = f" ({place['title']})" if place["title"] else ""
    english = f" ({answer['english']})" if answer.get("english") else ""
    return f"“{answer['text']}”{english}, {place['document']}{title}, {place['start']}-{place['end']}"


def pieces_of(place: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The snippet of a place in pieces: the answer and what stands around it, each with its words.

    A word that reaches over the edge of the answer is in two pieces, with the same gloss.
    """
    text, begin = place["snippet"], place["snippet_start"]
    first, last = place["start"] - begin, place["end"] - begin
    words = place.get("words", [])
    parts = []
    for start, end, is_answer in ((0, first, False), (first, last, True), (last, len(text), False)):
        if start < end:
            parts.append({"is_answer": is_answer, "words": list(_words(text, start, end, words))})
    return parts


def _words(text: str, start: int, end: int, words: Sequence[Sequence[Any]]) -> Iterator[dict[str, str]]:
    at = start
    for first, last, reading, english in words:
        first, last = max(first, at), min(last, end)
        if first >= last:
            continue
        if first > at:
            yield {"text": text[at:first], "gloss": ""}
        yield {"text": text[first:last], "gloss": " · ".join(part for part in (reading, english) if part)}
        at = last
    if at < end:
        yield {"text": text[at:end], "gloss": ""}


def _answer(one: Mapping[str, Any], lang: str) -> dict[str, Any]:
    places = [
        {**place, "pieces": pieces_of(place), "citation": citation_of(one, place)}
        for place in one["evidence"]
    ]
    glossed = [
        (places[0]["snippet"][start:end], reading, english)
        for start, end, reading, english in (places[0].get("words", []) if places else [])
    ]
    return {
        "text": one["text"],
        "english": one.get("english", ""),
        "reading": one.get("reading", ""),
        "forms": one.get("forms", []),
        "percent": _percent(one["confidence"]),
        "score": one["score"],
        "kind": TYPES.get(one["type"], one["type"]),
        "first": places[0] if places else None,
        "others": places[1:],
        "documents": one["documents"],
        "glossed": glossed,
        "lang": lang,
    }


def _keyword(
    number: int, one: Mapping[str, Any], given: Mapping[str, str], remembered: Mapping[str, str]
) -> dict[str, Any]:
    candidates = [_candidate(other) for other in one["candidates"]]
    used = [other for other in candidates if not other["pruned"]]
    main = [other for place, other in enumerate(used) if not place or other["percent"]][:_SHOWN]
    return {
        "number": number,
        "text": one["keyword"],
        "kind": one["kind"],
        "used": main,
        "less": len(used) - len(main),
        "candidates": candidates,
        "given": given.get(one["keyword"], ""),
        "is_remembered": one["keyword"] in remembered,
    }


def _candidate(one: Mapping[str, Any]) -> dict[str, Any]:
    names = [SOURCES.get(source, source) for source in one["sources"]]
    return {**one, "from": ", ".join(names), "percent": _percent(one["score"])}


def _place(one: Mapping[str, Any]) -> dict[str, Any]:
    parts = ", ".join(f"{name} {value:g}" for name, value in one["parts"].items())
    return {**one, "kind": TYPES.get(one["type"], one["type"]), "made_of": parts}


def _stages(seconds: Mapping[str, float]) -> list[dict[str, Any]]:
    most = max(seconds.values(), default=0.0) or 1.0
    return [
        {"name": STAGES.get(name, name), "ms": round(1000 * value), "share": round(value / most, 3)}
        for name, value in seconds.items()
    ]


def _names(values: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(values))


def _percent(share: float) -> int:
    return round(100 * min(max(share, 0.0), 1.0))
