"""Write a picture of a table after some moves: `python -m azulejos.envs.pictures docs/environment.png`."""

import argparse
from pathlib import Path

import pygame

from azulejos.bots.roster import bot
from azulejos.envs.pictures import rgb
from azulejos.envs.sitting import Sitting


def main() -> None:
    """Read the command line, play, draw, write."""
    parser = argparse.ArgumentParser(prog="azulejos.envs.pictures", description=__doc__)
    parser.add_argument("path", type=Path)
    parser.add_argument("--game", default="azul", choices=["azul", "pavilion"])
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--moves", type=int, default=34)
    parser.add_argument("--seed", type=int, default=7)
    wanted = parser.parse_args()
    table = Sitting(wanted.game, players=wanted.players, compiled=False)
    table.begin(wanted.seed)
    player = bot("greedy", seed=1)
    for _ in range(wanted.moves):
        if not table.over:
            table.match.play(player.choose(table.match).move)
    pygame.image.save(pygame.surfarray.make_surface(rgb(table).swapaxes(0, 1)), wanted.path)


if __name__ == "__main__":
    main()
