"""English text into words as the English Web Treebank of Universal Dependencies tells them apart.

Contractions fall into their parts ("don't": do n't), words with hyphens too unless the first part is a prefix
(twenty - five, e-mail). Text that was tokenised and escaped for translation systems is read as the text that
it was: entities (`&quot;`), `@-@`, "don 't". Every word keeps its place in the text as it was given.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

from likewise.text import split_sentences

__all__ = ["english_sentences", "english_words", "plain_word"]

Span = tuple[int, int]

_ENTITY = re.compile(r"&(?:#\d{1,6}|#x[0-9a-fA-F]{1,5}|[A-Za-z]{2,8});|@([-/,.:;_])@")
_QUOTES = str.maketrans({"’": "'", "‘": "'", "`": "'", "´": "'", "“": '"', "”": '"', "„": '"'})
_PREFIX = (
    "anti|arch|ante|auto|bi|bio|co|contra|counter|cross|cyber|e|eco|ex|extra|hyper|inter|intra|macro|mega"
    "|meta|micro|mid|mini|mono|multi|neo|non|over|post|pre|pro|proto|pseudo|psycho|quasi|re|semi|socio|sub"
    "|super|trans|tri|u|ultra|un|uni"
)
_FACE = r"(?:>?[:;=8][-'o^]?[()DPpO|/\\\[\]*3]+|[(\[][-']?[:;=]|\^_+\^|-_+-|<3|[xX]D|;\)|:\(+)"
_ADDRESS = (
    r"(?:https?|ftp)://[^\s<>\"]+|www\.[^\s<>\"]+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+"
    r"|[A-Za-z0-9][\w-]*(?:\.[\w-]+)*\.(?:com|org|net|edu|gov|info|co|uk|de|doc|docx|xls|xlsx|pdf|txt|html?|jpe?g|gif|zip)"
    r"(?:/[^\s<>\"]*)?"
)
_ABBREVIATION = (
    r"(?:Mr|Mrs|Ms|Dr|Prof|St|Sts|Rev|Gen|Gov|Col|Lt|Sgt|Capt|Cmdr|Maj|Pres|Sen|Rep|Reps|Sens|Hon|Jr|Sr|Inc|Ltd"
    r"|Co|Corp|Bros|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|Mon|Tues?|Wed|Thurs?|Thu|Fri|Sat|Sun|etc|vs"
    r"|esp|approx|dept|univ|assn|Ave|Blvd|Ft|Mt|Attn|e\.g|i\.e|eg|ie|al|fig|pp|vol|ed|est)\."
)
_TOKEN = re.compile(
    rf"""
    (?P<address>(?:{_ADDRESS})(?=$|[^\w]))
    |(?P<face>(?<![\w)]){_FACE}(?=$|[\s.,!?]))
    |(?P<rule>(?P<same>[-_=*~+\#])(?P=same)+[>|]?)
    |(?P<dots>\.{{2,}}|…\.*)
    |(?P<loud>[!?]+)
    |(?P<telephone>\d{{1,3}}(?:-\d{{3}})?-\d{{3}}-\d{{4}}|\d{{3}}-\d{{4}})(?![\w-])
    |(?P<fraction>[123](?=/[2348](?!\d|/)))
    |(?P<date>\d{{1,4}}(?:[-/.]\d{{1,2}}){{1,2}}[-/.]\d{{2,4}}|\d{{1,2}}/\d{{1,4}})(?![\w/])
    |(?P<ordinal>\d+(?:st|nd|rd|th|s)|'?\d0(?:'s|s))(?!\w)
    |(?P<clock>\d+(?::\d\d)?(?=[ap]\.?m\b))
    |(?P<half>[ap]\.m\.)
    |(?P<number>\d+(?:[,.:]\d+)*(?=$|\W)|\.\d+(?=$|\W))
    |(?P<unit>\d+(?:\.\d+)?(?=(?:am|pm|km|cm|mm|kg|lbs?|mph|hrs?|mins?|ft|yrs?|gb|mb|mhz|k|m)\b))
    |(?P<letters>(?:[A-Za-z]\.){{2,}}(?:[A-Za-z](?![A-Za-z]))?)
    |(?P<short>{_ABBREVIATION}(?!\w))
    |(?P<initial>(?-i:[A-Z]\.(?=\s+[A-Z])))
    |(?P<prefixed>(?:{_PREFIX})-(?=[^\W_])[^\W_]+(?:['][^\W_]+)*)
    |(?P<slashed>(?:w/o?|[a-zA-Z]/[a-zA-Z])(?!\w))
    |(?P<contraction>'(?:s|re|ve|ll|d|m|em|til|tis|twas|cause)(?!\w))
    |(?P<word>[^\W_]+(?:[_&](?=[^\W_])[^\W_]+|'[^\W_]+)*'?)
    |(?P<quotes>''|""|<<|>>|->|<-)
    |(?P<sign>\S)
    """,
    re.VERBOSE | re.IGNORECASE,
)
_END = re.compile(r"\.[\s)\]}\"']*")
_TAIL = re.compile(r"(?P<stem>.+?)(?P<tail>n't|'(?:s|re|ve|ll|d|m))\Z", re.IGNORECASE)
_PARTS = {
    "cannot": 3, "gonna": 3, "gotta": 3, "wanna": 3, "gimme": 3, "lemme": 3, "outta": 3, "dunno": 2,
    "dont": 2, "didnt": 3, "doesnt": 4, "cant": 2, "wont": 2, "isnt": 2, "arent": 3, "wasnt": 3, "werent": 4,
    "couldnt": 5, "wouldnt": 5, "shouldnt": 6, "havent": 4, "hasnt": 3, "hadnt": 3, "aint": 2, "im": 1,
    "ive": 1, "thats": 4, "whats": 4, "theres": 5, "hes": 2, "shes": 3, "youre": 3, "theyre": 4, "youve": 3,
    "theyve": 4,
}  # fmt: skip
"""Where words without a mark are cut."""
_MOSES = re.compile(
    r"(?<!\w)(?P<stem>do|does|did|is|are|was|were|have|has|had|ca|wo|would|could|should|ai|need|must|might|sha)"
    r"(?P<tail>n\s'\s?t)(?!\w)",
    re.IGNORECASE,
)
"""A contraction as the tokeniser of Moses cuts it."""


def english_words(text: str) -> tuple[list[str], list[Span]]:
    """The words of a sentence and where each stands in it; nothing but blanks stands between them."""
    plain, places = _unescaped(text)
    return _words(plain, places, 0, len(plain))


def english_sentences(text: str) -> list[tuple[list[str], list[Span]]]:
    """The words of each sentence of a text, and where they stand in the text."""
    plain, places = _unescaped(text)
    sentences = [_words(plain, places, start, end) for start, end in split_sentences(plain, "en")]
    return [one for one in sentences if one[0]]


def plain_word(word: str) -> str:
    """A word as the treebank would write it: entities and marks of tokenisers undone, straight quotes."""
    if "&" in word or "@" in word:
        word = _ENTITY.sub(lambda m: m[1] or unescape(m[0]), word) or word
    if word in ("``", "''"):
        return '"'
    return word.translate(_QUOTES) or word


def _words(plain: str, places: list[Span], start: int, end: int) -> tuple[list[str], list[Span]]:
    words, spans = list[str](), list[Span]()
    for first, last in _cuts(plain[start:end].translate(_QUOTES)):
        words.append(re.sub(r"\s+", "", plain[start + first : start + last]))
        spans.append((places[start + first][0], places[start + last - 1][1]))
    return words, spans


def _unescaped(text: str) -> tuple[str, list[Span]]:
    """The text without entities, and for each of its characters the place in the text as it was."""
    plain, places, at = list[str](), list[Span](), 0
    for match in _ENTITY.finditer(text):
        read = match[1] or unescape(match[0])
        if read == match[0] or read.isspace() != match[0].isspace():
            read = " " if read.isspace() else match[0]
        if read == match[0]:
            continue
        plain += text[at : match.start()]
        places += [(k, k + 1) for k in range(at, match.start())]
        plain += read
        places += [match.span()] * len(read)
        at = match.end()
    plain += text[at:]
    places += [(k, k + 1) for k in range(at, len(text))]
    return "".join(plain), places


def _cuts(text: str) -> Iterator[Span]:
    """Where words begin and end."""
    at = 0
    joined = {match.start(): match for match in _MOSES.finditer(text)}
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        if at in joined:
            yield joined[at].span("stem")
            yield joined[at].span("tail")
            at = joined[at].end()
            continue
        match = _TOKEN.match(text, at)
        end = match.end() if match else at + 1
        kind = match.lastgroup if match else None
        if kind == "address":
            end = at + len(text[at:end].rstrip(".,;:!?'\")]>"))
        if kind in ("short", "letters", "half") and _END.fullmatch(text, end - 1):
            end -= 1  # the stop is the sentence's
        if kind in ("word", "prefixed"):
            yield from _word_cuts(text, at, end)
        else:
            yield at, end
        at = end


def _word_cuts(text: str, start: int, end: int) -> Iterator[Span]:
    """A word in its parts."""
    word = text[start:end]
    if word[-1] == "'" and len(word) > 1:
        yield from _word_cuts(text, start, end - 1)
        yield end - 1, end
    elif word.lower() in _PARTS:
        cut = start + _PARTS[word.lower()]
        yield start, cut
        yield cut, end
    elif (match := _TAIL.match(word)) is not None:
        yield from _word_cuts(text, start, start + match.end("stem"))
        yield start + match.start("tail"), end
    else:
        yield start, end
