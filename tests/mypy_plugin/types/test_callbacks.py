"""A function that is passed on takes what it will be called with, and gives what is expected."""

from tests.mypy_plugin.checking import program

PASSED = program("""
def run(f: Callable[[Tensor[Float32, CUDA, "n d"]], Tensor[Float32, CUDA, "n"]] | None = None) -> None: ...
def right(x: Tensor[Float32, CUDA, "k l"]) -> Tensor[Float32, CUDA, "k"]: return x[:, 0]
def wider(x: Tensor[Float, Device, "..."], more: int = 1) -> Tensor[Float32, CUDA, "k"]: return x.float().cuda()
def plain(x: torch.Tensor) -> torch.Tensor: return x
def generic(x: Tensor[D, V, "n d"]) -> Tensor[D, V, "n"]: return x[:, 0]
def on_cpu(x: Tensor[Float32, CPU, "n d"]) -> Tensor[Float32, CUDA, "n"]: return x.cuda()[:, 0]
def of_ranks(x: Tensor[Float32, CUDA, "n d e"]) -> Tensor[Float32, CUDA, "n"]: return x[:, 0, 0]
def gives_half(x: Tensor[Float32, CUDA, "n d"]) -> Tensor[Float16, CUDA, "n"]: return x.half()[:, 0]
class C:
    def method(self, x: Tensor[Int64, CUDA, "n d"]) -> Tensor[Float32, CUDA, "n"]: return x.float()[:, 0]
run()
run(None)
run(right)
run(wider)
run(plain)
run(generic)
run(on_cpu)
run(of_ranks)
run(gives_half)
run(C().method)
""")


def test_what_is_proved_wrong_is_said():
    assert [message.partition(", declared")[0] for message in PASSED.messages if "note" not in message] == [
        '17: error: argument "x" of "on_cpu" is on cuda',
        '18: error: argument "x" of "of_ranks" has shape (n, d)',
        '19: error: return value of "gives_half" is float16',
        '20: error: argument "x" of "method" is float32',
    ]


def test_who_calls_it_is_said():
    assert any(', as "run" calls it' in message for message in PASSED.messages)
    assert any(', which is not what "run" expects' in message for message in PASSED.messages)
