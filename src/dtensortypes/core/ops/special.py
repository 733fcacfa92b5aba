"""Special functions, of one variable and of a variable and a degree. Integers become floats."""

# An operation is read as one line, not as a column of arguments.
# fmt: off

from dtensortypes.core.ops.entry import op
from dtensortypes.core.rules.promotion import int_to_float
from dtensortypes.core.rules.taking import real

op("special.airy_ai(input)", dtype=int_to_float, takes=real, also="""special.bessel_j0 special.bessel_j1
   special.bessel_y0 special.bessel_y1 special.modified_bessel_i0 special.modified_bessel_i1 special.modified_bessel_k0
   special.modified_bessel_k1 special.scaled_modified_bessel_k0 special.scaled_modified_bessel_k1
   special.spherical_bessel_j0""")
op("special.chebyshev_polynomial_t(input: Tensor | number, n: Tensor | number)", dtype=int_to_float, takes=real,
   also="""special.chebyshev_polynomial_u special.chebyshev_polynomial_v special.chebyshev_polynomial_w
   special.hermite_polynomial_h special.hermite_polynomial_he special.laguerre_polynomial_l
   special.legendre_polynomial_p special.shifted_chebyshev_polynomial_t special.shifted_chebyshev_polynomial_u
   special.shifted_chebyshev_polynomial_v special.shifted_chebyshev_polynomial_w""")
