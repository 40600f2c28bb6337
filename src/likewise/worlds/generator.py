"""Maps and paths by chance, of the kind that the corpus has.

`random_map` lays straight corridors as in the worlds of MacMahon et al. (2006): the longest have a floor of
their own, all others the plain one; each picture hangs in one region; furniture stands at some places.
`random_path` is the random sequence of one to four actions that the instructor task of Chen (2012, section
4.1) shows. The paper says no more than that; here a path also makes sense to someone who has to
describe it: a turn faces a corridor, no turn undoes another, and only a dead end is turned round in.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from random import Random

from likewise.errors import InputError
from likewise.worlds.maps import Corridor, Map
from likewise.worlds.poses import FORWARD, HEADINGS, LEFT, RIGHT, Place, Pose, ahead, turned

__all__ = ["FLOORS", "ITEMS", "WALLS", "random_map", "random_path", "runs"]

FLOORS = ("concrete", "blue", "brick", "flower", "grass", "gravel", "wood", "yellow")
"""The floors of the corpus, the plain one first."""
WALLS = ("butterfly", "fish", "tower")
ITEMS = ("barstool", "chair", "easel", "hatrack", "lamp", "sofa")
_LONGEST = 7
_MOST = 5_000

Way = tuple[Place, Place]


def random_map(
    seed: int,
    *,
    places: int = 30,
    name: str | None = None,
    floors: Sequence[str] = FLOORS,
    walls: Sequence[str] = WALLS,
    items: Sequence[str] = ITEMS,
    furnished: float = 0.35,
    loops: float = 0.6,
) -> Map:
    """A connected map of so many places; the same seed and settings give the same map.

    The first of `floors` is the plain one. `furnished` is the share of places with furniture, `loops` how
    readily a corridor is led on into a place that is already there (0: never, so there are no loops).
    """
    if not 1 <= places <= _MOST:
        raise InputError(f"expected 1 to {_MOST} places, found {places}", field="places")
    for field, share in (("furnished", furnished), ("loops", loops)):
        if not 0 <= share <= 1:
            raise InputError(f"expected a share from 0 to 1, found {share}", field=field)
    chance = Random(seed)
    ways = _laid(chance, places, loops)
    spots = sorted({place for way in ways for place in way} or {(0, 0)})
    floor = _floors(chance, ways, floors)
    wall = _pictures(chance, ways, spots, walls)
    things = _furniture(chance, spots, items, round(furnished * places))
    return Map(
        name if name is not None else f"Random {seed}",
        {place: things.get(place, "") for place in spots},
        {way: Corridor(floor.get(way, ""), wall.get(way, "")) for way in sorted(ways)},
    )


def _way(one: Place, other: Place) -> Way:
    return (one, other) if one <= other else (other, one)


def _box(chance: Random, places: int) -> tuple[int, int]:
    """Width and height of the ground: about 1.6 crossings for each place, as crowded as the corpus."""
    ground = 1.6 * places
    width = max(1, round((ground * chance.uniform(0.6, 1.7)) ** 0.5))
    return width, -(-int(ground) // width)


def _laid(chance: Random, places: int, loops: float) -> set[Way]:
    """Corridors in straight runs until there are enough places, moved so that the smallest x and y are 0."""
    width, height = _box(chance, places)
    start = (chance.randrange(width), chance.randrange(height))
    there, ways, spots = {start}, set[Way](), [start]
    while len(there) < places:
        at, heading = chance.choice(spots), chance.choice(HEADINGS)
        along = {_way(at, ahead(at, h)) for h in (heading, (heading + 180) % 360)}
        if along & ways and chance.random() < 0.8:
            continue  # mostly cross a run, rather than lengthen it
        for _ in range(chance.randint(2, _LONGEST)):
            after = ahead(at, heading)
            meets = after in there
            if not (0 <= after[0] < width and 0 <= after[1] < height) or _way(at, after) in ways:
                break
            if chance.random() >= loops if meets else len(there) == places:
                break
            ways.add(_way(at, after))
            if not meets:
                there.add(after)
                spots.append(after)
            at = after
    left, top = min(x for x, _ in spots), min(y for _, y in spots)
    return {((a - left, b - top), (c - left, d - top)) for (a, b), (c, d) in ways}


def runs(ways: Iterable[Way]) -> list[list[Way]]:
    """Corridors put together into straight lines without a gap, the longest first."""
    left = {_way(*way) for way in ways}
    lines = []
    for way in sorted(left):
        (x, y), (u, v) = way
        step = (u - x, v - y)
        if ((x - step[0], y - step[1]), (x, y)) in left:
            continue
        line = [way]
        while (following := (line[-1][1], (line[-1][1][0] + step[0], line[-1][1][1] + step[1]))) in left:
            line.append(following)
        lines.append(line)
    return sorted(lines, key=lambda line: (-len(line), line))


def _floors(chance: Random, ways: set[Way], floors: Sequence[str]) -> dict[Way, str]:
    """One floor a straight run: the longest have their own, in any order, the others the plain one."""
    own = list(floors[1:])
    chance.shuffle(own)
    plain = floors[0] if floors else ""
    return {
        way: own[k] if k < len(own) and len(line) > 1 else plain
        for k, line in enumerate(runs(ways))
        for way in line
    }


def _distances(ways: set[Way], start: Place) -> dict[Place, int]:
    beside: dict[Place, list[Place]] = {}
    for one, other in sorted(ways):
        beside.setdefault(one, []).append(other)
        beside.setdefault(other, []).append(one)
    far, waiting = {start: 0}, deque([start])
    while waiting:
        place = waiting.popleft()
        for other in beside.get(place, ()):
            if other not in far:
                far[other] = far[place] + 1
                waiting.append(other)
    return far


def _pictures(chance: Random, ways: set[Way], spots: list[Place], walls: Sequence[str]) -> dict[Way, str]:
    """One region a picture: middles far apart, and each corridor belongs to the nearest."""
    if not walls:
        return {}
    names = list(walls)
    chance.shuffle(names)
    far = [_distances(ways, chance.choice(spots))]
    while len(far) < len(names):
        middle = max(spots, key=lambda place: (min(d[place] for d in far), place))
        far.append(_distances(ways, middle))
    return {
        (one, other): names[min(range(len(far)), key=lambda k: (far[k][one] + far[k][other], k))]
        for one, other in sorted(ways)
    }


def _furniture(chance: Random, spots: list[Place], items: Sequence[str], count: int) -> dict[Place, str]:
    """Furniture at so many places, every kind about as often."""
    if not items:
        return {}
    kinds: list[str] = []
    while len(kinds) < count:
        kinds += chance.sample(list(items), len(items))
    return dict(zip(chance.sample(spots, count), kinds, strict=False))


def random_path(world: Map, seed: int, *, actions: tuple[int, int] = (1, 4)) -> list[Pose]:
    """A walk of so many moves (least, most), one pose more than moves; the same seed gives the same walk."""
    least, most = actions
    if not 1 <= least <= most <= 100:
        raise InputError(f"expected 1 <= least <= most <= 100, found {least} and {most}", field="actions")
    chance = Random(seed)
    count = chance.randint(least, most)
    starts = [Pose(*place, heading) for place in world.places for heading in HEADINGS if world.ways(place)]
    chance.shuffle(starts)
    for start in starts:
        moves = _moves(world, start, count, False, chance)
        if moves is not None:
            return world.walk(start, moves)
    raise InputError(f"map '{world.name}' has no corridor to walk in")


def _moves(world: Map, pose: Pose, count: int, turned_just_now: bool, chance: Random) -> list[str] | None:
    """Moves by chance, so many in all; None where they would have to stop half-way through turning round."""
    if count == 0:
        return []
    choices = _choices(world, pose, turned_just_now)
    chance.shuffle(choices)
    for choice in choices:
        if len(choice) > count:
            continue
        after = world.walk(pose, choice)[-1]
        rest = _moves(world, after, count - len(choice), choice[-1] != FORWARD, chance)
        if rest is not None:
            return choice + rest
    return None


def _choices(world: Map, pose: Pose, turned_just_now: bool) -> list[list[str]]:
    ways = world.ways(pose.place)
    choices = [[FORWARD]] if pose.heading in ways else []
    if turned_just_now:
        return choices
    choices += [[side] for side in (LEFT, RIGHT) if turned(pose.heading, side) in ways]
    return choices or [[side, side] for side in (LEFT, RIGHT)]
