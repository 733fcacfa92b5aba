import pytest

from dtensortypes.runtime.plan import Do, Each, Must, guarded, indented, lines, too_deep


def test_tests_are_joined_and_nested():
    steps = [Must("a"), Must("b"), Do("c = 1"), Must("c")]
    assert lines(steps, ["return"]) == ["if a and b:", "    c = 1", "    if c:", "        return"]


def test_success_alone():
    assert lines([], ["return"]) == ["return"]


def test_a_loop_goes_on_only_if_all_is_well_each_time():
    steps = [Each("for x in xs:", (Must("x"), Each("for y in x:", (Must("y"),)))), Must("z")]
    text = "\n".join(["def f(xs, z):", *(f"    {line}" for line in lines(steps, ["return True"])), "    return False"])
    scope = {}
    exec(text, scope)  # noqa: S102 - what else is generated text for
    assert scope["f"]([[1, 2], [3]], True)
    assert scope["f"]([], True)
    assert not scope["f"]([[1, 0], [3]], True)
    assert not scope["f"]([[1], []], True)
    assert not scope["f"]([[1]], False)


def test_a_read_that_fails_leads_out():
    scope = {}
    exec("\n".join(["def f(x):", *indented([*guarded(["return x.shape"]), "return None"])]), scope)  # noqa: S102 - as above
    assert scope["f"](3) is None


def test_python_reads_what_is_not_too_deep():
    def nested(count):
        return lines([step for i in range(count) for step in (Must(f"x{i}"), Do("y = 1"))], ["pass"])

    deepest = next(count for count in range(200) if too_deep(nested(count))) - 1
    compile("\n".join(["def f():", *indented(guarded(nested(deepest)))]), "text", "exec")
    with pytest.raises(SyntaxError):
        compile("\n".join(["def f():", *indented(nested(120))]), "text", "exec")
