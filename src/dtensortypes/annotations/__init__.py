"""The names users write: `Tensor`, its dtypes and its devices."""
