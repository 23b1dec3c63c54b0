"""The promises of ``docs/promises.md`` put to the test under faults: small in the suite, large by ``make drill``."""
