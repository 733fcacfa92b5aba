"""The keys are cast back to the dtype of the queries, for this product."""

import torch

from dtensortypes import CPU, Float16, Float32, Tensor, checked


@checked
def compressed(cache: Tensor[Float16, CPU, "n d"]) -> Tensor[Float16, CPU, "d n"]:
    return cache.transpose(0, 1).contiguous()


@checked
def scores(queries: Tensor[Float32, CPU, "q d"], keys: Tensor[Float16, CPU, "d n"]) -> Tensor[Float32, CPU, "q n"]:
    return torch.matmul(queries, keys.to(queries.dtype))


def main() -> None:
    keys = compressed(torch.rand(128, 64).half())
    print("scores:", scores(torch.rand(4, 64), keys).shape)


if __name__ == "__main__":
    main()
