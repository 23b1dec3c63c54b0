"""The board: memory in which all workers of a server count, a row each.

They share it, and whoever has started them keeps it. A worker that dies leaves its row as it is and the next one goes
on in it, so no count is lost, nothing grows however many die, and nothing is left behind on a disk. Without a board, as
where the application was not started by ``leverstoke serve``, a process has a row of its own and reads that.

What stands where in a row is for the meters to say (``meters.py``); here it is numbers.
"""

from bisect import insort
from mmap import mmap
from typing import TypeAlias

Cells: TypeAlias = "memoryview[float]"

_CELLS = 8192  # of a row; those that nobody writes in take no memory
_IN_USE = 0  # the cell that tells whether anybody writes in a row, or has once
_HERE, _GONE = 1, 2


class Board:
    """So many *rows* for the processes that are forked from this one."""

    def __init__(self, rows: int) -> None:
        self._cells: Cells = memoryview(mmap(-1, rows * _CELLS * 8)).cast("d")
        self._free = list(range(rows))
        self._count = rows

    def take(self) -> int:
        """A row that nobody writes in. Should there be none it is the last, where two may then lose a count."""
        return self._free.pop(0) if self._free else self._count - 1

    def give_back(self, row: int) -> None:
        """Who wrote in *row* has ended: what was counted stays, what was open there is not any more."""
        cells = self.row(row)
        for gauge in sheet.gauges:
            cells[gauge] = 0
        cells[_IN_USE] = _GONE
        if row not in self._free:
            insort(self._free, row)

    def row(self, row: int) -> Cells:
        return self._cells[row * _CELLS : (row + 1) * _CELLS]

    def rows(self) -> list[Cells]:
        """Those that have ever been written in."""
        return [self.row(row) for row in range(self._count) if self._cells[row * _CELLS + _IN_USE]]

    def rows_in_use(self) -> list[Cells]:
        """Those of processes that have not ended."""
        return [row for row in self.rows() if row[_IN_USE] == _HERE]


class Sheet:
    """Where this process counts: ``cells`` are its row, on a ``board``, of which the first ``bound`` have a meaning."""

    cells: Cells
    board: Board

    def __init__(self) -> None:
        self.bound = _IN_USE + 1
        self.gauges: list[int] = []
        self.write_on(Board(1), 0)

    def write_on(self, board: Board, row: int) -> None:
        self.board = board
        self.cells = board.row(row)
        self.cells[_IN_USE] = _HERE

    def bind(self, cells: int) -> int:
        """The first of so many cells, which are nobody else's."""
        first, self.bound = self.bound, self.bound + cells
        if self.bound > _CELLS:
            raise RuntimeError(f"more is to be counted than a row has cells ({_CELLS})")
        return first


sheet = Sheet()


def write_on(board: Board, row: int) -> None:
    """From now on this process counts in a *row* of *board*, and reads all of them."""
    sheet.write_on(board, row)
