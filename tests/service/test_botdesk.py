"""The desk: bots answer whatever happens to the processes they think in."""

import asyncio
import contextlib
import gc
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

import azulejos as az
from azulejos.service import botdesk, botjob, botplace
from azulejos.service.botdesk import Answer, BotDesk, DeskClosed
from tests.service.botfakes import Fake

GAME = az.new("azul", seed=1)
RECORD = GAME.record()
MOVE = "1Y>f" if "1Y>f" in GAME.moves() else GAME.moves()[-1]  # no bot in its senses would
FRAIL = "\ndef choose(request):\n    os._exit(3) if number == 0 else say(id=request['id'], move=move)\n"
FIRST_ONLY = """
def slow():
    (folder / f"slow{pid}").touch()
    return len(list(folder.glob("slow*"))) == 1
"""
NEVER = "\ndef warm(game): pass\n"
posix = pytest.mark.skipif(os.name == "nt", reason="signals")

Made = Callable[..., Fake]


@pytest.fixture
def fake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Made:
    """Fake workers, which say themselves what is warm."""
    monkeypatch.delenv("AZULEJOS_JIT", raising=False)
    monkeypatch.setattr(botplace, "FIRST_PAUSE", 0.05)
    return lambda body="": Fake(tmp_path, MOVE, body)


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Real workers that compile nothing."""
    monkeypatch.setenv("AZULEJOS_JIT", "0")


@contextlib.asynccontextmanager
async def opened(workers: int = 1, patience: float = 5.0, **more: Any) -> AsyncIterator[BotDesk]:
    desk = BotDesk(workers, patience, **more)
    await desk.open()
    try:
        yield desk
    finally:
        await desk.close()


def play(scene: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(scene())
    gc.collect()  # what was not closed warns here, and warnings are errors


async def until(true: Callable[[], bool], seconds: float = 5.0) -> None:
    async with asyncio.timeout(seconds):
        while not true():
            await asyncio.sleep(0.01)


async def timed(answer: Awaitable[Answer]) -> tuple[Answer, float]:
    start = time.monotonic()
    return await answer, time.monotonic() - start


def gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    try:  # a dead process whose parent was killed may wait for the system to collect it
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


# --- real workers, uncompiled -------------------------------------------------------------------------------


@pytest.mark.usefixtures("plain")
def test_levels_answer_in_both_games() -> None:
    async def scene() -> None:
        async with opened(2) as desk:
            for name in ("azul", "pavilion"):
                assert not desk.warming(name)
                game = az.new(name, seed=1, players=3)
                for _ in range(4):
                    answer = await desk.choose(game.record(), "apprentice", key="table")
                    assert answer.by == "apprentice"
                    game.play(answer.move)

    play(scene)


@pytest.mark.usefixtures("plain")
def test_seconds_are_kept_to() -> None:
    async def scene() -> None:
        async with opened() as desk:
            await desk.choose(RECORD, "apprentice")
            record = az.new("pavilion", seed=1, players=4).record()  # uncompiled it is never sure so soon
            answer, seconds = await timed(desk.choose(record, "strong", seconds=2))
            assert answer.by == "strong"
            assert 1.5 < seconds < 10  # by itself it would take one

    play(scene)


def test_this_process_imports_no_compiler() -> None:
    program = """
import asyncio, os, sys
import azulejos as az
from azulejos.service.botdesk import BotDesk
async def main():
    desk = BotDesk(1)
    await desk.open()
    record = az.new("pavilion", seed=1).record()
    by = {(await desk.choose(record, level)).by for level in ("random", "greedy", "apprentice")}
    await desk.close()
    print(*sorted(by), len(desk.levels("azul")), {"numpy", "numba"} & set(sys.modules))
asyncio.run(main())
"""
    environment = {**os.environ, "AZULEJOS_JIT": "0"}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        capture_output=True,
        text=True,
        env=environment,
        timeout=30,
        check=False,
    )
    assert (done.stdout.strip(), done.stderr) == ("apprentice greedy random 7 set()", "")


def test_levels_are_the_bots() -> None:
    assert BotDesk.levels("pavilion") == az.bots("pavilion")


@posix
def test_a_killed_server_leaves_no_worker() -> None:
    program = """
