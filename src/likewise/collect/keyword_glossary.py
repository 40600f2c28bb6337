"""Keywords of questions as items for people to translate, and what they translated as a glossary.

Run 2 of Mitamura et al. (2006): people see the keywords, never a question; `ask question --glossary` takes
what they say before all other translations.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from likewise.collect.export_rows import Given, Rows
from likewise.collect.tasks.keyword_translation import KEYWORD_KINDS, translations_of
from likewise.errors import InputError
from likewise.io import Source, write_text

__all__ = ["COLUMNS", "keyword_items", "write_glossary"]

COLUMNS = ("english", "target", "people", "asked")


def keyword_items(
    questions: Iterable[Iterable[Mapping[str, str]]], *, seed: int = 0
) -> Iterator[dict[str, Any]]:
    """Stimuli of the task `keyword-translation` out of the keywords of questions.

    A keyword has `keyword`, `kind` and `lang`. Each goes out once a language, numbers not at all, and in an
    order by chance: keywords of a question that stand together would give it away.
    """
    items: dict[tuple[str, str], dict[str, Any]] = {}
    for question in questions:
        for one in question:
            keyword = " ".join(one["keyword"].split())
            if one["kind"] in KEYWORD_KINDS and keyword:
                item = {"keyword": keyword, "kind": one["kind"], "lang": one["lang"]}
                items.setdefault((keyword.casefold(), one["lang"]), item)
    shuffled = list(items.values())
    random.Random(seed).shuffle(shuffled)
    yield from shuffled


def write_glossary(rows: Rows, target: Source) -> int:
    """A line a keyword, tabs between: `english`, `target`, how many `people` gave it of how many `asked`.

    The translation that most people gave; on a tie the one that more gave first, then the one that came
    first. A keyword that nobody knew is left out. All keywords must be for one language, as in a glossary.
    """
    own = rows.campaign.task == "keyword-translation"
    if not own and next(rows(), None) is not None:
        raise InputError("only a campaign that translates keywords has this form", field="kind")
    languages: set[str] = set()
    count = 0
    with write_text(target) as stream:
        stream.write("\t".join(COLUMNS) + "\n")
        for _, group in rows.groups() if own else ():
            stimulus = group[0].stimulus
            languages.add(stimulus["lang"])
            if len(languages) > 1:
                named = " and ".join(sorted(languages))
                raise InputError(f"holds keywords for {named}; a glossary is for one language", field="kind")
            best = _chosen(group)
            if best is not None:
                stream.write("\t".join([stimulus["keyword"], *best]) + "\n")
                count += 1
    return count


def _chosen(group: Sequence[Given]) -> tuple[str, str, str] | None:
    """What most people gave, how many they are, and how many were asked."""
    votes: dict[str, list[int]] = {}
    shown: dict[str, str] = {}
    for row in group:
        for place, text in enumerate(translations_of(row.payload)):
            key = text.casefold()
            shown.setdefault(key, text)
            vote = votes.setdefault(key, [0, 0])
            vote[0] += 1
            vote[1] += place == 0
    if not votes:
        return None
    best = max(votes, key=lambda key: (votes[key][0], votes[key][1]))
    return shown[best], str(votes[best][0]), str(len(group))
