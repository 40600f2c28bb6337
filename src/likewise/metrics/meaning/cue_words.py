"""Words that deny: not, never, nobody, without, fail to; and words that have a denial inside them."""

from __future__ import annotations

from functools import cache, lru_cache

from likewise.metrics.meaning.read_text import ReadText
from likewise.metrics.meaning.word_forms import lines_of, stripped

__all__ = ["cues_of", "has_denial_inside"]

CUES = frozenset(
    ["not", "n't", "never", "no", "nobody", "nothing", "none", "nowhere", "neither", "nor", "without",
     "hardly", "scarcely", "barely", "rarely", "seldom", "noone", "nought"]
)  # fmt: skip
_FAILURE = frozenset(["fail", "refuse", "decline", "neglect"])
_INSIDE = frozenset(
    ["fail", "refuse", "decline", "neglect", "lack", "deny", "avoid", "prevent", "stop", "unable", "absent",
     "miss", "missing", "unlikely", "forget", "few", "little", "reject", "doubt", "absence", "failure",
     "refusal",
     "cease", "quit", "unless", "except", "but", "yet", "only", "zero", "empty", "free", "forbid", "ban",
     "prohibit", "exempt", "exclude", "bar", "against", "off", "out", "away", "too", "far", "instead",
     "anything",
     "anyone", "any", "dead", "outside", "beyond", "nil", "skip", "unaware", "spare", "void", "decline"]
)  # fmt: skip
_NO_DENIAL = frozenset(
    ["不仅", "不僅", "不但", "非常", "不过", "不過", "不同", "无论", "無論", "未来", "未來", "别的", "別的"]
)
"""Chinese words that begin with a sign of denial and deny nothing."""
_TURNED = ("un", "in", "im", "ir", "il", "dis", "non", "mis")


@cache
def _foreign(lang: str) -> frozenset[str]:
    rows = [line.split("\t") for line in lines_of("denial_cues.tsv")]
    return frozenset(word for code, words in rows if code == lang for word in words.split())


def cues_of(read: ReadText) -> tuple[int, ...]:
    """The words of a text that deny, by themselves; a cue that stands twice for one denial counts once."""
    if read.lang == "en":
        return tuple(i for i, low in enumerate(read.lows) if _denies(read, i, low))
    cues = _foreign(read.lang)
    if read.lang in {"zh", "ja"}:
        return _signs(read, cues)
    found = [i for i, low in enumerate(read.lows) if low in cues]
    if read.lang == "fr":  # ne .. pas
        found = [i for i in found if read.lows[i] not in {"ne", "n'"}]
    return tuple(found)


def _denies(read: ReadText, i: int, low: str) -> bool:
    after = read.lows[i + 1] if i + 1 < len(read.lows) else ""
    before = read.lows[i - 1] if i else ""
    if low == "no":
        return after not in {
            "longer",
            "matter",
            "doubt",
            ".",
            "later",
            "sooner",
            "more",
            "fewer",
            "less",
            "one's",
        }
    if low == "not":
        return after not in {"only", "just", "merely", "later"}
    if low == "nor" and "neither" in read.lows[:i]:
        return False
    if low == "nothing" and after in {"but", "less"}:
        return False
    if low in CUES:
        return True
    return after == "to" and not _FAILURE.isdisjoint(stripped(low)) and before not in {"not", "n't", "never"}


def _signs(read: ReadText, cues: frozenset[str]) -> tuple[int, ...]:
    found: list[int] = []
    at = 0
    while at < len(read.lows):
        size = next((n for n in (6, 5, 4, 3, 2, 1) if "".join(read.lows[at : at + n]) in cues), 0)
        if size and "".join(read.lows[at : at + 2]) not in {
            "不仅",
            "不僅",
            "不但",
            "非常",
            "不过",
            "不過",
            "不同",
            "无论",
            "未来",
            "未來",
            "别的",
        }:
            found.append(at)
        at += size or 1
    return tuple(found)


@lru_cache(maxsize=1 << 14)
def has_denial_inside(low: str) -> bool:
    """Whether a word may say by itself what another text says with "not"."""
    if low in CUES or not _INSIDE.isdisjoint(stripped(low)):
        return True
    return len(low) > 5 and (low.startswith(_TURNED) or low.endswith("less"))
