"""What mypy prints of our types is said as users write it, and everything else stays as it is."""

import pytest

from dtensortypes.mypy_plugin.types.spelling import as_users_write, is_about_values

TENSOR = "torch._tensor.Tensor"


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ('"numpy.dtype[Any]" for "dict[dtype[DType], int]"', '"numpy.dtype[Any]" for "dict[dtype, int]"'),
        ('"numpy.dtype[Any]"; expected "torch._C.dtype[DType]"', '"numpy.dtype[Any]"; expected "torch._C.dtype"'),
        ('"Callable[[torch._C.dtype[Any] | str], int]"', '"Callable[[dtype | str], int]"'),
        ('type "type[float64]"; expected "dtype[Any] | None"', 'type "type[float64]"; expected "dtype[Any] | None"'),
        ('expected "dtype[Any] | None"', 'expected "dtype | None"'),
        ('"None" of "Any | Any | None"', '"None" of "Any | Any | None"'),
        ('"Net[Any]" of "Net[Any, Any, Any, Any]"', '"Net[Any]" of "Net[Any]"'),
    ],
)
def test_without_our_types_they_are_said_as_mypy_says_them(message, said):
    assert as_users_write(message, lambda name: 3 * (name == "Net"), plain=True) == said


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (f"{TENSOR}[Any, Any, Any]", "Tensor"),
        ("Tensor[Float32, Any, Any]", "Tensor[Float32]"),
        ("Tensor[Any, CPU[Any], Any]", "Tensor[Any, CPU]"),
        ("Tensor[Float32, CUDA[Literal[1]], tuple[Literal['n']]]", 'Tensor[Float32, CUDA[1], "n"]'),
        ("Tensor[Float16 | Float32, CPU[Any] | CUDA[Any], tuple[()]]", 'Tensor[Float16 | Float32, CPU | CUDA, ""]'),
        ("list[dict[str, Tensor[Any, Any, Any]]] | None", "list[dict[str, Tensor]] | None"),
        ('has type "Tensor[Any, Any, Any]", not "list[int]"', 'has type "Tensor", not "list[int]"'),
        ("m.Net[Any, Any, Any]", "m.Net"),
        ("m.Net[int, Float32, CPU[Any], Any]", "m.Net[int]"),
        ("Normal[Tensor[Float32, Any, Any], Any] | Pair[int, Any]", "Normal | Pair[int, Any]"),
        ("torch._C.dtype[dtensortypes.annotations.dtypes.Float32]", "torch.dtype[Float32]"),
        ("torch._C.device[Any]", "torch.device"),
        (f'"{TENSOR}" has no attribute "x"', '"Tensor" has no attribute "x"'),
        ("x[0] is not a type, nor is list[", "x[0] is not a type, nor is list["),
        ("m.Other[int, str, bytes]", "m.Other[int, str, bytes]"),
        ("type[Any] | dtype[Any] | _HasDType[dtype[Any]]", "type[Any] | dtype[Any] | _HasDType[dtype[Any]]"),
        ("list[matrix[tuple[int, int], dtype[Any]]]", "list[matrix[tuple[int, int], dtype[Any]]]"),
        ("numpy.dtype[Any] | torch._C.dtype[Any]", "numpy.dtype[Any] | torch.dtype"),
        ("def [dtype, device, config] f(self: m.Net) -> int", "def f(self: m.Net) -> int"),
        ("def [T, dtype, device, shape] f(self: T) -> int", "def [T] f(self: T) -> int"),
    ],
)
def test_messages_are_said_in_users_words(message, said):
    assert as_users_write(message, lambda name: {"m.Net": 3, "Normal": 2}.get(name, 0)) == said


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ('"Module[Any, Any, Any]" object is not iterable', "Module object is not iterable"),
        ('Item "None" of "Module[Any, Any, Any] | None" has', 'Item "None" of Module | None has'),
        ('got "Tensor[Any, Any, Any] | Module[Any, Any, Any]"', 'got "Tensor | Module"'),
        ('defines the return type as "Module[Any, Any, Any]"', 'defines the return type as "Module"'),
        ('type "dtype[Float32] | dtype[Any] | Tensor[Any, Any, Any]";', 'type "dtype | Tensor";'),
        ('type "list[dtype[Any] | dtype[Float32] | None] | int"', 'type "list[dtype | None] | int"'),
        ('"tuple[()]"; expected "tuple[tuple[()], int]"', '"tuple[()]"; expected "tuple[tuple[()], int]"'),
        ("Literal['of_[number of items]'] | Net[Any, Any, Any]", "Literal['of_[number of items]'] | Net"),
        ('"ndarray[tuple[Any, ...], dtype[Any]]"', '"ndarray[tuple[Any, ...], dtype[Any]]"'),
        ('with supertype "torch._tensor.Tensor"', 'with supertype "torch._tensor.Tensor"'),
        ('"memmap[Any, dtype[signedinteger[_8Bit]]]"', '"memmap[Any, dtype[signedinteger[_8Bit]]]"'),
        ('"torch._C.dtype[Any]"; expected "list[int]"', '"dtype"; expected "list[int]"'),
        ('"torch._C.dtype[Any]"; expected "own.dtype | None"', '"torch._C.dtype"; expected "own.dtype | None"'),
        ('"Tensor[Any, Any, Any]"; expected "dict[X? | Y?, Any]"', '"Tensor"; expected "dict[X? | Y?, Any]"'),
    ],
)
def test_plain_messages_are_mypys_own(message, said):
    assert as_users_write(message, lambda name: 3 * (name in {"Module", "Net"}), plain=True) == said


@pytest.mark.parametrize(
    ("message", "is_so"),
    [
        ('has incompatible type "dtype[Literal[1]]"; expected "dtype[Literal[2]]"', True),
        ('has incompatible type "list[dtype[A]]"; expected "list[dtype[B]]"', True),
        ('Dict entry 0 has incompatible type "str": "dtype[A]"; expected "str": "dtype[B]"', True),
        ('Invalid index type "device[A]" for "dict[device[B], int]"; expected type "device[B]"', True),
        ('(expression has type "dtype[A]", variable has type "dtype[B]")', True),
        ('(got "dtype[A]", expected "dtype[B]")', True),
        ('(expression has type "dtype[A]", variable has type "dtype[B] | None")', True),
        ('has incompatible type "dtype[A]"; expected "int | dtype[B]"', True),
        ('has incompatible type "dtype[A]"; expected "device[B]"', False),
        ('has incompatible type "dtype[A]"; expected "list[int | dtype[B]]"', False),
        ('has incompatible type "dtype[A]"; expected "device[B] | None"', False),
        ('has incompatible type "list[dtype[A]]"; expected "set[dtype[A]]"', False),
        ('has incompatible type "dict[str, dtype[A]]"; expected "dict[int, dtype[A]]"', False),
        ('has incompatible type "int"; expected "int"', False),
        ('has incompatible type "Tensor[dtype[A]]"; expected "Tensor[dtype[B]]"', False),
    ],
)
def test_two_dtypes_are_one_type_to_mypy(message, is_so):
    assert is_about_values(message) is is_so
