"""Frames of Chinese sentences by rule: every verb is a predicate, its roles follow from the tree.

The treebank's roles were projected by machine and are too few to learn from. Relations are those of its
version of Universal Dependencies (1.3).
"""

from __future__ import annotations

from collections.abc import Sequence

from likewise.frames.chinese_role_words import (
    adverb_role,
    clause_role,
    is_time,
    phrase_role,
    role_after_verb,
    words_that,
)
from likewise.frames.clause_tree import SUBJECTS, ClauseTree
from likewise.records import Frame, Role

__all__ = ["chinese_frames"]

CLAUSES = ("root", "dep", "acl", "acl:relcl", "ccomp", "xcomp", "conj", "advcl", "csubj", "dislocated")
NOMINAL = ("nsubj", "nsubjpass", "dobj", "iobj", "nmod", "nmod:tmod", "appos", "amod", "parataxis")
CORE = ("nsubj", "nsubjpass", "dobj", "iobj", "ccomp", "xcomp")
PERSONS = frozenset("人者员家生师长民军兵客友孩子手们女男")
"""Last characters of words for people."""
BEHIND = ("conj", "appos", "acl", "foreign", "nmod")


def chinese_frames(
    words: Sequence[str], tags: Sequence[str], heads: Sequence[int], relations: Sequence[str]
) -> list[Frame]:
    """The frames of a sentence; words in simplified characters, heads -1 for the root."""
    tree = ClauseTree(words, tags, heads, relations)
    return [
        Frame((k, k + 1), tuple(_Clause(tree, k).roles()))
        for k in range(len(words))
        if _is_predicate(tree, k)
    ]


def _is_predicate(tree: ClauseTree, k: int) -> bool:
    relation = tree.relations[k]
    if relation == "cop":
        return tree.tags[k] == "VERB"
    if tree.tags[k] == "ADJ":
        return relation in CLAUSES and bool(tree.under(k, "nsubj")) and not tree.under(k, "cop")
    if tree.tags[k] != "VERB" or tree.words[k] in ("被", "把") or _is_bare(tree, k):
        return False
    if relation in NOMINAL and not tree.under(k, *CORE):
        return False
    return relation in CLAUSES + NOMINAL and not _is_coverb(tree, k)


def _is_coverb(tree: ClauseTree, k: int) -> bool:
    """A verb that stands with its object before another verb, as a preposition would."""
    word = tree.words[k]
    if phrase_role(word) is None or word in words_that("predicate as a verb") or tree.tags[k] != "VERB":
        return False
    return tree.relations[k] in ("acl", "advcl") and k < tree.heads[k] and bool(tree.under(k, "dobj", "nmod"))


def _is_bare(tree: ClauseTree, k: int) -> bool:
    """A verb that only passes on what is said to the verb under it: by whom, that not, that it is so."""
    if tree.tags[k] != "VERB":
        return False
    if tree.words[k] == "由":
        return bool(tree.under(k, "ccomp", "xcomp"))
    if tree.words[k] in words_that("denies its verb") or tree.words[k] in ("是", "不是"):
        verbs = [c for c in tree.under(k, "xcomp") if c > k]
        return bool(verbs) and not any(c < verbs[0] for c in tree.under(k, "dobj", "ccomp"))
    return False


