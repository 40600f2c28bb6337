"""Health, and the documentation of the API, which needs nothing from elsewhere."""

from __future__ import annotations

from fastapi import Request, Response

from likewise.studio.api.health import examine
from likewise.studio.identity import Reviewer, Visitor
from likewise.studio.pages.common import pages
from likewise.studio.rendering import render
from likewise.studio.state import House

__all__ = ["router"]

router = pages()


@router.get("/health")
def health(request: Request, studio: House, person: Reviewer) -> Response:
    """Whether all is well."""
    found = examine(studio)
    return render(request, "health.html", 200 if found["ok"] else 500, h=found)


@router.get("/api")
def docs(request: Request, person: Visitor) -> Response:
    """The routes of the API, read off its OpenAPI description."""
    found = request.app.openapi()
    groups: dict[str, list[tuple[str, str, str]]] = {}
    for address, methods in found["paths"].items():
        for method, route in methods.items():
            about = route.get("description", route.get("summary", ""))
            groups.setdefault(route["tags"][0], []).append((method.upper(), address, about))
    return render(request, "docs.html", about=found["info"]["description"], groups=groups)
