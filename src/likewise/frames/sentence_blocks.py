"""The sentences of a text that was read as one: runs of tokens that no arc and no role leaves."""

from __future__ import annotations

from likewise.frames.framed_sentence import FramedSentence

__all__ = ["sentence_blocks"]


def sentence_blocks(sentence: FramedSentence) -> list[tuple[int, int]]:
    """First token and end of each, in order; one where there are no trees."""
    size = len(sentence.tokens)
    if not size:
        return []
    if all(head < 0 for head in sentence.heads):
        return [(0, size)]
    reach = list(range(size))
    """How far what begins at a token, or before it, goes on."""
    spans = [(min(k, head), max(k, head)) for k, head in enumerate(sentence.heads) if head >= 0]
    for frame in sentence.frames:
        places = [frame.predicate, *(role.span for role in frame.roles)]
        spans.append((min(start for start, _ in places), max(end for _, end in places) - 1))
    for start, last in spans:
        reach[start] = max(reach[start], last)
    blocks, begin, furthest = list[tuple[int, int]](), 0, 0
    for k in range(size):
        furthest = max(furthest, reach[k])
        if furthest == k:
            blocks.append((begin, k + 1))
            begin = k + 1
    return blocks
