"""``/metrics`` as Prometheus reads it: every sample by its name and labels."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TypeAlias

from flask.testing import FlaskClient
from prometheus_client.parser import text_string_to_metric_families

Sample: TypeAlias = tuple[str, frozenset[tuple[str, str]]]

METRICS = "/metrics"


def sample(name: str, **labels: str) -> Sample:
    """A sample's name, without what all have before it."""
    return f"leverstoke_{name}", frozenset(labels.items())


def samples(text: str) -> dict[Sample, float]:
    return {
        (one.name, frozenset(one.labels.items())): one.value
        for family in text_string_to_metric_families(text)
        for one in family.samples
    }


def scrape(client: FlaskClient) -> dict[Sample, float]:
    answer = client.get(METRICS)
    assert answer.status_code == 200, answer.text
    return samples(answer.text)


@dataclass
class Moved:
    """By how much each sample has moved."""

    by: Counter[Sample] = field(default_factory=Counter)

    def __getitem__(self, sample: Sample) -> float:
        return self.by[sample]

    def of(self, name: str) -> dict[frozenset[tuple[str, str]], float]:
        """Those samples of one name that have moved."""
        full, _ = sample(name)
        return {labels: number for (other, labels), number in self.by.items() if other == full and number}


@contextmanager
def counted(client: FlaskClient) -> Iterator[Moved]:
    """What is counted inside; all there is, when it has ended."""
    before, moved = scrape(client), Moved()
    yield moved
    for one, value in scrape(client).items():
        moved.by[one] = round(value - before.get(one, 0), 9)  # type: ignore[assignment]
