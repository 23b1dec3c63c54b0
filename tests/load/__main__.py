"""``make load``: players and watchers on a server of their own, or on the installation at a URL, and a report as HTML.

``python -m tests.load --help`` tells of the knobs; what stands behind them goes to locust as it is.
"""

import csv
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from tests.processes import cpu_of
from tests.serving.server import Server

LOCUSTFILE = Path(__file__).with_name("locustfile.py")
NO_REQUESTS = ("SESSION", "INVARIANT", "")  # types of rows; none has the sum of all


@click.command(context_settings={"ignore_unknown_options": True})
@click.option("--url", help="The installation to load; a server of its own if left out.")
@click.option("--users", type=click.IntRange(1), default=20, show_default=True, help="A table of people counts as one.")
@click.option(
    "--time", "run_time", default="60s", show_default=True, help="How long, such as 10m; then all is finished."
)
@click.option("--seed", help="The same seed: the same deals, and the same choices at them.")
@click.option(
    "--report", type=click.Path(dir_okay=False), default="load-report.html", show_default=True, help="Where to write."
)
@click.argument("more", nargs=-1, type=click.UNPROCESSED)
def main(url: str | None, users: int, run_time: str, seed: str | None, report: str, more: tuple[str, ...]) -> None:
    """Play and watch on an installation, and find every answer wrong that is. MORE are options of locust."""
    options = ["--users", f"{users}", "--spawn-rate", f"{users}", "--run-time", run_time, "--html", report]
    options += ["--seed", seed] if seed else []
    if url:
        code = _locust(url, [*options, *more], clears_away=True)
    else:
        with TemporaryDirectory() as folder, Server(Path(folder) / "data") as server:
            figures = Path(folder) / "figures"
            code = _locust(server.url, [*options, *more, "--csv", str(figures)], clears_away=False)
            used = cpu_of(server.workers)
            requests = _requests(figures.with_name("figures_stats.csv"))
        if requests:
            click.echo(f"the server: {requests:,} requests in {used:.1f} s of a core, {requests / used:.0f} in each")
    click.echo(f"report: {report}")
    sys.exit(code)


def _locust(url: str, options: list[str], *, clears_away: bool) -> int:
    """Run locust without its page; its exit code. It hears a Ctrl-C too, and may need a while to clear tables away."""
    command = [sys.executable, "-m", "locust", "-f", str(LOCUSTFILE), "--host", url, "--headless", "--only-summary"]
    with subprocess.Popen([*command, *options]) as locust:
        try:
            return locust.wait()
        except KeyboardInterrupt:
            if not clears_away:
                locust.kill()
            return locust.wait()


def _requests(figures: Path) -> int:
    """How many were answered."""
    rows = csv.DictReader(figures.read_text().splitlines()) if figures.exists() else ()
    return sum(int(row["Request Count"]) for row in rows if row["Type"] not in NO_REQUESTS)


if __name__ == "__main__":
    main()
