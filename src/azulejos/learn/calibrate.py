"""Fit how the search's values are told as chances: `python -m azulejos.learn.calibrate azul --players 2`.

Plays straight games of the search against itself, every decision anew and by the most visited move, and
compares what it expected with who won. `--all` does so for every variant, one after the other.
"""

import argparse
import json
import sys
import tempfile
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from azulejos import games
from azulejos.arena.pairing import derived
from azulejos.bots import calibration, nets
from azulejos.bots.calibration import NET, PLAYOUTS, Slopes
from azulejos.bots.desk import Settings, net_of
from azulejos.bots.searcher import SearchBot, Style
from azulejos.core.jit import never_compiled
from azulejos.core.match import Match
from azulejos.core.rules import Rules
from azulejos.learn.arguments import add_cores, add_options, in_a_sentence, options_of, positive, whole
from azulejos.learn.crew import Shift, work
from azulejos.learn.reliability import (
    FOLDS,
    Told,
    brier,
    errors_of,
    fit,
    held_out,
    interval,
    lines,
    log_loss,
    svg,
    table,
)
from azulejos.learn.replay import replace_file
from azulejos.learn.variants import Variant, rules_of, variants_of

TELL = 10.0  # seconds between two lines of progress
DIGITS = 3
ALL = [
    variant
    for game in games.FAMILIES
    for players in (2, 3, 4)
    for variant in variants_of({"game": game, "players": players, "mixed": True})
]

Game = tuple[int, list[tuple[float, ...]], list[float]]  # its number, what was expected, shares of the win


@dataclass(frozen=True)
class Work:
    """What is asked of one variant."""

    variant: Variant
    settings: Settings
    games: int
    simulations: int
    seed: int
    cores: int
    deadline: float  # as `time.time` counts

    @property
    def rules(self) -> Rules:
        """The variant's rules."""
        return rules_of(self.variant)

    @property
    def judge(self) -> str:
        """Who judges: a net where one is asked for and can be had."""
        return NET if net_of(self.rules, self.settings, not never_compiled()) else PLAYOUTS


# --- playing ----------------------------------------------------------------------------------------------


def play_game(asked: Work, number: int) -> Game:
    """One game: what the search expected at every decision, and what each seat won."""
    seed = derived(asked.seed, number)
    game = Match.new(asked.rules, seed, number % asked.rules.players)
    style = Style(remember=False, clinch=False, mix=True, settings=asked.settings)
    bot = SearchBot("calibrate", derived(seed, "bot"), style)
    values: list[tuple[float, ...]] = []
    while not game.over:
        actions = game.rules.actions(game.state)
        if len(actions) == 1:
            game.play_action(actions[0])
            continue
        choice = bot.choose(game, simulations=asked.simulations)
        values.append(choice.value)
        game.play(choice.move)
    winners = game.winners()
    return number, values, [(seat in winners) / len(winners) for seat in range(game.rules.players)]


def play_games(shift: Shift, asked: Work) -> None:
    """What a worker does."""
    while (number := shift.claim()) is not None:
        shift.tell(play_game(asked, number))


def gather(asked: Work) -> Told:
    """Play the games over the cores, as many as time allows, with a line of progress now and then."""
    play_game(replace(asked, simulations=1), 0)  # compiles once what many processes want
    began = told = time.time()
    found: list[Game] = []
    cores = min(asked.cores, asked.games)
    for game in work(play_games, (asked,), cores, asked.games, asked.deadline):
        found += [game] if game else []
        if time.time() - told > TELL:
            told = time.time()
            pace = len(found) / (told - began)
            sys.stderr.write(f"{len(found):,} of {asked.games:,} games, {pace:.1f} games/s\n")
    return joined(sorted(found))


def joined(found: list[Game]) -> Told:
    """What was told in all games together."""
    return Told(
        values=np.array([value for _, values, _ in found for value in values]),
        won=np.array([won for _, values, won in found for _ in values]),
        games=np.array([number for number, values, _ in found for _ in values]),
    )


# --- telling and keeping ----------------------------------------------------------------------------------


def report(told: Told, asked: Work) -> list[str]:
    """What was found, as lines of text; chances are held out."""
    margin = asked.settings.margin
    slopes, chances = fit(told, margin), held_out(told, margin)
    level, sure = map(interval, slopes, errors_of(told, margin, slopes))
    count = len(np.unique(told.games))
    return [
        f"{nets.name_of(asked.rules)}, {asked.judge}: {count:,} games, {len(told.games):,} decisions of "
        f"{asked.simulations:,} simulations",
        f"slopes {level} where all are level, {sure} where one is sure",
        f"log loss {log_loss(told.values, told.won):.4f} -> {log_loss(chances, told.won):.4f}, "
        f"Brier {brier(told.values, told.won):.4f} -> {brier(chances, told.won):.4f}",
        "before:",
        *lines(table(told.values, told)),
        "after, each game with the slopes of the others:",
        *lines(table(chances, told)),
    ]


def picture(told: Told, asked: Work) -> bytes:
    """The reliability curve, before and after."""
    chances = held_out(told, asked.settings.margin)
    judge = "with a net" if asked.judge == NET else "without a net"
    title = f"{nets.name_of(asked.rules)}, {judge}, {asked.simulations:,} simulations"
    return svg(table(told.values, told), table(chances, told), title).encode()


