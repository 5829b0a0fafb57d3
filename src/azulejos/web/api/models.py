"""What the API answers with, described; it may grow further fields, so readers pass over unknown ones."""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Plain = dict[str, Any]


class Told(BaseModel):
    """Anything the API tells."""

    model_config = ConfigDict(extra="allow", populate_by_name=True)


class Reason(Told):
    """What the rules have against a move."""

    code: Annotated[str, Field(description="which rule, as a word", examples=["line_other_colour"])]
    clause: Annotated[str, Field(description="its clause, as in /rules/azul#A19", examples=["A19"])]
    values: Annotated[Plain, Field(description="what the sentence is made of", examples=[{"line": 2}])]


class FieldFault(Told):
    """What is wrong with one field of a game, or with a file."""

    field: Annotated[str, Field(examples=["total/0"])]
    code: Annotated[str, Field(examples=["total_high"])]
    values: Annotated[Plain, Field(description="what the sentence is made of", examples=[{"most": 240}])]
    message: str


class Fault(Told):
    """What went wrong."""

    code: Annotated[str, Field(description="for programs", examples=["stale"])]
    message: Annotated[
        str, Field(description="for people", examples=["that was for ply 3, the game is at ply 5"])
    ]
    reason: Annotated[Reason | None, Field(description="with `illegal_move`: the rule that forbids it")] = (
        None
    )
    problems: Annotated[
        list[FieldFault] | None,
        Field(description="with `bad_result`, `bad_import`: each field that is wrong"),
    ] = None


class Problem(Told):
    """Every error has this shape."""

    error: Fault


class SeatTold(Told):
    """One seat of a table."""

    seat: int
    name: str
    kind: Literal["person", "bot", "open"]
    level: Annotated[str | None, Field(description="of a bot")]
    here: Annotated[bool, Field(description="has the table open now")]
    you: bool
    resigned: bool
    out: Annotated[
        Literal["time", "away"] | None, Field(description="why a bot plays for the person of that name")
    ]
    lent: Annotated[bool, Field(description="that person is you")]


class Clock(Told):
    """The time that people at a table have; bots have none."""

    kind: Literal["live", "days"]
    base: Annotated[int, Field(description="seconds: for the game, or for each decision")]
    increment: Annotated[int, Field(description="seconds more with each decision")]
    seconds: Annotated[
        list[float | None], Field(description="left to each seat when this was sent; [] before the game")
    ]
    running: Annotated[list[int], Field(description="seats whose time runs now")]
    now: Annotated[int, Field(description="the house's own time, in milliseconds")]


class Terms(Told):
    """What was agreed on about time."""

    kind: Literal["live", "days"]
    base: Annotated[int, Field(description="seconds: for the game, or for each decision")]
    increment: Annotated[int, Field(description="seconds more with each decision")]


class Entry(Told):
    """One entry of the record: a move or a deal."""

    ply: int
    seat: Annotated[int, Field(description="-1: a deal")]
    move: Annotated[str, Field(examples=["3B>2"])]
    round: int
    auto: Annotated[bool, Field(description="made by the server, being forced")]
    told: Annotated[Plain, Field(description="the facts of it, see docs/protocol.md")]


class Result(Told):
    """How a game ended."""

    scores: list[int]
    winners: list[int]
    ending: str
    seat: Annotated[int | None, Field(description="who resigned or left")]
    breakdown: Annotated[list[Plain], Field(description="every point of every seat")]
    out: Annotated[list[int], Field(description="seats whose time ran out: a bot played on for them")]


class Can(Told):
    """What this guest may do now, besides moving."""

    takeback: bool
    resign: bool
    leave: bool
    rematch: bool
    start: bool
    sit: Annotated[list[int], Field(description="seats that are free")]
    free: Annotated[list[int], Field(description="seats of absent people that you, the host, may free")]
    back: Annotated[bool, Field(alias="return", description="a bot plays your seat, which you can have back")]


