"""The sound of French word ends by rules of spelling, and the test whether two words rhyme.

French is regular from letters to sounds, above all at the end of words, so no dictionary is needed. Rules
written for this project read a word into phones; mute endings (-e, -es, -ent, silent consonants) give the
gender, and whether there is a silent s: classical verse rhymes both.
A spelling with two readings (-ent, -er, final s) gives both.
"""

from __future__ import annotations

import re
from functools import lru_cache

from likewise.freestyle.rhyme.sounds.ending import Ending

__all__ = ["french_endings", "french_ending_rhyme"]

# The mute e of feminine ends is written _ : consonants before it sound, s is voiced, but i stays a vowel.
_FULL = "aeiouyàâäéèêëîïôöùûüœæ"
_VOWELS = _FULL + "_"
_ORAL = frozenset(["a", "e", "E", "i", "o", "u", "y", "2"])
_PHONE_VOWELS = _ORAL | {"A~", "I~", "O~"}
# Bare vowels are too common to make a rhyme without the consonant before them.
_WEAK = frozenset(["e", "i", "a", "y"])

_N = f"(?![{_VOWELS}nmh])"
_GRAPHEMES: tuple[tuple[str, str], ...] = (
    # vowels and the glide written with il, ill
    ("ueill?(?=$|[^i])|euill?|œill?|oeill?", "2 j"),
    ("aill|ail$", "a j"),
    ("eill|eil$", "E j"),
    ("ouill|ouil$", "u j"),
    (f"(?<=[^{_VOWELS}])ill(?=[{_VOWELS}])", "i j"),
    # nasal vowels
    ("(?<=[iïé])en(?=c|t_)", "A~"),
    (f"(?<=[iyéï])en{_N}", "I~"),
    (f"oin{_N}", "w I~"),
    (f"(?:ain|aim|ein|eim){_N}", "I~"),
    (f"(?:aen|aon|an|am|en|em|æn){_N}", "A~"),
    (f"(?:in|im|yn|ym|în|ïn|un|um){_N}", "I~"),
    (f"eun{_N}", "I~"),
    (f"(?:on|om){_N}", "O~"),
    # vowels of several letters
    ("eaux?|aux?|eô", "o"),
    ("oyai|oyei", "w a j E"),
    (f"oy(?=[{_FULL}])", "w a j"),
    (f"(?:ay|ey)(?=[{_FULL}])", "E j"),
    ("oi|oy|oî|oê", "w a"),
    ("aî|ai|ei|eî|ay|ey|aë", "E"),
    (f"ou(?=[{_FULL}])", "w"),
    ("où|oû|ou|aoû", "u"),
    ("œu|oeu|eû|eu|œ", "2"),
    ("oë|oê", "w E"),
    # consonants
    ("qu|q", "k"),
    ("sch|ch|sh", "S"),
    ("ph", "f"),
    ("gn", "N"),
    ("th", "t"),
    ("rh", "r"),
    ("gu(?=[eiyéèêîï_])", "g"),
    ("ge(?=[aouâôû])|g_", "Z"),
    ("g(?=[eiyéèêëîï])", "Z"),
    ("cc(?=[eiyéèê_])", "k s"),
    ("sc(?=[eiyéèêë_])|c(?=[eiyéèêëîï_])|ç|ss", "s"),
    ("(?<=[^s])ti(?=on|eux|el|en|enc|al)", "s j"),
    (f"(?<=[{_VOWELS}])s(?=[{_VOWELS}])", "z"),
    ("j", "Z"),
    ("x", "k s"),
    ("h", ""),
    ("bb|b", "b"),
    ("cc|ck|c|k", "k"),
    ("dd|d", "d"),
    ("ff|f", "f"),
    ("gg|g", "g"),
    ("ll|l", "l"),
    ("mm|m", "m"),
    ("nn|n", "n"),
    ("pp|p", "p"),
    ("rr|r", "r"),
    ("s", "s"),
    ("tt|t", "t"),
    ("w|v", "v"),
    ("z", "z"),
    # single vowels
    ("[aàâä]", "a"),
    ("[éæ]", "e"),
    ("[èêë]", "E"),
    ("emm(?=_|ent)", "a m"),
    (f"e(?=[^{_VOWELS}h][^{_VOWELS}lrh]|[^{_VOWELS}]$|[^{_VOWELS}]{{1,3}}_|ll|rr|x)", "E"),
    ("e(?=_)", "e"),
    ("_", ""),
    ("e", "@"),
    (f"[iïy](?=[{_FULL}])", "j"),
    ("[iîïy]", "i"),
    ("[oôö]", "o"),
    ("u(?=[iîy])", "H"),
    ("[uùûü]", "y"),
)
_READ = re.compile("|".join(f"({pattern})" for pattern, _ in _GRAPHEMES))
_PHONES = [phones.split() for _, phones in _GRAPHEMES]

