"""The type of a size that has a name, for type checkers: `b, n = x.shape` gives two of them."""


class Size(int):
    """An `int` that is the size of a dim; at run time sizes are plain integers."""
