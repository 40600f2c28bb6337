"""Who did what to whom? Frames marked in two texts, joined and judged, for HMEANT (Lo and Wu 2011a).

People mark predicates and roles in both texts, say whose a role is where a text has several predicates, join
the predicates of the same event, and judge each role of the candidate beside its counterpart.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from likewise.collect.tasks.judged_frames import PREDICATE, SIDES, annotation_of
from likewise.collect.tasks.kit import (
    ExampleAnswer,
    Field,
    InputError,
    LinksField,
    Option,
    SpansField,
    Task,
    check_about,
    clean,
    has_words,
    inside,
    listing,
    stimulus_values,
    units_of,
    whole,
)

__all__ = ["ROLES", "VERDICTS", "FramesTask"]

ROLES = ("who", "what", "whom", "when", "where", "why", "how", "how much", "may", "not", "other")
VERDICTS = ("correct", "partial", "incorrect")
_LABELS = tuple(Option(label, label) for label in (PREDICATE, *ROLES))
_LONGEST = 5000
_MOST = 300
_LEFT_OUT = ("source", "human", "scores", "novelty")
"""What else a segment may hold: annotators need none of it, and must not know some of it."""


class FramesTask(Task):
    """Stimulus: `candidate` and `reference`, or the `references` of a segment; `id`, `system` and so on.

    Answer: `reference` and `candidate`, the marks in each text (a predicate or a role); `reference_roles` and
    `candidate_roles`, links of roles to their predicates, needed where a text has several; `events`, links
    of the candidate's predicates to the reference's; `verdicts`, links of its roles to the reference's;
    `apart`, "yes" where there is nothing to join; `comment`. Settings: `reference`, which one of several.
    """

    name = "frames"
    title = "Who did what to whom?"
    pay = (25, 25)
    exports = ("annotations",)
    own_settings: ClassVar[tuple[str, ...]] = ("reference",)
    guidance: Sequence[str] = (
        "The first text is right. The second should say the same, and may not. Show what each of them says, "
        "and how much of it is the same, in three steps: mark, sort, compare.",
        "Mark, in both texts. predicate: each word that says what happens or what is so, mostly a verb, "
        "without has, will or is in front of it. Then the phrases that go with it, each as a whole.",
        "who: who or what does it. what: the person or thing that it is done to, or what is said or wanted. "
        "whom: who gets it, is told it, or has it done for them. when, where, why, how, how much: as you "
        "would ask. may: can, may, must, will, should. not: what denies it. other: anything else.",
        "Marks may overlap, and the same words may have two labels.",
        "Sort. Where a text has one predicate, all its phrases belong to it, and there is nothing to do. "
        "Where it has several, join each phrase to the predicate that it belongs to, or to several.",
        "Compare. Join predicates of the second text to those of the first that tell of the same event, in "
        "whatever words: each to one at most. Then join their phrases of the same label: correct where it "
        "means the same, partial where a part of the meaning is there, incorrect where it means something "
        "else. What has no counterpart stays alone.",
    )
    examples: Sequence[ExampleAnswer] = (
        ExampleAnswer(True, "[who The dog] has [predicate bitten] [what the man] [when again]"),
        ExampleAnswer(
            True,
            "[who She] [predicate asked] [whom him] to [predicate leave] [what the room]",
            "him is marked twice: whom of asked, who of leave; the room belongs to leave",
        ),
        ExampleAnswer(
            True,
            "The dog bit the man. / The man was bitten by a cat.: bitten and bit are the same event; "
            "the man, what: correct; a cat, who: incorrect",
            "who and what follow the event, not the order of the words",
        ),
        ExampleAnswer(
            False, "[predicate has not bitten]", "the predicate is bitten, and not has its own label"
        ),
        ExampleAnswer(False, "the [what man] in the blue coat", "the phrase is the man in the blue coat"),
    )

    def check_stimulus(self, stimulus: Any, settings: Mapping[str, Any] | None) -> dict[str, Any]:
        """The two texts; of a segment's references the one that the settings name."""
        values = stimulus_values(stimulus, *SIDES, "references", *_LEFT_OUT)
        field = "reference"
        if values.get("references"):
            if values.get("reference"):
                raise InputError("expected reference or references, not both", field="references")
            number = self.check_settings(settings)["reference"]
            given = listing(values["references"], "references", 100, least=number)
            field = inside("references", number - 1)
            values["reference"] = given[number - 1]
        names = {"reference": field, "candidate": "candidate"}
        checked = {
            side: clean(values.get(side) or "", its, _LONGEST, lines=True) for side, its in names.items()
        }
        for side, text in checked.items():
            if not text:
                raise InputError("is empty, expected a text", field=names[side])
        return checked | check_about(values)

    def item_name(self, stimulus: Mapping[str, Any]) -> str | None:
        """Candidates of several systems share their ids, so the system belongs to the name."""
        return f"{stimulus['id']}@{stimulus['system']}" if {"id", "system"} <= stimulus.keys() else None

    def decisions(
        self, stimulus: Mapping[str, Any], answer: Mapping[str, Any]
    ) -> dict[str, dict[str, float]]:
        """For each word whether it is a predicate, for two predicates whether they are the same event, for
        each role of the candidate what it is worth: 2, 1 or 0 (also where it was not joined).
        """
        made = annotation_of(stimulus, answer)
        words = {
            f"{side} {place}": float(
                any(place in range(*frame["predicate"]) for frame in made[side]["frames"])
            )
            for side in SIDES
            for place, token in enumerate(made[side]["tokens"])
            if has_words(token)
        }
        events: dict[str, float] = {}
        verdicts: dict[str, float] = {}
        joined = {(one["candidate"], one["reference"]): one["roles"] for one in made["alignments"]}
        for first, frame in enumerate(made["candidate"]["frames"]):
            judged: dict[int, str] = {}
            for second, other in enumerate(made["reference"]["frames"]):
                roles = joined.get((first, second))
                events[_part(frame["predicate"], other["predicate"])] = float(roles is not None)
                judged |= {one["candidate"]: one["verdict"] for one in roles or ()}
            for place, role in enumerate(frame["roles"]):
                value = VERDICTS[::-1].index(judged.get(place, "incorrect"))
                verdicts[_part(frame["predicate"], role["span"])] = float(value)
        return {"predicate": words, "event": events, "verdict": verdicts}

    def _settings(self, values: dict[str, Any]) -> dict[str, Any]:
        return {"reference": whole(values.get("reference", 1), "reference", 1, 100)}

    def _fields(self, stimulus: Mapping[str, Any], settings: Mapping[str, Any]) -> tuple[Field, ...]:
        return (
            *_marking("reference", "first", stimulus["reference"]),
            *_marking("candidate", "second", stimulus["candidate"]),
            _joining(
                "events",
                "Which predicates tell of the same event?",
                "From the second text to the first; each has one partner at most.",
                ("same event",),
                ("candidate", "reference"),
                ((PREDICATE,), (PREDICATE,)),
            ),
            _joining(
                "verdicts",
                "How much of each phrase came through?",
                "From the second text to the first, of events that you have joined: who with who, what with "
                "what. A phrase without a counterpart stays alone.",
                VERDICTS,
                ("candidate", "reference"),
                (ROLES, ROLES),
            ),
            Field(
                "apart",
                "choice",
                "Nothing to join?",
                required=False,
                options=(Option("yes", "All is marked, and no event is in both texts."),),
            ),
        )

    def _together(
        self, values: dict[str, Any], stimulus: Mapping[str, Any], settings: Mapping[str, Any]
    ) -> dict[str, Any]:
        made = annotation_of(stimulus, values)
        if made["alignments"]:
            if "apart" in values:
                raise InputError("is ticked, and there are events joined", field="apart")
        elif "apart" not in values:
            for side, which in zip(SIDES, ("first", "second"), strict=True):
                if not made[side]["frames"]:
                    message = f"no predicate is marked in the {which} text: mark it, or tick below"
                    raise InputError(message, field=side)
            raise InputError(
                "no predicates are joined: join them, or tick below that none are", field="events"
            )
        return values


