"""The first layer on a processor is the multiplication it stands for, and so are its gradients."""

import pytest

torch = pytest.importorskip("torch", reason="learning needs torch: pip install 'azulejos[learn]'")

from azulejos.learn.sparse import summed  # noqa: E402

FEATURES, UNITS, ROWS, WIDTH = 50, 8, 30, 12


def test_sums_and_gradients_are_those_of_the_multiplication() -> None:
    torch.manual_seed(1)
    actives = torch.randint(0, FEATURES + 1, (ROWS, WIDTH))  # some twice in a row, some none at all
    actives[3] = FEATURES
    given = torch.randn(ROWS, UNITS)
    plain = torch.randn(UNITS, FEATURES, requires_grad=True)
    quick = plain.detach().clone().requires_grad_()
    spread = torch.zeros(ROWS, FEATURES + 1).scatter_add_(1, actives, torch.ones(ROWS, WIDTH))
    expected, found = spread[:, :FEATURES] @ plain.T, summed(actives, quick)
    torch.testing.assert_close(found, expected)
    (expected * given).sum().backward()
    (found * given).sum().backward()
    torch.testing.assert_close(quick.grad, plain.grad)
