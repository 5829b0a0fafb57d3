"""What thinking longer is worth: `python -m azulejos.arena.thought strong@0.1s strong@1s strong@10s`.

Bots are asked for a move in the same positions, one of each of many quick games. Where their moves differ, a
judge thinks about what each of them leads to, and all are compared with the last bot: how much less is
expected of a move that took less thought. It is the judge's opinion: what the judge does not see is not
told, and one that thinks as the last bot does shares its errors, and flatters it a little.

What was found lies in a file, a line a position, and the same command goes on where it was stopped. As bots
are given it takes some ten minutes on two cores.
"""

import argparse
import json
import random
import signal
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import asdict, dataclass
from math import sqrt
from multiprocessing import get_context
from pathlib import Path
from statistics import mean, median_high, stdev
from typing import Any

from azulejos.arena import sweep
from azulejos.arena.entrants import Entrant, read_entrant, read_entrants
from azulejos.arena.errors import ArenaTrouble
from azulejos.arena.journal import played_by, read_whole, trouble_with
from azulejos.arena.pairing import derived
from azulejos.arena.rating import Z
from azulejos.arena.runner import all_cores
from azulejos.arena.variants import chosen
from azulejos.bots.bot import Choice, Thinker
from azulejos.bots.levels import Level
from azulejos.bots.roster import bot
from azulejos.bots.searcher import SearchBot
from azulejos.core.errors import RulesError
from azulejos.core.match import Match
from azulejos.games import rules

KIND = "azulejos thought"
POSITIONS = 60
FEWEST = 8  # moves that a position has: with fewer to choose from nobody has to think
QUICK = 100  # simulations of the games that positions are of
STEPS = ("strong@0.05s", "strong@0.2s", "strong@1s", "strong@3s", "strong@10s")
HEAD = (
    "| bot | simulations, median | the same move | worse by (95%) | where they differ |\n"
    "|---|---:|---:|---:|---:|\n"
)


@dataclass(frozen=True)
class Question:
    """What is asked in every position."""

    game: str
    options: dict[str, Any]
    bots: tuple[Entrant, ...]
    judge: Entrant
    seed: int


@dataclass(frozen=True)
class Answer:
    """What every bot played in one position, and what the judge made of it."""

    number: int
    moves: tuple[str, ...]
    simulations: tuple[int, ...]
    chances: tuple[float, ...]  # of the seat to move; all nought where nobody differed


# --- asking -----------------------------------------------------------------------------------------------


def position(asked: Question, number: int) -> Match:
    """A position that has many moves, of a quick game of its own."""
    seed = derived(asked.seed, number)
    table = rules(asked.game, **asked.options)
    luck, quick = random.Random(derived(seed, "which")), bot("strong", derived(seed, "quick"))
    game = Match.new(table, seed, number % table.players)
    wide = [game.ply]  # the first one always is
    while not game.over:
        if len(game.moves()) >= FEWEST:
            wide.append(game.ply)
        game.play(quick.choose(game, simulations=QUICK).move)
    return game.at(luck.choice(wide))


def answer(asked: Question, number: int) -> Answer:
    """Ask all bots, then the judge."""
    game = position(asked, number)
    choices = [_asked(one, game, derived(asked.seed, number, one.label)) for one in asked.bots]
    moves = tuple(choice.move for choice in choices)
    chances = dict.fromkeys(moves, 0.0)
    if len(chances) > 1:
        chances = {move: _judged(asked, number, game, move) for move in chances}
    done = tuple(int(choice.statistics.get("simulations", 0)) for choice in choices)
    return Answer(number, moves, done, tuple(chances[move] for move in moves))


def _asked(one: Entrant, game: Match, seed: int) -> Choice:
    """The choice of a bot that begins anew, and is told nothing of deals to come."""
    found = bot(one.bot, seed)
    if isinstance(found, Thinker):
        found.warm(game)
    return found.choose(game.copy(derived(seed, "deals")), one.budget)


def _judged(asked: Question, number: int, game: Match, move: str) -> float:
    """The chance of the seat to move after its move, as the judge sees it who has a choice to make."""
    seat = game.rules.decider(game.state)
    after = game.copy(derived(asked.seed, number, "judge"))
    after.play(move)
    while not after.over and len(moves := after.moves()) == 1:  # hardly any thought is given to those
        after.play(moves[0])
    if after.over:
        return (seat in after.winners()) / len(after.winners())
    return _asked(asked.judge, after, derived(asked.seed, number, "judge")).value[seat]


# --- keeping ----------------------------------------------------------------------------------------------


def kept(path: Path, about: Mapping[str, Any]) -> dict[int, Answer]:
    """What the file has of the same question; ArenaTrouble where it is of another."""
    try:
        if not path.exists():
            return {}
    except OSError as error:
        raise trouble_with("read", path, error) from None
    head, *lines = read_whole(path).split(b"\n")
    try:
        if json.loads(head)[KIND] != dict(about):
            raise ArenaTrouble(f"{path} has answers to another question, or of another version")
        found = [_line(line) for line in lines]
    except (ValueError, TypeError, KeyError, IndexError):
        raise ArenaTrouble(f"{path} is there already and holds no such answers") from None
    return {one.number: one for one in found if one is not None}


def _line(line: bytes) -> Answer | None:
    """An answer from its line; None for what is empty or was cut off."""
    try:
        told = json.loads(line)
    except ValueError:
        return None
    return Answer(told["number"], *(tuple(told[name]) for name in ("moves", "simulations", "chances")))


