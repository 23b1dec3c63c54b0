"""The command ``leverstoke``: serve the games, and write the document."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from server.config import MEMORY_STORE, Settings, SettingsError
from server.sessions.store import Durability


@click.group()
@click.version_option(package_name="leverstoke")
def main() -> None:
    """A game server for The Shooting Party and Shooter, over plain HTTP."""


@main.command()
@click.option("--host", help="Address to listen on.  [LEVERSTOKE_HOST, else 127.0.0.1]")
@click.option("--port", type=int, help="Port to listen on.  [LEVERSTOKE_PORT, else 8000]")
@click.option("--workers", type=click.IntRange(1), help="Processes.  [LEVERSTOKE_WORKERS, else one a core]")
@click.option(
    "--store",
    metavar="URL",
    help="redis://, rediss://, unix://, redis+sentinel:// or redis+cluster:// for a store of your own; memory for a "
    "quick look.  [LEVERSTOKE_STORE, else the embedded Valkey]",
)
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Where the embedded store keeps its data.  [LEVERSTOKE_DATA, else ./data]",
)
@click.option("--fd", type=click.IntRange(3), help="Listen on this open socket instead, which outlives the server.")
@click.option(
    "--durability",
    type=click.Choice([each.value for each in Durability]),
    callback=lambda context, option, value: value and Durability(value),
    help="What an acknowledged step survives: always, a crash of the machine; everysec, that but for the last seconds; "
    "replicated, the loss of the primary; none, nothing.  [LEVERSTOKE_DURABILITY, else always on the embedded store]",
)
@click.option("--rate-limit", metavar="N/TIME", help="Requests of a seat, or an address.  [LEVERSTOKE_RATE_LIMIT]")
@click.option("--session-limit", metavar="N/TIME", help="Sessions an address may open.  [LEVERSTOKE_SESSION_LIMIT]")
@click.option("--proxies", type=click.IntRange(0), help="How many proxies are before it.  [LEVERSTOKE_PROXIES, else 0]")
@click.option(
    "--server-timing",
    is_flag=True,
    default=None,
    help="Tell callers what their answers took, and so what a secret costs: for your own machine.  "
    "[LEVERSTOKE_SERVER_TIMING]",
)
def serve(**given: Any) -> None:
    """Serve the games until Ctrl-C."""
    # gevent comes before anything that opens a connection, or part of it would not know of greenlets.
    from gevent import monkey

    monkey.patch_all()
    from server.serving import serve

    try:
        settings = Settings.from_environment()
        settings = replace(settings, **{name: value for name, value in given.items() if value is not None})
        serve(settings)
    except SettingsError as error:
        raise click.ClickException(str(error)) from error


@main.command()
@click.option("--output", type=click.Path(dir_okay=False, path_type=Path), help="Write here, not to standard output.")
def openapi(output: Path | None) -> None:
    """Write the OpenAPI document, as made from the code."""
    from server.web.app import create_app

    app = create_app(Settings(store=MEMORY_STORE))
    text: str = app.extensions["document"].as_yaml()
    if output:
        output.write_text(text)
    else:
        click.echo(text, nl=False)


if __name__ == "__main__":
    main()
