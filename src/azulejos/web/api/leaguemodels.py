"""What the API tells about leagues, games on record and rankings; as web/standing.py makes it."""

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import Field

from azulejos.web.api.models import Plain, Told

Game = Literal["azul", "pavilion"]
Part = dict[str, int | None]
PersonId = Annotated[str, Field(description="a person's id", examples=["p-k3f9x2ab7q"])]
WINS = "a win shared by k people is 1/k for each"


# --- leagues and people ----------------------------------------------------------------------------------


class LeagueTold(Told):
    """A league, as lists show it."""

    id: Annotated[str, Field(examples=["k3f9x2ab7q", "online"])]
    name: Annotated[str, Field(description="empty: `online`, the list of rated games played here")]
    kind: Annotated[Literal["own", "private", "online"], Field(description="`own`: somebody's own list")]
    owner: Annotated[bool, Field(description="whether it is yours")]
    feeds: Annotated[bool, Field(description="online games among its members go on record by themselves")]
    games: int
    members: int
    last: Annotated[date | None, Field(description="the day of the latest game")]
    created: date


class LeagueFull(LeagueTold):
    """A league with what its members know."""

    invite: Annotated[str | None, Field(description="the secret of its invitation; null: `online`")]
    address: Annotated[str, Field(description="its page", examples=["/l/k3f9x2ab7q"])]
    me: Annotated[str | None, Field(description="who you are in it; null: nobody yet")]


class LeaguesTold(Told):
    """The leagues that you are a member of, the latest game first."""

    leagues: list[LeagueTold]


class InviteTold(Told):
    """A new invitation; the one before is void."""

    invite: str
    address: Annotated[str, Field(examples=["/join/k3f9x2ab7qk3f9x2ab7q"])]


class Invited(Told):
    """Somebody in a league whom nobody has said to be."""

    id: PersonId
    name: str
    games: int


class InvitationTold(Told):
    """What an invitation leads to."""

    name: Annotated[str, Field(description="the league's")]
    owner: Annotated[str, Field(description="the owner's name")]
    member: Annotated[bool, Field(description="whether you are one already")]
    league: Annotated[str | None, Field(description="its id, for members")]
    people: Annotated[list[Invited], Field(description="entries that you may say to be you")]


class MemberTold(Told):
    """A member of a league."""

    id: Annotated[str, Field(description="names them to whoever may remove them")]
    name: str
    person: Annotated[str | None, Field(description="who they are in the league")]
    joined: date
    owner: bool
    you: bool


class MembersTold(Told):
    """Who belongs to a league, oldest first."""

    members: list[MemberTold]


class PersonTold(Told):
    """Somebody in a league."""

    id: PersonId
    name: str
    bot: Annotated[str | None, Field(description="of a bot, its level")]
    linked: Annotated[bool, Field(description="somebody has said to be this person")]
    you: bool
    merged_into: Annotated[str | None, Field(description="this entry is that person's")]
    games: Annotated[int, Field(description="under this very entry")]


class PeopleTold(Told):
    """Everybody in a league, by name."""

    people: list[PersonTold]


# --- games on record -------------------------------------------------------------------------------------


class Seat(Told):
    """A seat of a game on record."""

    person: PersonId
    name: str
    bot: str | None
    total_points: Annotated[int, Field(description="the result; nothing else decides but a tie")]
    completed_rows: Annotated[int | None, Field(description="Azul: parts those who are level")]
    place: Annotated[int, Field(description="from 1; who is level shares one")]
    out: Annotated[
        Literal["", "resigned", "time", "away", "left"],
        Field(description="why they did not play to the end: then they come after all who did"),
    ]


class SeatFull(Seat):
    """A seat with every detail that was put down."""

    rounds: Annotated[
        list[Part],
        Field(
            description="Azul: `wall`, `floor`, `score`; Pavilion: `placed`, `marker`, `discards`, `score`"
        ),
    ]
    bonuses: Annotated[
        Plain | None,
        Field(
            description="points: Azul `rows`, `columns`, `colours`; Pavilion `stars`, `numbers`, `corners`"
        ),
    ]
    note: str


class Finished(Told):
    """A game on record, as lists show it."""

    id: Annotated[str, Field(examples=["r-k3f9x2ab7q"])]
    game: Game
    variant: Annotated[str, Field(description="the game with its options", examples=["azul-grey"])]
    options: Annotated[Plain, Field(examples=[{"wall": "coloured", "jokers": False}])]
    played: date
    note: str
    source: Literal["typed", "sheet", "online", "import", "arena"]
    ref: Annotated[str | None, Field(description="the sheet or the table it comes from")]
    unresolved: Annotated[list[int], Field(description="seats whose tie wants `completed_rows`")]
    scores: list[Seat]


class ResultNote(Told):
    """What is wrong or odd about a game, or about a file."""

    field: Annotated[str, Field(examples=["total/0", "played"])]
    code: Annotated[str, Field(examples=["total_high"])]
    values: Annotated[Plain, Field(description="what the sentence is made of")]
    message: str


class ChangeTold(Told):
    """A step in the history of a game on record."""

    at: datetime
    name: Annotated[str, Field(description="of who did it, as it was then")]
    kind: Literal["made", "corrected", "deleted", "restored", "imported"]
    before: Annotated[Plain | None, Field(description="the game as it was, where something changed")]
    after: Plain | None


