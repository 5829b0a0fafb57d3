"""The bots by name, weakest first, and bots with settings of one's own for trying things out.

`search:most=500,blur=0.05` is the searching bot with other settings than a level has; the settings are
the fields of `Style` and `Settings`, and `net` may be a file: `search:net=ladder/x/nets/g009.net`.
`greedy:noise=2` is the greedy bot, unsure by two points. Every level takes cores: `strong:cores=2`.
"""

from dataclasses import fields
from typing import Any

from azulejos.bots.bot import Bot
from azulejos.bots.desk import Settings
from azulejos.bots.levels import LEVELS, Level
from azulejos.bots.nets import BadNet, meta_of
from azulejos.bots.searcher import SearchBot, Style
from azulejos.bots.simple import GreedyBot, RandomBot
from azulejos.core.checks import quoted
from azulejos.core.errors import RulesError
from azulejos.games import family

LIMITS = {"cores": (1, 256), "warmth": (0.001, 1e9), "solve": (0, 1), "most": (1, 1e9), "margin": (0, 1)}


def bots(game: str = "azul") -> list[str]:
    """The names of the bots that play a game, weakest first."""
    family(game)  # an unknown game is named as such
    return ["random", "greedy", *LEVELS]


def bot(name: str, seed: int | None = None) -> Bot:
    """A bot by name; its seed decides its ties and whims, never the game's deals."""
    kind, colon, settings = name.partition(":") if isinstance(name, str) else ("", "", "")
    if colon and kind == "search":
        return SearchBot(name, seed, _style(name, settings))
    if colon and kind == "greedy":
        return GreedyBot(name, seed, **_numbers(name, settings, {"noise": 0.0}))
    if name == "random":
        return RandomBot(name, seed)
    if name == "greedy":
        return GreedyBot(name, seed)
    if kind in LEVELS:
        return Level(name, seed, **(_numbers(name, settings, {"cores": 1}) if colon else {}))
    raise RulesError(f"there is no bot {quoted(name)}, expected one of {', '.join(bots())}")


def _style(name: str, text: str) -> Style:
    """The searching bot's style from its settings as text."""
    own = {"most": 0, "blur": 0.0, "cores": 1, "remember": 1, "solve": 0.0, "clinch": 1, "mix": 0}
    inner = {field.name: 0.0 for field in fields(Settings) if field.name != "weights"}
    parts = [part.strip() for part in text.split(",")]
    files = [part for part in parts if _is_file(part)]
    others = [part for part in parts if part not in files]
    found = _numbers(name, ",".join(others), {**own, **inner}) if others else {}
    for part in files:
        found["net"] = _net(name, part.partition("=")[2])
    settings = Settings(**{key: value for key, value in found.items() if key in inner})
    style: dict[str, Any] = {key: value for key, value in found.items() if key in own}
    return Style(settings=settings, **style)


def _is_file(part: str) -> bool:
    """Whether a setting names the file of a net."""
    key, _, value = part.partition("=")
    try:
        float(value)
    except ValueError:
        return key == "net"
    return False


def _net(name: str, file: str) -> str:
    """The file of a net, which has to be there and to be one."""
    try:
        meta_of(file)
    except BadNet as error:
        wanted = "expected the file of a net, or 0 for none"
        raise RulesError(f"bot {quoted(name)}: net is {quoted(file)}, {wanted}: {error}") from None
    return file


def _numbers(name: str, text: str, known: dict[str, Any]) -> dict[str, Any]:
    """Settings such as `most=500,blur=0.05` as numbers of the right kind."""
    found: dict[str, Any] = {}
    for part in text.split(","):
        key, _, value = part.strip().partition("=")
        if key not in known:
            raise RulesError(
                f"bot {quoted(name)}: there is no setting {quoted(key)}, expected one of {', '.join(known)}"
            )
        try:
            found[key] = type(known[key])(value)
        except ValueError:
            whole = "a whole number" if isinstance(known[key], int) else "a number"
            raise RulesError(f"bot {quoted(name)}: {key} is {quoted(value)}, expected {whole}") from None
        least, most = LIMITS.get(key, (0, 1e9))
        if not least <= found[key] <= most:
            raise RulesError(
                f"bot {quoted(name)}: {key} is {quoted(value)}, expected {least:,.10g} to {most:,.10g}"
            )
    return found
