"""Linear algebra: batches of matrices, `... m n`, with k the smaller side.

None of it takes integers, and almost none half precision, on any device (`checkFloatingOrComplex` in
aten/src/ATen/native/LinearAlgebraUtils.h). Singular values and eigenvalues of hermitian matrices are real.
"""

# An operation is read as one line, not as a column of arguments.
# fmt: off

from dtensortypes.core.facts.dtype import INT32, INT64
from dtensortypes.core.facts.shape import UNKNOWN_SHAPE
from dtensortypes.core.ops.entry import op
from dtensortypes.core.rules.autocast import doubtful, full, lower, on
from dtensortypes.core.rules.contraction import at_right_angles, in_a_row
from dtensortypes.core.rules.devices import alone_on, strictly_colocated
from dtensortypes.core.rules.dtypes import always, complex_of_parts, kept, matching, must_match, parts
from dtensortypes.core.rules.linalg import (
    along,
    by_mode,
    divided,
    either_way,
    fitted,
    inverse_of_square,
    multiplied,
    nothing,
    one_each,
    one_each_by_tolerance,
    one_each_of_square,
    reflected,
    side_each,
    sides,
    solutions_checked,
    solved,
    square,
    stretched_to,
    tensor_solved,
    truncated,
    with_tolerance,
)
from dtensortypes.core.rules.reductions import reduced
from dtensortypes.core.rules.taking import inexact, multiplied_on_cuda, narrowed, no_float8s, numeric, wide

# --- determinants, norms, ranks

op("linalg.det(A: Tensor)", dtype=kept, shape=one_each_of_square, takes=wide, autocast=doubtful)
op("det(self)", dtype=kept, shape=one_each_of_square, takes=wide, also="logdet", autocast=doubtful)
op("linalg.slogdet(A: Tensor)", dtype=(kept, parts), shape=one_each_of_square, takes=wide, fields="sign logabsdet",
   autocast=doubtful)
op("slogdet(self)", dtype=(kept, parts), shape=one_each_of_square, takes=wide, fields="sign logabsdet",
   autocast=doubtful)
op("linalg.cond(input, p=None)", dtype=parts, shape=one_each, takes=wide, autocast=on("cpu", full))
op("linalg.matrix_rank(input, tol=None, hermitian=False, *, atol=None, rtol=None)", dtype=always(INT64),
   shape=one_each_by_tolerance, takes=wide, autocast=on("cpu", full))
op("nuclear_norm(input, dim=(-2, -1), keepdim=False)", dtype=parts, shape=reduced, takes=inexact,
   autocast=on("cuda", full))
op("frobenius_norm(input, dim, keepdim=False)", dtype=parts, shape=reduced, takes=inexact, autocast=on("cuda", full))

# --- inverses and powers

op("linalg.inv(A: Tensor)", dtype=kept, shape=square, takes=wide, autocast=on("cpu", full))
op("inverse(self)", dtype=kept, shape=square, takes=wide, autocast=on("cpu", full))
op("linalg.inv_ex(A: Tensor, *, check_errors=False)", dtype=(kept, always(INT32)), shape=(square, one_each), takes=wide,
   fields="inverse info", autocast=on("cpu", full))
op("linalg.pinv(input, rcond=None, hermitian=False, *, atol=None, rtol=None)", dtype=kept,
   shape=with_tolerance(sides("n", "m")), takes=wide, autocast=doubtful)
op("pinverse(self, rcond=1e-15)", dtype=kept, shape=sides("n", "m"), takes=wide, autocast=on("cpu", full))
op("linalg.matrix_power(input, n)", dtype=kept, shape=square, autocast=doubtful)
op("matrix_power(self, n)", dtype=kept, shape=square, autocast=doubtful)
op("linalg.matrix_exp(input)", dtype=kept, shape=square, takes=inexact, autocast=doubtful)
op("matrix_exp(self)", dtype=kept, shape=square, takes=inexact, autocast=doubtful)
op("linalg.tensorinv(input, ind=2)", dtype=kept, shape=inverse_of_square, takes=wide, autocast=on("cpu", full))

# --- eigenvalues: complex ones, unless the matrices are hermitian

op("linalg.eig(input)", dtype=(complex_of_parts, complex_of_parts), shape=(side_each, square), takes=wide,
   fields="eigenvalues eigenvectors", autocast=on("cpu", full))
op("linalg.eigvals(input)", dtype=complex_of_parts, shape=side_each, takes=wide, autocast=on("cpu", full))
op("linalg.eigh(input, UPLO='L')", dtype=(parts, kept), shape=(side_each, square), takes=wide,
   fields="eigenvalues eigenvectors", autocast=on("cpu", full))
