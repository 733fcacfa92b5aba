"""Samples of sparse tensors, which OpInfo has too few of."""

import warnings

import torch

from tests.core.ops.judge import Sample

DTYPES = (torch.float32, torch.float64, torch.int64, torch.complex64)
SQUARES = [torch.eye(3, dtype=dtype) for dtype in DTYPES]
with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # these layouts are in a beta state
    COO = [square.to_sparse() for square in SQUARES]
    CSR = [square.to_sparse_csr() for square in SQUARES]
    CSC = SQUARES[0].to_sparse_csc()
PLACES, STARTS = torch.tensor([[0, 1], [1, 0]]), torch.tensor([0, 1, 2])


def calls(*arguments: tuple[object, ...], **kwargs: object) -> list[Sample]:
    return [Sample(one, kwargs) for one in arguments]


SPARSE = {
    "torch.sparse_coo_tensor": calls((PLACES, torch.ones(2), (2, 3)), (PLACES, [1, 2], (2, 2)), (PLACES, [1.0, 2.0])),
    **{
        f"torch.sparse_{word}_tensor": calls((STARTS, [0, 1], [1.0, 2.0], (2, 2)), (STARTS, [0, 1], [1, 2], (2, 2)))
        for word in ("csr", "csc")
    },
    **{
        f"torch.sparse_{word}_tensor": calls((STARTS, [0, 1], torch.ones(2, 1, 1), (2, 2))) for word in ("bsr", "bsc")
    },
    "torch.sparse_compressed_tensor": calls((STARTS, [0, 1], [1.0, 2.0], (2, 2)), layout=torch.sparse_csr),
    "torch.sparse.spdiags": calls((torch.ones(2, 3), torch.tensor([0, 1]), (3, 3))),
    **{
        f"torch.Tensor.to_sparse{word}": calls(*((square,) for square in SQUARES))
        for word in ("", "_coo", "_csr", "_csc")
    },
    **{f"torch.Tensor.to_sparse_{word}": calls((SQUARES[0], (1, 1))) for word in ("bsr", "bsc")},
    "torch.Tensor.to_dense": calls(*((one,) for one in (*COO, *CSR))),
    "torch.Tensor.to_mkldnn": calls((SQUARES[0],)),
    "torch.Tensor.sparse_mask": calls((SQUARES[0], COO[0])),
    "torch.Tensor.sparse_resize_": calls((COO[0], (4, 4), 2, 0)),
    "torch.Tensor.sparse_resize_and_clear_": calls((COO[0], (4, 4), 2, 0)),
    **{
        f"torch.Tensor.{word}": calls(*((one,) for one in COO))
        for word in ("coalesce", "is_coalesced", "sparse_dim", "dense_dim", "indices", "values")
    },
    **{f"torch.Tensor.{word}": calls(*((one,) for one in CSR)) for word in ("crow_indices", "col_indices", "values")},
    **{
        f"torch.Tensor.{word}": calls((CSC,)) for word in ("ccol_indices", "row_indices")
    },
    **{
        name: calls(*((one, square) for one in COO for square in SQUARES), (COO[0], torch.ones(3, 4)),
                    (COO[0], torch.ones(4, 4)))
        for name in ("torch.sparse.mm", "torch.smm", "torch.Tensor.smm", "torch.hspmm", "torch.spmm", "torch.dsmm",
                     "torch.hsmm")
    },
    "torch.sparse.addmm": calls((SQUARES[0], COO[0], SQUARES[0]), (SQUARES[0], COO[0], SQUARES[1])),
    "torch.sparse.sampled_addmm": calls((CSR[0], SQUARES[0], SQUARES[0]), (CSR[0], SQUARES[0], SQUARES[1])),
    **dict.fromkeys(("torch.sspaddmm", "torch.Tensor.sspaddmm"), calls((COO[0], COO[0], SQUARES[0]))),
    "torch.sparse.sum": [*calls(*((one,) for one in COO), *((one, 0) for one in COO)),
                         *calls(*((one, 0) for one in COO), dtype=torch.float64)],
    **{f"torch.sparse.{word}softmax": calls(*((one, 1) for one in COO)) for word in ("", "log_")},
}  # fmt: skip
