"""The pages: one module a group of routes."""

from fastapi import APIRouter

from likewise.studio.pages import (
    agreement,
    campaigns,
    clips,
    data,
    designer,
    entrance,
    health,
    ledger,
    navigate,
    negation,
    paraphrase,
    people,
    score,
    work,
)

__all__ = ["routers"]


def routers() -> list[APIRouter]:
    """The routers of all pages."""
    groups = (
        entrance, campaigns, designer, work, people, clips, ledger, agreement, data, score, paraphrase,
        navigate, negation, health,
    )  # fmt: skip
    return [group.router for group in groups]
