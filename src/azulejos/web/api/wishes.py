"""What programs send, read strictly: no unknown field, no wrong type."""

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from azulejos.bots.roster import bots
from azulejos.service.lesson import LESSON
from azulejos.service.lobby import Wish
from azulejos.web.forms import CLOCKS, read_clock
from azulejos.web.learn import lesson_wish
from azulejos.web.locale import Catalogue
from azulejos.web.messages import Level, Ply, SeatNumber

Name = Annotated[str, Field(max_length=100, description="1 to 24 printable characters", examples=["Ana"])]


LEVELS = ", ".join(f"`{name}`" for name in bots())


def _printable(text: str) -> str:
    if not text.isprintable():
        raise ValueError("expected printable characters")
    return text


Label = Annotated[
    str,
    Field(max_length=60, description="to know it by in the list", examples=["my bot"]),
    AfterValidator(_printable),
]


class Sent(BaseModel):
    """Anything a program sends."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Options(Sent):
    """A game's options; those of the other game are refused."""

    players: Annotated[int, Field(ge=2, le=4)] = 2
    wall: Annotated[Literal["coloured", "grey"] | None, Field(description="Azul")] = None
    jokers: Annotated[bool | None, Field(description="Azul")] = None
    side: Annotated[Literal["coloured", "grey"] | None, Field(description="Pavilion")] = None


class TableWish(Sent):
    """A table to set up: against bots, for several people on one device, for friends, or for a first game."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {"mode": "bots", "game": "azul", "options": {"players": 2}, "levels": ["apprentice"]},
                {"mode": "friends", "game": "pavilion", "options": {"players": 3}, "listed": True},
            ]
        }
    )

    mode: Annotated[
        Literal["bots", "device", "friends", "lesson"],
        Field(
            description="`lesson`: the first game of /learn, of which only `game` and `name` can be wished"
        ),
    ] = "bots"
    game: Literal["azul", "pavilion"] = "azul"
    options: Options = Options()
    name: Annotated[Name | None, Field(description="yours at this table; else the one you have")] = None
    levels: Annotated[
        list[Level],
        Field(max_length=3, description=f"of the bots, by seat: {LEVELS}; `apprentice` where none is named"),
    ] = []
    names: Annotated[
        list[Name], Field(max_length=3, description="of the other people on one device, by seat")
    ] = []
    listed: Annotated[bool, Field(description="shown to everybody, exported when over")] = False
    starter: Annotated[Literal["draw", "me"], Field(description="who begins")] = "draw"
    clock: Annotated[
        str, Field(max_length=20, description=f"friends only: {', '.join(CLOCKS)}; empty: none")
    ] = ""
    rated: Annotated[bool, Field(description="friends only")] = False

    def wish(self, own: str, texts: Catalogue) -> Wish:
        """What the house is asked for; `own` is the name that the guest has."""
        name = self.name or own or texts.t("home.name.guest")
        if self.mode == LESSON:
            return lesson_wish(self.game, name)
        others = range(1, self.options.players)
        levels = [*self.levels, *["apprentice"] * 3][: len(others)]
        names = [*self.names, *(texts.t("home.name.of", n=n + 1) for n in range(len(self.names) + 1, 4))]
        return Wish(
            mode=self.mode,
            game=self.game,
            options=self.options.model_dump(exclude_none=True),
            name=name,
            levels=tuple(levels) if self.mode == "bots" else (),
            names=tuple(names[: len(others)]) if self.mode == "device" else (),
            listed=self.listed,
            starter=0 if self.starter == "me" else None,
            clock=read_clock(self.clock) if self.mode == "friends" else None,
            rated=self.rated and self.mode == "friends",
        )


class MoveSent(Sent):
    """A move for the position of a ply."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"ply": 1, "move": "3B>2", "seat": 0}]})

    ply: Annotated[Ply, Field(description="the length of the record that it goes on from")]
    move: Annotated[str, Field(min_length=1, max_length=40, description="as in `GET .../moves`")]
    seat: SeatNumber


class AgainSent(Sent):
    """From which ply of a game to play on, on which seat, against which bots."""

    ply: Annotated[Ply, Field(description="how many entries of the record to keep")]
    seat: Annotated[SeatNumber, Field(description="the one you play")]
    level: Annotated[Level, Field(description=f"of the bots on the others: {LEVELS}")] = "artisan"


class GuestSent(Sent):
    """A new guest."""

    name: Name
    label: Label = ""


class MeSent(Sent):
    """What to change about oneself."""

    name: Name | None = None
    language: Annotated[str | None, Field(max_length=10, examples=["fr"])] = None


class TokenSent(Sent):
    """A new token."""

    label: Label = ""