class View(Told):
    """A table as this guest sees it: the message that docs/protocol.md calls a view."""

    type: Literal["view"]
    table: Annotated[str, Field(examples=["k3f9x2ab7q"])]
    game: Literal["azul", "pavilion"]
    options: Annotated[Plain, Field(examples=[{"players": 2, "wall": "coloured", "jokers": False}])]
    kind: Annotated[str, Field(description="bots, device, friends or lesson")]
    listed: bool
    status: Literal["open", "playing", "over"]
    ply: Annotated[int, Field(description="the length of the record; quote it with a move")]
    since: Annotated[int, Field(alias="from", description="`log` has the entries from this ply on")]
    log: list[Entry]
    seats: list[SeatTold]
    you: Annotated[list[int], Field(description="the seats you hold")]
    host: bool
    watching: int
    rated: bool
    clock: Clock | None
    show: Annotated[Plain | None, Field(description="the position, as in docs/formats.md; null while open")]
    acting: Annotated[int | None, Field(description="the seat of yours that must decide now")]
    choices: Annotated[Plain | None, Field(description="what it may do, and what each would bring")]
    waiting: Annotated[list[int], Field(description="seats that must decide now")]
    near: list[Plain]
    last_round: bool
    story: Annotated[Plain | None, Field(description="how the last round was scored")]
    thinking: Annotated[Plain | None, Field(description="the bot that thinks now")]
    offers: Annotated[
        Plain,
        Field(description="`takeback`, `rematch` and `vote` that somebody asks for, see docs/protocol.md"),
    ]
    can: Can
    result: Result | None
    again: Annotated[str | None, Field(description="the table that this one was played on from")]


class WhyNot(Told):
    """The answer to a `why` message."""

    type: Literal["why"]
    move: str
    reason: Reason | None


class Pong(Told):
    """The answer to a `ping` message."""

    type: Literal["pong"]


class Moves(Told):
    """What may be played now."""

    ply: Annotated[int, Field(description="quote it with the move")]
    seat: Annotated[int | None, Field(description="the seat of yours that must decide; null: none")]
    moves: Annotated[list[str], Field(description="every legal move as text", examples=[["3B>2", "cW>f"]])]


class Made(Told):
    """A new table."""

    table: Annotated[str, Field(examples=["k3f9x2ab7q"])]
    address: Annotated[str, Field(description="its page", examples=["/t/k3f9x2ab7q"])]


class Frame(Told):
    """One position of a replay."""

    ply: int
    entry: Entry
    show: Plain
    story: Plain | None


class Frames(Told):
    """A whole game, position by position."""

    table: str
    game: str
    options: Plain
    status: str
    rated: bool
    seats: list[Plain]
    frames: list[Frame]
    result: Result | None


class CardSeat(Told):
    """A seat as lists show it."""

    name: str
    kind: Literal["person", "bot", "open"]
    level: str | None
    you: bool
    out: Literal["time", "away"] | None


class Card(Told):
    """A table as lists show it."""

    id: str
    game: str
    options: Plain
    kind: str
    status: Literal["open", "playing", "over"]
    seats: list[CardSeat]
    free: int
    round: int | None
    scores: list[int] | None
    clock: Terms | None
    rated: bool
    turn: Annotated[list[int], Field(description="seats that must decide now")]
    your_turn: bool
    updated: datetime


class Lobby(Told):
    """Tables to join, games to watch, one's own with those first that wait for you."""

    open: list[Card]
    playing: list[Card]
    mine: list[Card]


class Me(Told):
    """Who you are here."""

    name: str
    language: str | None
    by: Annotated[Literal["cookie", "token"], Field(description="what you are known by")]
    since: datetime


class Token(Told):
    """A token, without its secret."""

    id: Annotated[str, Field(description="names it in `DELETE /api/tokens/{id}`", examples=["3f9ad01c77e2"])]
    label: str
    created: datetime
    used: Annotated[datetime, Field(description="when it was last used, to within a day")]


class NewToken(Told):
    """A token with its secret, which is told this once."""

    id: str
    label: str
    token: Annotated[str, Field(examples=["az_6hZ1..."])]


class NewGuest(NewToken):
    """A new guest and the token that is they."""

    name: str


class Tokens(Told):
    """All tokens of a guest."""

    tokens: list[Token]


class Game(Told):
    """A line of the export: one finished game."""

    id: str
    game: str
    options: Plain
    ended: datetime
    names: list[str]
    bots: Annotated[list[str | None], Field(description="by seat, the level of its bot")]
    scores: list[int]
    winners: list[int]
    ending: str
    record: Annotated[str, Field(description="the whole game as text, see docs/formats.md")]
    cursor: Annotated[str, Field(description="goes on after this line")]


class Health(Told):
    """The server answers."""

    status: Literal["ok"]
    version: str


class Readiness(Told):
    """Whether the server can play."""

    ready: bool
    reasons: Annotated[list[str], Field(description="what is missing")]