class _Clause:
    """One predicate with the words that belong to it."""

    def __init__(self, tree: ClauseTree, predicate: int) -> None:
        self.tree, self.predicate = tree, predicate
        self.word = tree.words[predicate]
        self.is_copula = tree.relations[predicate] == "cop"
        base = tree.heads[predicate] if self.is_copula else predicate
        nodes = [base]
        while tree.relations[nodes[-1]] in ("ccomp", "xcomp") and _is_bare(tree, tree.heads[nodes[-1]]):
            nodes.append(tree.heads[nodes[-1]])
        self.base, self.top = base, nodes[-1]
        self.bare = nodes[1:]
        self.children = sorted(
            k for n in nodes for k in tree.children[n] if k not in nodes and k != predicate
        )
        if self.is_copula:
            self.children = [k for k in self.children if k < predicate]
        by = [k for k in self.children if tree.relations[k] == "auxpass"]
        by += [k for k in self.bare if tree.words[k] == "由"]
        self.by = max(by, default=None)
        self.ba = next((k for k in self.children if tree.relations[k] == "aux:caus"), None)
        self.found: dict[tuple[int, int], str] = {}
        self.labels: set[str] = set()

    def roles(self) -> list[Role]:
        """Core roles first: what they cover no other role takes."""
        if self.is_copula:
            ends = [self.tree.last[k] for k in self.tree.under(self.base, *BEHIND) if k > self.base]
            self._put("ARG2", self.tree.trimmed(self.predicate + 1, max([self.base, *ends]) + 1))
        self._objects()
        self._subjects()
        self._relative()
        for k in self.bare:
            if self.tree.words[k] in words_that("denies its verb") or self.tree.words[k] == "不是":
                self._put("ARGM-NEG", (k, k + 1))
        alone = [k for k in self.children if self.tree.relations[k] == "aux"]
        denied = [*alone, *([self.predicate] if self.is_copula else [])]
        for k in [c for above in denied for c in self.tree.under(above, "neg")]:
            self._put("ARGM-NEG", (k, k + 1))
        for k in alone:
            self._put(self._modifier(k) or "ARGM-MOD", (k, k + 1))
        for k in [k for k in self.children if k not in alone]:
            label = self._modifier(k)
            if label is not None:
                self._put(label, self.tree.span(k, self.predicate))
        return [Role(label, span) for span, label in sorted(self.found.items())]

    def _put(self, label: str, span: tuple[int, int] | None) -> None:
        """A role, unless its words are taken or its label is a core one that there is."""
        if span is None or span[0] <= self.predicate < span[1]:
            return
        if label[3].isdigit() and label in self.labels:
            return
        if all(span[1] <= start or end <= span[0] for start, end in self.found):
            self.found[span] = label
            self.labels.add(label)

    def _objects(self) -> None:
        tree, at = self.tree, self.predicate
        if self.is_copula:
            return
        objects = [k for k in self.children if tree.relations[k] == "dobj"]
        if self.ba is not None:
            self._moved_object(self.ba)
        joined = [
            k
            for k in self.children
            if k > at and tree.relations[k] == "mark" and role_after_verb(tree.words[k])
        ]
        for mark in joined[:1]:
            behind = objects + tree.under(mark, "dobj", "nmod")
            behind += [k for k in self.children if tree.relations[k] == "nmod"]
            for k in [k for k in behind if k > mark][:1]:
                self._joined(mark, k)
                objects = [other for other in objects if other != k]
        for k in [k for k in self.children if tree.relations[k] == "iobj"]:
            self._put("ARG2", tree.span(k, at))
        objects = [k for k in objects if k > at or self.ba is None]
        if len(objects) > 1 and self.word in words_that("giving"):
            self._put("ARG2", tree.span(objects.pop(0), at))
        for k in reversed(objects):
            self._put(self._object_label(k), tree.span(k, at))
        for k in [k for k in self.children if tree.relations[k] in ("ccomp", "xcomp") and k > at]:
            if clause_role(self._marks(k)) is None:
                told = self.word in words_that("linking") or "ARG1" in self.labels
                self._put("ARG2" if told else "ARG1", tree.span(k, at))

    def _moved_object(self, mark: int) -> None:
        """The object that 把 or 将 brings before the verb; without one 将 tells what will be."""
        tree = self.tree
        between = [k for k in self.children if mark < k < self.predicate and not tree.under(k, "case")]
        between = [
            k for k in between if tree.relations[k] in ("dobj", "nmod", "nsubj") and not self._is_time(k)
        ]
        for k in between[-1:]:
            self._put("ARG1", tree.span(k, self.predicate))
        if not between:
            self.ba = None
            if tree.words[mark] == "将":
                self._put("ARGM-MOD", (mark, mark + 1))

    def _object_label(self, k: int) -> str:
        tree = self.tree
        if is_time(tree.words[k]) and tree.under(k, "nummod"):
            return "ARGM-TMP"
        if self.word in words_that("does not act") and tree.tags[k] == "NUM":
            return "ARGM-EXT"  # by how much it rose
        return (
            "ARG2"
            if self.ba is not None or self.by is not None or self.word in words_that("linking")
            else "ARG1"
        )

    def _joined(self, joined: int, word: int) -> None:
        """What stands behind a word that is joined to the verb, with that word."""
        tree = self.tree
        label = role_after_verb(tree.words[joined]) or "ARG2"
        if label == "ARGM-LOC":
            told = self.word in words_that("linking")
            label = "ARGM-TMP" if self._is_time(word) else "ARG2" if told else label
        self._put(label, tree.trimmed(joined, max(tree.last[word] + 1, joined + 1)))

    def _subject_label(self) -> str:
        bears = self.word in words_that("does not act") and not self.labels & {"ARG1", "ARG2"}
        if self.is_copula or self.by is not None or self.word in words_that("linking") or bears:
            return "ARG1"
        return "ARG1" if self.tree.tags[self.predicate] == "ADJ" else "ARG0"

    def _subjects(self) -> None:
        tree, label = self.tree, self._subject_label()
        own = [k for k in self.children if tree.relations[k] in SUBJECTS and k != self.ba]
        if self.by is not None:
            for k in [k for k in own if k > self.by]:
                self._put("ARG0", tree.span(k, self.predicate))
            own = [k for k in own if k < self.by]
        own = [k for k in own if k < self.predicate]
        if not own:
            own = [k for k in self.children if tree.relations[k] == "nmod" and k < self.predicate]
            own = [k for k in own if self._modifier(k) is None and not self._is_taken(k)][-1:]
        for k in own[-1:]:
            there = self.word in words_that("there is") and self._is_place(k)
            self._put("ARGM-LOC" if there else label, tree.span(k, self.predicate))
        if not own and tree.relations[self.top] != "acl:relcl" and not self._is_told():
            shared = tree.shared_subject(self.top)
            if shared is not None:
                self._put(label, tree.span(shared, self.predicate))

    def _is_taken(self, k: int) -> bool:
        return any(start <= k < end for start, end in self.found)

    def _is_told(self) -> bool:
        """Whether the verb above says that someone else shall act."""
        tree, head = self.tree, self.tree.heads[self.top]
        under = tree.relations[self.top] in ("ccomp", "xcomp")
        return under and tree.words[head] in words_that("others shall act")

    def _is_place(self, k: int) -> bool:
        """Whether a word that tells a place stands behind a noun: on, in, between."""
        return any(c > k and self.tree.tags[c] in ("ADP", "NOUN") for c in self.tree.under(k, "acl"))

    def _relative(self) -> None:
        """The noun that a clause before it tells of is its subject or object, its time or place."""
        tree, noun = self.tree, self.tree.heads[self.top]
        if tree.relations[self.top] != "acl:relcl" or noun <= self.top:
            return
        links = [k for k in tree.children[self.top] if tree.words[k] in ("的", "之") and k > self.top]
        span = tree.trimmed((links[-1] if links else tree.last[self.top]) + 1, noun + 1)
        label = self._subject_label()
        if is_time(tree.words[noun]):
            self._put("ARGM-TMP", span)
        elif label not in self.labels and ("ARG1" in self.labels or label == "ARG1" or _acts(tree, noun)):
            self._put(label, span)
        elif "ARG1" not in self.labels:
            self._put("ARG1", span)

    def _marks(self, k: int) -> list[str]:
        """The words that mark a clause."""
        return [
            self.tree.words[c]
            for c in self.tree.under(k, "case", "mark", "advmod")
            if self.tree.tags[c] != "VERB"
        ]

    def _is_time(self, k: int) -> bool:
        tree = self.tree
        marks = (tree.words[c] for c in tree.under(k, "acl", "mark") if c > k)
        return is_time(tree.words[k]) or any(clause_role([mark]) == "ARGM-TMP" for mark in marks)

    def _modifier(self, k: int) -> str | None:
        """The role of a word beside the core ones."""
        tree, word = self.tree, self.tree.words[k]
        match tree.relations[k]:
            case "neg":
                return "ARGM-NEG"
            case "aux":
                return "ARGM-NEG" if word[0] in "不未没别" else "ARGM-MOD"
            case "nmod:tmod":
                return "ARGM-TMP"
            case "advmod" if tree.tags[k] not in ("PART", "ADP", "X"):
                return self._adverb(k)
            case "mark" if tree.tags[k] not in ("VERB", "PART", "ADP", "X") and k < self.predicate:
                return self._adverb(k)
            case "nmod":
                return self._phrase(k)
            case "acl" | "advcl" | "dep" | "ccomp" | "xcomp":
                return self._clause(k)
        return None

    def _adverb(self, k: int) -> str:
        tree = self.tree
        if tree.tags[k] == "NOUN" and any(tree.words[c] in "上中里内" for c in tree.under(k, "acl")):
            return "ARGM-ADV" if not self._is_time(k) else "ARGM-TMP"
        return "ARGM-TMP" if self._is_time(k) else adverb_role(tree.words[k], tree.tags[k])

    def _phrase(self, k: int) -> str | None:
        tree = self.tree
        time = self._is_time(k)
        for case in tree.under(k, "case"):
            label = phrase_role(tree.words[case], time)
            if label is not None:
                return label
        if time:
            return "ARGM-TMP"
        return (
            "ARGM-LOC"
            if any(c > k and tree.tags[c] in ("ADP", "NOUN") for c in tree.under(k, "acl"))
            else None
        )

    def _clause(self, k: int) -> str | None:
        tree = self.tree
        if _is_coverb(tree, k):
            objects = tree.under(k, "dobj", "nmod")
            return phrase_role(tree.words[k], self._is_time(objects[-1]))
        if tree.tags[k] not in ("VERB", "ADJ"):
            return None
        label = clause_role(self._marks(k))
        return "ARGM-ADV" if label is None and tree.relations[k] == "advcl" else label


def _acts(tree: ClauseTree, noun: int) -> bool:
    """Whether a noun names someone who can act: a name, a pronoun, a person by its last character."""
    return tree.tags[noun] in ("PROPN", "PRON") or tree.words[noun][-1] in PERSONS
