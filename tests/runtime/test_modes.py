"""Which mode counts: the decorator's own, else the innermost block's, else the environment's."""

import asyncio
import os
import threading

import pytest

from dtensortypes import checking, set_checking
from dtensortypes.runtime.modes import MODES, VARIABLE, mode_of


@pytest.mark.parametrize(
    ("setting", "mode"),
    [
        ("", "error"),
        ("error", "error"),
        ("on", "error"),
        (" ON ", "error"),
        ("1", "error"),
        ("true", "error"),
        ("yes", "error"),
        ("warn", "warn"),
        ("Warn", "warn"),
        ("off", "off"),
        ("0", "off"),
        ("OFF", "off"),
        (" false ", "off"),
        ("no", "off"),
    ],
)
def test_the_environment_for_all(monkeypatch, setting, mode):
    monkeypatch.setenv(VARIABLE, setting)
    assert mode_of("anything.at_all") == mode


def test_without_an_environment(monkeypatch):
    monkeypatch.delenv(VARIABLE, raising=False)
    assert mode_of("anything") == "error"


@pytest.mark.parametrize(
    ("module", "mode"),
    [
        ("mine", "warn"),
        ("mine.models", "warn"),
        ("mine.data", "off"),
        ("mine.data.loaders", "off"),
        ("mine.data.checks", "error"),
        ("mine.database", "warn"),
        ("minerals", "error"),
        ("", "error"),
    ],
)
@pytest.mark.parametrize("order", [1, -1])
def test_the_longest_name_that_covers_a_module_counts(monkeypatch, module, mode, order):
    parts = ["error", "mine=warn", "mine.data = off", "mine.data.checks=on"]
    monkeypatch.setenv(VARIABLE, ",".join(parts[::order]))
    assert mode_of(module) == mode


@pytest.mark.parametrize(
    ("setting", "part"),
    [
        ("maybe", "'maybe'"),
        ("off,", "''"),
        ("mine=", "'mine='"),
        ("=off", "'=off'"),
        ("my-package=off", "'my-package=off'"),
        ("mine.=off", "'mine.=off'"),
        ("error,warn", "'warn'"),
        ("mine=off, mine=on", "'mine=on'"),
    ],
)
def test_an_environment_that_says_nothing(monkeypatch, setting, part):
    monkeypatch.setenv(VARIABLE, setting)
    with pytest.raises(ValueError, match="DTENSORTYPES_CHECK=") as caught:
        mode_of("mine")
    assert str(caught.value) == (
        f"{VARIABLE}={setting} is no setting, for its part {part}: "
        'write "error", "warn" or "off", and the same for a module, as in "error,mypackage.data=off"'
    )


def test_a_block_is_stronger_than_the_environment_and_an_own_mode_than_both(monkeypatch):
    monkeypatch.setenv(VARIABLE, "off")
    with checking("warn"):
        assert mode_of("mine") == "warn"
        assert mode_of("mine", "error") == "error"
    assert mode_of("mine") == "off"
    assert mode_of("mine", "warn") == "warn"


def test_the_innermost_block_that_covers_a_module_counts(monkeypatch):
    monkeypatch.delenv(VARIABLE, raising=False)
    with checking("off", module="mine"):
        with checking("warn"), checking("error", module="mine.data"):
            assert [mode_of(one) for one in ("mine.data.x", "mine", "other")] == ["error", "warn", "warn"]
        assert [mode_of(one) for one in ("mine.data", "other")] == ["off", "error"]


def test_a_block_ends_with_an_error_and_can_be_used_again():
    block = checking("off")
    for _ in range(2):
        with pytest.raises(KeyError), block, block:
            raise KeyError
        assert mode_of("mine") == "error"


def test_threads_and_tasks_have_blocks_of_their_own():
    seen = {}

    async def task(mode):
        with checking(mode):
            await asyncio.sleep(0)
            seen[mode] = mode_of("mine")

    async def tasks():
        await asyncio.gather(*map(task, MODES))

    asyncio.run(tasks())
    with checking("off"):
        thread = threading.Thread(target=lambda: seen.update(thread=mode_of("mine")))
        thread.start()
        thread.join()
    assert seen == {**{mode: mode for mode in MODES}, "thread": "error"}


def test_a_mode_is_set_for_good_in_the_environment(monkeypatch):
    monkeypatch.setenv(VARIABLE, "1")
    set_checking("warn", module="mine.data")
    assert os.environ[VARIABLE] == "error,mine.data=warn"
    set_checking("off")
    assert (mode_of("mine.data"), mode_of("mine")) == ("warn", "off")
    with checking("error"):
        assert mode_of("mine") == "error"


@pytest.mark.parametrize("use", [checking, set_checking])
def test_what_is_no_mode_and_no_module_is_refused_at_once(use):
    for mode in ("loud", "", None, "OFF"):
        with pytest.raises(ValueError, match=f'{mode!r} is no mode: write "error", "warn" or "off"'):
            use(mode)
    for module in ("my-package", "a..b", ".a", None, 3):
        with pytest.raises(ValueError, match="is no module: write its dotted name"):
            use("off", module=module)
