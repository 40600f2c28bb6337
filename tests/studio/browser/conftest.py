"""A studio that is served on loopback, a real browser, and people who look at it."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import uvicorn

from likewise.collect import people
from likewise.collect.store import Store
from likewise.studio import create_app
from likewise.studio.web.limits import Limits, RequestRate
from parts import launched

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

from .steps import DESK, PASSWORD, SHOTS


class Live:
    """A studio that is served on loopback, and its people."""

    def __init__(self, folder: Path) -> None:
        self.store = Store(f"sqlite:///{folder / 'studio.db'}")
        self.store.create()
        self.accounts: dict[str, people.Account] = {}
        limits = Limits(
            account=RequestRate(1e5, 1e5), address=RequestRate(1e5, 1e5), sign_in=RequestRate(1e5, 1e5)
        )
        self.secret = b"s" * 32
        self.app = create_app(self.store, media=folder / "media", secret=self.secret, limits=limits)
        self.listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        self.listener.bind(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        self.server = uvicorn.Server(uvicorn.Config(self.app, log_level="error", access_log=False))
        self.thread = threading.Thread(
            target=self.server.run, kwargs={"sockets": [self.listener]}, daemon=True
        )
        self.thread.start()
        while not self.server.started:
            assert self.thread.is_alive(), "the studio did not start"
            time.sleep(0.02)

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join(60)
        self.listener.close()
        self.store.close()


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    found = Live(tmp_path_factory.mktemp("studio"))
    for login, role in (("olga", "owner"), ("rita", "reviewer"), ("wanda", "worker")):
        found.accounts[login] = people.create_account(found.store, login, PASSWORD, role)
    yield found
    found.stop()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with launched() as browser:
        yield browser


@pytest.fixture
def visit(browser: Browser, live: Live) -> Iterator[Callable[..., Page]]:
    """Open a page for someone in a browser of their own; whatever the page complains of fails the test."""
    contexts: list[Any] = []
    complaints: list[str] = []

    def open_page(login: str | None = None, **options: Any) -> Page:
        context = browser.new_context(
            base_url=live.address, viewport=options.pop("viewport", DESK), **options
        )
        context.route(lambda url: not url.startswith(live.address), lambda route: route.abort())
        contexts.append(context)
        if login is not None:
            token = people.open_session(live.store, live.accounts[login].id)
            context.add_cookies([{"name": "likewise_session", "value": token, "url": live.address}])
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda m: complaints.append(m.text) if _matters(m) else None)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []


def _matters(message: Any) -> bool:
    # The player of another site is not reached in tests, and a refused form answers with its status.
    quiet = ["net::ERR_FAILED", "status of 4", "sandbox"]
    if SHOTS:
        quiet.append("Applying inline style")  # taking the picture hides the caret by a style
    return message.type == "error" and not any(part in message.text for part in quiet)