import asyncio, time
from azulejos.service.botdesk import BotDesk
async def main():
    desk = BotDesk(2)
    await desk.open()
    print(*(place._process.pid for place in desk._crew.workers), flush=True)
    await asyncio.sleep(60)
asyncio.run(main())
"""
    server = subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, env={**os.environ, "AZULEJOS_JIT": "0"}
    )
    with server:
        assert server.stdout is not None
        pids = [int(word) for word in server.stdout.readline().split()]
        assert len(pids) == 2
        assert not any(map(gone, pids))
        server.send_signal(signal.SIGKILL)
    end = time.monotonic() + 5
    while not all(map(gone, pids)) and time.monotonic() < end:
        time.sleep(0.02)
    assert all(map(gone, pids))


# --- without workers ----------------------------------------------------------------------------------------


def test_simple_bots_and_forced_moves_need_no_worker() -> None:
    game = az.new("pavilion", seed=3)
    while len(game.moves()) > 1:
        game.play(game.moves()[0])

    async def scene() -> None:
        desk = BotDesk()
        assert (await desk.choose(RECORD, "greedy")).by == "greedy"
        assert (await desk.choose(RECORD, "random")).by == "random"
        assert await desk.choose(game.record(), "strong") == Answer(game.moves()[0], "strong")

    play(scene)


def test_what_cannot_be_asked() -> None:
    over = az.new("azul", seed=2)
    while not over.over:
        over.play(over.moves()[0])

    async def scene() -> None:
        desk = BotDesk()
        for record, level, seconds, words in (
            (over.record(), "strong", None, "over"),
            (over.record(), "greedy", None, "over"),
            (RECORD, "champion", None, "no level 'champion'"),
            (RECORD, "search:most=9", None, "no level"),
            (RECORD, "strong", -1, "seconds"),
            ("rubbish", "strong", None, "not a record"),
        ):
            with pytest.raises(az.RulesError, match=words):
                await desk.choose(record, level, seconds=seconds)

    play(scene)


# --- warming ------------------------------------------------------------------------------------------------


def test_patience_ends_with_the_simple_bot(fake: Made) -> None:
    async def scene() -> None:
        async with opened(2, 0.3, command=fake(NEVER).command) as desk:
            answer, seconds = await timed(desk.choose(RECORD, "strong"))
            assert answer.by == "greedy"
            assert 0.25 < seconds < 4.5
            assert desk.warming("azul")

    play(scene)


def test_ready_within_patience(fake: Made) -> None:
    body = "\ndef warm(game):\n    time.sleep(0.2)\n    ready(game)\n"

    async def scene() -> None:
        async with opened(command=fake(body).command) as desk:
            seen: list[tuple[bool, bool]] = []
            stop = desk.subscribe(lambda: seen.append((desk.warming("azul"), desk.warming("pavilion"))))
            desk.subscribe(lambda: print(1 / 0))  # one that fails harms nobody  # noqa: T201
            assert desk.warming("azul")
            assert await desk.choose(RECORD, "strong") == Answer(MOVE, "strong")
            await until(lambda: not desk.warming("pavilion"))
            assert seen == [(False, True), (False, False)]
            stop()

    play(scene)


def test_others_wait_for_the_first_to_compile(fake: Made) -> None:
    workers = fake("\ndef warm(game):\n    time.sleep(0.3)\n    ready(game)\n")

    async def scene() -> None:
        async with opened(2, command=workers.command):
            await until(lambda: [len(told) for told in workers.told()] == [2, 2])
        by_start = sorted(workers.told(), key=lambda told: told[0]["at"])
        (azul, _), (azul_again, pavilion_again) = by_start
        assert [message["warm"] for message in by_start[0]] == ["azul", "pavilion"]
        assert azul_again["at"] - azul["at"] > 0.25
        assert pavilion_again["at"] - azul["at"] > 0.5

    play(scene)


def test_who_compiled_starts_anew_once_the_cache_has_it(fake: Made) -> None:
    workers = fake("\ndef warm(game):\n    ready(game, 30.0 if slow() else 0.5)\n" + FIRST_ONLY)

    async def scene() -> None:
        async with opened(2, command=workers.command) as desk:
            await until(lambda: workers.starts() == 3)
            await until(lambda: not desk.warming("azul"))
            await asyncio.sleep(0.4)
            assert workers.starts() == 3

    play(scene)


# --- trouble ------------------------------------------------------------------------------------------------


def test_another_try_after_a_crash(fake: Made) -> None:
    workers = fake(
        "\ndef choose(request):\n    os._exit(3) if number == 0 else say(id=request['id'], move=move)\n"
    )

    async def scene() -> None:
        async with opened(command=workers.command) as desk:
            assert await desk.choose(RECORD, "strong") == Answer(MOVE, "strong")
        assert [len(asked) for asked in workers.asked()] == [1, 1]

    play(scene)


@pytest.mark.parametrize(
    "body",
    [
        "os._exit(3)",
        "os.kill(pid, 9)",
        "print('ouch', flush=True)",
        "print('x' * 2_000_000, flush=True)",
        "print('[]', flush=True)",
        "say(id=request['id'] + 1, move=move)",
        "say(id=request['id'], move='9Z>9')",
        "say(id=request['id'], move=7)",
        "say(id=request['id'])",
        "say(ready=['azul'])",
    ],
)
def test_nonsense_is_tried_twice_and_then_the_simple_bot_answers(fake: Made, body: str) -> None:
    workers = fake(f"\ndef choose(request):\n    {body}\n")

    async def scene() -> None:
        async with opened(command=workers.command) as desk:
            assert (await desk.choose(RECORD, "strong")).by == "greedy"
            await until(lambda: workers.starts() == 3)  # both were replaced
        assert [len(asked) for asked in workers.asked()] == [1, 1, 0]

    play(scene)


def test_an_error_replaces_nobody(fake: Made) -> None:
    workers = fake("\ndef choose(request):\n    say(id=request['id'], error='tired')\n")

    async def scene() -> None:
        async with opened(command=workers.command) as desk:
            assert (await desk.choose(RECORD, "strong")).by == "greedy"
        assert [len(asked) for asked in workers.asked()] == [2]

    play(scene)


def test_a_silent_worker_is_replaced(fake: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(botjob, "GRACE", 0.2)
    workers = fake("\ndef choose(request):\n    time.sleep(60)\n")

    async def scene() -> None:
        async with opened(command=workers.command) as desk:
            answer, seconds = await timed(desk.choose(RECORD, "strong", seconds=0.1))
            assert answer.by == "greedy"
            assert 0.5 < seconds < 20
        assert workers.starts() >= 2

    play(scene)


def test_a_crash_loop_backs_off(fake: Made) -> None:
    workers = fake("\nos._exit(1)\n")

    async def scene() -> None:
        async with opened(patience=1.5, command=workers.command) as desk:
            assert (await desk.choose(RECORD, "strong")).by == "greedy"
        assert 3 <= workers.starts() <= 6  # pauses of 0.05, 0.1, 0.2, 0.4, 0.8 s

    play(scene)


def test_a_program_that_is_not_there(fake: Made) -> None:
    async def scene() -> None:
        async with opened(2, 0.1, command=(str(fake().folder / "nothing"),)) as desk:
            assert (await desk.choose(RECORD, "strong")).by == "greedy"
            assert desk.warming("azul")

    play(scene)


# --- who thinks when ----------------------------------------------------------------------------------------

SLOW = "\ndef choose(request):\n    time.sleep(0.2)\n    say(id=request['id'], move=move)\n"


def test_first_come_first_served(fake: Made) -> None:
    workers = fake(SLOW)

    async def scene() -> None:
        async with opened(2, command=workers.command) as desk:
            await until(lambda: all(place.ready("azul") for place in desk._crew.workers))  # type: ignore[union-attr]
            asking = []
            for n in range(6):
                asking.append(asyncio.create_task(desk.choose(RECORD, "strong", key=str(n))))
                await asyncio.sleep(0.03)  # the record is read
            answers = await asyncio.gather(*asking)
            assert {answer.by for answer in answers} == {"strong"}
        asked = sorted((one for asked in workers.asked() for one in asked), key=lambda one: one["at"])
        assert [int(one["key"]) // 2 for one in asked] == [0, 0, 1, 1, 2, 2]
        assert [len(asked) for asked in workers.asked()] == [3, 3]

    play(scene)


def test_a_table_keeps_its_worker_if_that_is_idle(fake: Made) -> None:
    workers = fake(SLOW)

    async def scene() -> None:
        async with opened(2, command=workers.command) as desk:
            await until(lambda: all(place.ready("azul") for place in desk._crew.workers))  # type: ignore[union-attr]
            for key in ("a", "b", "b", "a", "a", "b"):
                await desk.choose(RECORD, "strong", key=key)
            kept = sorted({one["key"] for one in asked} for asked in workers.asked())
            assert kept in ([{"a"}, {"b"}], [{"b"}, {"a"}])
            await asyncio.gather(*(desk.choose(RECORD, "strong", key="a") for _ in range(2)))
        assert sorted(len({one["key"] for one in asked}) for asked in workers.asked()) == [1, 2]

    play(scene)


def test_nobody_waits_for_ever(fake: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(botdesk, "QUEUED", 0.3)
    workers = fake("\ndef choose(request):\n    time.sleep(60)\n")

    async def scene() -> None:
        async with opened(command=workers.command) as desk:
            first = asyncio.create_task(desk.choose(RECORD, "strong"))
            await until(lambda: sum(map(len, workers.asked())) == 1)
            assert (await desk.choose(RECORD, "strong")).by == "greedy"
            first.cancel()

    play(scene)


def test_who_cancels_is_free_at_once_and_the_late_answer_is_dropped(fake: Made) -> None:
    workers = fake(
        "\ndef choose(request):\n    time.sleep(2 if request['key'] == 'slow' else 0)\n"
        "    say(id=request['id'], move=move)\n"
    )

    async def scene() -> None:
        async with opened(command=workers.command) as desk:
            slow = asyncio.create_task(desk.choose(RECORD, "strong", key="slow"))
            await until(lambda: sum(map(len, workers.asked())) == 1)
            waiting = asyncio.create_task(desk.choose(RECORD, "strong", key="never asked"))
            await asyncio.sleep(0.05)
            start = time.monotonic()
            slow.cancel()
            waiting.cancel()
            results = await asyncio.gather(slow, waiting, return_exceptions=True)
            assert all(isinstance(result, asyncio.CancelledError) for result in results)
            assert time.monotonic() - start < 1.5
            assert await desk.choose(RECORD, "strong", key="next") == Answer(MOVE, "strong")
        assert [[one["key"] for one in asked] for asked in workers.asked()] == [["slow", "next"]]

    play(scene)


# --- the end ------------------------------------------------------------------------------------------------


@posix
def test_closing_is_prompt_and_leaves_no_process(fake: Made) -> None:
    workers = fake("\ndef choose(request):\n    time.sleep(60)\n")

    async def scene() -> None:
        desk = BotDesk(2, command=workers.command)
        await desk.open()
        waiting = [asyncio.create_task(desk.choose(RECORD, "strong", key=str(n))) for n in range(3)]
        await until(lambda: sum(map(len, workers.asked())) >= 1)
        assert not any(map(gone, workers.pids()))
        start = time.monotonic()
        await desk.close()
        assert time.monotonic() - start < 10
        assert all(map(gone, workers.pids()))
        results = await asyncio.gather(*waiting, return_exceptions=True)
        assert all(isinstance(result, DeskClosed) for result in results)
        with pytest.raises(DeskClosed):
            await desk.choose(RECORD, "strong")
        await desk.close()

    play(scene)


@posix
def test_the_same_under_the_servers_own_loop(fake: Made) -> None:
    uvloop = pytest.importorskip("uvloop")
    workers = fake(
        "\ndef choose(request):\n    os._exit(3) if number == 0 else say(id=request['id'], move=move)\n"
    )

    async def scene() -> None:
        async with opened(command=workers.command) as desk:
            assert await desk.choose(RECORD, "strong") == Answer(MOVE, "strong")
        assert all(map(gone, workers.pids()))

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(scene())
    gc.collect()
