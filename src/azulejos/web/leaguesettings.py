"""A league's settings: invitation, members, its name, online games, leaving it, and its end."""

from collections.abc import Awaitable, Callable
from typing import Annotated, Any, Literal

from fastapi import APIRouter
from pydantic import Field
from starlette.responses import Response

from azulejos.service.errors import BadName, Refused
from azulejos.web import addresses, qr
from azulejos.web.club import PRIVATE, Club, Entered, Missing, status_of
from azulejos.web.forms import Form, Kind, fields_of, read_form
from azulejos.web.standing import told_league, told_member
from azulejos.web.visit import as_json, twin

router = APIRouter(include_in_schema=False)


class RenameForm(Form):
    """Another name."""

    name: Annotated[str, Field(max_length=200)] = ""


class FeedsForm(Form):
    """Whether online games among members go in by themselves."""

    feeds: Literal["", "on"] = ""


class MemberForm(Form):
    """A member to remove, or to hand the league over to."""

    member: Annotated[str, Field(max_length=60)]
    do: Literal["remove", "owner"]


class SureForm(Form):
    """Something that cannot be undone."""

    sure: Literal["", "on"] = ""


class NoForm(Form):
    """A button without anything to fill in."""


@router.get("/l/{league}/settings")
async def settings(club: Entered) -> Response:
    """All settings of a league, for its members."""
    guest = club.writer
    if as_json(club.request):
        members = await club.visit.house.leagues.members(guest, club.league.id)
        told = [told_member(one, club.league, guest) for one in members]
        link = _link(club)
        return twin({"league": told_league(club.league, guest), "invitation": link, "members": told})
    return await settings_page(club)


def _link(club: Club) -> str:
    return addresses.invitation(club.request, f"/join/{club.league.invite}")


async def settings_page(
    club: Club, refusal: dict[str, str] | None = None, status: int = 200, **held: Any
) -> Response:
    """The settings, with a refusal where a form of theirs was refused."""
    guest = club.writer
    leagues = club.visit.house.leagues
    people = await leagues.people(guest, club.league.id)
    return await club.page(
        "league/settings.html",
        "settings",
        status,
        link=_link(club),
        local=addresses.only_here(club.request),
        members=await leagues.members(guest, club.league.id),
        names=club.say.names(people),
        me=guest.id,
        refusal=refusal,
        held={"name": club.league.name, **held},
    )


@router.get("/l/{league}/invite.svg")
async def invite_code(club: Entered) -> Response:
    """The invitation for a camera."""
    _ = club.writer  # members alone
    headers = {"cache-control": PRIVATE}
    return Response(qr.qr_svg(_link(club)), media_type="image/svg+xml", headers=headers)


# --- changes -----------------------------------------------------------------------------------------------

Doing = Callable[[Club, Kind], Awaitable[Response]]


def _step(name: str, kind: type[Kind]) -> Callable[[Doing[Kind]], Doing[Kind]]:
    """A form at /l/LEAGUE/NAME; who is refused gets the settings with it once more."""

    def made(do: Doing[Kind]) -> Doing[Kind]:
        async def route(club: Entered) -> Response:
            sent = await fields_of(club.request)
            _ = club.writer
            try:
                return await do(club, read_form(kind, sent))
            except Refused as refusal:
                told = club.told(refusal, name, "name" if isinstance(refusal, BadName) else "")
                if isinstance(refusal, BadName):
                    told["message"] = club.visit.t("league.bad_name")
                held = {"name": sent["name"][:100]} if "name" in sent else {}
                return await settings_page(club, told, status_of(refusal), **held)

        async def elsewhere(club: Entered) -> Response:
            return club.go("settings")

        router.add_api_route(f"/l/{{league}}/{name}", route, methods=["POST"], name=f"league_{name}")
        router.add_api_route(
            f"/l/{{league}}/{name}", elsewhere, methods=["GET"], name=f"league_{name}_elsewhere"
        )
        return do

    return made


@_step("rename", RenameForm)
async def _rename(club: Club, form: RenameForm) -> Response:
    """Another name."""
    await club.visit.house.leagues.rename(club.writer, club.league.id, form.name)
    return club.go("settings", done="renamed")


@_step("feeds", FeedsForm)
async def _feeds(club: Club, form: FeedsForm) -> Response:
    """Online games go in by themselves, or not."""
    await club.visit.house.leagues.set_feeds(club.writer, club.league.id, form.feeds == "on")
    return club.go("settings", done="feeds")


@_step("invite", NoForm)
async def _invite(club: Club, _: NoForm) -> Response:
    """A new invitation; the one before is void."""
    await club.visit.house.leagues.new_invite(club.writer, club.league.id)
    return club.go("settings", done="invite")


@_step("member", MemberForm)
async def _member(club: Club, form: MemberForm) -> Response:
    """Remove a member, or hand the league over."""
    leagues = club.visit.house.leagues
    do = leagues.remove_member if form.do == "remove" else leagues.make_owner
    await do(club.writer, club.league.id, form.member)
    return club.go("settings", done=form.do)


def _sure(club: Club, form: SureForm) -> None:
    if form.sure != "on":
        raise Missing(club.visit.t("league.sure.missing"), "sure")


@_step("leave", SureForm)
async def _leave(club: Club, form: SureForm) -> Response:
    """No longer a member."""
    _sure(club, form)
    await club.visit.house.leagues.leave(club.writer, club.league.id)
    return club.visit.go("/leagues?done=left")


@_step("delete", SureForm)
async def _delete(club: Club, form: SureForm) -> Response:
    """The league's end, with all that is in it."""
    _sure(club, form)
    await club.visit.house.leagues.delete_league(club.writer, club.league.id)
    return club.visit.go("/leagues?done=deleted")
