"""Of a line of which something has been said ahead, mypy's own finding is the same mistake."""

from mypy.errors import ErrorInfo, Errors
from mypy.options import Options

from dtensortypes.mypy_plugin.ground.codes import CODES
from dtensortypes.mypy_plugin.types.foretold import Foretold


def said(errors, line, message, code="tensor-shape"):
    errors.report(line, 0, message, code=CODES[code])


def info(errors, line, message):
    other = Errors(Options())
    other.set_file("a.py", "a", Options())
    said(other, line, message)
    found: ErrorInfo = other.error_info_map["a.py"][0]
    return found


def test_covers():
    errors = Errors(Options())
    errors.set_file("a.py", "a", Options())
    known = Foretold(errors)
    assert known.is_open("a.py", 3)
    said(errors, 3, "in a round")
    assert not known.is_open("a.py", 3)
    assert not known.covers("a.py", info(errors, 3, "in all"))
    known.add("a.py", 3, "in a round")
    assert known.covers("a.py", info(errors, 3, "in all"))
    assert not known.covers("a.py", info(errors, 3, "in a round"))
    assert not known.covers("a.py", info(errors, 4, "in all"))


def test_a_daemon_has_taken_it_back():
    errors = Errors(Options())
    errors.set_file("a.py", "a", Options())
    known = Foretold(errors)
    said(errors, 3, "in a round")
    known.add("a.py", 3, "in a round")
    errors.error_info_map.clear()
    assert not known.covers("a.py", info(errors, 3, "in all"))
