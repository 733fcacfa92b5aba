"""Which of a variable's assignments its value may come from at a line."""

from __future__ import annotations

from mypy.nodes import Statement

from dtensortypes.mypy_plugin.text.scope import Given, blocks, statements


def reaching(body: list[Statement], given: list[Given], line: int) -> tuple[list[Given], bool]:
    """Which of the assignments before the line may hold there, and whether one of them surely does."""
    own = {id(statement): (statement, value) for statement, value in given}
    found: list[Given] = []
    is_sure = False
    for statement in body:
        if statement.line > line:
            break
        inner = [block.body for block in blocks(statement)]
        here = own.get(id(statement))
        if (statement.end_line or statement.line) >= line:
            found, is_sure = ([here], True) if here is not None and inner else (found, is_sure)
            around = next((part for part in inner if part and part[0].line <= line <= (part[-1].end_line or line)), [])
            later, is_later_sure = reaching(around, given, line)
            return (later, True) if is_later_sure else (found + later, is_sure)
        if here is not None and not inner:
            found, is_sure = [here], True
        else:
            found += [own[id(part)] for part in statements([statement]) if id(part) in own]
    return found, is_sure
