"""The command that trains: `python -m azulejos.learn.train azul --players 2 --dir ladder/x --device cuda`.

Ends with 0 when the net is there, and with 75 when time was up before: then the same command goes on.
"""

import os
import sys

from azulejos.learn.arguments import add_training, course_of, folder_of, opened, until, whole
from azulejos.learn.course import UNFINISHED


def main() -> None:
    """Read the command line and train."""
    parser = opened("train", __doc__)
    add_training(parser)
    parser.add_argument("--generation", type=whole(1), help="which one is made (the next one)")
    parser.add_argument(
        "--parent", type=int, help="stop when this process is no longer the one that began it"
    )
    found = parser.parse_args()
    deadline = until(found)
    _check_device(found.device)
    folder = folder_of(found)
    from azulejos.learn.training import train  # not before: processes that only encode need no torch

    def stop() -> bool:
        return found.parent is not None and os.getppid() != found.parent

    generation = found.generation or folder.due
    if not train(folder, course_of(found), generation, deadline, found.cores, found.device, stop):
        sys.exit(UNFINISHED)


def _check_device(device: str) -> None:
    """End with a sentence where the GPU that was asked for is not there."""
    if device == "cpu":
        return
    import torch

    count = torch.cuda.device_count()
    if int(device.partition(":")[2] or 0) >= count:
        sys.exit(f"azulejos: --device is {device}, but of such GPUs torch finds {count} here: use cpu")


if __name__ == "__main__":
    main()