def _marking(side: str, which: str, text: str) -> tuple[Field, ...]:
    marks = SpansField(
        side,
        "spans",
        f"The {which} text: mark predicates and their phrases",
        required=False,
        options=_LABELS,
        max=_MOST,
        help="Predicates first: what happens, or what is so. Then who, what, when and so on.",
        dir_auto=True,
        text=text,
        units=units_of(text),
        overlap=True,
    )
    roles = _joining(
        f"{side}_roles",
        f"The {which} text: which predicate do they belong to?",
        "Only where the text has several predicates. A phrase may belong to more than one.",
        ("belongs to",),
        (side, side),
        (ROLES, (PREDICATE,)),
    )
    return marks, roles


def _joining(
    its: str,
    label: str,
    about: str,
    labels: Sequence[str],
    sides: tuple[str, str],
    ends: tuple[tuple[str, ...], tuple[str, ...]],
) -> LinksField:
    return LinksField(
        its,
        "links",
        label,
        required=False,
        options=tuple(Option(one, one) for one in labels),
        max=_MOST,
        help=about,
        dir_auto=True,
        source=sides[0],
        target=sides[1],
        source_labels=ends[0],
        target_labels=ends[1],
    )


def _part(one: Sequence[int], other: Sequence[int]) -> str:
    return f"{one[0]}-{one[1]} {other[0]}-{other[1]}"
