"""Freestyle (Wu, Addanki, Saers & Beloucif 2013): a line in, a line out that rhymes, learnt from verse alone.

A challenge is transduced into a response by a grammar learnt from pairs of lines and a language model of all
lines. Beyond the paper, and each a setting: the end word is drawn towards the rhymes that the scheme detector
learnt (`rhyme_weight`), and drafts that copy, stutter or repeat the end word come last (`guards`).
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Self

from likewise.errors import InputError
from likewise.freestyle.choice import chosen
from likewise.freestyle.drafts import Draft, DraftSearch
from likewise.freestyle.line_corpus import LineCorpus
from likewise.freestyle.model_files import files_of, parts_of
from likewise.freestyle.response import CopiedRun, Response, RhymeReason
from likewise.freestyle.rhyme_partners import RhymePartners
from likewise.freestyle.settings import FreestyleSettings
from likewise.freestyle.trainer import learn_to_freestyle
from likewise.freestyle.verse import Verse, line_words
from likewise.freestyle.wishes import Wishes
from likewise.io import SEED, ModelCard, ModelFiles, Progress, SavedModel
from likewise.transduce import LanguageModel
from likewise.transduce.itg import LexicalRule, TransductionGrammar

__all__ = ["RULE_KINDS", "Freestyler"]

_DRAFTS = 300
"""Drafts that a response is chosen from."""
_EXAMPLES = 3
RULE_KINDS = ("token", "segment", "copy", "delete", "insert")


@dataclass(frozen=True)
class Freestyler(SavedModel):
    """What `fit` learns; `respond` answers a line, `rules` shows what it knows."""

    kind: ClassVar[str] = "freestyle"

    search: DraftSearch
    lm: LanguageModel
    corpus: LineCorpus
    partners: RhymePartners
    settings: FreestyleSettings = field(default_factory=FreestyleSettings)
    sizes: Mapping[str, Any] = field(default_factory=dict)
    data: str = ""

    @classmethod
    def fit(
        cls,
        verses: Iterable[Verse],
        /,
        *,
        model: str = "istg",
        select: str = "rhyme",
        disfluency: str = "correct",
        lang: str = "en",
        seed: int = SEED,
        progress: Progress | None = None,
        **settings: Any,
    ) -> Self:
        """Learn from verses.

        `model`: `tg` (token grammar), `istg` (mixed with the segmental one) or `phrase` (the baseline).
        `select`: training pairs by `rhyme` scheme, or `adjacent` lines. `disfluency`: `correct`, `filter` or
        `none`. Further settings are those of `FreestyleSettings`.
        """
        chosen_settings = FreestyleSettings.of(
            model=model, select=select, disfluency=disfluency, lang=lang, seed=seed, **settings
        )
        learnt = learn_to_freestyle(verses, chosen_settings, progress=progress)
        return cls(
            learnt.search,
            learnt.lm,
            learnt.corpus,
            learnt.partners,
            chosen_settings,
            learnt.sizes,
            learnt.data,
        )

    @property
    def lang(self) -> str:
        """The language, by its code."""
        return self.settings.lang

    def respond(
        self,
        challenge: str,
        *,
        nbest: int = 1,
        end: str | None = None,
        words: tuple[int, int] | None = None,
        require: Iterable[str] = (),
        ban: Iterable[str] = (),
        clean: bool = False,
    ) -> list[Response]:
        """The best responses, all different, best first; none where the line has no word or no draft fits.

        `end`: the last word; `words`: least and most number of words; `require`, `ban`: words that must or
        must not stand there; `clean`: no profanity.
        """
        if not isinstance(nbest, int) or nbest < 1:
            raise InputError(f"expected a whole number from 1, found {nbest}", field="nbest")
        wishes = Wishes.of(end, words, require, ban, clean)
        said = line_words(challenge)[-self.settings.longest_challenge :]
        if not said:
            return []
        count, guards = max(_DRAFTS, 3 * nbest), self.settings.guards
        drafts = self.search.drafts(said, count, wishes)
        best = chosen(drafts, said, self.corpus, wishes, count=nbest, guards=guards)
        if guards and best and best[0][1] is not None:  # then all of them are copies
            drafts += self.search.drafts(said, count, replace(wishes, novel=True))
            best = chosen(drafts, said, self.corpus, wishes, count=nbest, guards=guards)
        return [self._told(said, draft, copied) for draft, copied in best]

    def knows(self, challenge: str) -> bool:
        """Whether any word of a line stands in the verse that was learnt from."""
        return bool(self.lm.ids(line_words(challenge)).any())

    def opening_line(self, rng: random.Random) -> str:
        """A line to begin from where there is none: drawn from those that were learnt from."""
        return self.corpus.text(int(self.corpus.pairs[rng.randrange(len(self.corpus.pairs)), 0]))

    @property
    def grammar(self) -> TransductionGrammar | None:
        """The grammar; None for the phrase-based baseline."""
        return getattr(self.search, "grammar", None)

    def rules(self, top: int = 20, kind: str | None = None) -> list[LexicalRule]:
        """The most probable lexical rules, of one kind (see `LexicalRule.kind`) if it is named."""
        if kind is not None and kind not in RULE_KINDS:
            raise InputError(f"expected one of {', '.join(RULE_KINDS)}, found '{kind}'", field="kind")
        return self.search.rules(top, kind)

    def _told(self, challenge: Sequence[str], draft: Draft, copied: CopiedRun | None) -> Response:
        one, other = challenge[-1], draft.words[-1]
        why = self._reason(one, other)
        # Lines that rhyme by their scheme are evidence too, where rhymes were selected.
        seen = why is not None and bool(why.seen) and one != other and self.sizes.get("select") == "rhyme"
        rhyme = True if seen else self.partners.rhyme(one, other)
        return Response(" ".join(draft.words), draft.score, rhyme, draft.uses, copied, why)

    def _reason(self, one: str, other: str) -> RhymeReason | None:
        """Why the end words go together; None where nothing in the training text says so."""
        strength = self.partners.strength(one, other)
        seen = self.corpus.pairs_ending(one, other, _EXAMPLES)
        return RhymeReason(one, other, strength, seen) if strength or seen else None

    def saved_settings(self) -> Mapping[str, Any]:
        return {**self.settings.as_dict(), "sizes": dict(self.sizes)}

    def saved_files(self) -> Mapping[str, bytes]:
        return files_of(self.search, self.lm, self.corpus, self.partners)

    @classmethod
    def restored(cls, card: ModelCard, files: ModelFiles) -> Self:
        known = dict(card.settings)
        sizes = known.pop("sizes")
        settings = FreestyleSettings.of(**known)
        return cls(*parts_of(files, settings), settings, sizes, card.data)
