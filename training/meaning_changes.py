"""Changes of meaning planted in sentences: who and whom exchanged, a denial, an opposite, another number,
name, time or verb, something more or less certain, a detail lost or put in. `meaning_model.py` learns from
them that a sentence bears less on the changed one than on the one it was made from.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from likewise.frames import FramedSentence, frame_parser
from likewise.metrics.meaning.word_forms import lemma, lines_of

DETAILS = ("ARGM-TMP", "ARGM-LOC", "ARGM-MNR", "ARGM-PRP", "ARGM-CAU", "ARGM-ADV")
MODALS = ("will", "would", "can", "could", "may", "might", "must", "should")
WEAKER = ("might", "may", "could", "should", "must")
HEDGES = ("reportedly", "allegedly", "probably", "possibly", "perhaps")
EXCHANGED = (
    "all some", "all few", "every no", "everyone someone", "everybody nobody", "always sometimes", "most few",
    "always never", "often rarely", "each one", "only also", "both neither", "many few", "several all",
    "at least|at most", "more than|less than", "more than|exactly", "up to|over", "nearly|more than",
    "none all", "any every", "half all", "no some", "most all", "before after", "until after", "during after",
    "yesterday tomorrow", "today yesterday", "morning evening", "noon midnight", "spring autumn",
    "summer winter", "early late", "first last", "first second", "last next", "last week|last month",
    "daily weekly", "monthly yearly", "above below", "inside outside", "with without", "if unless",
    "must may", "must might", "will might", "can cannot", "should must", "has to|may", "is|may be",
    "are|may be",
    "increase decrease", "north south", "east west", "left right", "up down", "on off", "in under",
)  # fmt: skip
DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
MONTHS = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
]
COUNTS = [
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "twenty",
    "thirty",
    "forty",
    "fifty",
]
PRONOUNS = {"i": "me", "he": "him", "she": "her", "we": "us", "they": "them"}
SUBJECTS = {other: own for own, other in PRONOUNS.items()}
Change = Callable[["Planter", FramedSentence, str], "str | None"]


@dataclass
class Planter:
    """Plants changes in sentences, with names, verbs and details that other sentences have."""

    chance: random.Random
    names: list[str] = field(default_factory=list)
    verbs: dict[str, list[str]] = field(default_factory=dict)
    nouns: dict[str, list[str]] = field(default_factory=dict)
    details: list[str] = field(default_factory=list)
    opposites: dict[str, list[str]] = field(default_factory=dict)

    def learn(self, read: Sequence[tuple[str, FramedSentence]]) -> None:
        for line in lines_of("antonyms.txt"):
            word, *others = line.split()
            for other in others:
                self.opposites.setdefault(word, []).append(other)
                self.opposites.setdefault(other, []).append(word)
        for text, sentence in read:
            for k, (word, tag) in enumerate(zip(sentence.tokens, sentence.tags, strict=True)):
                if tag == "PROPN" and k and word[0].isupper() and word.isalpha():
                    self.names.append(word)
                elif tag == "VERB" and word.isalpha():
                    self.verbs.setdefault(_ending(word), []).append(word.lower())
                elif tag == "NOUN" and word.isalpha():
                    self.nouns.setdefault(_ending(word), []).append(word.lower())
            for frame in sentence.frames:
                for role in frame.roles:
                    start, end = role.span
                    if role.label in DETAILS and 2 <= end - start <= 7 and end >= len(sentence.tokens) - 1:
                        self.details.append(_cut(text, sentence, start, end).rstrip(" .!?"))

    def plant(self, text: str, sentence: FramedSentence, most: int = 2) -> list[tuple[str, str]]:
        """Up to that many changed texts, each of another kind, with its kind."""
        kinds = list(CHANGES)
        self.chance.shuffle(kinds)
        kinds.sort(key=lambda kind: self.chance.random() / SHARES.get(kind, 1.0))
        found: list[tuple[str, str]] = []
        for kind in kinds:
            made = CHANGES[kind](self, sentence, text)
            if made and made.split() != text.split():
                found.append((kind, made))
                if len(found) == most:
                    break
        return found


def _ending(word: str) -> str:
    return next((end for end in ("ing", "ed", "ies", "s") if word.lower().endswith(end)), "")


def _cut(text: str, sentence: FramedSentence, start: int, end: int) -> str:
    return text[sentence.offsets[start][0] : sentence.offsets[end - 1][1]]


def _put(text: str, sentence: FramedSentence, start: int, end: int, new: str) -> str:
    """The text with tokens start..end replaced; a first letter keeps its height."""
    at, to = sentence.offsets[start][0], sentence.offsets[end - 1][1]
    if at == 0 and new:
        new = new[0].upper() + new[1:]
    return re.sub(r" +([,.;!?])", r"\1", re.sub(r"  +", " ", text[:at] + new + text[to:])).strip()


def _verbs(sentence: FramedSentence) -> list[int]:
    return [k for k, tag in enumerate(sentence.tags) if tag == "VERB"]


def _aux(sentence: FramedSentence, verb: int) -> list[int]:
    return [
        k for k, head in enumerate(sentence.heads)
        if head == verb and sentence.relations[k].startswith(("aux", "cop")) and k < verb
    ]  # fmt: skip


def swapped_roles(planter: Planter, sentence: FramedSentence, text: str) -> str | None:
    frames = list(sentence.frames)
    planter.chance.shuffle(frames)
    for frame in frames:
        spans = {role.label: role.span for role in frame.roles}
        pairs = [("ARG0", "ARG1"), ("ARG0", "ARG2"), ("ARG1", "ARG2")]
        for one, other in pairs:
            if one not in spans or other not in spans:
                continue
            (a, b), (c, d) = sorted((spans[one], spans[other]))
            if (
                b > c
                or b - a > 6
                or d - c > 6
                or {sentence.tags[a], sentence.tags[c]} & {"SCONJ", "ADV", "VERB"}
            ):
                continue
            if sentence.tags[c] == "ADP" or sentence.tags[a] == "ADP":
                continue
            first, second = _cut(text, sentence, a, b), _cut(text, sentence, c, d)
            if not all(
                any(t in ("NOUN", "PROPN", "PRON") for t in sentence.tags[s:e]) for s, e in ((a, b), (c, d))
            ):
                continue
            if a == 0 and sentence.tags[0] not in ("PROPN",) and first != "I":
                first = first[0].lower() + first[1:]
            first, second = PRONOUNS.get(first, first), SUBJECTS.get(second, second)
            return _put(_put(text, sentence, c, d, first), sentence, a, b, second)
    return swapped_nouns(planter, sentence, text) if planter.chance.random() < 0.5 else None


def swapped_nouns(planter: Planter, sentence: FramedSentence, text: str) -> str | None:
    """Two names or nouns change places."""
    for tag in ("PROPN", "NOUN"):
        places = [k for k, t in enumerate(sentence.tags) if t == tag and sentence.tokens[k].isalpha()]
        alone = [k for k in places if (k - 1 not in places) and (k + 1 not in places)]
        pairs = [(a, b) for a in alone for b in alone
                 if a < b and sentence.tokens[a].lower() != sentence.tokens[b].lower()
                 and _ending(sentence.tokens[a])[-1:] == _ending(sentence.tokens[b])[-1:]
                 and sentence.relations[a] != sentence.relations[b]
                 and not {sentence.relations[a], sentence.relations[b]} & {"compound", "conj"}]  # fmt: skip
        if pairs:
            a, b = planter.chance.choice(pairs)
            one, other = sentence.tokens[a], sentence.tokens[b]
            return _put(_put(text, sentence, b, b + 1, one), sentence, a, a + 1, other)
    return None


def denied(planter: Planter, sentence: FramedSentence, text: str) -> str | None:
    undone = re.sub(r"\bcan't\b|\bcannot\b", "can", re.sub(r"\bwon't\b", "will", text))
    if undone != text:
        return undone
    undone = re.sub(
        r"\b(is|are|was|were|has|have|had|could|would|should|does|did|do)(?:n't| not)\b", r"\1", text, count=1
    )
    if undone != text:
        return undone
    undone = re.sub(r"\b(?:never|not|hardly) ", "", text, count=1)
    if undone != text:
        return undone
    for word in ("no", "nobody", "nothing"):
        if re.search(rf"\b{word}\b", text, re.I):
            other = {"no": "some", "nobody": "everybody", "nothing": "something"}[word]
            return re.sub(rf"\b{word}\b", other, text, count=1, flags=re.I)
    verbs = [v for v in _verbs(sentence) if sentence.relations[v] in ("root", "conj", "ccomp", "parataxis")]
    verbs += [k for k, r in enumerate(sentence.relations) if r == "root" and k not in verbs]
    for verb in verbs[:2]:
        helpers = _aux(sentence, verb)
        if helpers:
            k = helpers[0]
            return _put(
                text,
                sentence,
                k,
                k + 1,
                sentence.tokens[k] + planter.chance.choice((" not", " not", " never")),
            )
        if sentence.tags[verb] != "VERB" or not any(
            h == verb and r.startswith("nsubj")
            for h, r in zip(sentence.heads, sentence.relations, strict=True)
        ):
            continue
        word = sentence.tokens[verb]
        plain = lemma(word.lower())
        if word.lower() == plain:
            way = ("do not", "never", "don't", "refuse to")
        elif word.endswith("s"):
            way = ("does not", "never", "doesn't", "refuses to")
        else:
            way = ("did not", "did not", "didn't", "never", "failed to")
        chosen = planter.chance.choice(way)
        return _put(text, sentence, verb, verb + 1, f"{chosen} {word if chosen == 'never' else plain}")
    return None


def opposite(planter: Planter, sentence: FramedSentence, text: str) -> str | None:
    places = list(range(len(sentence.tokens)))
    planter.chance.shuffle(places)
    for k in places:
        word = sentence.tokens[k].lower()
        plain = lemma(word)
        if (
            sentence.tags[k] not in ("VERB", "ADJ", "ADV", "NOUN", "ADP")
            or word[:1] != sentence.tokens[k][:1]
        ):
            continue
        if word in planter.opposites:
            return _put(text, sentence, k, k + 1, planter.chance.choice(planter.opposites[word]))
        if plain in planter.opposites:
            ends = [w for o in planter.opposites[plain] for w in _inflected(o, word, plain)]
            if ends:
                return _put(text, sentence, k, k + 1, planter.chance.choice(ends))
    return None


def _inflected(other: str, word: str, plain: str) -> list[str]:
    """The other word with the ending that the first has."""
    irregular = {"buy": "bought", "sell": "sold", "win": "won", "lose": "lost", "fall": "fell",
                 "rise": "rose",
                 "find": "found", "give": "gave", "take": "took", "come": "came", "go": "went",
                 "leave": "left",
                 "begin": "began", "break": "broke", "build": "built", "forget": "forgot", "grow": "grew",
                 "hide": "hid", "keep": "kept", "send": "sent", "stand": "stood", "teach": "taught",
                 "shrink": "shrank", "sink": "sank", "deny": "denied", "lend": "lent",
                 "get": "got"}  # fmt: skip
    if word.endswith("ing"):
        return [other.removesuffix("e") + "ing"]
    if word.endswith("s") and word != plain:
        return [
            other[:-1] + "ies"
            if other.endswith("y") and other[-2] not in "aeou"
            else other + ("es" if other.endswith(("s", "sh", "ch", "x", "o")) else "s")
        ]
    if word != plain and not word.endswith(("er", "est")):
        return [
            irregular.get(other)
            or (
                other + "d"
                if other.endswith("e")
                else other[:-1] + "ied"
                if other.endswith("y") and other[-2] not in "aeou"
                else other + "ed"
            )
        ]
    return [other] if word == plain else []


def number(planter: Planter, sentence: FramedSentence, text: str) -> str | None:
    found = list(re.finditer(r"\d[\d,.:]*\d|\d", text))
    if found:
        one = planter.chance.choice(found)
        digits = [k for k, c in enumerate(one[0]) if c.isdigit()]
        k = planter.chance.choice(digits)
        new = str((int(one[0][k]) + planter.chance.randint(1, 8)) % 9 + 1)
        if new == one[0][k]:
            return None
        return text[: one.start()] + one[0][:k] + new + one[0][k + 1 :] + text[one.end() :]
    places = [k for k, w in enumerate(sentence.tokens) if w.lower() in COUNTS]
    if places:
        k = planter.chance.choice(places)
        return _put(
            text,
            sentence,
            k,
            k + 1,
            planter.chance.choice([w for w in COUNTS[1:] if w != sentence.tokens[k].lower()]),
        )
    places = [
        k for k, w in enumerate(sentence.tokens) if w.lower() in ("a", "an") and k + 1 < len(sentence.tokens)
    ]
    if places and planter.chance.random() < 0.3:
        k = planter.chance.choice(places)
        return _put(text, sentence, k, k + 1, planter.chance.choice(("two", "three", "no", "several")))
    return None


def name(planter: Planter, sentence: FramedSentence, text: str) -> str | None:
    places = [k for k, t in enumerate(sentence.tags) if t == "PROPN" and sentence.tokens[k].isalpha()
              and sentence.tokens[k].lower() not in DAYS + MONTHS]  # fmt: skip
    if not places or not planter.names:
        return None
    old = sentence.tokens[planter.chance.choice(places)]
    new = planter.chance.choice(planter.names)
    return re.sub(rf"\b{old}\b", new, text) if new.lower() != old.lower() else None


def another_noun(planter: Planter, sentence: FramedSentence, text: str) -> str | None:
    return _another(planter, sentence, text, "NOUN", planter.nouns)


def another_verb(planter: Planter, sentence: FramedSentence, text: str) -> str | None:
    return _another(planter, sentence, text, "VERB", planter.verbs)


def _another(
    planter: Planter, sentence: FramedSentence, text: str, tag: str, pool: dict[str, list[str]]
) -> str | None:
    places = [k for k, t in enumerate(sentence.tags) if t == tag and sentence.tokens[k].isalpha()]
    if not places:
        return None
    k = planter.chance.choice(places)
    others = pool.get(_ending(sentence.tokens[k]))
    new = planter.chance.choice(others) if others else None
    return (
        _put(text, sentence, k, k + 1, new)
        if new and lemma(new) != lemma(sentence.tokens[k].lower())
        else None
    )


def time(planter: Planter, sentence: FramedSentence, text: str) -> str | None:
    for own in (DAYS, MONTHS):
        places = [k for k, w in enumerate(sentence.tokens) if w.lower() in own and w[0].isupper()]
        if places:
            k = planter.chance.choice(places)
            return _put(
                text,
                sentence,
                k,
                k + 1,
                planter.chance.choice([w for w in own if w != sentence.tokens[k].lower()]).title(),
            )
    return None


def modality(planter: Planter, sentence: FramedSentence, text: str) -> str | None:
    places = [k for k, w in enumerate(sentence.tokens) if w.lower() in MODALS and sentence.tags[k] == "AUX"]
    if places:
        k = planter.chance.choice(places)
        return _put(
            text,
            sentence,
            k,
            k + 1,
            planter.chance.choice([w for w in MODALS if w != sentence.tokens[k].lower()]),
        )
    roots = [v for v in _verbs(sentence) if sentence.relations[v] == "root"]
    for verb in roots:
        helpers = _aux(sentence, verb)
        word = sentence.tokens[verb].lower()
        if helpers:
            k = helpers[0]
            was = {
                "is": "be",
                "are": "be",
                "was": "have been",
                "were": "have been",
                "has": "have",
                "have": "have",
            }
            if sentence.tokens[k].lower() in was:
                return _put(
                    text,
                    sentence,
                    k,
                    k + 1,
                    f"{planter.chance.choice(WEAKER)} {was[sentence.tokens[k].lower()]}",
                )
        elif word.endswith("s") or word == lemma(word):
            return _put(text, sentence, verb, verb + 1, f"{planter.chance.choice(WEAKER)} {lemma(word)}")
        elif word.endswith("ed"):
            return _put(
                text,
                sentence,
                verb,
                verb + 1,
                planter.chance.choice(
                    (
                        f"may have {word}",
                        f"might have {word}",
                        f"planned to {lemma(word)}",
                        f"wanted to {lemma(word)}",
                        f"{planter.chance.choice(HEDGES)} {word}",
                    )
                ),
            )
    return None


def exchanged(planter: Planter, sentence: FramedSentence, text: str) -> str | None:
    rows = [tuple(row.split("|")) if "|" in row else tuple(row.split()) for row in EXCHANGED]
    planter.chance.shuffle(rows)
    for row in rows:
        old, new = row if planter.chance.random() < 0.5 else row[::-1]
        found = re.search(rf"(?<![\w'])({old})(?![\w'])", text, re.I)
        if found:
            new = new.capitalize() if found[0][0].isupper() else new
            return text[: found.start()] + new + text[found.end() :]
    return None


def lost(planter: Planter, sentence: FramedSentence, text: str) -> str | None:
    spans = [role.span for frame in sentence.frames for role in frame.roles
             if role.label in DETAILS and role.span[1] - role.span[0] >= 2]  # fmt: skip
    spans += [(k, k + 1) for k, (t, r) in enumerate(zip(sentence.tags, sentence.relations, strict=True))
              if r == "amod" and t == "ADJ"]  # fmt: skip
    spans = [(a, b) for a, b in spans if b - a < len(sentence.tokens) - 3]
    if not spans:
        return None
    a, b = planter.chance.choice(spans)
    if b < len(sentence.tokens) and sentence.tokens[b] == "," and a == 0:
        b += 1
    return _put(text, sentence, a, b, "").lstrip(" ,")


def added(planter: Planter, sentence: FramedSentence, text: str) -> str | None:
    if not planter.details:
        return None
    detail = planter.chance.choice(planter.details)
    end = re.search(r"[.!?]*\s*$", text)
    at = end.start() if end else len(text)
    return f"{text[:at]} {detail[0].lower() + detail[1:]}{text[at:]}"


CHANGES: dict[str, Change] = {
    "role-swap": swapped_roles, "negation": denied, "antonym": opposite, "number": number, "name": name,
    "time": time, "modality": modality, "quantifier": exchanged, "dropped": lost, "added": added,
    "predicate": another_verb, "noun": another_noun,
}  # fmt: skip
SHARES = {"role-swap": 4.0, "negation": 3.0, "antonym": 4.0, "number": 4.0, "name": 2.0, "time": 6.0,
          "modality": 1.5, "quantifier": 3.0, "dropped": 0.6, "added": 0.4, "predicate": 0.5,
          "noun": 0.3}  # fmt: skip


def planted_rows(
    pairs: Sequence[tuple[str, str]], seed: int = 0, most: int = 2
) -> list[tuple[str, str, str, str]]:
    """(A, B, B changed, kind) for pairs (A, B) of which the second follows from the first."""
    texts = list(dict.fromkeys(b for _, b in pairs))
    parser = frame_parser("en", "encoder")
    read = dict(zip(texts, parser.parse(texts), strict=True))
    planter = Planter(random.Random(seed))
    planter.learn(list(read.items()))
    return [(a, b, made, kind) for a, b in pairs for kind, made in planter.plant(b, read[b], most)]
