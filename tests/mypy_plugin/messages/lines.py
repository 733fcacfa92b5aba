"""How the tests of this folder speak of what mypy says."""


def short(error):
    """Its line and code, and the line whose call found it."""
    line, code = error.partition(":")[0], error.rpartition("[")[2].rstrip("]")
    moved = error.partition(", as line ")[2].partition(" calls")[0]
    return f"{line}: {code} as line {moved} calls" if moved else f"{line}: {code}"