op("linalg.eigvalsh(input, UPLO='L')", dtype=parts, shape=side_each, takes=wide, autocast=on("cpu", full))

# --- singular values: real ones; `torch.svd` gives V, `torch.linalg.svd` its adjoint

op("linalg.svd(A: Tensor, full_matrices=True, *, driver=None)", dtype=(kept, parts, kept),
   shape=(either_way("full_matrices", sides("m", "m"), sides("m", "k")), sides("k"),
          either_way("full_matrices", sides("n", "n"), sides("k", "n"))), takes=wide, fields="U S Vh",
   autocast=on("cpu", full))
op("linalg.svdvals(A: Tensor, *, driver=None)", dtype=parts, shape=sides("k"), takes=wide, autocast=on("cpu", full))
op("svd(self, some=True, compute_uv: True = True)", dtype=(kept, parts, kept),
   shape=(either_way("some", sides("m", "k"), sides("m", "m")), sides("k"),
          either_way("some", sides("n", "k"), sides("n", "n"))), takes=wide, fields="U S V", autocast=on("cpu", full))
op("svd(self, some=True, compute_uv=True)", dtype=(kept, parts, kept),
   shape=(sides("m", "m"), sides("k"), sides("n", "n")), takes=wide, fields="U S V", autocast=on("cpu", full))
op("svd_lowrank(A: Tensor, q=6, niter=2, M=None)", dtype=(matching("A", "M"), parts, kept),
   shape=(truncated("m", "q"), truncated("q"), truncated("n", "q")), takes=wide, autocast=doubtful)
op("pca_lowrank(A: Tensor, q=None, center=True, niter=2)", dtype=(kept, parts, kept),
   shape=(truncated("m", "q"), truncated("q"), truncated("n", "q")), takes=wide, autocast=doubtful)

# --- triangles

op("linalg.cholesky(input, *, upper=False)", dtype=kept, shape=square, takes=wide, autocast=on("cpu", full))
op("cholesky(self, upper=False)", dtype=kept, shape=square, takes=wide, also="cholesky_inverse",
   autocast=on("cpu", full))
op("linalg.cholesky_ex(input, *, upper=False, check_errors=False)", dtype=(kept, always(INT32)),
   shape=(square, one_each), takes=wide, fields="L info", autocast=on("cpu", full))
op("linalg.qr(A: Tensor, mode='reduced')", dtype=(kept, kept),
   shape=(by_mode(reduced=sides("m", "k"), complete=sides("m", "m"), r=nothing),
          by_mode(reduced=sides("k", "n"), complete=sides("m", "n"), r=sides("k", "n"))), takes=wide, fields="Q R",
   autocast=on("cpu", full))
op("qr(self, some=True)", dtype=(kept, kept),
   shape=(either_way("some", sides("m", "k"), sides("m", "m")), either_way("some", sides("k", "n"), sides("m", "n"))),
   takes=wide, fields="Q R", autocast=on("cpu", full))
op("geqrf(self)", dtype=(kept, kept), shape=(sides("m", "n"), sides("k")), takes=wide, fields="a tau",
   autocast=on("cpu", full))
op("linalg.householder_product(input, tau: Tensor)", dtype=must_match, device=strictly_colocated, shape=reflected,
   takes=wide, autocast=on("cpu", full))
op("orgqr(self, input2: Tensor)", dtype=must_match, device=strictly_colocated, shape=reflected, takes=wide,
   autocast=on("cpu", full))
op("ormqr(self, input2: Tensor, input3: Tensor, left=True, transpose=False)", dtype=must_match,
   device=strictly_colocated, shape=multiplied, takes=wide, autocast=on("cpu", full))
op("linalg.lu(A: Tensor, *, pivot: True = True)", dtype=(kept, kept, kept),
   shape=(sides("m", "m"), sides("m", "k"), sides("k", "n")), takes=wide, fields="P L U", autocast=doubtful)
op("linalg.lu(A: Tensor, *, pivot=True)", dtype=(kept, kept, kept), shape=(nothing, sides("m", "k"), sides("k", "n")),
   takes=wide, fields="P L U", autocast=doubtful)
op("linalg.lu_factor(A: Tensor, *, pivot=True)", dtype=(kept, always(INT32)), shape=(sides("m", "n"), sides("k")),
   takes=wide, fields="LU pivots", autocast=doubtful)
op("linalg.lu_factor_ex(A: Tensor, *, pivot=True, check_errors=False)", dtype=(kept, always(INT32), always(INT32)),
   shape=(sides("m", "n"), sides("k"), one_each), takes=wide, fields="LU pivots info", autocast=doubtful)
