"""Samples of numpy's functions and arrays."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from tests.core.ops.judge import Sample


def calls(*args: tuple[Any, ...], **kwargs: Any) -> list[Sample]:
    return [Sample(one, kwargs) for one in args]


A = np.ones((2, 3), "float32")
SQUARE = 2 * np.eye(3, dtype="float32")
ARITHMETIC = tuple(
    f"{side}{name}" for name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow") for side in ("", "r")
)
PAIRED = (
    "maximum",
    "minimum",
    "fmax",
    "fmin",
    "add",
    "subtract",
    "multiply",
    "power",
    "divide",
    "true_divide",
    "arctan2",
    "hypot",
    "logaddexp",
    "mod",
    "remainder",
    "fmod",
    "floor_divide",
)
FLOATED = (
    *("cos", "exp", "log", "log10", "log1p", "log2", "sin", "sqrt", "tan", "tanh", "exp2", "expm1", "sinh", "cosh"),
    *("arcsin", "arccos", "arctan", "arcsinh", "arccosh", "arctanh", "cbrt", "fabs"),
    *("deg2rad", "rad2deg", "radians", "degrees"),
)
KEPT = (
    "abs",
    "absolute",
    "negative",
    "square",
    "sign",
    "floor",
    "ceil",
    "trunc",
    "rint",
    "round",
    "around",
    "reciprocal",
)
REDUCED = ("mean", "std", "var", "sum", "max", "min", "prod", "argmax", "argmin")
NANS = ("nanmean", "nanstd", "nanvar", "nansum", "nanmax", "nanmin")
IN_EACH_DTYPE = [A.astype(word) for word in ("float32", "float64", "float16", "int32", "int64", "uint8", "complex64")]
COUNTS = np.array([0, 1, 1])


def arrays(data: Sequence[Sample]) -> dict[str, list[Sample]]:
    """The samples by name; `data` are those of what tensors are made of."""
    return {
        "numpy.array": [*data[:12], *calls(([1, 2],), dtype="float32"), *calls(([1.5],), dtype="int")],
        "numpy.asarray": data[:12],
        "numpy.ascontiguousarray": data[6:12],
        **dict.fromkeys(("numpy.zeros", "numpy.ones", "numpy.empty"), calls((3,), ((2, 3),), (4, "float32"))),
        "numpy.full": calls((3, 1.5), ((2, 3), 1), (2, True)),
        "numpy.eye": calls((3,), (3, 4)),
        "numpy.arange": calls((5,), (5.0,), (1, 5), (1, 7, 2), (0, 1, 0.25)),
        "numpy.linspace": calls((0, 1), (0, 1, 7)),
        **dict.fromkeys(
            ("numpy.zeros_like", "numpy.ones_like", "numpy.empty_like"),
            calls((np.ones((2, 3), "float32"),), (np.ones(2, "int8"), "float16")),
        ),
        **{
            name: [*calls((["1 2"],), (["1.5"], "float32"), (["1", "2"], "int64")), *calls((["1,2"],), delimiter=",")]
            for name in ("numpy.loadtxt", "numpy.genfromtxt")
        },
        "numpy.random.rand": calls((3,), (2, 3)),
        "numpy.random.randn": calls((3,), (2, 3)),
        "numpy.random.random": calls((3,), ((2, 3),)),
        "numpy.random.random_sample": calls((3,)),
        "numpy.random.standard_normal": calls((3,)),
        "numpy.random.choice": calls((A[0], 2), (A[0], (2, 4)), (5, 3), ([1.5, 2.5], 3)),
        "numpy.random.permutation": calls((A,), (A[0],)),
        "numpy.random.normal": calls((0, 1, 3), (0, 1, (2, 3))),
        "numpy.random.uniform": calls((0, 1, 3), (0, 1, (2, 3))),
        "numpy.random.randint": calls((0, 5, 3), (0, 5, (2, 3))),
        "numpy.ndarray.astype": calls((np.ones(2), "float32"), (np.ones(2), "int"), (np.ones(2), "half")),
        "numpy.ndarray.copy": calls((np.ones((2, 3), "int8"),)),
        "numpy.ndarray.reshape": calls((np.ones((2, 3)), 3, 2), (np.ones((2, 3)), (6,)), (np.ones((2, 3)), -1)),
        "numpy.ndarray.transpose": calls((A,), (A, 1, 0), (A, (1, 0)), (A.astype("int8"), 0, 1)),
        "numpy.ndarray.T": calls((A,), (A[0],), (np.ones((2, 3, 4), "int8"),)),
        "numpy.ndarray.swapaxes": calls((A, 0, 1), (A, -1, 0), (np.ones((2, 3, 4), "int8"), 0, 2)),
        **dict.fromkeys(
            [f"numpy.ndarray.__{word}__" for word in (*ARITHMETIC, "lt", "le", "gt", "ge")],
            calls((A, A), (A, 2), (A, 1.5), (A, A.astype("float64")), (A, A[0])),
        ),
        **dict.fromkeys(
            [f"numpy.{word}" for word in FLOATED],
            calls((A,), (A.astype("float64"),), (A.astype("int32"),)),
        ),
        "numpy.ndarray.__getitem__": calls((A, 0), (A, slice(1)), (A, (0, 1))),
        "numpy.where": calls((A > 0, A, A), (A > 0, A, A.astype("float64"))),
        **dict.fromkeys(
            ("numpy.concatenate", "numpy.stack"), calls(([A, A],), ([A, A], 1), ([A, A.astype("float64")],))
        ),
        **dict.fromkeys(
            [f"numpy.{owner}{word}" for owner in ("", "ndarray.") for word in REDUCED]
            + ["numpy.amax", "numpy.amin", "numpy.median", *(f"numpy.{word}" for word in NANS)],
            calls((A, 0), (A.astype("int32"), -1), (A.astype("float64"), 1)),
        ),
        "numpy.append": calls((A, A), (A, A.astype("float64")), (1.0, A[0])),
        "numpy.expand_dims": calls((A, 0), (A, -1)),
        "numpy.flip": calls((A,), (A, 0)),
        "numpy.sort": calls((A,), (A.astype("int32"), 0), (A, None)),
        "numpy.unique": [*calls((A,), (A[0],)), *calls((A,), axis=0), *calls((A,), return_counts=True)],
        "numpy.squeeze": calls((A,), (A[:1], 0), (A[:1, :1].astype("float64"),)),
        "numpy.take_along_axis": calls((A, COUNTS[None], 0)),
        "numpy.broadcast_to": calls((A[0], (2, 3))),
        "numpy.atleast_2d": calls((A,), (A[0],)),
        "numpy.nan_to_num": calls(*((one,) for one in IN_EACH_DTYPE)),
        "numpy.clip": calls(*((one, 0, 1) for one in IN_EACH_DTYPE), (A, 0.5), (A, None, 0.5)),
        "numpy.roll": calls((A, 1), (A, 1, 0)),
        "numpy.moveaxis": calls((A, 0, 1), (A, -1, 0), (np.ones((2, 3, 4), "int8"), (0, 1), (1, 2))),
        "numpy.swapaxes": calls((A, 0, 1), (np.ones((2, 3, 4), "int8"), 0, -1)),
        "numpy.transpose": calls((A,), (A, (1, 0))),
        "numpy.repeat": calls((A, 2), (A, 2, 0)),
        "numpy.tile": calls((A, 2), (A, (2, 1))),
        **dict.fromkeys(
            [f"numpy.{word}" for word in PAIRED],
            calls((A, A), (A, 2), (1.5, A), (A, A.astype("float64")), (A.astype("int32"), A), (A, A[0]), (A[0], A[:1])),
        ),
        **dict.fromkeys([f"numpy.{word}" for word in KEPT], calls(*((one,) for one in IN_EACH_DTYPE))),
        "numpy.ndarray.round": calls(*((one,) for one in IN_EACH_DTYPE[:5]), (A, 1)),
        **dict.fromkeys(
            [f"numpy.{owner}{word}" for owner in ("", "ndarray.") for word in ("cumsum", "cumprod")],
            calls(*((one, 0) for one in IN_EACH_DTYPE), (A,), (A, 1)),
        ),
        **dict.fromkeys(("numpy.dot", "numpy.matmul"), calls((A, A.T), (A, A[0]), (A.astype("float64"), SQUARE))),
        "numpy.ndarray.__matmul__": calls((A, A.T), (A, A[0]), (A[:, 0], A), (A.astype("float64"), SQUARE)),
        "numpy.ndarray.clip": calls(*((one, 0, 1) for one in IN_EACH_DTYPE), (A, 0.5), (A, None, 0.5)),
        "numpy.linalg.pinv": calls((A,), (A.astype("float64"),), (SQUARE.astype(int),)),
        "numpy.outer": calls((A[0], A[:, 0]), (A[0], A[0].astype("float64"))),
        **dict.fromkeys(("numpy.convolve", "numpy.correlate"), calls((A[0], A[0]), (A[0].astype("int32"), A[0]))),
        "numpy.cov": calls((A,), (A.astype("float64"),)),
        **dict.fromkeys(
            ("numpy.linalg.inv", "numpy.linalg.cholesky"),
            calls((SQUARE,), (SQUARE.astype("float64"),), (SQUARE.astype(int),)),
        ),
        "numpy.linalg.norm": calls((A, None, 1), (A, None, 0, True), (A.astype("int32"), None, 0)),
        **dict.fromkeys(
            ("numpy.isnan", "numpy.isinf", "numpy.isfinite"),
            calls((A,), (A.astype("int32"),), (A.astype("complex64"),)),
        ),
        "numpy.ndarray.dot": calls((A, A.T), (A, A[0]), (A[0], A[0])),
        "numpy.bincount": calls((COUNTS,), (COUNTS, None, 5), (COUNTS, A[0])),
        "numpy.random.exponential": calls((1.0, 3), (1.0, (2, 3))),
        "numpy.random.poisson": calls((1.0, 3), (1.0, (2, 3))),
        "numpy.random.binomial": calls((3, 0.5, 4), (3, 0.5, (2, 3))),
        **dict.fromkeys(
            [f"numpy.random.Generator.{word}" for word in ("random", "standard_normal")], calls((3,), ((2, 3),))
        ),
        **dict.fromkeys(
            [f"numpy.random.Generator.{word}" for word in ("normal", "uniform", "integers")],
            calls((0, 5, 3), (0, 5, (2, 3))),
        ),
        **dict.fromkeys(
            [f"numpy.{word}" for word in ("vstack", "hstack", "dstack", "column_stack")],
            calls(([A, A],), ([A[0], A[0]],), ([A, A.astype("float64")],)),
        ),
        "numpy.diag": calls((A,), (A[0],), (SQUARE, 1)),
    }