def _keep(path: Path, told: Mapping[str, Any]) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        cut = path.exists() and not path.read_bytes().endswith(b"\n")
        with path.open("ab") as file:
            file.write((b"\n" if cut else b"") + json.dumps(told).encode() + b"\n")
    except OSError as error:
        raise trouble_with("write", path, error) from None


# --- telling ----------------------------------------------------------------------------------------------


def table(asked: Question, answers: Sequence[Answer]) -> str:
    """A line a bot."""
    return HEAD + "".join(_row(asked, answers, place) for place in range(len(asked.bots)))


def _row(asked: Question, answers: Sequence[Answer], place: int) -> str:
    same = [one.moves[place] == one.moves[-1] for one in answers]
    worse = [one.chances[-1] - one.chances[place] for one in answers]
    apart = [loss for loss, alike in zip(worse, same, strict=True) if not alike]
    done = median_high(one.simulations[place] for one in answers)
    where = f"{100 * mean(apart):.2f}%" if apart else ""
    share = f"{mean(same):.0%}"
    return f"| `{asked.bots[place].label}` | {done:,} | {share} | {_spread(worse)} | {where} |\n"


def _spread(worse: Sequence[float]) -> str:
    """A mean loss of the chance to win with its interval."""
    if not any(worse):
        return ""
    error = stdev(worse) / sqrt(len(worse)) if len(worse) > 1 else float("inf")
    return f"{100 * mean(worse):.2f}% ±{100 * Z * error:.2f}"


# --- the command ------------------------------------------------------------------------------------------


def main(arguments: Sequence[str] | None = None) -> int:
    """Ask, keep, tell."""
    return sweep.told("thought", lambda: _main(arguments), "--out names another file")


def _main(arguments: Sequence[str] | None) -> int:
    found = _parser().parse_args(arguments)
    variant = chosen(found.variant)[0]  # where more have such names, the one without jokers
    bots, judge = read_entrants(found.bots or STEPS), read_entrant(found.judge)
    for bot_named in (*bots, judge):
        if bot_named.command:
            raise RulesError(f"{bot_named.label} is a program, expected bots of ours, such as strong@1s")
    if not isinstance(bot(judge.bot), SearchBot | Level):
        raise RulesError(
            f"{judge.label} tells no chances, expected a judge that searches, such as strong@10s"
        )
    asked = Question(variant.game, variant.options, bots, judge, found.seed)
    labels = [one.label for one in bots]
    about = {"variant": variant.name, "seed": asked.seed, "bots": labels, "judge": judge.label, **played_by()}
    answers = kept(found.out, about)
    if not found.out.exists():
        _keep(found.out, {KIND: about})
    missing = [number for number in range(found.positions) if number not in answers]
    if missing:  # the first answer takes a while
        sys.stderr.write(f"{len(missing):,} positions, {min(found.cores, len(missing))} at a time\n")
    began = time.monotonic()
    for done, one in enumerate(_all(asked, missing, found.cores), 1):
        answers[one.number] = one
        _keep(found.out, asdict(one))
        left = (time.monotonic() - began) / done * (len(missing) - done) / 60
        sys.stderr.write(f"{done:,} of {len(missing):,} positions, about {left:.0f} min left\n")
    told = [answers[number] for number in sorted(answers) if number < found.positions]
    sys.stdout.write(
        f"{variant.name}, {len(told):,} positions, judged by {judge.label}, seed {asked.seed}\n\n"
    )
    sys.stdout.write(table(asked, told))
    return 0


def _all(asked: Question, numbers: Sequence[int], cores: int) -> Iterator[Answer]:
    """The answers as they come, of as many processes."""
    if cores < 2 or len(numbers) < 2:
        yield from (answer(asked, number) for number in numbers)
        return
    context, at_once = get_context("spawn"), (signal.SIGINT, signal.SIG_DFL)  # nobody waits for a thought
    with ProcessPoolExecutor(min(cores, len(numbers)), context, signal.signal, at_once) as pool:
        jobs = [pool.submit(answer, asked, number) for number in numbers]
        try:
            yield from (job.result() for job in as_completed(jobs))
        except BrokenProcessPool:
            raise ArenaTrouble(
                "a process at work was lost, perhaps for want of memory; try --cores 1"
            ) from None
        finally:
            pool.shutdown(cancel_futures=True)


def _whole(text: str) -> int:
    """A number of positions or processes."""
    try:
        found = int(text)
    except ValueError:
        found = 0
    if found < 1:
        raise argparse.ArgumentTypeError(f"{text!r} was given, expected a whole number, 1 or more")
    return found


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="azulejos.arena.thought",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("bots", nargs="*", help=f"with budgets, the surest last ({' '.join(STEPS)})")
    parser.add_argument("--judge", default="strong@10s", help="who judges (strong@10s)")
    parser.add_argument("--variant", default="Azul, 2 players, coloured", help="(Azul, 2 players, coloured)")
    parser.add_argument("--positions", type=_whole, default=POSITIONS, help=f"how many ({POSITIONS})")
    parser.add_argument("--out", type=Path, default=Path("lead/thought.ndjson"), help="(lead/thought.ndjson)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cores", type=_whole, default=all_cores(), help="positions at a time (all cores)")
    return parser


if __name__ == "__main__":
    sys.exit(main())
