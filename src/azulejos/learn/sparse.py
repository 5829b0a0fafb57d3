"""The first layer on a processor: of thousands of features a position has dozens, and only those are summed.

Training is three times as fast as with a multiplication by rows of noughts and ones.
"""

import warnings
from typing import Any

import torch
from torch.nn import functional


def summed(actives: Any, weight: Any) -> Any:
    """Per row of active features the sum of their weights; `weight` is [unit, feature].

    A feature one past the last stands for none: rows are filled up with it.
    """
    return _Summed.apply(actives, weight)


class _Summed(torch.autograd.Function):
    @staticmethod
    def forward(context: Any, actives: Any, weight: Any) -> Any:
        context.save_for_backward(actives)
        context.features = weight.shape[1]
        rows = functional.pad(weight.T, (0, 0, 0, 1))
        return functional.embedding_bag(actives, rows, mode="sum")

    @staticmethod
    def backward(context: Any, *gradients: Any) -> Any:
        """A feature's gradient is the sum of those of the rows that have it: a sparse multiplication."""
        (actives,) = context.saved_tensors
        flat = actives.flatten()
        order = flat.argsort(stable=True)
        counts = torch.bincount(flat, minlength=context.features + 1)
        begins = functional.pad(counts.cumsum(0), (1, 0))
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", message="Sparse CSR tensor support is in beta")
            having = torch.sparse_csr_tensor(
                begins,
                order // actives.shape[1],
                torch.ones(len(flat), dtype=gradients[0].dtype),
                (context.features + 1, len(actives)),
                check_invariants=False,
            )
        return None, (having @ gradients[0])[: context.features].T
