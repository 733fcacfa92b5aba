"""Queries are float32, the keys were kept in float16 to save memory: a matrix product does not promote.

Sums and products of two dtypes pass, so this one is expected to. torch refuses it when the line runs, which is late in
a program that loads for ten minutes.
"""

import torch

from dtensortypes import CPU, Float16, Tensor, checked


@checked
def compressed(cache: Tensor[Float16, CPU, "n d"]) -> Tensor[Float16, CPU, "d n"]:
    return cache.transpose(0, 1).contiguous()


def main() -> None:
    queries = torch.rand(4, 64)  # note: float32 torch.rand
    keys = compressed(torch.rand(128, 64).half())
    scores = torch.matmul(queries, keys)  # error: [tensor-dtype] float32 float16  # raises: RuntimeError same dtype
    print(scores.shape)


if __name__ == "__main__":
    main()
