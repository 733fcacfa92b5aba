"""The room that touches live tensors: `@checked` and all that it is made of."""
