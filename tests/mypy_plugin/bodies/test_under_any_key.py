"""A dtype that is looked up under a key that nobody knows is one of those that are there."""

import pytest

from tests.mypy_plugin.checking import program

BODY = """
DTYPES = {{{pairs}}}
NAMES: Any = DTYPES
def main(name: str, flag: bool, x: Tensor[Float32, CPU, "n"]) -> None:
    {first}
    reveal_type(x.to({place}))
"""
PAIR = "'bf16': torch.bfloat16, 'fp16': torch.float16"
SEVERAL = ", ".join(f"'{i}': torch.float16" for i in range(20))
CASES = {
    (PAIR, "pass", "DTYPES[name]"): "BFloat16 | Float16",
    (PAIR, "pass", "DTYPES['bf16' if flag else 'fp16']"): "BFloat16 | Float16",
    (PAIR, "pass", "DTYPES['bf16']"): "BFloat16",
    (PAIR, "chosen = DTYPES[name]", "chosen"): "BFloat16 | Float16",
    (PAIR, "DTYPES[name] = torch.float32", "DTYPES[name]"): "Any",
    (PAIR, "NAMES['fp32'] = torch.float32", "DTYPES[name]"): "Float",
    (PAIR, "NAMES.update(fp32=torch.float32)", "DTYPES[name]"): "Float",
    (SEVERAL, "pass", "DTYPES[name]"): "Float16",
}
PROGRAMS = [
    (program(BODY.format(pairs=pairs, first=first, place=place)), dtype)
    for (pairs, first, place), dtype in CASES.items()
]


@pytest.mark.parametrize(("said", "dtype"), PROGRAMS, ids=map(str, CASES))
def test_it_is_one_of_those(said, dtype):
    assert said.revealed == [f'Tensor[{dtype}, CPU, "n"]']
