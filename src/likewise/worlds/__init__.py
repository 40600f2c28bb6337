"""Worlds to move in: maps, what is seen from where, plans and the walker who carries them out."""

from likewise.worlds.environment import make_environment
from likewise.worlds.formats import dump_map, dumps_map, load_map, load_maps, loads_map
from likewise.worlds.generator import random_map, random_path
from likewise.worlds.map_svg import draw_map
from likewise.worlds.maps import Corridor, Map
from likewise.worlds.missions import Mission
from likewise.worlds.plans import Plan, Step, Travel, Turn, Verify, dumps, loads
from likewise.worlds.poses import Place, Pose
from likewise.worlds.views import Sight, sights

__all__ = [
    "Corridor",
    "Map",
    "Mission",
    "Place",
    "Plan",
    "Pose",
    "Sight",
    "Step",
    "Travel",
    "Turn",
    "Verify",
    "draw_map",
    "dump_map",
    "dumps",
    "dumps_map",
    "load_map",
    "load_maps",
    "loads",
    "loads_map",
    "make_environment",
    "random_map",
    "random_path",
    "sights",
]
