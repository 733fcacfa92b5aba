"""Which of a variable's assignments its value may come from at a line."""

from __future__ import annotations

from mypy.nodes import (
    Block,
    DictionaryComprehension,
    Expression,
    ForStmt,
    GeneratorExpr,
    IfStmt,
    MatchStmt,
    NameExpr,
    Statement,
    WhileStmt,
    WithStmt,
)

from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.expressions import expressions, lines
from dtensortypes.mypy_plugin.text.loops import paired
from dtensortypes.mypy_plugin.text.scope import Given, assigned, blocks, statements


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


def reached(body: list[Statement], given: list[Given], variable: NameExpr) -> Given | None:
    """The one assignment whose value the variable certainly has where it is read; None where it may be of others."""
    line = variable.line
    if not are_in_order(body):
        return _last_before(body, given, variable)  # a copy in which the rounds of a loop are written out
    plain = [one for one, _ in given if not (isinstance(one, Statement) and blocks(one))]
    here = [one for one in plain if one.line <= line <= (one.end_line or one.line)]
    if len(here) > 1 or any(variable not in expressions(one) for one in here):
        return None  # there are several statements in the line
    found, is_sure = reaching(body, given, line)
    if not is_sure or len(found) != 1:
        return None
    (statement, _), others = found[0], {id(one) for one, _ in given}
    for around, inner in _enclosing(body, line):
        is_once = isinstance(around, IfStmt | WithStmt | MatchStmt) or _is_begun_in(statement, around, inner)
        if not is_once and any(id(one) in others for one in statements([around])):
            return None  # another round, or what stands before in the `try`, may have given it a value
    return found[0]


def is_as_given(body: list[Statement], given: list[Given], parameter: NameExpr) -> bool:
    """Whether a parameter is what the caller has given, where it is read: nothing has given it another value yet."""
    own = {id(statement): value for statement, value in given}
    for statement in body:
        if not blocks(statement) and any(one is parameter for one in expressions(statement)):
            return own.get(id(statement), statement) is not None  # else `(x := 3)` may stand before it
        if any(id(one) in own for one in statements([statement])):
            return False
    return False


def _last_before(body: list[Statement], given: list[Given], variable: NameExpr) -> Given | None:
    """The same, by the order of the statements alone: where none with others inside gives it one, or reads it."""
    own = {id(statement): (statement, value) for statement, value in given}
    last: Given | None = None
    for statement in body:
        inner = blocks(statement)
        if not inner and any(one is variable for one in expressions(statement)):
            return last
        if id(statement) in own:
            last = None if inner else own[id(statement)]
        elif any(id(one) in own for one in statements([statement])):
            last = None
    return None


def in_later_rounds(body: list[Statement], given: list[Given], line: int) -> list[Given]:
    """Which of the assignments may hold at the line where a loop comes to it again."""
    loops = [around for around, _ in _enclosing(body, line) if isinstance(around, ForStmt | WhileStmt)]
    inside = {id(statement) for statement in statements([*loops])}
    return [one for one in given if id(one[0]) in inside]


def _enclosing(body: list[Statement], line: int) -> list[tuple[Statement, Block]]:
    """The statements around the line, from the outside in, each with that of its blocks in which it is."""
    for statement in body:
        if isinstance(statement, WhileStmt) and statement.line <= line < statement.body.line:
            return [(statement, statement.body)]  # the condition is read in each round
        for block in blocks(statement):
            if block.body and block.body[0].line <= line <= (block.body[-1].end_line or line):
                return [(statement, block), *_enclosing(block.body, line)]
    return []


def _is_begun_in(given: Statement | Expression, around: Statement, inner: Block) -> bool:
    """Whether each time that the block is run the assignment is, too."""
    if given is around:
        return isinstance(around, ForStmt) and inner is around.body
    return any(one is given for one in statements(inner.body))


@once_per_tree
def are_in_order(body: list[Statement]) -> bool:
    """Whether the statements stand in the order of their lines, as they do not where rounds are written out."""
    every = [one.line for one in statements(body)]
    return every == sorted(every)


def gone_through(body: list[Statement], variable: NameExpr, last: Given | None) -> Expression | None:
    """What the loop goes through that gives the variable its value here; None where other things than loops may do.

    `last` is what certainly has given it its value last, if that is known.
    """
    given = [statement for statement, _ in assigned(body, variable.node)]
    if not given:
        return _of_comprehension(body, variable)
    loops = [one for one in given if isinstance(one, ForStmt)]
    around = [one for one in loops if variable.line in lines(one)]
    if not around or (len(loops) < len(given) and (last is None or last[0] is not around[-1])):
        return None
    loop = around[-1]
    return next((source for name, source in paired(loop.index, loop.expr) if name.node is variable.node), None)


def _of_comprehension(body: list[Statement], variable: NameExpr) -> Expression | None:
    """What the comprehension goes through whose own variable it is."""
    for part in (part for statement in statements(body) for part in expressions(statement)):
        if isinstance(part, GeneratorExpr | DictionaryComprehension):
            for index, sequence in zip(part.indices, part.sequences, strict=True):
                found = [source for name, source in paired(index, sequence) if name.node is variable.node]
                if found:
                    return found[0]
    return None
