"""What a call passes for each parameter, `**batch` taken apart."""

from tests.mypy_plugin.checking import program

UNPACKED = program("""
def plot(*, mean: Tensor[Float32, CPU, "n"], std: Tensor[Float32, CPU, "n"]) -> None: ...
def shown(mean: Tensor[Float32, CPU, "n"], title: Tensor[Float32, CPU, "n"] | None = None) -> None: ...
def use(x: Tensor[Float32, CUDA, "n k"], own: dict[str, Tensor[Float32, CUDA, "n"]]) -> None:
    stats = {"mean": x.mean(1).cpu(), "std": x.std(1)}
    plot(**stats)  # refused
    right = {"mean": x.mean(1).cpu(), "std": x.std(1).cpu()}
    plot(**right)
    plot(**{"mean": x.mean(1).cpu(), "std": x.std(1)})  # refused
    plot(**{"mean": x.mean(1).cpu(), "std": x.std(1).cpu()})
    shown(**own)  # refused
    shown(x.mean(1).cpu(), **{key: value for key, value in own.items() if key == "other"})
""")


def test_what_is_under_a_key():
    assert UNPACKED.refused == UNPACKED.marked