class FinishedFull(Finished):
    """A game on record with every detail and its history."""

    scores: list[SeatFull]  # type: ignore[assignment]  # each is a Seat with more
    version: Annotated[int, Field(description="quote it with a correction")]
    by: Annotated[str, Field(description="who put it down")]
    created: datetime
    updated: datetime
    deleted: Annotated[datetime | None, Field(description="since when; it can be brought back")]
    hints: Annotated[list[ResultNote], Field(description="what looks odd; never a refusal")]
    trace: Annotated[list[ChangeTold], Field(description="oldest first")]


class ResultsTold(Told):
    """A page of games on record, latest first."""

    results: list[Finished]
    total: Annotated[int, Field(description="on all pages")]
    page: int
    size: int


class BadLine(Told):
    """A line of a file that cannot be taken in; it spoils only its own game."""

    line: Annotated[int, Field(description="from 1; in JSON which of the results; 0: see `id`")]
    field: Annotated[str, Field(description="the column")]
    code: str
    values: Plain
    message: str
    id: Annotated[str, Field(description="of the game, where it has one")]


class Counts(Told):
    """How many there are of each."""

    new: int
    same: int
    differing: int
    bad: int
    people: int


class PlanTold(Told):
    """What an import would do: the numbers of all, and the first 200 of each."""

    digest: Annotated[str, Field(description="send the same file with it, and it is done")]
    counts: Counts
    new: Annotated[list[Plain], Field(description="games, as docs/scorecard.md has them")]
    differing: Annotated[
        list[dict[str, Plain]], Field(description="on record otherwise: `there`, and `here` in the file")
    ]
    bad: list[BadLine]
    people: Annotated[list[str], Field(description="names that would be new in the league")]


class ImportedTold(Told):
    """What an import has done."""

    added: int
    corrected: int
    same: int
    people: int


# --- rankings --------------------------------------------------------------------------------------------


class Standing(Told):
    """How good somebody is, as far as the games tell."""

    rating: Annotated[int, Field(description="1500 to begin with; 400 more win ten times as often")]
    spread: Annotated[int, Field(description="19 times in 20 it is right within so much")]
    games: int
    wins: Annotated[float, Field(description=WINS)]
    provisional: Annotated[bool, Field(description="fewer than ten games")]
    trend: Annotated[int | None, Field(description="against ten games ago")]


class RankedTold(Standing):
    """A line of a leaderboard."""

    place: Annotated[int | None, Field(description="null: provisional")]
    person: PersonId
    name: str
    bot: str | None


class StandingsTold(Told):
    """A leaderboard, best first, provisional ones last."""

    scope: str
    scopes: Annotated[list[str], Field(description="those that have games")]
    current: Annotated[bool, Field(description="false: ratings are still being counted, ask again")]
    progress: Annotated[float, Field(description="how far they are, 0 to 1")]
    results: Annotated[int, Field(description="games that count")]
    rows: list[RankedTold]


class PointTold(Told):
    """A rating after a game."""

    result: str
    played: date
    rating: int
    spread: int


class RatingTold(Standing):
    """A person's rating in one scope, and how it came about."""

    history: list[PointTold]


class TallyTold(Told):
    """Games and wins."""

    games: int
    wins: Annotated[float, Field(description=WINS)]


class BestTold(Told):
    """A score worth remembering."""

    points: int
    person: str
    result: str
    played: date
    game: Game


class SourcesTold(Told):
    """Where points came from, a game, over the games that tell."""

    games: int
    means: dict[str, float]


class VersusTold(Told):
    """How a person stands with an opponent."""

    person: str
    name: str
    games: int
    ahead: int
    level: int
    behind: int


class ShotTold(Told):
    """One game of a person's."""

    result: str
    played: date
    game: Game
    points: int
    place: int


class AboutTold(Told):
    """All that a league's games say about a person."""

    person: str
    name: str
    games: int
    wins: Annotated[float, Field(description=WINS)]
    ratings: Annotated[dict[str, RatingTold], Field(description="by scope; empty while they are counted")]
    by_game: dict[str, TallyTold]
    by_players: Annotated[dict[str, TallyTold], Field(description="by how many sat at the table")]
    by_seat: Annotated[dict[str, TallyTold], Field(description="by seat, from 0")]
    by_place: Annotated[dict[str, int], Field(description="how often first, second ...")]
    averages: Annotated[dict[str, float], Field(description="points, by game")]
    bests: Annotated[dict[str, BestTold], Field(description="by game")]
    sources: Annotated[dict[str, SourcesTold], Field(description="by game")]
    versus: Annotated[list[VersusTold], Field(description="opponents, most games first")]
    favourites: Annotated[list[str], Field(description="the opponents met most often")]
    streak: Annotated[int, Field(description="wins in a row up to now; below 0: games without one")]
    longest: Annotated[int, Field(description="most wins in a row")]
    scores: Annotated[list[ShotTold], Field(description="in order of play")]


class SummaryTold(Told):
    """What a league's games say together."""

    games: int
    people: int
    by_game: dict[str, int]
    by_players: dict[str, int]
    months: Annotated[dict[str, dict[str, int]], Field(description="games by month and game")]
    averages: Annotated[dict[str, float], Field(description="points a seat, by game")]
    winning: Annotated[dict[str, float], Field(description="points of those who won, by game")]
    records: Annotated[dict[str, list[BestTold]], Field(description="the best scores, by game")]
