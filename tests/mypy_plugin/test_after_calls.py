"""What a body has given an attribute is not believed after a call that may have given it something else."""

from tests.mypy_plugin.checking import program

LAYERS = program("""
# mypy: disable-error-code="no-untyped-def, no-untyped-call, no-any-return, assignment"
class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layer = nn.Linear(3, 3)
        self.other = nn.Linear(3, 3)
    def build(self, kind):
        self.layer = kind(3, 3)
    def forward(self, x: Tensor[Int64, CPU, "n"]) -> Any:
        self.layer = nn.Linear(4, 4)
        self.other = nn.Linear(4, 4)
        self.build(nn.Embedding)
        self.layer(x)
        return self.other(x)
class Below(Net):
    def again(self, x: Tensor[Int64, CPU, "n"]) -> Any:
        self.layer = nn.Linear(4, 4)
        self.plain = torch.zeros(3)
        torch.relu(self.plain)
        print(self.plain)
        reveal_type(self.plain)
        return self.layer(x)
""")


def test_a_layer_that_a_method_replaces_is_not_called_as_the_one_before():
    said = [text for text in LAYERS.messages if "[tensor-" in text]
    assert [text.partition(":")[0] for text in said] == ["14", "22"]
    assert "float" in said[0]


def test_torchs_and_pythons_functions_give_no_attribute_another_value():
    assert LAYERS.revealed == ['Tensor[Float32, CPU, "3"]']
