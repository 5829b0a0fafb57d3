"""A first game with a coach: like a table against bots, but what happens there is known before."""

import asyncio

from azulejos.bots.simple import GreedyBot
from azulejos.core.match import Match
from azulejos.service.botdesk import Answer

LESSON = "lesson"  # the kind of such a table
LEVEL = "greedy"


async def reply(match: Match) -> Answer:
    """The coach's bot: of moves that are equally good always the same, so that a lesson's texts fit."""
    choice = await asyncio.to_thread(GreedyBot(LEVEL, 0).choose, match.copy())
    return Answer(choice.move, LEVEL)
