"""Health, and the documentation of the API, which needs nothing from elsewhere."""

from __future__ import annotations

from fastapi import Request, Response

from likewise.studio.health.service import examine
from likewise.studio.web import House, Reviewer, Visitor, page_router, render

__all__ = ["router"]

router = page_router()


@router.get("/health")
def health(request: Request, studio: House, person: Reviewer) -> Response:
    """Whether all is well."""
    checked = examine(studio)
    return render(request, "health/page.html", 200 if checked["ok"] else 500, h=checked)


@router.get("/api")
def docs(request: Request, person: Visitor) -> Response:
    """The routes of the API, read off its OpenAPI description."""
    described = request.app.openapi()
    groups: dict[str, list[tuple[str, str, str]]] = {}
    for address, methods in described["paths"].items():
        for method, route in methods.items():
            about = route.get("description", route.get("summary", ""))
            groups.setdefault(route["tags"][0], []).append((method.upper(), address, about))
    return render(request, "health/docs.html", about=described["info"]["description"], groups=groups)
