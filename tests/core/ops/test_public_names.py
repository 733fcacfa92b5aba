"""Every public name of torch has a line in the table, or a reason why it has none."""

from collections.abc import Iterator
from fnmatch import fnmatchcase
from types import ModuleType

import pytest
import torch

from dtensortypes.core.ops import names
from dtensortypes.core.ops.public_names import REASONS, reason_of, unknown

NAMESPACES = {
    "torch": torch,
    "torch.Tensor": torch.Tensor,
    "torch.nn.functional": torch.nn.functional,
    "torch.linalg": torch.linalg,
    "torch.fft": torch.fft,
    "torch.special": torch.special,
    "torch.nn": torch.nn,
    "torch.signal.windows": torch.signal.windows,
    "torch.sparse": torch.sparse,
}

pytestmark = pytest.mark.skipif(torch.__version__ < "2.13", reason="the names are those of torch 2.13")


def public_names(namespace: str) -> Iterator[str]:
    """The names of all that can be called, and, of a tensor, of its operators and attributes."""
    place = NAMESPACES[namespace]
    for name in dir(place):
        value = getattr(place, name, None)
        is_operator = namespace == "torch.Tensor" and name.startswith("__") and name.endswith("__")
        is_member = namespace == "torch.Tensor" or callable(value)
        if (is_operator or not name.startswith("_")) and is_member and not isinstance(value, ModuleType):
            yield name


@pytest.mark.parametrize("namespace", NAMESPACES)
def test_every_name_has_a_line_or_a_reason(namespace: str) -> None:
    open_ = {name for name in public_names(namespace) if f"{namespace}.{name}" not in names()}
    assert sorted(name for name in open_ if reason_of(f"{namespace}.{name}") is None) == []


@pytest.mark.parametrize("namespace", NAMESPACES)
def test_every_reason_is_needed(namespace: str) -> None:
    open_ = {name for name in public_names(namespace) if f"{namespace}.{name}" not in names()}
    patterns = [pattern for place, pattern in REASONS if place == namespace]
    assert [one for one in patterns if not any(fnmatchcase(name, one) for name in open_)] == []


def test_a_reason_is_of_its_namespace_alone() -> None:
    assert reason_of("torch.set_printoptions") == reason_of("torch.set_num_threads")
    assert reason_of("torch.Tensor.set_printoptions") is None
    assert reason_of("torch.nonsense") is None
    assert reason_of("mine.set_printoptions") is None


def test_reasons_are_written_in_groups() -> None:
    before = dict(REASONS)
    try:
        unknown("mine", "one two_*", "because")
        assert reason_of("mine.one") == reason_of("mine.two_more") == "because"
        assert reason_of("mine.ones") is None
    finally:
        REASONS.clear()
        REASONS.update(before)