_SCHWA = frozenset(["je", "me", "te", "se", "le", "ce", "de", "ne", "que"])
_SHORT_ES = frozenset(["les", "des", "mes", "tes", "ses", "ces", "es"])
_L_KEPT = re.compile(r"(?:v|m|tranqu|mille|dist|ach|osc|calv|g)ill(?=_)")
_R_HEARD = re.compile(
    r"(?:^|[^a-zàâéèêîôûç])(?:m|f|ch|hi|enf|hiv|am|fi|v|av|s|t|lucif|jupit|cancer|ét?h|cuill|désert)er$"
)
_S_HEARD = re.compile(
    r"(?:^|-)(?:hélas|las|atlas|as|lis|lys|iris|jadis|fils|mars|ours|tous|os|plus|sens|ss|mœurs|moeurs)$|us$|ès$|is$|as$|os$"
)
_SILENT = {"s": "s", "x": "s", "z": "s", "t": "t", "d": "t", "p": "p", "c": "k", "g": "k", "r": "r", "l": "l"}


@lru_cache(maxsize=65536)
def french_endings(word: str) -> tuple[Ending, ...]:
    """How a word may end: one ending a reading, the likeliest first; none for a word without a vowel."""
    word = re.split("['-]", word.lower())[-1] or word.lower()
    readings: dict[Ending, None] = {}
    for spelling in dict.fromkeys((word, _modern(word))):
        for letters, feminine, silent in _readings(spelling):
            ending = _ending(_phones(letters), feminine, silent)
            if ending is not None:
                readings.setdefault(ending)
    return tuple(readings)


def french_ending_rhyme(one: str, other: str) -> bool:
    """Whether two words rhyme: equal from the last full vowel on, a bare weak vowel with its onset."""
    return any(a.full_sound == b.full_sound for a in french_endings(one) for b in french_endings(other))


def _modern(word: str) -> str:
    """A spelling of the sixteenth century without letters that were not heard: maistre, doulx."""
    word = re.sub("(?<=[eo]u|au)l(?=[xsztdc])", "", word)
    word = re.sub("(?<=[aeiouyéèêù])s(?=[mnltpqbdfgv]|ch)", "", word)
    return re.sub("c(?=t_?e?s?$)|p(?=ve|t[es]*$)|b(?=v|t)", "", word)


def _readings(word: str) -> list[tuple[str, bool, str]]:
    """The letters that sound, whether the end is feminine, and the class of its silent consonant."""
    if word in _SCHWA:
        return [(word[:-1] + "eu", False, "")]
    if word in _SHORT_ES:
        return [(word[:-2] + "ê", False, "s")]
    if word.endswith("ent") and len(word) > 4:
        return _with_ent(word)
    mute = re.fullmatch(r"(.*[^\W\d_])(es?)", word)
    if mute and re.search(f"[{_VOWELS}]", mute[1]):
        return _with_mute_e(mute[1], "s" if mute[2] == "es" else "")
    return _masculine(word)


