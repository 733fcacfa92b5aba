"""Whether a file does something else where there is no accelerator: then it is not known where anything is."""

import pytest

from tests.mypy_plugin.checking import program

HEAD = """
use_cuda = torch.cuda.is_available()
x = torch.rand(2, 3)
net = nn.Linear(3, 4)
if use_cuda:
    net = net.cuda()
"""


def programs(several):
    return [program(HEAD + "\n".join(lines) + "\nnet(torch.rand(2, 3))\n") for lines in several]


LEFT_OUT = programs(
    [
        ["if use_cuda: x = x.cuda()"],
        ["both = bool(x.sum() > 0) and torch.cuda.is_available()", "if both: x = x.cuda()"],
        ["device = torch.device('cuda' if use_cuda else 'cpu')", "x.to(device)"],
        ["if torch.cuda.device_count() > 1: print(1)"],
        ["options = {'a': 1} if use_cuda else {}"],
    ],
)
DONE_INSTEAD = programs(
    [
        ["if use_cuda: x = x.cuda()", "else: x = x.half()"],
        ["if not use_cuda: x = x.half()"],
        ["missing = not use_cuda", "if missing: x = x.half()"],
        ["def go(x):", "    if use_cuda: return x.cuda()", "    return x"],
        ["y = x.cuda() if use_cuda else x.half()"],
        ["device = torch.device('cuda' if use_cuda else 'cpu')", "if device.type == 'cpu': x = x.half()"],
        ["def go(x, gpu): return x", "go(x, use_cuda)"],
        ["while use_cuda: x = x.cuda()"],
    ],
)


@pytest.mark.parametrize("source", LEFT_OUT)
def test_what_is_only_left_out(source):
    assert [text for text in source.messages if "tensor-device" in text]


@pytest.mark.parametrize("source", DONE_INSTEAD)
def test_what_is_done_instead(source):
    assert not [text for text in source.messages if "tensor-device" in text]
