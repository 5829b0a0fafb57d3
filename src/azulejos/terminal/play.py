"""A game at the terminal: whose turn it is, what to ask, what to tell. Commands live in `commands`."""

from typing import Any

from azulejos.core.errors import NotationError, RulesError
from azulejos.core.match import Match
from azulejos.terminal.blocks import WARNING
from azulejos.terminal.commands import BETWEEN_ROUNDS, run_command
from azulejos.terminal.console import Terminal
from azulejos.terminal.english import YOU, does
from azulejos.terminal.faces import face
from azulejos.terminal.files import FileTrouble, Keeper
from azulejos.terminal.listing import Listing
from azulejos.terminal.seats import seat_bots, unseen


class Session:
    """One game, the people and bots who play it, and where it is kept."""

    def __init__(self, game: Match, terminal: Terminal, keeper: Keeper, seed: int | None = None) -> None:
        self.game = game
        self.terminal = terminal
        self.keeper = keeper
        self.face = face(game.game)
        self.bots = seat_bots(game.names, seed)
        self.people = [seat for seat in range(len(game.names)) if seat not in self.bots]
        self.leaving = False
        self._listing: Listing | None = None
        self._news: list[str] = []
        self._welcomed = False
        self._seen = False  # whether the board on the screen is the present one

    def run(self) -> int:
        """Play until the game is over or the person leaves; the exit status."""
        try:
            while not (self.game.over or self.leaving):
                self._step()
        except KeyboardInterrupt:
            self.terminal.say()
            self._farewell()
            return 0  # a usual way to leave; under make another status would look like a failure
        if self.game.over:
            self._finish()
        else:
            self._farewell()
        return 0

    def _step(self) -> None:
        seat = self.game.turn
        assert seat is not None
        if seat in self.bots:
            self._make(self.bots[seat].choose(unseen(self.game)).move)
            return
        if not self._seen:
            self.look()
        line = self.terminal.ask(self._prompt(seat))
        if line is None:
            self.leaving = True
        else:
            self._answer(line.strip())

    # --- asking ---------------------------------------------------------------------------------------

    def _prompt(self, seat: int) -> str:
        name = self.game.names[seat]
        your = "Your" if name == YOU else f"{name}, your"
        if self._listing is None:
            return f"{your} move: "
        return f"{your} choice: "

    def _answer(self, line: str) -> None:
        try:
            if not run_command(self, line):
                self._choose(line)
        except (RulesError, FileTrouble) as error:
            self.terminal.say(str(error), WARNING)

    def _choose(self, line: str) -> None:
        """A line that is no command: a pick from the list, a move, or the beginning of one."""
        listing, word = self._listing, line.lower()
        if line in ("", "?"):
            self._turn_list(listing)
        elif listing and word in listing.picks:
            self._pick(listing, word)
        elif listing and listing.stem and len(word) == 1:
            self._explain_missing(listing, word)
        else:
            self._type(line)

    def _type(self, line: str) -> None:
        meant = self.face.narrow(self.game, line)
        if not isinstance(meant, str):
            self._list(meant)
        elif self.terminal.interactive and (rather := self.face.doubt(self.game, meant)):
            self._list(rather)
        else:
            self._make(meant)

    def _explain_missing(self, listing: Listing, key: str) -> None:
        """Let the engine say why a place is not among the picks."""
        try:
            self._make(listing.stem + key)
        except NotationError:
            keys = ", ".join(listing.picks)
            raise NotationError(f"{key!r} is not in the list, expected one of {keys}") from None

    def _turn_list(self, listing: Listing | None) -> None:
        """Enter opens the list, goes back from its second page to the first, and closes it there."""
        moves = self.game.moves()
        if listing is None or len(listing.moves) < len(moves):
            self._list(moves)
        else:
            self._listing = None
            self.terminal.say(self._invitation())

    def _pick(self, listing: Listing, key: str) -> None:
        moves = list(listing.picks[key])
        if listing.final and len(moves) == 1:
            self._make(moves[0])
        else:
            self._list(moves)

    def _list(self, moves: list[str]) -> None:
        self._listing = self.face.listing(self.game, moves, self.terminal.width)
        self.terminal.say(f"{self._listing.question}?", "bold")
        for line in self._listing.lines:
            self.terminal.say(line)

    # --- telling --------------------------------------------------------------------------------------

    def look(self) -> None:
        """Draw the board and tell the news below it; what is asked at once is listed."""
        self._seen = True
        self.terminal.say()
        welcome = not self._welcomed and self.people and not self.game.over
        below = [*self._news, *([self._invitation()] if welcome else []), "the prompt"]
        room = self.terminal.room_above(below)
        self.terminal.draw(self.face.draw(self.game.show(), self.game.names, self.terminal.width, room))
        self.terminal.say()
        self._tell()
        if welcome:
            self.terminal.say(self._invitation(), "dim")
        self._welcomed = True
        if self.game.phase in self.face.ASKED:
            self._list(self.game.moves())

    def _invitation(self) -> str:
        move = self.face.example(self.game)
        return f"Type a move such as {move}, press Enter to pick from a list, or type help."

    def _tell(self) -> None:
        for sentence in self._news:
            self.terminal.say(sentence)
        self._news.clear()

    def changed(self, *news: str) -> None:
        """The position is another one: forget the list, draw the board again, save."""
        self._listing, self._seen = None, False
        self._news += news
        if self.worth_keeping and self.keeper.keep(self.game):
            self._news.append(str(self.keeper.trouble))

    @property
    def worth_keeping(self) -> bool:
        """Whether a person has moved, now or before the game was resumed: the bots alone do not count."""
        if self.keeper.begun or not self.people:
            return True
        return any(entry.seat in self.people for entry in self.game.entries)

    def _make(self, move: str) -> None:
        seat, before = self.game.turn, self.game.copy()
        assert seat is not None
        told = does(self.game.names[seat], self.face.story(self.game, move))
        self.game.play(move)
        self.changed(f"{told}.", *self.face.forced(before, self.game, move))
        if account := self.game.account():
            self._score_round(before.show()["round"], account)
        if not self.people:
            self._tell()

    def _score_round(self, number: int, account: list[dict[str, Any]]) -> None:
        self._tell()
        self.terminal.say()
        self.terminal.say(f"Round {number} is over and scored:", "bold")
        self.terminal.draw(self.face.explain(account, self.game.names, self.terminal.width))
        self._pause()
        if not self.people and not self.game.over:
            self.look()

    def _pause(self) -> None:
        """Wait until the person goes on, takes something back or leaves."""
        ply, line = self.game.ply, self.terminal.pause("Press Enter to go on: ")
        while line and line.strip():
            self._between_rounds(line.strip())
            if self.leaving or self.game.ply != ply:
                return
            line = self.terminal.pause("Press Enter to go on: ")
        self.leaving = self.leaving or line is None

    def _between_rounds(self, line: str) -> None:
        try:
            if not run_command(self, line, BETWEEN_ROUNDS):
                self.terminal.say(f"Press Enter first, or type {', '.join(BETWEEN_ROUNDS)}.", WARNING)
        except (RulesError, FileTrouble) as error:
            self.terminal.say(str(error), WARNING)

    def _finish(self) -> None:
        self.look()
        self.terminal.say(self.face.result(self.game))
        self.keeper.keep(self.game)
        if trouble := self.keeper.trouble:
            self.terminal.say(trouble, WARNING)
            return
        self.terminal.say(f"The game is saved in {self.keeper.path}.")
        self.terminal.say(f"See it again with: {self.keeper.replay_command}")

    def _farewell(self) -> None:
        if not self.worth_keeping:
            self.terminal.say("No person has moved yet, so there is nothing to save.")
            return
        self.keeper.keep(self.game)
        if trouble := self.keeper.trouble:
            self.terminal.say(trouble, WARNING)
            return
        self.terminal.say(f"The game is saved in {self.keeper.path}.")
        self.terminal.say(f"Go on with: {self.keeper.resume_command}")
