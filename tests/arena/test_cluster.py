"""Games over a cluster, with a stand-in for Ray: the same results, and sentences for what goes wrong."""

import sys

import pytest

from azulejos.arena import ArenaTrouble, plan, run
from azulejos.arena.results import outcomes
from tests.arena.badbots import bad_plan
from tests.fakeray import FakeRay, RayError, RayTaskError

PLAN = plan(["random", "greedy"], games=10, seed=3)


@pytest.fixture
def ray(monkeypatch: pytest.MonkeyPatch) -> FakeRay:
    fake = FakeRay()
    monkeypatch.setitem(sys.modules, "ray", fake)
    return fake


def test_a_cluster_plays_what_one_machine_plays(ray: FakeRay) -> None:
    results = run(PLAN, ray="auto")
    assert outcomes(results.games) == outcomes(run(PLAN, cores=0).games)
    assert ray.asked["address"] == "auto"
    assert not ray.running
    assert len(ray.tasks) == 10  # in small parts: four tasks and more for each of two cores


def test_a_session_that_is_there_is_used_and_kept(ray: FakeRay) -> None:
    ray.running = True
    assert run(PLAN, ray="auto").complete
    assert ray.asked == {}
    assert ray.running


def test_a_task_whose_process_died_is_played_again_under_guard(ray: FakeRay) -> None:
    ray.failing = {"play_chunk": RayError("worker died")}
    results = run(bad_plan(["bad-dies", "random"], games=2, seed=1), ray="auto")
    assert [task for task in ray.tasks if task[0] == "play_guarded"] != []
    assert [game.failure.kind for game in results.games if game.failure] == ["crash", "crash"]


def test_what_cannot_be_played_even_so_is_told(ray: FakeRay) -> None:
    ray.failing = {"play_chunk": RayError("worker died"), "play_guarded": RayError("node died")}
    with pytest.raises(ArenaTrouble, match=r"game . failed on the cluster: node died"):
        run(plan(["random", "greedy"], games=2, seed=1), ray="auto")


def test_a_node_without_the_package_is_told(ray: FakeRay) -> None:
    ray.failing = {"play_chunk": RayTaskError(ModuleNotFoundError("No module named 'azulejos'"))}
    with pytest.raises(
        ArenaTrouble, match=r"cannot play, each needs azulejos .*: No module named 'azulejos'"
    ):
        run(PLAN, ray="auto")
    assert not ray.running


def test_a_cluster_that_is_not_there_is_told(ray: FakeRay) -> None:
    ray.failing = {"init": ConnectionError("Could not find any running Ray instance.\nMore.")}
    with pytest.raises(ArenaTrouble) as caught:
        run(PLAN, ray="auto")
    assert (
        str(caught.value) == "the Ray cluster 'auto' cannot be used: Could not find any running Ray instance."
    )


def test_an_address_where_nobody_answers_is_told_at_once(ray: FakeRay) -> None:
    with pytest.raises(ArenaTrouble, match=r"the Ray cluster 'ray://127\.0\.0\.1:1' cannot be used: "):
        run(PLAN, ray="ray://127.0.0.1:1")
    assert ray.asked == {}


def test_without_ray_the_way_to_get_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ArenaTrouble, match=r'pip install "azulejos\[cluster\]"'):
        run(PLAN, ray="auto")
