"""A container is refused for what it is, whatever is in it."""

from tests.mypy_plugin.checking import PLAIN, codes, program

CONTAINERS = program(
    """
def lists(found: list[int]) -> None: ...

class Net(nn.Module):
    def __init__(self, given) -> None:  # type: ignore[no-untyped-def]
        super().__init__()
        self.layer = nn.Linear(3, 3)
        if given is not None:
            self.given = tuple(self.layer(one) for one in given)
        else:
            self.given = None
        self.kind = Net
        self.kind = Other

    def one(self, x: Tensor) -> Tensor:
        return self.layer(x), self.layer(x)

    def several(self, x: Tensor) -> tuple[int, int]:
        lists((self.layer(x), self.layer(x)))
        lists([self.layer(x)])
        return self.layer(x), self.layer(x)

    def sliced(self, x: Tensor) -> torch.Size:
        rest = x.reshape(2, 3, 4).shape[:-1]
        return rest

    def written(self) -> torch.Size:
        return (2, 3)

class Other(nn.Module): ...
""",
    PLAIN,
)


def test_what_is_in_it_is_of_no_account():
    assert codes(CONTAINERS.messages) == [
        "10 assignment",
        "12 assignment",
        "15 return-value",
        "18 arg-type",
        "27 return-value",
    ]
