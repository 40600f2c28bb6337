"""The public names of likewise.worlds.blocks: what other rooms and users may use."""

from .board_environment import make_board_environment as make_board_environment
from .board_svg import board_words as board_words, draw_board as draw_board
from .boards import (
    COLORS as COLORS,
    SHAPES as SHAPES,
    SIZE as SIZE,
    Block as Block,
    Board as Board,
    Position as Position,
)
from .coherence import is_coherent as is_coherent
from .english import describe_entity as describe_entity, describe_order as describe_order
from .execution import (
    ArmStep as ArmStep,
    arm_steps as arm_steps,
    execute as execute,
    opposite_move as opposite_move,
    same_blocks as same_blocks,
)
from .layouts import (
    Layout as Layout,
    Layouts as Layouts,
    Scene as Scene,
    dumps_layouts as dumps_layouts,
    load_layouts as load_layouts,
    loads_layouts as loads_layouts,
)
from .moves import (
    Move as Move,
    dumps_moves as dumps_moves,
    loads_move as loads_move,
    loads_moves as loads_moves,
    same_moves as same_moves,
)
from .orders import BLOCK_KINDS as BLOCK_KINDS, Order as Order
from .planner import Verdict as Verdict, plan as plan
from .planner_cases import (
    PlannerAgreement as PlannerAgreement,
    PlannerCase as PlannerCase,
    agreement as agreement,
    load_planner_cases as load_planner_cases,
)
from .random_boards import (
    random_board as random_board,
    random_layouts as random_layouts,
    random_scene as random_scene,
    sensible_moves as sensible_moves,
)
from .rcl import LEAVES as LEAVES, Rcl as Rcl, dumps_rcl as dumps_rcl, loads_rcl as loads_rcl
from .scene_moves import move_between as move_between