op("lu(self, pivot=True, get_infos: False = False)", dtype=(kept, always(INT32)), shape=(sides("m", "n"), sides("k")),
   takes=wide, autocast=doubtful)
op("lu(self, pivot=True, get_infos=False)", dtype=(kept, always(INT32), always(INT32)),
   shape=(sides("m", "n"), sides("k"), one_each), takes=wide, fields="LU pivots info", autocast=doubtful)
op("lu_unpack(LU_data: Tensor, LU_pivots, unpack_data=True, unpack_pivots=True)", dtype=(kept, kept, kept),
   shape=(either_way("unpack_pivots", sides("m", "m"), nothing), either_way("unpack_data", sides("m", "k"), nothing),
          either_way("unpack_data", sides("k", "n"), nothing)), fields="P L U")
op("linalg.ldl_factor(input, *, hermitian=False)", dtype=(kept, always(INT32)), shape=(square, side_each), takes=wide,
   fields="LD pivots", autocast=doubtful)
op("linalg.ldl_factor_ex(input, *, hermitian=False, check_errors=False)", dtype=(kept, always(INT32), always(INT32)),
   shape=(square, side_each, one_each), takes=wide, fields="LD pivots info", autocast=doubtful)

# --- equations: both sides in one dtype

op("linalg.solve(A: Tensor, B: Tensor, *, left=True)", dtype=must_match, device=strictly_colocated, shape=solved,
   takes=wide, autocast=on("cpu", full))
op("linalg.solve_ex(A: Tensor, B: Tensor, *, left=True, check_errors=False)", dtype=(must_match, always(INT32)),
   device=strictly_colocated, shape=(solved, solutions_checked), takes=wide, fields="result info",
   autocast=doubtful)
# torch 2.13 casts B to the dtype of the matrices, complex numbers to real ones too
op("linalg.solve_triangular(input, B, *, upper, left=True, unitriangular=False)", dtype=kept,
   device=strictly_colocated, shape=divided("input", "B"), takes=wide, autocast=doubtful)
op("triangular_solve(self, A: Tensor, upper=True, transpose=False, unitriangular=False)",
   dtype=(must_match, must_match), device=strictly_colocated, shape=(divided("A", "self"), stretched_to("A", "self")),
   takes=wide, fields="solution cloned_coefficient", autocast=on("cpu", full))
op("cholesky_solve(self, input2: Tensor, upper=False)", dtype=must_match, device=strictly_colocated,
   shape=divided("input2", "self"), takes=wide, autocast=on("cpu", full))
op("linalg.lu_solve(LU: Tensor, pivots, B: Tensor, *, left=True, adjoint=False)", dtype=must_match,
   device=strictly_colocated, shape=divided("LU", "B"), takes=wide, autocast=doubtful)
op("lu_solve(self, LU_data: Tensor, LU_pivots)", dtype=must_match, device=strictly_colocated,
   shape=divided("LU_data", "self"), takes=wide, autocast=on("cpu", full))
op("linalg.ldl_solve(LD: Tensor, pivots, B: Tensor, *, hermitian=False)", dtype=must_match, device=strictly_colocated,
   shape=divided("LD", "B"), takes=wide, autocast=doubtful)
# which parts `lstsq` leaves empty hangs on the driver, and on whether the matrices have full rank
op("linalg.lstsq(input, b: Tensor, rcond=None, *, driver=None)",
   dtype=(must_match, parts, always(INT64), parts), device=strictly_colocated,
   shape=(fitted, always(UNKNOWN_SHAPE), always(UNKNOWN_SHAPE), always(UNKNOWN_SHAPE)), takes=wide,
   fields="solution residuals rank singular_values", autocast=on("cpu", full),
   demands=(alone_on("cuda", "driver", "gels"),))
op("linalg.tensorsolve(input, other: Tensor, dims=None)", dtype=must_match, device=strictly_colocated,
   shape=tensor_solved, takes=wide, autocast=on("cpu", full))

# --- products

op("linalg.multi_dot(tensors: Tensors)", dtype=must_match, device=strictly_colocated, shape=in_a_row,
   takes=multiplied_on_cuda, autocast=lower)
op("linalg.cross(input, other: Tensor, *, dim=-1)", dtype=must_match, device=strictly_colocated, shape=at_right_angles,
   takes=numeric)
op("linalg.vecdot(x: Tensor, y: Tensor, *, dim=-1)", dtype=must_match, device=strictly_colocated, shape=along,
   takes=narrowed(inexact, cuda=no_float8s), autocast=doubtful)