def _with_ent(word: str) -> list[tuple[str, bool, str]]:
    """-ent: mute in verbs, a nasal vowel in nouns and adverbs; -aient and -oient are always verbs."""
    verb = _with_mute_e(word[:-3], "t") if re.search(f"[{_VOWELS}]", word[:-3]) else []
    noun = [(word[:-1], False, "t")]
    if re.search("(?:ai|oi|oy|ay)ent$", word):
        return [(word[:-3], False, "t"), *verb]
    return noun + verb if word.endswith(("ment", "ient")) else verb + noun


def _with_mute_e(stem: str, silent: str) -> list[tuple[str, bool, str]]:
    """A feminine end: the consonants before the mute e are heard; -ille may keep its l."""
    readings = [(stem + "_", True, silent)]
    if _L_KEPT.search(stem + "_"):
        readings.insert(0, (stem[:-2] + "l_", True, silent))
    return readings


def _masculine(word: str) -> list[tuple[str, bool, str]]:
    """An end without a mute e: most final consonants are silent, c f l r are heard."""
    if word.endswith(("er", "ers")):
        stem = word[: word.rindex("er")]
        silent = "s" if word.endswith("s") else "r"
        closed, heard = (stem + "é", False, silent), (stem + "èr", False, "s" if word.endswith("s") else "")
        return [heard, closed] if _R_HEARD.search(stem + "er") else [closed, heard]
    if word.endswith("ez"):
        return [(word[:-2] + "é", False, "s")]
    open_e = re.fullmatch("(.*?)(?:et|ets|ect|ects|est|êt|êts|ès)", word)
    if open_e:
        return [(open_e[1] + "ê", False, "s" if word.endswith("s") else "t")]
    if word.endswith(("pied", "pieds", "clef", "clefs")):
        return [(word.removesuffix("s")[:-2] + "é", False, "s" if word.endswith("s") else "t")]
    if word.endswith("ai"):
        return [(word, False, ""), (word[:-2] + "é", False, "")]
    readings = [_without_silent(word)]
    if _S_HEARD.search(word) and len(word) > 2:
        readings.append((word + "s", False, ""))
    if word.endswith(("ct", "pt", "st", "il", "ils", "um", "am", "en", "im", "em")):
        readings.append((word.removesuffix("s") + "#", False, ""))
    return readings


def _without_silent(word: str) -> tuple[str, bool, str]:
    end = re.search(r"(?:[tdsxzpg]|(?<=[nr])c|(?<=[nr])b)+$", word)
    if end is None or end.start() == 0:
        return word, False, ""
    return word[: end.start()], False, _SILENT.get(word[-1], "t")


def _phones(letters: str) -> list[str]:
    """The phones of letters whose silent end is gone, but for a mute e."""
    phones: list[str] = []
    place = 0
    bare = letters.rstrip("#")
    while place < len(bare):
        match = _READ.match(bare, place)
        if match is None or match.lastindex is None or match.end() == place:
            place += 1
            continue
        phones += _PHONES[match.lastindex - 1]
        place = match.end()
    return phones


def _ending(phones: list[str], feminine: bool, silent: str) -> Ending | None:
    """Cut the phones at the last full vowel; a mute e at the end has gone into the gender."""
    while phones and phones[-1] == "@":
        phones = phones[:-1]
    places = [i for i, phone in enumerate(phones) if phone in _PHONE_VOWELS]
    if not places:
        return None
    last = places[-1]
    vowel, coda = phones[last], phones[last + 1 :]
    onset = phones[last - 1] if last and phones[last - 1] not in _PHONE_VOWELS else ""
    rime = " ".join([vowel, *coda])
    weak = not coda and vowel in _WEAK and not feminine
    full = f"{rime}|{'e' if feminine else ''}|{'s' if silent == 's' else ''}|{onset if weak else ''}"
    before = phones[places[-2]] if len(places) > 1 else ""
    return Ending(full, rime, vowel, " ".join(coda), before, onset, _coda_class(coda))


_CLASSES = {
    **dict.fromkeys("pbtdkg", "p"),
    **dict.fromkeys("fvszSZ", "f"),
    **dict.fromkeys("mnN", "n"),
}


def _coda_class(coda: list[str]) -> str:
    return " ".join(_CLASSES.get(phone, phone) for phone in coda)
