"""Whether a file makes tensors another shape is read off its text."""

import os

from dtensortypes.mypy_plugin.text.texts import enters, is_silent, mentions, reshapes, switches


def test_texts(tmp_path):
    file = tmp_path / "m.py"
    told = {"x.squeeze_(0)": True, "x.data = y": True, "p.data, q.data = q, p": True}
    told |= dict.fromkeys(("x.squeeze(0)", "x.data == y", "normal_(w.data, 0.0)\nb = 3", ""), False)
    for at, (text, wanted) in enumerate(told.items()):
        file.write_text(text)
        os.utime(file, ns=(at, at))
        assert reshapes("m", str(file)) is wanted
        assert is_silent(str(file)) is not wanted
    assert reshapes("m", str(tmp_path / "none.py")) is is_silent(str(tmp_path / "none.py")) is False
    assert reshapes("torch.nn", torch_path()) is False


def test_what_a_text_enters(tmp_path):
    file = tmp_path / "m.py"
    file.write_text("torch.set_default_dtype(d)\nset_default_devices = 3")
    assert not enters(str(file))
    file.write_text("torch.set_default_tensor_type(t)\nwith torch.device(d): ...")
    assert enters(str(file))
    assert enters(str(tmp_path / "none.py"))


def test_the_words_of_a_text_are_those_that_it_has_now(tmp_path):
    file = tmp_path / "m.py"
    for at, (text, wanted) in enumerate({"b.push(x)": True, "b.pushed(x)": False, "'push'": True, "": False}.items()):
        file.write_text(text)
        os.utime(file, ns=(at, at))
        assert mentions(str(file), "push") is wanted
    assert mentions(str(tmp_path / "none.py"), "push")


def test_what_a_text_switches(tmp_path):
    file = tmp_path / "m.py"
    told = dict.fromkeys(
        ("net.eval()", "net.train(mode)", "net.training = 3", "f(net.train)", "setattr(n, 'training')"), True
    )
    told |= {"def train(self, mode=True):": True}
    told |= dict.fromkeys(
        ("net.train()", "F.dropout(x, training=self.training)", "def train(self):", "evaluate(n)"), False
    )
    for at, (text, wanted) in enumerate(told.items()):
        file.write_text(text)
        os.utime(file, ns=(at, at))
        assert switches(str(file)) is wanted
    assert switches(str(tmp_path / "none.py"))


def torch_path():
    import torch

    return torch.__file__
