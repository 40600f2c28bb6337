"""The public names of likewise.worlds: what other rooms and users may use."""

from .environment import make_environment as make_environment
from .formats import (
    dump_map as dump_map,
    dumps_map as dumps_map,
    load_map as load_map,
    load_maps as load_maps,
    loads_map as loads_map,
)
from .generator import random_map as random_map, random_path as random_path
from .map_svg import draw_map as draw_map
from .maps import MOVES as MOVES, Corridor as Corridor, Map as Map
from .missions import Mission as Mission
from .plans import (
    WHERE as WHERE,
    Plan as Plan,
    Step as Step,
    Travel as Travel,
    Turn as Turn,
    Verify as Verify,
    dumps as dumps,
    loads as loads,
)
from .poses import (
    FORWARD as FORWARD,
    HEADINGS as HEADINGS,
    UNKNOWN as UNKNOWN,
    Place as Place,
    Pose as Pose,
    moves_of as moves_of,
    turns_to as turns_to,
)
from .views import (
    HALLWAY as HALLWAY,
    SIDE as SIDE,
    WALL as WALL,
    Sight as Sight,
    here as here,
    sights as sights,
)
