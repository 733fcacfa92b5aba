import pytest

from dtensortypes.runtime.yields import watched


def echo():
    heard = []
    try:
        while True:
            try:
                heard.append((yield len(heard)))
            except KeyError as error:
                heard.append(error)
            if len(heard) == 3:
                return heard
    finally:
        heard.append("closed")


def test_everything_goes_through():
    generator = watched(echo(), lambda value: None)
    assert next(generator) == 0
    assert generator.send("a") == 1
    error = KeyError("b")
    assert generator.throw(error) == 2
    with pytest.raises(StopIteration) as stop:
        generator.send("c")
    assert stop.value.value == ["a", error, "c", "closed"]


@pytest.mark.parametrize("end", ["close", "throw"])
def test_it_is_closed_with_its_watcher(end):
    heard = []

    def inner():
        try:
            yield 1
        finally:
            heard.append("closed")

    generator = watched(inner(), lambda value: None)
    next(generator)
    if end == "close":
        generator.close()
    else:
        with pytest.raises(ValueError, match="x"):
            generator.throw(ValueError("x"))
    assert heard == ["closed"]


def test_the_first_wrong_value_ends_it():
    generator = watched(iter_of(1, 2, 3), lambda value: ValueError(value) if value == 2 else None)
    assert next(generator) == 1
    with pytest.raises(ValueError, match="2"):
        next(generator)


def iter_of(*values):
    yield from values
