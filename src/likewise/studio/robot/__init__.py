"""Robot: give an order in plain words, see how it is understood, watch the arm."""

from likewise.studio.feature import Feature, FolderOption, MenuEntry

__all__ = ["FEATURE"]

FEATURE = Feature(
    __name__,
    menu=(MenuEntry("/robot", "Robot", "Give a robot arm orders in plain words, and watch it.", order=42),),
    options=(FolderOption("--robot", "robot", "A reader of orders for the page Robot."),),
    service="RobotService",
    pages=("/robot",),
)
