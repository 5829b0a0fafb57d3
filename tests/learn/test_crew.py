"""Workers: every number is claimed once, deadlines hold, a failure is told and does not stop the others."""

import time

import pytest

from azulejos.learn.crew import Shift, work


def _square(shift: Shift, offset: int) -> None:
    while (number := shift.claim()) is not None:
        shift.tell(offset + number * number)


def _fail(shift: Shift, bad: int) -> None:
    if shift.worker == bad or bad < 0:
        raise ZeroDivisionError("a bad worker")
    _square(shift, 0)


def _linger(shift: Shift) -> None:
    while shift.claim() is not None:
        time.sleep(0.05)


@pytest.mark.parametrize("cores", [0, 2])
def test_every_number_is_worked_on_once(cores: int) -> None:
    told = work(_square, (1,), cores, 9, time.time() + 60)
    assert sorted(found for found in told if found is not None) == [1 + n * n for n in range(9)]


def test_nothing_begins_after_the_deadline() -> None:
    assert list(work(_square, (0,), 0, 9, time.time() - 1)) == []


def test_workers_end_at_the_deadline_and_when_they_are_told_to() -> None:
    began = time.time()
    list(work(_linger, (), 1, 10**9, began + 1.5))
    assert time.time() - began < 15
    began = time.time()
    list(work(_linger, (), 1, 10**9, began + 60, stop=lambda: time.time() - began > 1))
    assert time.time() - began < 30


def test_one_failure_is_told_and_the_others_go_on(capfd: pytest.CaptureFixture[str]) -> None:
    told = [found for found in work(_fail, (0,), 2, 5, time.time() + 60) if found is not None]
    assert sorted(told) == [0, 1, 4, 9, 16]
    assert "worker 0 failed" in capfd.readouterr().err
    with pytest.raises(RuntimeError, match="every worker failed"):
        list(work(_fail, (-1,), 1, 5, time.time() + 60))
