"""Task designer: try a task type, or define one in YAML, and see it as a worker does."""

from likewise.studio.feature import Feature, MenuEntry

__all__ = ["FEATURE"]

FEATURE = Feature(
    __name__,
    menu=(
        MenuEntry(
            "/designer", "Designer", "Try a task and see it as a worker does.", "Task designer", order=60
        ),
    ),
    pages=tuple(f"/designer?example={name}" for name in ("describe", "simplify", "follow", "pattern")),
)
