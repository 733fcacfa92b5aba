"""Every figure of the table, printed and recorded: `python -m tests.core.ops.figures`, or `make judge`.

Names are judged as in test_against_torch.py, layers as in test_layers.py, results in `out=` as in test_out.py, OpInfos
as in tallies.py, and refusals that torch itself lists as in error_inputs.py. What came of each is written to
figures.json: `docs/generate.py` takes the agreement of each operation from it, and floors.py what nothing may fall
below. With names of OpInfos as arguments, their stories are printed, and nothing is recorded.
"""

import json
import sys
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from typing import Any

import torch

from dtensortypes.core.ops import entries, layer_table, names
from dtensortypes.core.ops.public_names import REASONS
from tests.core.ops import test_layers, test_out
from tests.core.ops.error_inputs import error_input_figures
from tests.core.ops.floors import RECORD, WORDS
from tests.core.ops.judge import Figures
from tests.core.ops.tallies import UNKNOWN_FOR_A_REASON, Tally, public_infos, shares, tally_of
from tests.core.ops.test_against_torch import FAMILIES, figures_of_name, names_of


@dataclass(frozen=True)
class Judged:
    """What came of everything."""

    by_name: Mapping[str, Figures]
    layers: Mapping[str, Figures]
    out: Figures
    tallies: list[Tally]

    @property
    def wrong(self) -> list[str]:
        several = (*self.by_name.values(), *self.layers.values(), self.out)
        return [story for one in (*several, *self.tallies) for story in one.wrong]


def judged() -> Judged:
    """Judge everything, in two processes."""
    every = [name for family in FAMILIES for name in names_of(family)]
    with ProcessPoolExecutor(2, initializer=torch.set_num_threads, initargs=(1,)) as pool:
        return Judged(
            dict(zip(every, _mapped(pool, figures_of_name, every), strict=True)),
            dict(zip(sorted(layer_table()), _mapped(pool, test_layers.figures_of, sorted(layer_table())), strict=True)),
            sum(_mapped(pool, test_out.figures_of, sorted(test_out.INFOS)), Figures()),
            _mapped(pool, tally_of, list(public_infos())),
        )


def _mapped(pool: ProcessPoolExecutor, work: Callable[[str], Any], items: list[str]) -> list[Any]:
    return list(pool.map(work, items, chunksize=8))


def recorded(found: Judged) -> str:
    """The figures as figures.json keeps them: one line for each name."""
    sections = {
        "names": {name: [figures.counts[word] for word in WORDS] for name, figures in found.by_name.items()},
        "layers": {name: [figures.counts[word] for word in WORDS] for name, figures in found.layers.items()},
        "opinfos": {
            tally.info: [
                *(int(tally.is_exact(*facets)) for facets in (("dtype", "device"), ("shape",))),
                tally.predicted,
                len(tally.missed),
            ]
            for tally in found.tallies
        },
        "shares": {name: round(share, 4) for name, share in shares(found.tallies).items()},
    }
    parts = [f'"{name}": {{\n{_lines(section)}\n}}' for name, section in sections.items()]
    return "{\n" + ",\n".join([f'"torch": "{torch.__version__.partition("+")[0]}"', *parts]) + "\n}\n"


def _lines(section: Mapping[str, Any]) -> str:
    return ",\n".join(f"{json.dumps(name)}: {json.dumps(values)}" for name, values in sorted(section.items()))


# --- what is printed


def report(found: Judged) -> Iterable[str]:
    """The figures in words."""
    total, layers = (sum(several.values(), Figures()) for several in (found.by_name, found.layers))
    lines = [entry for family in entries().values() for entry in family]
    yield f"entries: {len(lines)}, of {len(names())} names; wrong: {len(found.wrong)}"
    yield f"names:   {len(found.by_name)} judged, {total}"
    yield f"layers:  {len(found.layers)} judged, {layers}"
    yield f"out=:    {len(found.out.judged)} judged, {found.out}"
    plain, named = (sum((getattr(t, side) for t in found.tallies), Figures()) for side in ("plain", "named"))
    yield f"OpInfos: {len(found.tallies)} of public names, sizes as numbers: {plain}"
    yield f"         sizes as names: {named}"
    yield f"         devices: {', '.join(f'{word} {count}' for word, count in _devices(found.tallies).items())}"
    predicted, missed = (sum(counts) for counts in zip(*map(_mixtures, found.tallies), strict=True))
    yield f"         mixed-dtype refusals: predicted {predicted}, missed {missed}"
    yield from (f"  {share:8.2%}  {name}" for name, share in shares(found.tallies).items())
    yield f"errors that torch lists: {error_input_figures()}"
    yield from _unknown(found.tallies)
    yield from (f"wrong: {story[:300]}" for story in found.wrong)


def _mixtures(tally: Tally) -> tuple[int, int]:
    return tally.predicted, len(tally.missed)


def _devices(tallies: list[Tally]) -> dict[str, int]:
    return {word: sum(tally.devices[word] for tally in tallies) for word in ("exact", "unknown", "wrong")}


def _unknown(tallies: list[Tally]) -> Iterable[str]:
    yield "OpInfos that are not told in full:"
    for tally in tallies:
        facets = [facet for facet in ("dtype", "device", "shape") if not tally.is_exact(facet)]
        if facets:
            yield f"  {tally.info} ({', '.join(facets)}): {UNKNOWN_FOR_A_REASON.get(tally.info, 'NO REASON')}"
    yield "public names without an entry:"
    reasons: dict[str, list[str]] = {}
    for (place, pattern), reason in REASONS.items():
        reasons.setdefault(reason, []).append(f"{place}.{pattern}")
    yield from (f"  {reason}: {' '.join(patterns)}" for reason, patterns in reasons.items())


def stories(tally: Tally) -> Iterable[str]:
    """What is wrong, missed or open of one OpInfo."""
    yield f"{tally.info}: {tally.plain}; open {dict(tally.plain.open)}, with names {dict(tally.named.open)}"
    yield from (f"  wrong: {story[:300]}" for story in tally.wrong[:5])
    yield from (f"  missed: {story[:300]}" for story in tally.missed[:5])


if __name__ == "__main__":
    torch.set_num_threads(1)
    if sys.argv[1:]:
        print("\n".join(line for asked in sys.argv[1:] for line in stories(tally_of(asked))))  # noqa: T201
    else:
        everything = judged()
        RECORD.write_text(recorded(everything), "utf-8")
        print("\n".join(report(everything)))  # noqa: T201
        sys.exit(bool(everything.wrong))
