"""What a page may say over its socket. Anything else is refused before it reaches a table."""

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from azulejos.bots.roster import bots

MOST_BYTES = 2048
MOST_PLY = 1_000_000


class BadMessage(Exception):
    """A message that no page of ours sends; the text says what is wrong with it."""


def _level(name: str) -> str:
    if name not in bots():
        raise ValueError(f"there is no bot of that name, expected one of {', '.join(bots())}")
    return name


Level = Annotated[str, Field(max_length=20), AfterValidator(_level)]
Ply = Annotated[int, Field(ge=0, le=MOST_PLY)]
SeatNumber = Annotated[int, Field(ge=0, le=3)]


class Message(BaseModel):
    """Anything a page says."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class MoveMessage(Message):
    """A move, and the length of the record that it goes on from."""

    type: Literal["move"]
    ply: Ply
    move: Annotated[str, Field(min_length=1, max_length=40)]
    seat: SeatNumber


class Why(Message):
    """Asks what the rules have against a move."""

    type: Literal["why"]
    move: Annotated[str, Field(min_length=1, max_length=40)]
    seat: SeatNumber


class Plain(Message):
    """A word that needs no more to it."""

    type: Literal["snapshot", "ping", "takeback", "rematch", "resign", "stand", "start", "return"]


class Answer(Message):
    """Yes or no to what another player offers."""

    type: Literal["answer"]
    to: Literal["takeback", "rematch"]
    yes: bool


class Leave(Message):
    """Stand up for good; a bot of that level goes on, or the one the server thinks best."""

    type: Literal["leave"]
    level: Level | None = None


class Sit(Message):
    """Take a free seat under a name."""

    type: Literal["sit"]
    seat: SeatNumber
    name: Annotated[str, Field(min_length=1, max_length=40)]


class SeatBot(Message):
    """Put a bot on a free seat, or open that seat again."""

    type: Literal["bot"]
    seat: SeatNumber
    level: Level | None


class Vote(Message):
    """Let a bot play for somebody who is away, or rather not."""

    type: Literal["vote"]
    seat: SeatNumber
    yes: bool


AnyMessage = MoveMessage | Why | Plain | Answer | Leave | Sit | SeatBot | Vote
_READER: TypeAdapter[AnyMessage] = TypeAdapter(Annotated[AnyMessage, Field(discriminator="type")])


def read_message(text: str) -> AnyMessage:
    """A page's message from its text."""
    try:
        return _READER.validate_json(text)
    except ValidationError as error:
        raise BadMessage(_reason(error)) from None


def _reason(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    where = ".".join(str(part) for part in first["loc"][1:])
    return f"not a message: {where + ': ' if where else ''}{first['msg']}"
