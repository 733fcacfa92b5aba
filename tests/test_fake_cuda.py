"""Whole programs run on a CUDA device that is not there, and leave nothing behind."""

import tempfile
from contextlib import nullcontext
from pathlib import Path

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

import tests.fake_cuda as fake_cuda_module
from tests.fake_cuda import HAS_CUDA, fake_cuda, skip_without

without_cuda = pytest.mark.skipif(HAS_CUDA, reason="a real device is used, and keeps its numbers")


@pytest.fixture
def cuda():
    with fake_cuda():
        yield


@pytest.mark.usefixtures("cuda")
class TestPrograms:
    @pytest.mark.parametrize("optimizer", [torch.optim.SGD, torch.optim.AdamW])
    def test_train(self, optimizer):
        model = nn.Sequential(nn.Conv2d(3, 8, 3), nn.BatchNorm2d(8), nn.ReLU(), nn.Flatten(), nn.Linear(288, 10)).cuda()
        steps = optimizer(model.parameters(), lr=0.1)
        for _ in range(2):
            steps.zero_grad()
            loss = F.cross_entropy(model(torch.randn(4, 3, 8, 8).cuda()), torch.randint(0, 10, (4,), device="cuda"))
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            steps.step()
        assert isinstance(loss.item(), float)
        assert all(p.grad is not None and p.grad.is_cuda for p in model.parameters())

    def test_train_in_mixed_precision(self):
        model = nn.Linear(3, 3).to("cuda")
        steps, scaler = torch.optim.SGD(model.parameters(), lr=0.1), torch.amp.GradScaler("cuda")
        with torch.autocast("cuda"):
            output = model(torch.randn(2, 3, device="cuda"))
        scaler.scale(output.float().sum()).backward()
        scaler.unscale_(steps)
        scaler.step(steps)
        scaler.update()
        assert output.dtype is torch.float16

    @pytest.mark.parametrize("batch", [{"pin_memory": True}, {"pin_memory": True, "shuffle": True}])
    def test_load_pinned_batches(self, batch):
        items = TensorDataset(torch.randn(10, 3), torch.zeros(10))
        for x, y in DataLoader(items, batch_size=5, **batch):
            assert x.device.type == "cpu"
            assert x.to("cuda", non_blocking=True).is_cuda
            assert y.shape == (5,)

    def test_attend(self):
        q = torch.randn(2, 4, 8, 16, device="cuda", dtype=torch.float16, requires_grad=True)
        F.scaled_dot_product_attention(q, q, q).sum().backward()
        assert q.grad is not None
        assert q.grad.dtype is torch.float16
        layer = nn.TransformerEncoderLayer(16, 4, batch_first=True).cuda()
        assert layer(torch.randn(2, 3, 16, device="cuda")).is_cuda

    @pytest.mark.parametrize("device", ["cpu", "cuda"])
    def test_a_loss_has_the_dtype_of_its_kernel(self, device):
        x, y = torch.zeros(3, dtype=torch.float16, device=device), torch.zeros(3, device=device)
        assert F.huber_loss(x, y).dtype is torch.float16

    def test_recur(self):
        output, _ = nn.LSTM(4, 5).cuda().half()(torch.randn(3, 2, 4, device="cuda").half())
        assert (output.dtype, output.is_cuda, output.shape) == (torch.float16, True, (3, 2, 5))

    def test_index(self):
        x = torch.randn(5, 3, device="cuda")
        x[0] = 1.0
        assert x[0, 1:].is_cuda
        assert x[x > 0].ndim == 1
        assert x[torch.tensor([0, 1], device="cuda")].shape == (2, 3)

    def test_save_and_load(self):
        model = nn.Linear(2, 3).cuda()
        with tempfile.TemporaryDirectory() as folder:
            torch.save(model.state_dict(), Path(folder) / "model.pt")
            model.load_state_dict(torch.load(Path(folder) / "model.pt", map_location="cuda"))
        assert model.weight.is_cuda

    def test_set_the_default_device(self):
        torch.set_default_device("cuda")
        assert torch.zeros(3).is_cuda
        assert nn.Linear(2, 2).weight.is_cuda

    def test_ask_torch_cuda(self):
        assert torch.cuda.is_available()
        assert torch.cuda.device_count() >= 1
        torch.cuda.synchronize()
        torch.cuda.manual_seed_all(0)
        torch.cuda.empty_cache()
        with torch.cuda.device(torch.cuda.current_device()):
            assert torch.zeros(1, device=torch.device("cuda")).get_device() == 0


@pytest.mark.usefixtures("cuda")
class TestModules:
    def test_parameters_stay_parameters(self):
        model = nn.Linear(2, 2).to("cuda").half()
        assert isinstance(model.weight, nn.Parameter)
        assert (model.weight.dtype, model.weight.is_cuda, model.weight.requires_grad) == (torch.float16, True, True)

    def test_a_shared_parameter_stays_shared(self):
        model = nn.ModuleDict({"embed": nn.Embedding(5, 4), "head": nn.Linear(4, 5, bias=False)})
        model["head"].weight = model["embed"].weight
        model.cuda()
        assert model["head"].weight is model["embed"].weight

    def test_a_parameter_referred_to_elsewhere_can_move(self):
        model = nn.Linear(2, 2)
        elsewhere = list(model.parameters())
        assert model.cuda().weight.is_cuda
        assert len(elsewhere) == 2


