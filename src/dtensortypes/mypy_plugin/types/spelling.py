"""The types that mypy prints in its messages, said again as users write them."""

from __future__ import annotations

import builtins
import re
from collections.abc import Callable, Mapping
from typing import Final

from mypy.nodes import MypyFile, TypeInfo

from dtensortypes.core.facts.device import BY_NOTATION as DEVICES
from dtensortypes.core.facts.dtype import BY_NOTATION as DTYPES
from dtensortypes.core.facts.dtype import CATEGORIES
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.types.printed import Printed, bare_name, read, shape_words

_SIZE: Final = r"tuple\[([^\[\]]*(?:\[[^\[\]]*\][^\[\]]*)*), fallback=torch\._C\.Size\]"
_DATASET: Final = names.TENSOR_DATASET.rpartition(".")[2]
"""A class whose parameter users do not know."""
_OF_NUMPY: Final = (
    r"\bnumpy\.(?!dtype\[)\w|\b(?:ndarray|memmap|matrix|generic|_SupportsArray|_HasDType)\["
    r"|\b(?:float|u?int|complex)\d+\b"
)
"""Types of numpy's: beside them a `dtype` is numpy's, too, unless mypy names the modules, as both are meant."""
_DTYPES: Final = ("dtype", "torch._C.dtype")
_OTHER_DTYPE: Final = r"(?<![\w.])(?!torch\._C\.)[\w.]+\.dtype\b"
"""Another class of the name, from which mypy tells torch's by its module."""
_UNBOUND: Final = r"(?<=\w)\?"
"""What mypy prints after a name that it could make nothing of."""
_KEPT: Final = "@@"
_NUMPYS: Final = r"(?<![\w.])dtype(?=\[)"
_OWN_VARIABLES: Final = r"\bdef \[([^\]]*?)(?:, )?(?:dtype, device, (?:config|shape)|batch, event)\] "
"""The type variables of a method of a class that the plugin has made generic."""
_LAST: Final = "event"
"""The last parameter that the plugin gives a distribution, as mypy prints it of the class itself."""
_UNION: Final = r"[\w.]+( \| [\w.]+)+(?![\w.\[])"
_HEAD: Final = r"[A-Za-z_][\w.]*\["
_VALUE: Final = r"\b(dtype|device)\["
_SAME: Final = (
    r'(?:type|got) ((?:"[^"]*": )?)"([^"]*)"(?: for "[^"]*")?[,;] '
    r'(?:expected|variable has type|target has type)(?: type)? \1"(?:[^"[]* \| )?\2(?: \| [^"]*)?"'
)


_FACTS: Final = "|".join(["DType", "Device", *DTYPES, *CATEGORIES, *DEVICES])
_REFUSED: Final = rf'cannot be "({_FACTS})(\[\w+\])?"'


def is_refused_fact(message: str) -> bool:
    """Whether it says that a type variable cannot be some dtype or device."""
    return re.search(_REFUSED, message) is not None


def added(modules: Mapping[str, MypyFile], where: str | None, name: str) -> int:
    """How many parameters the plugin has given the class of this name, full or of the file `where`.

    Mypy often says the last word alone.
    """
    module, _, word = name.rpartition(".")
    known = (where or "", "torch.nn", names.DISTRIBUTIONS[:-1])
    trees = [modules.get(module)] if module else [modules.get(one) for one in known]
    if not any(tree and word in tree.names for tree in trees):
        trees = list(modules.values())
    nodes = [tree.names[word].node for tree in trees if tree and word in tree.names]
    classes = [node for node in nodes if isinstance(node, TypeInfo)]
    of_ours = (
        names.ADDED[base] for base in (names.MODULE, names.DISTRIBUTION) if any(c.has_base(base) for c in classes)
    )
    return next(of_ours, 0)


