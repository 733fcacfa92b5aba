"""What is moved under the question for an accelerator is on the device that is chosen at run time."""

import pytest

from tests.mypy_plugin.checking import program

HEAD = """
use_cuda = torch.cuda.is_available()
net = nn.Linear(3, 4)
if use_cuda:
    net = net.cuda()
x = torch.rand(2, 3)
"""


def programs(several):
    return [program(HEAD + "\n".join(lines) + "\n") for lines in several]


def said(source):
    return [text for text in source.messages if "tensor-" in text]


WRONG = programs(
    [["net(x)"], ["y = torch.rand(2, 3)", "if use_cuda:", "    y = y.cuda()", "net(y)", "net(x + y)"]],
)
RIGHT = programs(
    [
        ["if use_cuda:", "    x = x.cuda()", "net(x)"],
        ["if torch.cuda.is_available():", "    x, y = x.cuda(), 1", "net(x)"],
        ["for _ in range(2):", "    y = torch.rand(2, 3)", "    if use_cuda:", "        y = y.cuda()", "    net(y)"],
        ["if use_cuda:", "    net(x.cuda())", "else:", "    net(x)"],
        ["net(x.cuda()) if use_cuda else net(x)"],
        ["def go(y):", "    if use_cuda:", "        return net(y.cuda())", "    return net(y)", "go(x)"],
        ["def go(y, gpu):", "    if gpu:", "        return 1", "    return net(y)", "go(x, use_cuda)"],
        ["missing = not use_cuda", "if missing:", "    net(x)"],
        ["def go(flag: bool) -> None:", "    y = x", "    if flag:", "        y = y.cuda()", "    net(y)"],
    ],
)


@pytest.mark.parametrize("source", WRONG)
def test_what_stays_on_the_cpu_does_not_meet_it(source):
    assert ["the accelerator chosen at run time" in text for text in said(source)] == [True]


@pytest.mark.parametrize("source", RIGHT)
def test_what_goes_with_it_is_right(source):
    assert said(source) == []