@pytest.mark.usefixtures("cuda")
class TestRefusals:
    @pytest.mark.parametrize(
        "mix",
        [
            lambda cpu, cuda: cpu + cuda,
            lambda cpu, cuda: cuda @ cpu.T,
            lambda cpu, cuda: torch.cat([cpu, cuda]),
            lambda cpu, cuda: torch.stack([cpu.sum(), cuda.sum()]),
            lambda cpu, _: nn.Linear(3, 3).cuda()(cpu),
            lambda _, cuda: nn.Linear(3, 3)(cuda),
        ],
    )
    def test_devices_do_not_mix(self, mix):
        with pytest.raises(RuntimeError, match="Expected all tensors to be on the same device"):
            mix(torch.zeros(2, 3), torch.zeros(2, 3, device="cuda"))

    def test_devices_do_not_mix_where_places_are_sought(self):
        with pytest.raises(RuntimeError, match="boundaries on"):
            torch.bucketize(torch.tensor(1.0), torch.ones(3, device="cuda"))

    def test_devices_do_not_mix_in_a_convolution(self):
        with pytest.raises(RuntimeError, match=r"Input type \(torch.*FloatTensor\) and weight type"):
            nn.Conv2d(3, 4, 3).cuda()(torch.zeros(1, 3, 8, 8))

    def test_numpy_is_on_the_cpu(self):
        with pytest.raises(TypeError, match="can't convert cuda:0 device type tensor to numpy"):
            torch.zeros(3, device="cuda").numpy()
        with pytest.raises(TypeError, match="can't convert cuda:0 device type tensor to numpy"):
            np.asarray(torch.zeros(3, device="cuda"))

    def test_numpy_has_no_gradient(self):
        with pytest.raises(RuntimeError, match="Can't call numpy"):
            torch.zeros(3, requires_grad=True).numpy()

    def test_backward_needs_a_scalar_and_a_gradient(self):
        with pytest.raises(RuntimeError, match="only for scalar outputs"):
            torch.zeros(3, device="cuda", requires_grad=True).exp().backward()
        with pytest.raises(RuntimeError, match="does not require grad"):
            torch.zeros((), device="cuda").backward()


@pytest.mark.usefixtures("cuda")
class TestNumbers:
    @pytest.mark.parametrize("dtype", [np.float64, np.float32, np.int32])
    def test_there_and_back(self, dtype):
        array = torch.from_numpy(np.ones(3, dtype=dtype)).cuda().cpu().numpy()
        assert (array.dtype, array.shape) == (dtype, (3,))

    @without_cuda
    def test_a_number_is_zero(self):
        x = torch.ones(2, device="cuda")
        assert (x.sum().item(), x.tolist(), bool(x.any())) == (0.0, [0.0, 0.0], False)

    def test_gradients(self):
        x = torch.ones(3, device="cuda", requires_grad=True)
        (gradient,) = torch.autograd.grad((x * x).sum(), x)
        (x * x).sum().backward()
        assert x.grad is not None
        assert gradient.shape == x.grad.shape == (3,)
        assert gradient.is_cuda
        assert x.grad.is_cuda


class TestWhatIsLeft:
    @without_cuda
    def test_nothing(self):
        def world():
            return [torch.cuda.is_available, torch.accelerator.is_available, nn.Module._apply, torch.Tensor.backward,
                    torch.autograd.backward, torch.Tensor.pin_memory, torch.get_default_device(),
                    type(torch.zeros(1))]  # fmt: skip

        before = world()
        for _ in range(20):
            with fake_cuda():
                torch.set_default_device("cuda")
                nn.Linear(2, 2)(torch.zeros(1, 2)).sum().backward()
        assert world() == before

    @without_cuda
    def test_nothing_after_an_error(self):
        def program():
            torch.set_default_device("cuda")
            raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError), fake_cuda():
            program()
        assert torch.zeros(1).device.type == "cpu"
        assert not torch.cuda.is_available()

    def test_the_real_engine_still_works(self):
        with fake_cuda():
            survivor = torch.ones(3, device="cuda", requires_grad=True).exp()
        x = torch.ones(3, requires_grad=True)
        (2 * x).sum().backward()
        assert x.grad is not None
        assert x.grad.tolist() == [2.0, 2.0, 2.0]
        assert survivor.is_cuda


def test_a_machine_without_cuda_can_be_played_too():
    with fake_cuda(available=False):
        assert not torch.cuda.is_available()
        assert torch.cuda.device_count() == 0


@without_cuda
def test_several_devices():
    with fake_cuda(devices=2):
        assert torch.cuda.device_count() == 2
        assert torch.zeros(1, device="cuda:1").get_device() == 1


@pytest.mark.parametrize(
    ("names", "there"),
    [(("cuda:0", "cpu"), True), (("cuda", "meta"), True), (("cuda:0", "cuda:1"), False), (("mps",), False)],
)
def test_a_machine_with_one_device_has_no_second(names, there, monkeypatch):
    monkeypatch.setattr(fake_cuda_module, "HAS_CUDA", True)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 1)
    with nullcontext() if there else pytest.raises(pytest.skip.Exception, match=f"and no {names[-1]}"):
        skip_without(*names)


@without_cuda
def test_a_machine_without_any_fakes_them_all():
    skip_without("cuda:7", "mps", "xpu:1")
