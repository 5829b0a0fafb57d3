"""A stand-in for Ray: as much of it as we use, in this process; the last task handed out is done first."""

from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType, SimpleNamespace
from typing import Any


class RayError(Exception):
    """As Ray's: the process of a task died."""


class RayTaskError(RayError):
    """As Ray's: a task raised something."""

    def __init__(self, cause: Exception) -> None:
        super().__init__("a long\nreport")
        self.cause = cause


@dataclass(eq=False)
class Task:
    """What stands for a task that was handed out."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    node: str | None


@dataclass(frozen=True)
class Put:
    """What stands for something that all tasks share."""

    what: Any


def _on_node(node: str, soft: bool) -> str:
    assert not soft
    return node


class FakeRay(ModuleType):
    """Ray with one node of two cores, unless more are added.

    `failing` says what happens instead of a function, or of anything on a node, given by name; an error in
    a list happens once.
    """

    def __init__(self) -> None:
        super().__init__("ray")
        self.exceptions = SimpleNamespace(RayError=RayError, RayTaskError=RayTaskError)
        self.util = SimpleNamespace(
            scheduling_strategies=SimpleNamespace(NodeAffinitySchedulingStrategy=_on_node)
        )
        self.failing: dict[str, Exception | list[Exception]] = {}
        self.cores = {"here": 2}
        self.tasks: list[tuple[str, tuple[Any, ...]]] = []
        self.cancelled: list[Task] = []
        self.puts = 0
        self.running = False
        self.stuck = False
        self.asked: dict[str, Any] = {}

    def is_initialized(self) -> bool:
        return self.running

    def init(self, **how: Any) -> None:
        self.running, self.asked = True, how
        self._fail("init")

    def shutdown(self) -> None:
        self.running = False

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": float(sum(self.cores.values()))}

    def nodes(self) -> list[dict[str, Any]]:
        return [
            {
                "NodeID": name,
                "Alive": True,
                "NodeManagerHostname": name,
                "NodeManagerAddress": "10.0.0.1",
                "Resources": {"CPU": float(cores)},
            }
            for name, cores in self.cores.items()
        ]

    def put(self, what: Any) -> Put:
        self.puts += 1
        return Put(what)

    def remote(self, function: Callable[..., Any]) -> Any:
        def options(scheduling_strategy: str | None = None, **_: Any) -> Any:
            def hand_out(*arguments: Any) -> Task:
                self.tasks.append((function.__name__, arguments))
                return Task(function, arguments, scheduling_strategy)

            return SimpleNamespace(remote=hand_out, options=options)

        return options()

    def wait(
        self, running: list[Any], num_returns: int, timeout: float | None = None
    ) -> tuple[list[Any], list[Any]]:
        assert num_returns == 1
        if self.stuck:
            assert timeout is not None
            return [], running
        return running[-1:], running[:-1]

    def get(self, task: Task) -> Any:
        self._fail(task.function.__name__)
        self._fail(task.node)
        return task.function(*(part.what if isinstance(part, Put) else part for part in task.arguments))

    def cancel(self, task: Task, force: bool) -> None:
        assert isinstance(force, bool)
        self.cancelled.append(task)

    def _fail(self, what: str | None) -> None:
        found = self.failing.get(what or "")
        if isinstance(found, list):
            found = found.pop() if found else None
        if found is not None:
            raise found
