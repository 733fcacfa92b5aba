"""Distributed tensors and modules, on a real mesh of two processes."""

import json
import subprocess
import sys

import pytest
import torch

from tests.runtime import two_processes

pytestmark = pytest.mark.skipif(not torch.distributed.is_gloo_available(), reason="this build of torch has no gloo")


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory):
    """What became of each case in each of the processes; all cases run in one start of two processes."""
    command = [sys.executable, "-m", two_processes.__name__]
    file = tmp_path_factory.mktemp("mesh") / "store"
    started = [
        subprocess.Popen([*command, str(rank), str(file)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for rank in range(2)
    ]
    try:
        ended = [process.communicate(timeout=120) for process in started]
    finally:
        for process in started:
            process.kill()
    for said, errors in ended:
        assert said, errors
    return [json.loads(said.splitlines()[-1]) for said, _ in ended]


@pytest.mark.parametrize("name", two_processes.CASES)
def test_on_two_processes(outcomes, name):
    for outcome in outcomes:
        assert outcome[name] == "", outcome[name]
