"""A dict that decorators fill begins as one of anything; mypy says of it what it says without us."""

from tests.mypy_plugin.checking import PLAIN, program

SOURCE = """
MODELS = {}
TABLE: dict[str, int] = {}
def register(name):
    def wrap(found):
        MODELS[name] = found
        return found
    return wrap
@register("one")
def one(x):
    return x
class Kept:
    def __init__(self):
        self.one = MODELS["one"]
reveal_type(MODELS)
reveal_type(TABLE)
"""
PLAINLY = program(SOURCE, PLAIN)


def test_what_mypy_says_of_it():
    asked = [message for message in PLAINLY.messages if "annotation for" in message]
    assert asked == [
        '1: error: Need type annotation for "MODELS" (hint: "MODELS: dict[<type>, <type>] = ...")  [var-annotated]'
    ]
    assert PLAINLY.revealed == ["dict[Any, Any]", "dict[str, int]"]
