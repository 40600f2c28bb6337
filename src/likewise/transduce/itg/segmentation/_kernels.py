"""Loops of rule segmentation: biaffixes are found by hash, and told apart by their words.

A split has one of four forms. The biaffix stands at the beginning or the end of the rule's source words, and
at the beginning or the end of its target words: both at one end is straight, else inverted.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from likewise.kernel import kernel
from likewise.transduce.itg.segmentation.columns import (
    BIAFFIX,
    FORM,
    HOST,
    HOST_FORM,
    HOST_MASS,
    INVERTED,
    PREFIX_SUFFIX,
    REMAINDER,
    REPLACED,
    ROWS,
    RULE_SYMBOLS,
    SLOT,
    SOURCE_WORDS,
    SPLITS,
    STRAIGHT,
    STRUCTURAL_SYMBOLS,
    SUFFIX_PREFIX,
    SUFFIXES,
    TARGET_WORDS,
)

_BASE = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)
_30, _27, _31, _1 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(1)


@kernel(inline="always")
def mixed(number: Any) -> Any:
    """A hash of 64 bits (the finaliser of splitmix64)."""
    number = (number ^ (number >> _30)) * _FIRST
    number = (number ^ (number >> _27)) * _SECOND
    return number ^ (number >> _31)


@kernel()
def running_hashes(words: Any) -> Any:
    """For each place the hash of all words before it."""
    result = np.zeros(len(words) + 1, np.uint64)
    for i in range(len(words)):
        result[i + 1] = result[i] * _BASE + mixed(np.uint64(words[i]) + _1)
    return result


@kernel()
def powers_of_base(count: int) -> Any:
    """1, base, base squared, .."""
    result = np.ones(count, np.uint64)
    for i in range(1, count):
        result[i] = result[i - 1] * _BASE
    return result


@kernel()
def bispan_hash(store: Any, a: int, b: int, c: int, d: int) -> Any:
    """The hash of source words a to b over target words c to d."""
    one = store.source_hash[b] - store.source_hash[a] * store.powers[b - a]
    other = store.target_hash[d] - store.target_hash[c] * store.powers[d - c]
    return mixed(mixed(one + np.uint64(b - a)) * _BASE + mixed(other + np.uint64(d - c)))


@kernel()
def same_words(store: Any, a: int, b: int, c: int, d: int, e: int, f: int, g: int, h: int) -> bool:
    """Whether two bispans have the same words."""
    if b - a != f - e or d - c != h - g:
        return False
    for i in range(b - a):
        if store.source[a + i] != store.source[e + i]:
            return False
    for i in range(d - c):  # noqa: SIM110  (a generator is no loop that can be compiled)
        if store.target[c + i] != store.target[g + i]:
            return False
    return True


@kernel()
def rule_hashes(store: Any, rows: Any) -> Any:
    """The hash of each of the rows."""
    result = np.empty(len(rows), np.uint64)
    for k in range(len(rows)):
        a, b, c, d = store.spans[rows[k]]
        result[k] = bispan_hash(store, a, b, c, d)
    return result


@kernel()
def slot_of(store: Any, a: int, b: int, c: int, d: int) -> Any:
    """The place of the table that has the row of these words, or that it would go to."""
    most = len(store.table) - 1
    slot = np.int64(bispan_hash(store, a, b, c, d) & np.uint64(most))
    while store.table[slot] >= 0:
        row = store.table[slot]
        e, f, g, h = store.spans[row]
        if same_words(store, a, b, c, d, e, f, g, h):
            break
        slot = (slot + 1) & most
    return slot


@kernel()
def fill_table(store: Any, rows: Any) -> None:
    """Enter rows, all of different words, into an empty table."""
    for row in rows:
        a, b, c, d = store.spans[row]
        store.table[slot_of(store, a, b, c, d)] = row


@kernel()
def weight(mass: int) -> float:
    """m lg m: what m uses of a rule take off the description length of the data."""
    return mass * math.log2(mass) if mass > 0 else 0.0


@kernel()
def affix(store: Any, row: int, form: int, i: int, j: int) -> Any:
    """The bispan of the first or last i source and j target words of a rule, as the form says."""
    a, b, c, d = store.spans[row]
    if form in (SUFFIXES, SUFFIX_PREFIX):
        a = b - i
    if form in (SUFFIXES, PREFIX_SUFFIX):
        c = d - j
    return a, a + i, c, c + j


@kernel()
def affix_of(store: Any, host: Any) -> Any:
    """The bispan of a biaffix in one of its hosts."""
    return affix(store, host[HOST], host[HOST_FORM], host[SOURCE_WORDS], host[TARGET_WORDS])


@kernel()
def rest(store: Any, row: int, form: int, i: int, j: int) -> Any:
    """The bispan that the affix leaves."""
    a, b, c, d = store.spans[row]
    if form in (SUFFIXES, SUFFIX_PREFIX):
        b = b - i
    else:
        a = a + i
    if form in (SUFFIXES, PREFIX_SUFFIX):
        d = d - j
    else:
        c = c + j
    return a, b, c, d


@kernel()
def forms_of(i: int, source: int, j: int, target: int) -> int:
    """How many forms a biaffix of i of the source and j of the target words has that differ."""
    if (i == 0 and j == 0) or (i == source and j == target):
        return 0
    if i == 0 or j == 0 or i == source or j == target:
        return SUFFIXES + 1  # an order of nothing and something is no order
    return SUFFIX_PREFIX + 1


@kernel()
def count_biaffixes(store: Any, rows: Any, longest: int, least: int, buckets: Any) -> int:
    """Count in each bucket of hashes 0, 1 or more biaffixes and whole rules; give the number of biaffixes."""
    most = np.uint64(len(buckets) - 1)
    total = 0
    for row in rows:
        a, b, c, d = store.spans[row]
        if b - a <= longest and d - c <= longest:
            bucket = bispan_hash(store, a, b, c, d) & most
            buckets[bucket] = min(buckets[bucket] + 1, 2)
        for i in range(least, min(b - a - least, longest) + 1):
            for j in range(least, min(d - c - least, longest) + 1):
                for form in range(forms_of(i, b - a, j, d - c)):
                    e, f, g, h = affix(store, row, form, i, j)
                    bucket = bispan_hash(store, e, f, g, h) & most
                    buckets[bucket] = min(buckets[bucket] + 1, 2)
                    total += 1
    return total


@kernel()
def shared_biaffixes(
    store: Any, rows: Any, longest: int, least: int, buckets: Any, keys: Any, hosts: Any
) -> int:
    """The biaffixes that do not stand alone in their bucket: hash, and row, form and lengths of the host."""
    most = np.uint64(len(buckets) - 1)
    count = 0
    for row in rows:
        a, b, c, d = store.spans[row]
        for i in range(least, min(b - a - least, longest) + 1):
            for j in range(least, min(d - c - least, longest) + 1):
                for form in range(forms_of(i, b - a, j, d - c)):
                    e, f, g, h = affix(store, row, form, i, j)
                    key = bispan_hash(store, e, f, g, h)
                    if buckets[key & most] > 1:
                        if count < len(keys):
                            keys[count] = key
                            hosts[count, HOST] = row
                            hosts[count, HOST_FORM] = form
                            hosts[count, SOURCE_WORDS] = i
                            hosts[count, TARGET_WORDS] = j
                        count += 1
    return count


@kernel()
def row_of(store: Any, a: int, b: int, c: int, d: int) -> Any:
    """The live row of these words, made if there is none."""
    slot = slot_of(store, a, b, c, d)
    row = store.table[slot]
    if row >= 0 and store.mass[row] > 0:
        return row
    made = store.counters[ROWS]
    store.counters[ROWS] += 1
    store.spans[made, 0] = a
    store.spans[made, 1] = b
    store.spans[made, 2] = c
    store.spans[made, 3] = d
    store.mass[made] = 0
    store.splits[made, FORM] = -1
    store.slots[made, SLOT] = slot
    store.slots[made, REPLACED] = row
    store.table[slot] = made
    return made


@kernel()
def in_two_rules(store: Any, hosts: Any, bounds: Any) -> Any:
    """For each biaffix whether it has two hosts, or has one and is a rule itself."""
    result = np.zeros(len(bounds) - 1, np.bool_)
    for k in range(len(bounds) - 1):
        if hosts[bounds[k], HOST] != hosts[bounds[k + 1] - 1, HOST]:
            result[k] = True
        else:
            a, b, c, d = affix_of(store, hosts[bounds[k]])
            result[k] = store.table[slot_of(store, a, b, c, d)] >= 0
    return result


@kernel()
def add_mass(store: Any, row: int, mass: int) -> float:
    """More uses of a row; how much the sum of weights grows."""
    before = store.mass[row]
    store.mass[row] = before + mass
    return weight(before + mass) - weight(before)


@kernel()
def take_hosts(store: Any, hosts: Any) -> Any:
    """Split rows lose their mass: how many, mass that was straight and inverted, weights and symbols lost."""
    count, straight, inverted, weights, symbols = 0, 0, 0, 0.0, 0
    a, b, c, d = affix_of(store, hosts[0])
    for k in range(len(hosts)):
        row, form = hosts[k, HOST], hosts[k, HOST_FORM]
        hosts[k, HOST_MASS] = 0
        if store.mass[row] == 0:
            continue  # split before, for this biaffix in another form or for another one
        e, f, g, h = affix_of(store, hosts[k])
        if not same_words(store, a, b, c, d, e, f, g, h):
            continue  # another biaffix with the same hash
        mass = store.mass[row]
        hosts[k, HOST_MASS] = mass
        store.mass[row] = 0
        e, f, g, h = store.spans[row]
        symbols += RULE_SYMBOLS + f - e + h - g
        weights += weight(mass)
        count += 1
        if form < PREFIX_SUFFIX:
            straight += mass
        else:
            inverted += mass
    return count, straight, inverted, weights, symbols


@kernel()
def give_back(store: Any, hosts: Any, rows: int, biaffix: int) -> None:
    """Undo a segmentation: what `take_hosts` and `segment` did, backwards."""
    for k in range(len(hosts)):
        mass, row, form = hosts[k, HOST_MASS], hosts[k, HOST], hosts[k, HOST_FORM]
        if mass == 0:
            continue
        if biaffix >= 0:
            store.mass[store.splits[row, REMAINDER]] -= mass
            store.mass[biaffix] -= mass
            store.counters[STRAIGHT if form < PREFIX_SUFFIX else INVERTED] -= mass
            store.splits[row, FORM] = -1
        store.mass[row] = mass
    for made in range(store.counters[ROWS] - 1, rows - 1, -1):
        store.table[store.slots[made, SLOT]] = store.slots[made, REPLACED]
    store.counters[ROWS] = rows


@kernel()
def segment(store: Any, hosts: Any, total: int, symbol_bits: float) -> Any:
    """Split all hosts of a biaffix: the change of description length, and the biaffix' row (-1: not done).

    `hosts` has row, form and lengths of the biaffix in each host; their mass is put beside it.
    """
    rows = store.counters[ROWS]
    count, straight, inverted, lost, symbols = take_hosts(store, hosts)
    if count == 0:
        return 0.0, -1
    a, b, c, d = affix_of(store, hosts[0])
    biaffix = row_of(store, a, b, c, d)
    if biaffix >= rows and count < 2:  # found in one rule alone
        give_back(store, hosts, rows, -1)
        return 0.0, -1
    gained = add_mass(store, biaffix, straight + inverted)
    for k in range(len(hosts)):
        mass, row, form = hosts[k, HOST_MASS], hosts[k, HOST], hosts[k, HOST_FORM]
        if mass > 0:
            e, f, g, h = rest(store, row, form, hosts[k, SOURCE_WORDS], hosts[k, TARGET_WORDS])
            remainder = row_of(store, e, f, g, h)
            gained += add_mass(store, remainder, mass)
            store.splits[row, FORM] = form
            store.splits[row, BIAFFIX] = biaffix
            store.splits[row, REMAINDER] = remainder
    added = -symbols
    for made in range(rows, store.counters[ROWS]):
        e, f, g, h = store.spans[made]
        added += RULE_SYMBOLS + f - e + h - g
    for kind, mass in ((STRAIGHT, straight), (INVERTED, inverted)):
        before = store.counters[kind]
        gained += weight(before + mass) - weight(before)
        if before == 0 and mass > 0:
            added += STRUCTURAL_SYMBOLS
        store.counters[kind] = before + mass
    more = 2 * (straight + inverted)
    change = added * symbol_bits + weight(total + more) - weight(total) - (gained - lost)
    return change, biaffix


@kernel()
def segmentation_changes(store: Any, hosts: Any, bounds: Any, total: int, symbol_bits: float) -> Any:
    """For each biaffix the change of description length, were it the only one; nothing is changed."""
    result = np.zeros(len(bounds) - 1)
    for k in range(len(bounds) - 1):
        own = hosts[bounds[k] : bounds[k + 1]]
        rows = store.counters[ROWS]
        change, biaffix = segment(store, own, total, symbol_bits)
        result[k] = change
        if biaffix >= 0:
            give_back(store, own, rows, biaffix)
    return result


@kernel()
def commit_segmentations(
    store: Any, hosts: Any, bounds: Any, chosen: Any, total: int, symbol_bits: float
) -> Any:
    """Split for one biaffix after the other where it still pays; how many did, and the sum of changes."""
    committed, summed = 0, 0.0
    for k in chosen:
        own = hosts[bounds[k] : bounds[k + 1]]
        rows = store.counters[ROWS]
        change, biaffix = segment(store, own, total, symbol_bits)
        if biaffix < 0:
            continue
        if change >= 0.0:
            give_back(store, own, rows, biaffix)
            continue
        for at in range(len(own)):
            if own[at, HOST_MASS] > 0:
                store.order[store.counters[SPLITS]] = own[at, HOST]
                store.counters[SPLITS] += 1
                total += 2 * own[at, HOST_MASS]
        committed += 1
        summed += change
    return committed, summed, total


@kernel()
def replayed(store: Any, counts: Any) -> Any:
    """Uses of each row and of both structural rules, counted anew from the pairs through all splits."""
    uses = np.zeros(store.counters[ROWS], np.int64)
    uses[: len(counts)] = counts
    structural = np.zeros(2, np.int64)
    for k in range(store.counters[SPLITS]):
        row = store.order[k]
        mass = uses[row]
        uses[row] = 0
        uses[store.splits[row, BIAFFIX]] += mass
        uses[store.splits[row, REMAINDER]] += mass
        structural[STRAIGHT if store.splits[row, FORM] < PREFIX_SUFFIX else INVERTED] += mass
    return uses, structural


@kernel()
def derivation_bits(store: Any, pairs: int, rule_bits: Any, straight: float, inverted: float) -> Any:
    """-lg of the probability of each pair's derivation, from those of the rules."""
    bits = rule_bits.copy()
    for k in range(store.counters[SPLITS] - 1, -1, -1):
        row = store.order[k]
        above = straight if store.splits[row, FORM] < PREFIX_SUFFIX else inverted
        bits[row] = above + bits[store.splits[row, BIAFFIX]] + bits[store.splits[row, REMAINDER]]
    return bits[:pairs]
