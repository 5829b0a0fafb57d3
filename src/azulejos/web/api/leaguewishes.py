"""What programs send about leagues and games on record. What a game may say is judged by the study, which
names every field and what is wrong with it; here only the shape is."""

from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field

from azulejos.study.results import Result, Score, full_options
from azulejos.web.api.wishes import Sent

Name = Annotated[str, Field(max_length=200, description="1 to 40 printable characters", examples=["Ana"])]
Id = Annotated[str, Field(min_length=1, max_length=40, description="an id", examples=["p-k3f9x2ab7q"])]
Text = Annotated[str, Field(max_length=2000)]
MOST_SEATS = 20  # that are read; a game has 2 to 4, which is told by name


class LeagueSent(Sent):
    """A new league."""

    name: Name


class LeagueChange(Sent):
    """What to change about a league; only its owner may."""

    name: Name | None = None
    feeds: Annotated[
        bool | None, Field(description="online games among its members go on record by themselves")
    ] = None
    owner: Annotated[Id | None, Field(description="hand it over to this member")] = None


class JoinSent(Sent):
    """Who you are in the league: somebody who is in it already, or somebody new."""

    person: Annotated[Id | None, Field(description="of the invitation's `people`")] = None
    name: Annotated[Name | None, Field(description="of somebody new; else the name you have")] = None


class PersonSent(Sent):
    """A person's name."""

    name: Name


class MergeSent(Sent):
    """Two entries are one person."""

    into: Id


class ScoreSent(Sent):
    """What one seat made of the game."""

    person: Annotated[
        str, Field(max_length=200, description="an id of the league, or a name: found, or somebody new")
    ]
    total_points: Annotated[int, Field(description="the result, never computed from the rest")]
    completed_rows: Annotated[int | None, Field(description="Azul, 0 to 5: for a tie alone")] = None
    rounds: Annotated[
        list[dict[str, int | None]],
        Field(
            default_factory=list,
            max_length=200,
            description="Azul: `wall`, `floor` (0 or less), `score`; Pavilion: `placed`, `marker`,"
            " `discards` (0 or less), `score`",
        ),
    ]
    bonuses: Annotated[
        dict[str, int | dict[str, int | None] | None] | None,
        Field(
            description="points: Azul `rows`, `columns`, `colours`; Pavilion `stars`, `numbers`, `corners`"
        ),
    ] = None
    note: Text = ""
    out: Annotated[
        str, Field(max_length=20, description="why they did not play to the end: resigned, time, away, left")
    ] = ""


class ResultOptions(Sent):
    """A game's options; those of the other game are refused."""

    wall: Annotated[Literal["coloured", "grey"] | None, Field(description="Azul")] = None
    jokers: Annotated[bool | None, Field(description="Azul")] = None
    side: Annotated[Literal["coloured", "grey"] | None, Field(description="Pavilion")] = None


EXAMPLE: dict[str, Any] = {
    "game": "azul",
    "played": "2026-11-14",
    "scores": [
        {"person": "Ana", "total_points": 61, "completed_rows": 2},
        {"person": "Bruno", "total_points": 48},
    ],
}


class ResultSent(Sent):
    """A finished game."""

    model_config = ConfigDict(json_schema_extra={"examples": [EXAMPLE]})

    id: Annotated[
        str,
        Field(
            max_length=60,
            description="of your own making: sent again it is still one game; [a-z0-9-], empty: a new one",
        ),
    ] = ""
    game: Literal["azul", "pavilion"] = "azul"
    options: ResultOptions = ResultOptions()
    played: Annotated[str, Field(max_length=40, examples=["2026-11-14"])]
    scores: Annotated[list[ScoreSent], Field(max_length=MOST_SEATS, description="in order of the seats")]
    note: Text = ""

    def result(self) -> Result:
        """The same as the study has it."""
        told = self.options.model_dump(exclude_none=True)
        return Result(
            id=self.id,
            game=self.game,
            options={**full_options(self.game, told), **told},
            played=self.played,
            scores=tuple(_score(one) for one in self.scores),
            note=self.note,
        )


class CorrectionSent(ResultSent):
    """A game written anew."""

    model_config = ConfigDict(json_schema_extra={"examples": [{**EXAMPLE, "version": 17}]})

    version: Annotated[int, Field(ge=0, le=2**53, description="of the game that is corrected")]


def _score(sent: ScoreSent) -> Score:
    return Score(
        person=sent.person,
        total_points=sent.total_points,
        completed_rows=sent.completed_rows,
        rounds=tuple(sent.rounds),
        bonuses=sent.bonuses,
        note=sent.note,
        out=sent.out,
    )
