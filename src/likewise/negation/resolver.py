"""The whole answer: cues, scopes and events of a sentence, from trees, from words alone, or with parses.

Packard et al. (2014) for the methods that read deep analyses. Every answer tells which method gave it and why
each word is in.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from functools import cache
from typing import Any, ClassVar

from likewise.io import LEARNER_SEED, ModelCard, ModelFiles, Progress, SavedModel, dumps_arrays, fingerprint
from likewise.negation.crawler import Parses, Trust, default_trust, resolved_with_crawler
from likewise.negation.cue_view import CueView
from likewise.negation.learner import ResolverParts, learn
from likewise.negation.reader import Reader, ReadSentence, flat_read, given_read, parsed_read
from likewise.negation.resolution import Method, Resolution
from likewise.negation.running_text import joined_resolutions
from likewise.negation.sentence import Part, Sentence, sentence_tokens, spaced_tokens
from likewise.negation.shipped import embedded_parts, lend_encoder
from likewise.text import split_sentences

__all__ = ["Resolver", "embedded", "with_encoder"]


@dataclass(frozen=True)
class Resolver(SavedModel):
    """Finds what is denied, with what the package ships where nothing else was learnt.

    `parses` are deep analyses of the sentences, for the methods that read them. `threshold` is the trust from
    which the crawler's answer is taken; where it is None, each method has its own way.
    """

    parts: ResolverParts = field(default_factory=embedded_parts)
    _: KW_ONLY
    parses: Parses | None = None
    threshold: float | None = None
    trust: Trust = field(default_factory=default_trust, repr=False)
    seed: int = LEARNER_SEED
    data: str = ""

    kind: ClassVar[str] = "negation-resolver"

    @classmethod
    def fit(
        cls, sentences: Sequence[Sentence], /, *, trees: Sequence[Sentence] | None = None,
        more: Sequence[Sentence] = (), seed: int = LEARNER_SEED, progress: Progress | None = None,
    ) -> Resolver:  # fmt: skip
        """Learn from sentences with negations; with trees where they have them.

        `trees` are the same sentences with other trees, for the parser to learn from. `more` are sentences
        of other texts, words alone: cues and the reader of raw text learn from them too.
        """
        parts = learn(sentences, trees, more, seed, progress)
        return cls(parts, seed=seed, data=fingerprint(_rows(sentences, trees or [], more)))

    def saved_settings(self) -> Mapping[str, Any]:
        return {"seed": self.seed}

    def saved_files(self) -> Mapping[str, bytes]:
        names, arrays = self.parts.packed()
        written = json.dumps(names, ensure_ascii=False).encode("utf-8")
        return {"names.json": written, "weights.npz": dumps_arrays(arrays, pressed=True)}

    @classmethod
    def restored(cls, card: ModelCard, files: ModelFiles) -> Resolver:
        parts = ResolverParts.unpacked(files.json("names.json"), files.arrays("weights.npz"))
        return cls(parts, seed=card.settings.get("seed", LEARNER_SEED), data=card.data)

    def encoded(self, method: str = Method.BEST, given: bool = False) -> bool:
        """Whether the encoder takes part in a method: by its nets, or by its trees where none are given."""
        nets = bool(self.parts.raw.scopes.nets) and method in (Method.BEST, Method.TAGGER, Method.COMBINED)
        return nets or (self.parts.lent is not None and not given)

    def resolve(
        self, text: str | Sentence, *, cues: Iterable[tuple[Part, ...]] | None = None, raw: bool = False,
        method: str = Method.BEST,
    ) -> Resolution:  # fmt: skip
        """What a sentence denies; with `cues` only their scopes and events are looked for.

        Of text the words are found first, and several sentences are read one by one; deep analyses and
        `cues` are those of all words together. `raw` ignores the trees that a sentence brings.
        """
        chosen = Method.named(method, parsed=self.parses is not None)
        if isinstance(text, str) and cues is None and not chosen.is_deep:
            spans = split_sentences(text)
            if len(spans) > 1:
                return joined_resolutions(
                    [(start, self._resolved(text[start:end], None, raw, chosen)) for start, end in spans]
                )
        return self._resolved(text, cues, raw, chosen)

    def _resolved(
        self, text: str | Sentence, cues: Iterable[tuple[Part, ...]] | None, raw: bool, chosen: Method
    ) -> Resolution:
        tokens = sentence_tokens(text) if isinstance(text, str) else spaced_tokens(text.words)
        sentence = Sentence(tuple(token.text for token in tokens)) if isinstance(text, str) else text
        wanted = self.parts.cues.find(sentence) if cues is None else list(cues)
        if not wanted:
            return Resolution(sentence.with_negations(()), (), "no cue", tuple(tokens))
        reader, (read, tree) = self.read(sentence, raw)
        views = [CueView(read, cue, tree) for cue in wanted]
        if chosen.is_deep and self.parses is not None:
            parsed = self.parses.of(sentence)
            resolved = tuple(
                resolved_with_crawler(view, reader, parsed, chosen, self.trust, self.threshold)
                for view in views
            )
        else:
            resolved = tuple(reader.resolved(view, chosen) for view in views)
        negated = sentence.with_negations(one.negation for one in resolved)
        return Resolution(negated, resolved, self.source(sentence, raw), tuple(tokens))

    def source(self, sentence: Sentence, raw: bool = False) -> str:
        """Which way the answer comes: given trees, trees of our own parser, or words alone."""
        if self.parts.given is not None and sentence.syntax and not raw:
            return "given trees"
        parser = self.parts.parser
        parsed = parser is not None and len(sentence.words) <= parser.longest
        return "own trees" if parsed else "words"

    def read(self, sentence: Sentence, raw: bool = False) -> tuple[Reader, ReadSentence]:
        """The reader that is right for the sentence, and the sentence with its tags and tree."""
        parts = self.parts
        if parts.given is not None and sentence.syntax and not raw:
            return parts.given, given_read(sentence)
        if parts.lent is not None and parts.lent.reads(sentence.words):
            return parts.raw, parsed_read(parts.lent, sentence.bare())
        if parts.parser is not None:
            return parts.raw, parsed_read(parts.parser, sentence.bare())
        return parts.raw, flat_read(sentence)


def _rows(*texts: Sequence[Sentence]) -> Iterator[list[Any]]:
    """Everything that is learnt from, and which text it was in."""
    for number, sentences in enumerate(texts):
        for s in sentences:
            yield [number, s.words, s.syntax, [(n.cue, n.scope, n.event) for n in s.negations]]


@cache
def embedded(encoder: bool | None = None) -> Resolver:
    """The resolver of the package; `encoder`: whether that takes part (by default: where it is installed)."""
    return Resolver(embedded_parts(encoder))


def with_encoder(resolver: Resolver) -> Resolver:
    """A resolver with the nets that come with the package, and the parser if it draws the same kind of trees.

    A clear error where the encoder is missing.
    """
    return replace(resolver, parts=lend_encoder(resolver.parts))
