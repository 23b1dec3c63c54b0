"""The Python client's ``generated`` package, and its blocking half.

``openapi-python-client`` refuses what it does not know; answers may have new words and new kinds of event. So a word is
taken as it comes (a template of ours), and the last branch of a union keeps what fits none (``_lenient``). The blocking
half is the other one without ``async`` and ``await``, by ``unasync``.
"""

import keyword
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import yaml

from clients.games import Field, Game

_TEMPLATES = Path(__file__).parents[1] / "templates" / "python"
_PACKAGE = Path("src/leverstoke_client")
_CONFIG = """\
project_name_override: leverstoke-client
package_name_override: generated
literal_enums: true
docstrings_on_attributes: false
post_hooks: []
"""
_VERSION = '''\
"""Of this package, and of the document it was made from."""

VERSION = "{}"
'''
_LINE = "120"

_LAST_OF_A_UNION = re.compile(
    r"(?<= pass\n)( +)if not isinstance\(data, dict\):\n +raise TypeError\(\)\n"
    r" +(\w+) = (\w+)\.from_dict\(data\)\n\s*return \2\n",
)
_BLOCKING = {
    "AbstractAsyncContextManager": "AbstractContextManager",
    "AsyncBaseTransport": "BaseTransport",
    "AsyncHTTPTransport": "HTTPTransport",
    "_async": "_sync",
    "aclose": "close",
    "aiter_bytes": "iter_bytes",
    "aread": "read",
    "async_pause": "pause",
    "asyncio_detailed": "sync_detailed",
    "get_async_httpx_client": "get_httpx_client",
    "handle_async_request": "handle_request",
}


def generate(document: Path, games: list[Game], folder: Path) -> None:
    """Write ``generated``, ``_sync`` and the version in *folder* from *document*, and format them."""
    package = folder / _PACKAGE
    _write_generated(document, package)
    _write_blocking(package)
    version = yaml.safe_load(document.read_text())["info"]["version"]
    (package / "version.py").write_text(_VERSION.format(version))
    made = [package / "generated", package / "_sync", package / "_async" / "games.py"]
    _run("ruff", "format", "--quiet", "--isolated", "--line-length", _LINE, *made)
    _run("ruff", "check", "--quiet", "--isolated", "--line-length", _LINE, "--select", "I,F401", "--fix", *made)


def _write_generated(document: Path, package: Path) -> None:
    config, made = package / "config.yaml", package / "generated"
    shutil.rmtree(made, ignore_errors=True)
    config.write_text(_CONFIG)
    try:
        where = ("--path", document, "--output-path", made, "--config", config, "--meta", "none")
        _run("openapi-python-client", "generate", *where, "--custom-template-path", _TEMPLATES, "--overwrite")
    finally:
        config.unlink()
    for file in made.glob("models/*.py"):
        file.write_text(_lenient(file.read_text()))


def _lenient(text: str) -> str:
    """*text* of a model, with unions that keep what they do not know."""
    text, found = _LAST_OF_A_UNION.subn(r"\1return parsed(\3.from_dict, data)\n", text)
    imported = "from leverstoke_client.unknown import parsed\n"
    return text.replace("from ..types import", f"{imported}from ..types import", 1) if found else text


def _write_blocking(package: Path) -> None:
    import unasync  # here, for whoever only wants to know what there is to make

    source, made = package / "_async", package / "_sync"
    shutil.rmtree(made, ignore_errors=True)
    names = set(re.findall(r"\bAsync\w+", "".join(file.read_text() for file in source.glob("*.py"))))
    others = {name: name.removeprefix("Async") for name in names} | {"AsyncIterator": "Iterator"} | _BLOCKING
    rule = unasync.Rule(fromdir=f"{source}/", todir=f"{made}/", additional_replacements=others)
    unasync.unasync_files([str(file) for file in sorted(source.glob("*.py"))], [rule])
    (made / "__init__.py").write_text(
        '"""The layer for those who block: made from ``_async`` by ``make clients``."""\n'
    )


def _run(tool: str, *arguments: Any) -> None:
    """Run a *tool* of this environment. RuntimeError with what it said, if it fails."""
    command = [str(Path(sys.executable).parent / tool), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{tool} ended with {done.returncode}:\n{done.stdout}{done.stderr}")


# How a template names things.


def _snake(name: str) -> str:
    return re.sub(r"(?<!^)([A-Z])", r"_\1", name).lower()


def _annotation(field: Field) -> str:
    kind = {"integer": "int", "boolean": "bool", "string": "str"}.get(field.type, field.type)
    kind = f"Sequence[{kind}]" if field.many else kind
    return f"{kind} | None" if field.nullable else kind


def _names(games: Iterable[Game]) -> list[str]:
    """The models that a facade speaks of."""
    found: set[str] = set()
    for game in games:
        fields = [*game.create_fields, *(field for action in game.actions for field in action.fields)]
        found |= {field.type for field in fields if field.type[0].isupper()}
        found |= {game.schemas[part] for part in ("View", "Played", "Hint", "Replay", "Row", "Events", "Create")}
        found |= {*game.events, *game.legal_actions, "SessionStatus"}
        found |= {game.schemas["Join"]} if "Join" in game.schemas else set()
    return sorted(found)


def _safe(name: str) -> str:
    return f"{name}_" if keyword.iskeyword(name) else name


FILTERS = {"snake": _snake, "python": _annotation, "names": _names, "safe_name": _safe}
