"""What a `with` takes up by its errors, or a handler expects, is no mistake; any other takes up nothing."""

import pytest

from tests.mypy_plugin.checking import PLAIN, program

TAKEN = [
    "with pytest.raises(RuntimeError): fc(x)",
    "with pytest.raises((RuntimeError, ValueError), match='mat'): fc(x)",
    "with suppress(IndexError), torch.no_grad(): x.sum(2)",
    "with pytest.raises(IndexError): x.shape[2]",
    "with case.assertRaises(RuntimeError): fc(x)",
    "with any(RuntimeError): fc(x)",
    "with pytest.raises(RuntimeError): own(x)",
    "with pytest.raises(TypeError): declared(x)",
    "with pytest.raises(RuntimeError):\n        for one in [x]:\n            fc(one)",
    "try: y = fc(x)\n    except RuntimeError: y = x",
    "try: y = fc(x)\n    except RuntimeError as error: print(error)",
    "try: own(x)\n    except (RuntimeError, ValueError): pass",
    "try: y = x[4]\n    except IndexError: y = x[0]",
    "try: fc(x)\n    except KeyError: raise\n    except RuntimeError: return False",
    "try: y = fc(x)\n    except Exception: y = x",
    "try: fc(x)\n    except Exception: return False",
    "try: fc(x)\n    except: pass",
]
SAID = [
    "with torch.no_grad(): fc(x)  # refused",
    "with pytest.warns(UserWarning): fc(x)  # refused",
    "with suppress(): fc(x)  # refused",
    "with ExitStack() as stack: fc(x)  # refused",
    "with pytest.raises(RuntimeError): pass\n    fc(x)  # refused",
    "try: fc(x)  # refused\n    except KeyError: pass",
    "try: fc(x)  # refused\n    finally: pass",
    "try: fc(x)  # refused\n    except RuntimeError as error:\n        if 'memory' not in str(error): raise",
    "try: fc(x)  # refused\n    except RuntimeError: sys.exit(1)",
    "try: fc(x)  # refused\n    except Exception as error: print(error)",
    "try: pass\n    except RuntimeError: fc(x)  # refused",
    "try: pass\n    except RuntimeError: pass\n    else: fc(x)  # refused",
    "try: x.half()  # refused\n    except RuntimeError: pass",
]
BODY = """
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
import pytest, sys, unittest; from contextlib import ExitStack, suppress
def use(any, case: unittest.TestCase):
    fc, x = nn.Linear(3, 2), torch.ones(2, 4)
    {}
def own(x):
    return x @ torch.ones(5, 5)
def declared(x: torch.Tensor) -> torch.Tensor:
    return x
"""
PROGRAMS = [program(BODY.format(body), PLAIN) for body in [*TAKEN, *SAID]]
OURS = program("""
import pytest
def declared(x: Tensor[Float32, CPU, "3"]) -> None: ...
def use() -> None:
    with pytest.raises(TypeError):
        declared(torch.ones(4))
    try:
        declared(torch.ones(4))  # refused
    except RuntimeError:
        pass
    declared(torch.ones(4))  # refused
""")


@pytest.mark.parametrize("said", PROGRAMS, ids=[*TAKEN, *SAID])
def test_what_is_taken_up(said):
    assert said.refused == said.marked


def test_at_a_door():
    assert OURS.refused == OURS.marked
