"""``make drill``: the drills at their full length, with a progress bar each, and a report at the end.

``python -m tests.faults --help`` tells how to run some of them, or less of each.
"""

import sys
import time
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from tempfile import TemporaryDirectory

import click

import tests.faults
from tests.faults.drill import Drill, Report


def drills() -> list[Drill]:
    """Every drill of this folder's modules: those they call ``DRILL`` or list in ``DRILLS``."""
    found: list[Drill] = []
    for module in iter_modules(tests.faults.__path__):
        if module.name.startswith(("test_", "__")):
            continue
        loaded = import_module(f"tests.faults.{module.name}")
        found += getattr(loaded, "DRILLS", ())
        found += [loaded.DRILL] if hasattr(loaded, "DRILL") else []
    return sorted(set(found), key=lambda drill: (drill.promise, drill.name))


@click.command()
@click.argument("names", nargs=-1)
@click.option("--part", type=click.FloatRange(0, 1, min_open=True), default=1.0, help="How much of each.")
@click.option("--report", type=click.Path(dir_okay=False, path_type=Path), help="Write the report here too.")
@click.option("--list", "only_list", is_flag=True, help="Name the drills.")
def main(names: tuple[str, ...], part: float, report: Path | None, only_list: bool) -> None:
    """Run the drills whose names begin with NAMES, or all."""
    chosen = [drill for drill in drills() if not names or drill.name.startswith(names)]
    if only_list:
        for drill in chosen:
            click.echo(f"{drill.name}: {drill.promise} ({drill.large:,} operations)")
        return
    told = [_run(drill, max(1, int(drill.large * part))) for drill in chosen]
    text = "\n".join(lines for lines, _ in told)
    click.echo(f"\n{text}", nl=False)
    if report:
        report.write_text(text)
    broken = sum(len(found.violations) for _, found in told)
    click.echo(f"\n{len(told)} drills, {broken} violations")
    sys.exit(broken > 0)


def _run(drill: Drill, size: int) -> tuple[str, Report]:
    """Run one drill; what to report of it."""
    begin = time.monotonic()
    with TemporaryDirectory() as folder, click.progressbar(length=size, label=drill.name.ljust(32)) as bar:
        found = drill.run(size, Path(folder), bar.update)
        bar.update(size)
    return _written(drill, found, time.monotonic() - begin), found


def _written(drill: Drill, found: Report, seconds: float) -> str:
    lines = [f"## {drill.name}", "", f"{drill.promise}: {len(found.violations)} violations.", ""]
    figures = {"operations": f"{found.operations}", **found.figures, "seconds": f"{seconds:.0f}"}
    lines += [f"- {name}: {figure}" for name, figure in figures.items()]
    lines += [f"- VIOLATION: {violation}" for violation in found.violations[:20]]
    return "\n".join([*lines, "", ""])


if __name__ == "__main__":
    main()
