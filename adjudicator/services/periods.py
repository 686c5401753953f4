"""Rating periods: the months of the calendar, in UTC, as whole numbers (months since the year 0)."""

import datetime


def period_of(moment: str) -> int:
    """The period of a moment as it is stored."""
    return int(moment[:4]) * 12 + int(moment[5:7]) - 1


def closed_period(now: datetime.datetime) -> int:
    """The last period that is over."""
    return now.year * 12 + now.month - 2


def period_name(period: int) -> str:
    """A period as it is shown: `2026-05`."""
    return f"{period // 12:04}-{period % 12 + 1:02}"