def write(path: Path, asked: Work, slopes: Slopes, count: int) -> None:
    """Put the slopes of one variant and judge into the file, beside all others, in one step."""
    kept = calibration.read(path)
    ends = {name: round(slope, DIGITS) for name, slope in slopes._asdict().items()}
    entry = {**ends, "games": count, "simulations": asked.simulations}
    kept.setdefault(nets.name_of(asked.rules), {})[asked.judge] = entry
    replace_file(path, _text(kept).encode())
    calibration.known.cache_clear()


def _text(kept: dict[str, Any]) -> str:
    """JSON with one line for each variant and judge, so that a change is easy to read."""
    parts = []
    for name in sorted(kept):
        rows = [f"    {json.dumps(judge)}: {json.dumps(kept[name][judge])}" for judge in sorted(kept[name])]
        parts.append(f"  {json.dumps(name)}: {{\n" + ",\n".join(rows) + "\n  }")
    return "{\n" + ",\n".join(parts) + "\n}\n"


# --- the command ------------------------------------------------------------------------------------------


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="azulejos.learn.calibrate",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("game", nargs="?", choices=list(games.FAMILIES))
    add_options(parser, players=None)
    parser.add_argument("--all", action="store_true", help=f"all {len(ALL)} variants, or those of the game")
    parser.add_argument("--net", help="a net's file, or 0 for none (the packaged one, where there is one)")
    parser.add_argument("--games", type=whole(2), default=400, help="(400), some of which are held out")
    parser.add_argument("--simulations", type=whole(1), default=400, help="of every decision (400)")
    parser.add_argument("--minutes", type=positive, default=60.0, help="for each variant, at most (60)")
    add_cores(parser)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true", help=f"put the slopes into {calibration.path()}")
    parser.add_argument("--svg", type=Path, help="draw the reliability curve")
    return parser


def _variants(found: argparse.Namespace) -> list[dict[str, Any]]:
    """The variants that were asked for; ends with a sentence where there are none."""
    options = options_of(found)
    if found.all and (options or found.svg):
        sys.exit("azulejos: --all plays every variant: it takes no options of one and draws nothing")
    if found.all:
        return [variant for variant in ALL if found.game in (None, variant["game"])]
    if found.game is None:
        sys.exit(f"azulejos: no game was named, expected one of {', '.join(games.FAMILIES)}, or --all")
    variant = {"game": found.game, **options}
    try:
        rules_of(variant)
    except ValueError as error:
        sys.exit(f"azulejos: {error}")
    return [variant]


def _settings(net: str | None, variant: Variant) -> Settings:
    """How the search judges; ends with a sentence where a net was named that cannot be used."""
    if net in (None, "0"):
        return Settings(net=net is None)
    try:
        nets.read(str(net), rules_of(variant), False)
    except nets.BadNet as error:
        sys.exit(f"azulejos: {net}: {error}")
    return Settings(net=str(net))


def _check_files(found: argparse.Namespace) -> None:
    """End with a sentence, before anything is played, where what is found could not be kept."""
    if found.write and found.net not in (None, "0"):
        sys.exit(f"azulejos: --write keeps slopes of nets in the package: it cannot keep that of {found.net}")
    kept = calibration.path()
    try:
        if found.write:
            calibration.read(kept)
            _check_place(kept)
        if found.svg:
            _check_place(found.svg)
    except calibration.BadTable as error:
        sys.exit(f"azulejos: {kept}: {error}")


def _check_place(path: Path) -> None:
    """End with a sentence unless a file can be written there."""
    if path.is_dir():
        sys.exit(f"azulejos: {path} is a folder, expected a file")
    try:
        with tempfile.TemporaryFile(dir=path.parent):
            pass
    except OSError as error:
        sys.exit(f"azulejos: {path} cannot be written ({error.strerror})")


def main() -> None:
    """Read the command line; for each variant play, fit, tell, and write if asked to."""
    found = _parser().parse_args()
    variants = _variants(found)
    _check_files(found)
    settings = [_settings(found.net, variant) for variant in variants]  # all, before hours of the first
    for number, variant in enumerate(variants, 1):
        asked = Work(
            variant=variant,
            settings=settings[number - 1],
            games=found.games,
            simulations=found.simulations,
            seed=found.seed,
            cores=found.cores,
            deadline=time.time() + 60 * found.minutes,
        )
        sys.stderr.write(f"{number} of {len(variants)}: {nets.name_of(asked.rules)}, {asked.judge}\n")
        with in_a_sentence():
            calibrate(asked, found.write, found.svg)


def calibrate(asked: Work, keep: bool, drawn: Path | None) -> None:
    """One variant: play, fit, tell; write and draw if asked to."""
    told = gather(asked)
    count = len(np.unique(told.games))
    if len(np.unique(told.games % FOLDS)) < 2:
        some = f"{count} games were played in time"
        sys.stderr.write(f"{some}, too few to hold some out: nothing is fitted, give it more minutes\n")
        return
    print("\n".join(report(told, asked)), flush=True)
    if keep:
        write(calibration.path(), asked, fit(told, asked.settings.margin), count)
    if drawn:
        replace_file(drawn, picture(told, asked))


if __name__ == "__main__":
    main()
