"""Waiting, for those who block and for those who do not."""

import asyncio
import time


def pause(seconds: float) -> None:
    time.sleep(seconds)


async def async_pause(seconds: float) -> None:
    await asyncio.sleep(seconds)