def as_users_write(message: str, added: Callable[[str], int], *, plain: bool = False) -> str:
    """The message with tensors, devices and modules spelled as in annotations; bare if they are to be `plain`."""
    if re.search(_OF_NUMPY, message) and "numpy.dtype[" not in message:
        message = re.sub(_NUMPYS, "dtype@", message)
    if plain and not re.search(_OTHER_DTYPE, message):  # mypy has told it from a type variable of this name
        message = message.replace("torch._C.dtype[", "dtype[")
    if plain:
        message = re.sub(_UNBOUND, _KEPT, message)
    if "def [" in message:
        message = re.sub(_OWN_VARIABLES, lambda found: f"def [{found[1]}] " if found[1] else "def ", message)
    at = 0
    while "[" in message and (found := re.compile(_HEAD).search(message, at)):
        end = _closing(message, found.end() - 1)
        type_ = read(message[found.start() : end]) if end else None
        if type_ is None:
            at = found.end()
            continue
        said = _respelled(_bare(type_) if plain else type_, added)
        before, after = message[: found.start()], message[end:]
        is_quoted = before.endswith('"') and not before.endswith(' type as "')
        if plain and said == "Module" and is_quoted and after.startswith(('"', " |")):
            before, after = before[:-1], after.replace('"', "", 1)  # as mypy.messages.quote_type_string does
        message = before + said + after
        at = len(before) + len(said)
    message = message.replace("dtype@", "dtype").replace(_KEPT, "?")
    if plain:
        bare = re.sub(_SIZE, "Size", message) if "Size" in message else message
        return re.sub(_UNION, _without_repeats, bare) if " | " in bare else bare
    full = re.sub(_SIZE, r"torch.Size[\1]", message) if "Size" in message else message
    return full.replace("torch._tensor.Tensor", "Tensor")


def is_about_values(message: str) -> bool:
    """Whether mypy tells two types apart that are one to it without the plugin: those of two dtypes, or devices."""
    if "[" not in message or "Tensor[" in message or not re.search(_VALUE, message):
        return False
    return re.search(_SAME, as_users_write(message, lambda _: 0, plain=True)) is not None


def _without_repeats(union: re.Match[str]) -> str:
    """The union with members once that differ in nothing but what only the plugin knows; mypy repeats `Any` itself."""
    members = union[0].split(" | ")
    return " | ".join(one for i, one in enumerate(members) if one == "Any" or one not in members[:i])


def _closing(text: str, opening: int) -> int:
    """The index after the bracket that closes the one at `opening`; 0 where none does."""
    depth = 0
    for i in range(opening, len(text)):
        depth += (text[i] == "[") - (text[i] == "]")
        if depth == 0:
            return i + 1
    return 0


def _bare(type_: Printed) -> Printed:
    """The type with nothing known of its tensors, dtypes and devices."""
    if type_.short in {"Tensor", "Parameter", "device"} or type_.name in _DTYPES:
        return Printed(type_.name)
    return Printed(type_.name, tuple(map(_bare, type_.args)))


def _respelled(type_: Printed, added: Callable[[str], int]) -> str:
    if type_.short in {"Tensor", "Parameter"} and len(type_.args) == 3:
        return _tensor(type_)
    if type_.name == "|":  # modules that were made otherwise look the same
        return " | ".join(dict.fromkeys(_respelled(member, added) for member in type_.args))
    args = type_.args
    may_be_ours = len(args) > 2 or (len(args) == 2 and args[1].short in {"Any", "Tensor", _LAST})
    if may_be_ours and not hasattr(builtins, type_.name):
        count = added(type_.name)  # which looks through all files
        args = args[: len(args) - count] if len(args) >= count else args
    if type_.short == _DATASET:
        args = ()
    if type_.name.startswith("dtensortypes.") or (args and type_.name in {*_DTYPES, "torch._C.device", "device"}):
        return _own(type_, added)
    if type_.name == "*":
        return f"*{_respelled(args[0], added)}"
    if not args:
        return bare_name(type_.name)
    return f"{type_.name}[{', '.join(_respelled(a, added) for a in args)}]"


def _own(type_: Printed, added: Callable[[str], int]) -> str:
    name = {"torch._C.dtype": "torch.dtype", "torch._C.device": "torch.device"}.get(type_.name, type_.short)
    known = [_respelled(arg, added) for arg in type_.args if arg.name != "Any"]
    index = [arg.args[0].name if arg.name == "Literal" else _respelled(arg, added) for arg in type_.args]
    return f"{name}[{', '.join(index)}]" if known else name


def _tensor(type_: Printed) -> str:
    dtype, device, shape = type_.args
    words = shape_words(shape)
    places = [_place(dtype), _place(device)]
    if words is not None:
        return f'{type_.short}[{places[0]}, {places[1]}, "{words}"]'
    while places and places[-1] == "Any":
        places.pop()
    return f"{type_.short}[{', '.join(places)}]" if places else type_.short


def _place(type_: Printed) -> str:
    match type_:
        case Printed("|", members):
            return " | ".join(map(_place, members))
        case Printed(args=(Printed("Literal", (Printed(index),)),)):
            return f"{type_.short}[{index}]"
    return type_.short
