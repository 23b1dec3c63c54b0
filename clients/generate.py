"""Writes the clients from ``openapi.yaml``: ``make clients``.

Of each client three parts are made here: what its generator makes of the document, the facade that names the games
(a template of ours, in ``templates``), and what its own tools make of those. The rest of it is written by hand.
"""

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from clients.games import Game, games_in
from clients.generators import golang, python, typescript

HOME = Path(__file__).parent
DOCUMENT = HOME.parent / "openapi.yaml"


@dataclass(frozen=True, slots=True)
class Language:
    """``template`` is of the facade, which is at ``facade`` in the client's folder; ``generate`` makes the rest."""

    template: str
    facade: str
    generate: Callable[[Path, list[Game], Path], None]


LANGUAGES = {
    "python": Language("games.py.jinja", "src/leverstoke_client/_async/games.py", python.generate),
    "typescript": Language("games.ts.jinja", "src/games.ts", typescript.generate),
    "go": Language("games.go.jinja", "games.go", golang.generate),
}


def generate(language: str, folder: Path, document: Path = DOCUMENT) -> None:
    """Make the client of *language* in *folder* anew. FileNotFoundError where its generator is not installed."""
    described: dict[str, Any] = yaml.safe_load(document.read_text())
    games = list(games_in(described))
    of = LANGUAGES[language]
    loader = FileSystemLoader(HOME / "templates")
    environment = Environment(
        loader=loader, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True, undefined=StrictUndefined
    )
    environment.filters |= python.FILTERS
    facade = environment.get_template(of.template).render(games=games, version=described["info"]["version"])
    (folder / of.facade).write_text(facade)
    of.generate(document, games, folder)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Write the clients from openapi.yaml.")
    parser.add_argument("languages", nargs="*", help=f"of {', '.join(LANGUAGES)}; all, unless some are named")
    for name in parser.parse_args().languages or LANGUAGES:
        generate(name, HOME / name)
        print(f"clients/{name}")
