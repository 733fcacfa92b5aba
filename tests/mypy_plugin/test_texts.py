"""Whether a file makes tensors another shape is read off its text."""

import os

from dtensortypes.mypy_plugin.texts import reshapes


def test_texts(tmp_path):
    file = tmp_path / "m.py"
    for at, (text, wanted) in enumerate(
        [("x.squeeze_(0)", True), ("x.data = y", True), ("x.squeeze(0)", False), ("x.data == y", False), ("", False)]
    ):
        file.write_text(text)
        os.utime(file, ns=(at, at))
        assert reshapes("m", str(file)) is wanted
    assert reshapes("m", str(tmp_path / "none.py")) is False
    assert reshapes("torch.nn", torch_path()) is False


def torch_path():
    import torch

    return torch.__file__
