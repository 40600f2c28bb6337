"""The HTTP API, version 1: one module a group of routes."""

from fastapi import APIRouter

from likewise.studio.api import (
    agreement,
    answers,
    campaigns,
    clips,
    data,
    health,
    ledger,
    navigate,
    negation,
    paraphrases,
    people,
    scores,
    sessions,
    tasks,
    tiers,
    work,
)

__all__ = ["routers"]


def routers() -> list[APIRouter]:
    """The routers in the order in which the documentation lists them."""
    groups = (
        sessions, people, campaigns, tasks, work, answers, tiers, clips, ledger, agreement, data, scores,
        paraphrases, navigate, negation, health,
    )  # fmt: skip
    return [group.router for group in groups]
