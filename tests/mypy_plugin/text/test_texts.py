"""Whether a file makes tensors another shape is read off its text."""

import os

from dtensortypes.mypy_plugin.text.texts import is_silent, reshapes


def test_texts(tmp_path):
    file = tmp_path / "m.py"
    told = {"x.squeeze_(0)": True, "x.data = y": True, "p.data, q.data = q, p": True}
    told |= dict.fromkeys(("x.squeeze(0)", "x.data == y", ""), False)
    for at, (text, wanted) in enumerate(told.items()):
        file.write_text(text)
        os.utime(file, ns=(at, at))
        assert reshapes("m", str(file)) is wanted
        assert is_silent(str(file)) is not wanted
    assert reshapes("m", str(tmp_path / "none.py")) is is_silent(str(tmp_path / "none.py")) is False
    assert reshapes("torch.nn", torch_path()) is False


def torch_path():
    import torch

    return torch.__file__
