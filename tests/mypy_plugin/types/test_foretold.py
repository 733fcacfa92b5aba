"""Of a line of which something has been said ahead, mypy's own finding is the same mistake."""

from mypy.errorcodes import MISC
from mypy.errors import ErrorInfo, Errors
from mypy.options import Options

from dtensortypes.core.problems import miscounted
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


def test_what_cannot_be_unpacked_is_said_once():
    errors = Errors(Options())
    errors.set_file("a.py", "a", Options())
    known = Foretold(errors)
    native = Errors(Options())
    native.set_file("a.py", "a", Options())
    native.report(3, 0, "Too many values to unpack (2 expected, 3 provided)", code=MISC)
    assert not known.covers("a.py", native.error_info_map["a.py"][0])
    said(errors, 3, str(miscounted("shape (2, 3, 4) has 3 dims", 2)))
    assert known.covers("a.py", native.error_info_map["a.py"][0])


def test_a_daemon_has_taken_it_back():
    errors = Errors(Options())
    errors.set_file("a.py", "a", Options())
    known = Foretold(errors)
    said(errors, 3, "in a round")
    known.add("a.py", 3, "in a round")
    errors.error_info_map.clear()
    assert not known.covers("a.py", info(errors, 3, "in all"))


def test_a_size_that_is_not_there_is_ours_to_say():
    errors = Errors(Options())
    errors.set_file("a.py", "a", Options())
    known, native = Foretold(errors), info(errors, 3, "Tuple index out of range")
    native.code = MISC
    assert not known.covers("a.py", native)
    known.missing.add(("a.py", 3, native.column))
    assert known.covers("a.py", native)
