"""likewise studio: the web studio: campaigns, work, review, ledger, scores."""

from __future__ import annotations

import inspect
import os
import secrets
import socket
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Annotated, Any

import typer

from likewise.cli.command import Json, note, print_json
from likewise.errors import InputError, MissingPartError
from likewise.studio import FEATURES, Feature, FolderOption

__all__ = ["command", "studio"]


def command(features: Sequence[Feature]) -> Callable[..., None]:
    """The command, with the options of these features among its own."""

    def studio(
        host: Annotated[str, typer.Option("--host", help="Address to listen on.")] = "127.0.0.1",
        port: Annotated[int, typer.Option("--port", min=0, max=65535, help="Port; 0 for a free one.")] = 8000,
        database: Annotated[
            str | None,
            typer.Option(
                "--database",
                envvar="LIKEWISE_DATABASE",
                metavar="URL",
                help="sqlite:///NAME.db, a file's name, or postgresql://.. (default: sqlite:///likewise.db).",
            ),
        ] = None,
        media: Annotated[str, typer.Option("--media", help="Folder of uploaded films.")] = "likewise-media",
        rate: Annotated[
            float, typer.Option("--rate", min=1, help="Requests a second that one account may make.")
        ] = 30,
        embed: Annotated[
            list[str] | None,
            typer.Option(
                "--embed", metavar="ORIGIN", help="A site that may show the work in a frame; may be repeated."
            ),
        ] = None,
        proxy: Annotated[
            bool, typer.Option("--proxy", help="Believe the proxy on this machine about addresses and HTTPS.")
        ] = False,
        json_out: Json = False,
        **folders: Any,
    ) -> None:
        """Run the web studio: campaigns, work, review, ledger, scores, in one process.

        Example: likewise studio --port 8000 --database sqlite:///likewise.db
        """
        for origin in embed or []:
            if not origin.startswith("https://") or any(c in origin for c in " ;,'\""):
                raise InputError(f"--embed {origin}: expected an origin such as https://worker.mturk.com")
        url = database if database is None or "://" in database else f"sqlite:///{database}"
        _run(
            host, port, url, Path(media), rate=rate, embedders=embed or [], proxy=proxy, json_out=json_out,
            features=features, folders=folders,
        )  # fmt: skip

    own = inspect.signature(studio, eval_str=True).parameters
    given = [_parameter(option) for feature in features for option in feature.options]
    before = [own[name] for name in ("host", "port", "database", "media", "rate", "embed")]
    signature = inspect.Signature([*before, *given, own["proxy"], own["json_out"]])
    studio.__signature__ = signature  # type: ignore[attr-defined]
    studio.__annotations__ = {one.name: one.annotation for one in signature.parameters.values()}
    return studio


def _parameter(option: FolderOption) -> inspect.Parameter:
    """A feature's option for Typer."""
    kind: Any = list[str] | None if option.many else str | None
    shown: Any = Annotated[kind, typer.Option(option.flag, metavar="DIR", help=option.help)]
    plain = inspect.Parameter.POSITIONAL_OR_KEYWORD
    return inspect.Parameter(option.keyword, plain, default=None, annotation=shown)


studio = command(FEATURES)


def _run(
    host: str, port: int, url: str | None, media: Path, *, rate: float, embedders: Sequence[str],
    proxy: bool, json_out: bool, features: Sequence[Feature], folders: Mapping[str, Any],
) -> None:  # fmt: skip
    """Serve until Ctrl-C."""
    try:
        import uvicorn

        from likewise.collect import Store
        from likewise.studio import Limits, check_folders, create_app, held
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("likewise"):
            raise
        raise MissingPartError("the web studio", "likewise[studio]") from error
    check_folders(features, **folders)
    with ExitStack() as stack:
        listener = stack.enter_context(_listen(host, port))
        store = stack.enter_context(Store(url))
        store.create()
        app = create_app(
            store, media=media, secret=_secret(Path(f"{media}.key")), limits=Limits.of_rate(rate),
            embedders=embedders, features=features, **folders,
        )  # fmt: skip
        name = f"[{host}]" if ":" in host else host
        address = f"http://{name}:{listener.getsockname()[1]}"
        used = [*([Path(store.url.database or "")] if store.is_sqlite else []), media]
        _warn(stack.enter_context(held(used, address)))
        _greet(store, address, json_out)
        config = uvicorn.Config(
            app, log_level="warning", access_log=False, server_header=False, proxy_headers=proxy,
            timeout_keep_alive=30, timeout_graceful_shutdown=10,
        )  # fmt: skip
        # The thread that talks to the network must not wait long for those that work.
        sys.setswitchinterval(0.0005)
        with suppress(KeyboardInterrupt):
            uvicorn.Server(config).run(sockets=[listener])


def _listen(host: str, port: int) -> socket.socket:
    """The socket, taken before anything else is made: another studio may be there."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Named as TCP, so that the event loop sends small answers at once instead of gathering them.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(1024)
    except (OSError, UnicodeError) as error:
        listener.close()
        reason = error.strerror if isinstance(error, OSError) else "no such address"
        raise InputError(f"cannot listen on {host} port {port}: {reason}") from None
    return listener


def _warn(others: Sequence[tuple[Path, str]]) -> None:
    """Two studios may run side by side for a moment, so this one goes on; but it should be known."""
    if not others:
        return
    at = " and ".join(dict.fromkeys(other for _, other in others if other))
    used = " and ".join(str(place) for place, _ in others)
    note(
        f"warning: another studio{f' at {at}' if at else ''} uses {used} too;"
        " stop one of them, or what one learns may be lost"
    )


def _secret(path: Path) -> bytes:
    """The key that signs links, made on the first start and readable by its owner alone."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        # Written whole under another name first: a key begun and not finished would lock everyone out.
        handle, fresh = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        try:
            with os.fdopen(handle, "w", encoding="ascii") as file:
                file.write(secrets.token_hex(32))
                file.flush()
                os.fsync(file.fileno())
            with suppress(FileExistsError):
                os.link(fresh, path)
        finally:
            os.unlink(fresh)
    try:
        key = bytes.fromhex(path.read_text(encoding="ascii"))
    except (ValueError, OSError):
        key = b""
    if len(key) < 32:
        raise InputError("does not hold a key of 32 bytes", file=str(path))
    return key


def _greet(store: Any, address: str, json_out: bool) -> None:
    """Where it is; and where nobody owns it yet, the link that makes the first owner."""
    from likewise.collect import people

    join = None
    if not any(account.role == "owner" for account in people.list_accounts(store)):
        join = f"{address}/join/{people.invite(store, 'owner', uses=1, days=2, by='first start')}"
    if json_out:
        print_json({"address": address, "join": join})
        sys.stdout.flush()
        return
    if join is not None:
        print(f"Become the owner (one use, two days): {join}", flush=True)
    note(f"the studio is at {address} (stop it with Ctrl-C)")
