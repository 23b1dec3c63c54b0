"""How much time players take: none to think once the run is ending, so that what has begun is finished."""

from random import uniform

from gevent import sleep


class Pace:
    """*seconds* are what a turn takes on average; *lingers* those that a table is left standing after its end."""

    def __init__(self, seconds: float = 0, lingers: float = 0) -> None:
        self.seconds = seconds
        self.lingers = lingers
        self.hurries = False

    def think(self) -> None:
        sleep(0 if self.hurries else uniform(0, 2 * self.seconds))

    def linger(self) -> None:
        sleep(self.lingers)
