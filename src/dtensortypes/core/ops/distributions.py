"""Distributions: what is drawn of them, and how likely that is, as their parameters say."""

# An operation is read as one line, not as a column of arguments.
# fmt: off

from typing import Final

from dtensortypes.core.facts.dtype import INT64
from dtensortypes.core.ops.entry import op
from dtensortypes.core.rules.distributions import (
    batch_shape,
    density_device,
    density_dtype,
    density_shape,
    divergence_device,
    divergence_dtype,
    divergence_shape,
    drawn_back_device,
    event_shape,
    made_of,
    moved_density_device,
    multivariate,
    of_draws,
    of_members,
    of_parameters,
    one_of_two,
    promoted_density,
    regrouped,
)

# --- their parameters, one for each member of the batch

op("distributions.Normal(loc, scale, validate_args=None)", value=made_of("loc", "scale"))
op("distributions.Laplace(loc, scale, validate_args=None)", value=made_of("loc", "scale"))
op("distributions.Cauchy(loc, scale, validate_args=None)", value=made_of("loc", "scale"))
op("distributions.LogNormal(loc, scale, validate_args=None)", value=made_of("loc", "scale"))
op("distributions.StudentT(df, loc=0.0, scale=1.0, validate_args=None)", value=made_of("df", "loc", "scale"))
op("distributions.Uniform(low, high, validate_args=None)", value=made_of("low", "high"))
op("distributions.Gamma(concentration, rate, validate_args=None)", value=made_of("concentration", "rate"))
op("distributions.Beta(concentration1, concentration0, validate_args=None)",
   value=made_of("concentration1", "concentration0"))
op("distributions.Exponential(rate, validate_args=None)", value=made_of("rate"))
op("distributions.Poisson(rate, validate_args=None)", value=made_of("rate"))
op("distributions.Bernoulli(probs=None, logits=None, validate_args=None)",
   value=one_of_two(made_of("probs", "logits")))

# --- those with dims of their own for each member

op("distributions.Categorical(probs=None, logits=None, validate_args=None)",
   value=one_of_two(made_of("probs", "logits", inner=1, drawn=INT64)))
op("distributions.OneHotCategorical(probs=None, logits=None, validate_args=None)",
   value=one_of_two(made_of("probs", "logits", inner=1, event=1)))
op("distributions.Dirichlet(concentration, validate_args=None)", value=made_of("concentration", inner=1, event=1))
op("distributions.MultivariateNormal(loc, covariance_matrix=None, precision_matrix=None, scale_tril=None, "
   "validate_args=None)", value=multivariate("covariance_matrix", "precision_matrix", "scale_tril"))
op("distributions.Independent(base_distribution: Distribution, reinterpreted_batch_ndims, validate_args=None)",
   value=regrouped)

# --- what is asked of them

_USUAL: Final = "LogNormal StudentT Beta Exponential Dirichlet MultivariateNormal"
_OTHERS: Final = f"{_USUAL} Uniform Gamma Independent"
_COUNTED: Final = "Bernoulli Categorical OneHotCategorical"
"""Those whose draws have no gradients."""
_ANY: Final = "Distribution"
"""The class above them all, as which they are declared."""


def _each(classes: str, *members: str) -> str:
    """These members of the classes, as `also` takes them."""
    return " ".join(f"distributions.{cls}.{member}" for cls in classes.split() for member in members)


op("distributions.Normal.sample(self: Distribution, sample_shape=())", dtype=of_draws, device=of_draws,
   shape=of_draws, also=_each(f"Laplace Cauchy Poisson {_OTHERS} {_COUNTED} {_ANY}", "sample"))
op("distributions.Normal.rsample(self: Distribution, sample_shape=())", dtype=of_draws, device=of_draws,
   shape=of_draws, also=_each(f"Laplace Cauchy {_OTHERS} {_ANY}", "rsample"))
op("distributions.Normal.log_prob(self: Distribution, value)", dtype=promoted_density, device=density_device,
   shape=density_shape, also=f"distributions.Normal.cdf {_each('Laplace Cauchy', 'log_prob', 'cdf')}")
op("distributions.Poisson.log_prob(self: Distribution, value)", dtype=density_dtype, device=density_device,
   shape=density_shape, also=_each(f"{_USUAL} {_COUNTED}", "log_prob"))
op("distributions.Uniform.log_prob(self: Distribution, value)", dtype=density_dtype, device=drawn_back_device,
   shape=density_shape, also=_each("Independent", "log_prob"))
op("distributions.Gamma.log_prob(self: Distribution, value)", dtype=density_dtype, device=moved_density_device,
   shape=density_shape, also=_each(_ANY, "log_prob"))
op("distributions.Normal.entropy(self: Distribution)", dtype=of_members, device=of_members, shape=of_members,
   also=_each(f"Laplace Cauchy {_OTHERS} {_COUNTED} {_ANY}", "entropy"))
op("distributions.Normal.mean(self: Distribution)", dtype=of_parameters, device=of_parameters, shape=of_parameters,
   also=f"{_each(f'Laplace Cauchy Uniform Bernoulli Independent {_ANY}', 'mean', 'variance')} "
        f"distributions.Normal.variance {_each(f'Normal Laplace {_ANY}', 'stddev')}")
op("distributions.Distribution.batch_shape(self: Distribution)", value=batch_shape)
op("distributions.Distribution.event_shape(self: Distribution)", value=event_shape)

# --- how far two are from each other

op("distributions.kl_divergence(p: Distribution, q: Distribution)", dtype=divergence_dtype, device=divergence_device,
   shape=divergence_shape)
