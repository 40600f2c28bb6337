"""The world of a block-moving robot arm: boards, the robot control language RCL, and the spatial planner."""

from likewise.public import public_page

__getattr__, __dir__, __all__ = public_page(__name__, __file__)
