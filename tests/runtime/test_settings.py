import pytest
from beartype import BeartypeConf

from dtensortypes import checked
from dtensortypes.runtime.settings import Settings


def test_what_is_said_stands_over_what_is_said_elsewhere():
    conf = BeartypeConf(is_pep484_tower=True)
    assert Settings("warn").over(Settings("off", conf)) == Settings("warn", conf)
    assert Settings().over(Settings("off")) == Settings("off")


@pytest.mark.parametrize("mode", ["loud", "", 1])
def test_no_mode(mode):
    with pytest.raises(ValueError, match="is no mode"):
        checked(mode=mode)


def test_no_conf():
    with pytest.raises(TypeError, match=r"conf is a beartype.BeartypeConf, not \{'is_debug': True\}"):
        checked(conf={"is_debug": True})
