"""Why the deep reader makes nothing of a command, in words that help the person who typed it."""

from __future__ import annotations

from functools import cache

from likewise.robot.command_tokens import Word
from likewise.robot.deep_reader.command_grammar import MOST_WORDS, CommandGrammar
from likewise.robot.deep_reader.conversion_state import NO_VERB, TWO_ORDERS, Unreadable
from likewise.robot.deep_reader.order_conversion import open_order
from likewise.robot.deep_reader.rule_table import own_rules
from likewise.robot.deep_reader.word_lexicon import STOPPED

__all__ = ["why_not"]

_SHOWN, _LONGEST = 3, 30
_MOST_ORDERS = 2
_VERBS = frozenset(("VT", "VM"))
_THINGS = frozenset(("N[thing]", "PRO"))


@cache
def _grammar() -> CommandGrammar:
    return CommandGrammar()


def why_not(words: tuple[Word, ...]) -> str:
    """What was not understood in a command; "" where it can be read."""
    grammar = _grammar()
    if not any(word.text.isalnum() for word in words):
        return "there is no order: say what to pick up, move or put down"
    if len(words) > MOST_WORDS:
        return f"{len(words)} words are too many for one order: say it in at most {MOST_WORDS}"
    reason = ""
    for meaning in grammar.analyses(words):
        try:
            open_order(meaning, own_rules())
        except Unreadable as error:
            reason = reason or str(error)
        else:
            return ""
    return reason or _missing(grammar, words)


def _missing(grammar: CommandGrammar, words: tuple[Word, ...]) -> str:
    """What a text lacks that the grammar does not take."""
    uses = {word.text: grammar.categories(word.text) for word in words}
    unknown = [word for word, use in uses.items() if not use]
    stopped = [word for word, use in uses.items() if use == {STOPPED}]
    if len(unknown) > len(uses) // 2:
        return f"I do not know {_quoted(unknown)}: I read orders in English, such as 'take the red cube'"
    if unknown:
        return f"I do not know {_quoted(unknown)}: I read orders such as 'take the red cube'"
    if not any(use & _VERBS for use in uses.values()):
        return NO_VERB
    if stopped:
        return f"I cannot do anything with {_quoted(stopped)} here"
    if not any(use & _THINGS for use in uses.values()):
        return "it does not say which block"
    if len(_orders(words, uses)) > _MOST_ORDERS:
        return TWO_ORDERS
    return "I know the words but not how they go together: try 'put the red cube on the blue one'"


def _orders(words: tuple[Word, ...], uses: dict[str, set[str]]) -> list[str]:
    """The verbs that begin an order: the first word, and those after "and", "then" or a sign."""
    return [
        word.text
        for place, word in enumerate(words)
        if uses[word.text] & _VERBS and (not place or "AND" in uses[words[place - 1].text])
    ]


def _quoted(words: list[str]) -> str:
    names = ", ".join(f"'{word[:_LONGEST]}'" for word in words[:_SHOWN])
    return f"the word {names}" if len(words) == 1 else f"the words {names}"
