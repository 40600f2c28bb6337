"""The public names of likewise.worlds.blocks: what other rooms and users may use."""

from .boards import (
    COLORS as COLORS,
    SHAPES as SHAPES,
    SIZE as SIZE,
    Block as Block,
    Board as Board,
    Position as Position,
)
from .layouts import (
    Layout as Layout,
    Layouts as Layouts,
    Scene as Scene,
    dumps_layouts as dumps_layouts,
    load_layouts as load_layouts,
    loads_layouts as loads_layouts,
)
from .rcl import Rcl as Rcl, dumps_rcl as dumps_rcl, loads_rcl as loads_rcl
