"""More passages of random programs, in the forms that users' programs have: see `passages.py` for the notation."""

from tests.fuzz.passages import passages

STATE = """
class $C:
    scale = <<2||torch.ones(1)||torch.tensor(0.5)||None>>
    def __init__(self, x, size=<<3||None||(2, 3)>>):
        self.x = x
        self.size = <<size||x.shape||x.shape[0]||x.ndim||list(x.shape)||x.size(-1)>>
        self.dtype, self.device = x.dtype, x.device
        self.seen = []
        self.best = None
        self.count = 0
    def step(self, t):
        self.seen.append(t)
        self.count += 1
        if self.best is None or <<len(self.seen) > 1||t.numel() > self.best.numel()||self.count > 1>>:
            self.best = <<t||t.float()||t.detach()||t.sum()>>
        self.x = <<t||self.x||self.x.to(t.dtype)||t.to(self.dtype)||{E:t}>>
        self.size = <<t.shape||t.shape[0]||t.ndim||self.size>>
        return <<self.best||self.x||torch.zeros(t.shape, dtype=self.dtype, device=self.device)>>
    def __len__(self):
        return self.count
---
$o = $C({1})
reveal_type($o.size)
$a = $o.step({2})
reveal_type($a)
reveal_type($o.x)
reveal_type($o.best)
reveal_type($o.size)
$b = torch.zeros(len($o), dtype=$o.dtype)
reveal_type($b)
===
class $C:
    def __init__(self, x):
        self.x = x
        self.reset()
    def reset(self):
        self.total = <<torch.zeros(())||self.x * 0||self.x.sum()||torch.zeros_like(self.x)||0>>
        self.parts = <<[]||{{}}||[self.x]>>
    def update(self, t):
        self.total = self.total + <<t||t.sum()||t.float().mean()>>
        return self
    @property
    def mean(self):
        return self.total / 2
---
$o = $C({1})
reveal_type($o.total)
$a = $o.update({1}).mean
reveal_type($a)
for $i in range(2):
    $o.update({2})  # unsure
reveal_type($o.total)
$o.reset()
reveal_type($o.mean)
===
class $B:
    def __init__(self, x):
        self.x = self.prepare(x)
    def prepare(self, x):
        return x
class $C($B):
    def prepare(self, x):
        return {E:x}
    def __call__(self, y):
        return self.x, y
---
$o = <<$C||$B>>({1})
reveal_type($o.x)
$p = $C({2})
$a, $b = $p({1})
reveal_type($a)
reveal_type($b)
===
$G = {{}}
$H = None
def $f(x):
    global $H
    if $H is None:
        $H = <<x||x.float()||torch.zeros(x.shape)||x.sum()>>
    $G["last"] = x
    return $H
---
$a = $f({1})
reveal_type($a)
$b = $f({2})
reveal_type($b)
reveal_type($G["last"])
===
def $f():
    kept = None
    count = 0
    def add(t):
        nonlocal kept, count
        kept = t if kept is None else <<kept + t||t||torch.cat([kept, t])||kept>>
        count += 1
        return kept
    return add
---
$g = $f()
$a = $g({1})
reveal_type($a)
$b = $g({1})
reveal_type($b)
===
@dataclasses.dataclass
class $C:
    x: torch.Tensor
    mask: torch.Tensor | None = None
    sizes: list[int] = dataclasses.field(default_factory=list)
    def to(self, *args, **kwargs):
        moved = {{f.name: getattr(self, f.name) for f in dataclasses.fields(self)}}
        return $C(**{{k: v.to(*args, **kwargs) if isinstance(v, torch.Tensor) else v for k, v in moved.items()}})
    def __post_init__(self):
        if self.mask is None:
            self.mask = torch.ones(self.x.shape<<||[:1]>>, dtype=torch.bool)
        self.sizes.append(self.x.shape[0] if self.x.ndim else 0)
---
$r = $C(<<{1}||x={1}||{1}, {2}>>)
reveal_type($r.mask)
$s = $r.to(<<{D}||{V}||torch.float16>>)
reveal_type($s.x)
$a = torch.zeros($r.sizes)
reveal_type($a)
"""

CONTROL = """
def $f(x, mode="<<sum||mean||none||cat>>", keep=False):
    if mode == "sum":
        out = x.sum()
    elif mode == "mean":
        out = x.float().mean(<<||-1, keepdim=keep>>)
    elif mode == "cat":
        return torch.cat([x, x])
    else:
        out = x
    if keep:
        return out, x.dtype
    return out
---
$a = $f({1})
reveal_type($a)
$b = $f({1}, <<"sum"||"mean"||"cat"||mode="none">>)
reveal_type($b)
$c = $f({1}, keep=<<True||flag>>)
reveal_type($c)
===
$l, $n = [], 0
for $i, $t in enumerate(<<({1}, {2})||[{1}, {1}]||{1}.split(1)||{1}>>):
    if $i == 0<<|| and flag>>:
        continue
    $n += $t.shape[0] if $t.ndim else 1
    $l.append($t)
    if len($l) > 1:
        break
else:
    $n = -1
$a = torch.zeros(max($n, 1))
reveal_type($a)
$b = $l[-1] if $l else {2}
reveal_type($b)
===
$a = {1}
while $a.<<ndim < 3||dim() > 1||numel() > 4||shape[0] > 2 if $a.ndim else False>>:
    $a = $a<<.unsqueeze(0)||.sum(0)||[: $a.shape[0] // 2]||[0]||[None]||.flatten()[1:]>>
    if $a.ndim > 3 or $a.numel() < 2:
        break
reveal_type($a)
===
$a, $b = {1}, None
try:
    $b = <<{1} @ {2}||{1} + {2}||torch.cat([{1}, {2}])||{1}.reshape(7, -1)||{1}[{2}]>>
except (RuntimeError, IndexError):
    $b = <<{2}||None||$a>>
else:
    $a = $b
reveal_type($a)
reveal_type($b)
===
$d = {{"x": {1}}}
try:
    $a = $d["<<x||y>>"]
except KeyError:
    $a = {2}
reveal_type($a)
===
match <<"sum"||"keep"||{1}.ndim||{1}.dtype||({1}, 1)||[{1}, {2}]>>:
    case "sum" | 1:
        $a = {1}.sum()
    case torch.float32:
        $a = {1}.half()
    case [$b, torch.Tensor() as $c]:
        $a = $b + $c.sum()
    case [torch.Tensor() as $b, int()] if $b.ndim > 1:
        $a = $b[0]
    case _:
        $a = {1}
reveal_type($a)
===
$a = {1} if {1}.ndim > 1 else {1}[None]
$b = ({2} if flag else {1}) if $a.is_floating_point() else $a.float()
reveal_type($a)
reveal_type($b)
$c = <<$a and 1||($a, $b)[flag]||$a if flag else None||[$a, $b][0 if flag else 1]>>
reveal_type($c)
===
def $f(x, depth=<<2||0>>):
    for _ in range(depth):
        x = <<x.flatten()||x.float()||x[None]||torch.relu(x)>>
        if x.ndim > 3:
            return x
    while True:
        if x.numel() >= 0:
            break
    assert isinstance(x, torch.Tensor)
    return x
---
$a = $f({1})
reveal_type($a)
$b = $f({2}, <<1||depth=0||3>>)
reveal_type($b)
===
def $f(x):
    if not <<torch.is_tensor(x)||isinstance(x, torch.Tensor)>>:
        x = torch.as_tensor(x)
    if x.dtype <<==||!=||is||is not>> {D}:
        x = x.<<float||long||half>>()
    if <<x.ndim == 1||len(x.shape) == 1||x.dim() < 2>>:
        x = x<<.unsqueeze(0)||[None, :]||[None]>>
    return x
---
$a = $f({1})
reveal_type($a)
$b = $f(<<[1.0, 2.0]||3||np.ones(3)||[1, 2]||{2}>>)
reveal_type($b)
"""

PLACES = """
$a = {1}.clone()
$b = <<$a||$a.view(-1)||$a.t() if $a.ndim == 2 else $a||$a[...]||$a.detach()||$a.data>>
$b.<<zero_()||mul_(2)||unsqueeze_(0)||squeeze_()||t_()||add_(1)||fill_(1)||resize_(3)||clamp_(0, 1)>>
reveal_type($a)
reveal_type($b)
===
$a = torch.empty(<<0||{1}.shape||2, 3>><<||, dtype={1}.dtype||, device={1}.device>>)
torch.<<add({1}, {1}||mul({1}, 2||matmul({1}, {1}||sum({1}, 0||abs({1}||exp({1}>>, out=$a)
reveal_type($a)
===
$l = [{1}, {2}]
$m = <<$l||$l[:]||list($l)||[*$l]||$l.copy()>>
$m[0] = {E}
$m.append({2})
reveal_type($l[0])
reveal_type($m[-1])
$l.reverse()
reveal_type($l[0])
$a = $m.pop(<<||0||-1>>)
reveal_type($a)
===
$d = {{"x": {1}, "n": {1}.shape[0] if {1}.ndim else 1, "dtype": {1}.dtype}}
$d["x"] = <<$d["x"].float()||{2}||{E}>>
$d["n"] = <<$d["n"] + 1||3||{2}.numel()>>
$d["new"] = {2}
reveal_type($d["x"])
$a = torch.zeros($d["n"], dtype=$d["dtype"])
reveal_type($a)
$e = <<dict($d)||{{**$d, "x": {2}}}||$d | {{"x": {2}}}||$d.copy()>>
reveal_type($e["x"])
===
$n = list({1}.shape)
$n<<[0] = 1||.append(1)||.insert(0, 2)||[-1] = 2|| += [1]|| = $n[1:]||.pop()||.reverse()>>
$a = torch.zeros(<<$n||*$n||tuple($n)>>)
reveal_type($a)
$b = {1}.<<reshape||expand||view||repeat>>(<<$n||*$n>>)
reveal_type($b)
===
$n = {1}.shape
$m, $k = <<$n[:-1], $n[-1]||$n[0], $n[1:]||$n.numel(), tuple($n)||len($n), [*$n]>>
$a = {1}.<<reshape(*$m, $k)||reshape($m, *$k)||reshape($m)||new_zeros($k)||new_ones($m)||view(*$m, $k // 1)>>
reveal_type($a)
===
$a, ($b, *$c) = {1}, ({2}, {1}, {2})
reveal_type($b)
reveal_type($c)
$a, $b = $b, $a
reveal_type($a)
$t = (*$c, $a)
reveal_type($t[-1])
===
$s = torch.Size((2, 3)) + <<{1}.shape||(1,)||torch.Size([4])>>
$a = torch.ones($s)
reveal_type($a)
===
$p = {1}.cpu().numpy()
$q = <<torch.from_numpy($p)||torch.tensor($p.tolist())||torch.tensor([$p.shape[0], 2])||torch.from_numpy($p.astype(np.float32))>>
$p <<+=||*=>> <<1||2>>
reveal_type($q)
$a = $q.numpy()<<||.sum()||.mean(0)||.reshape(-1)||[0]||.astype(int)>>
$b = torch.as_tensor($a)
reveal_type($b)
===
$a = torch.stack([<<t||t.float()||t.sum()||t[0]>> for t in ({1}, {1})])
reveal_type($a)
$b, $c = [torch.cat(list(ts)) for ts in zip(*[({1}, {2}), ({1}, {2})])]
reveal_type($b)
reveal_type($c)
$d = {{str(i): t for i, t in enumerate(<<$a||[{1}, {2}]>>)}}
reveal_type($d["1"])
$e = sorted([{1}.sum(), {1}.amax()], key=float)
reveal_type($e[0])
"""  # noqa: E501 - a choice stands in one line

TRAINING = """
class $C(nn.Module):
    def __init__(self, sizes, <<act=nn.ReLU||norm=None||act=nn.Tanh, bias=True>>):
        super().__init__()
        layers = []
        for a, b in zip(sizes[:-1], sizes[1:]):
            layers += [nn.Linear(a, b)]
            layers.append(nn.<<ReLU||Identity||Tanh||Dropout>>())
        self.net = nn.Sequential(*layers<<||[:-1]>>)
        self.depth = len(layers)
    def forward(self, x):
        return self.net(x)
---
$m = $C([{1}.shape[-1], 4, <<2||{1}.shape[-1]>>])
$a = $m({1}<<||.float()>>)
reveal_type($a)
$m.net[0] = nn.Linear({1}.shape[-1], <<4||3>>)
$b = $m({1}<<||.float()>>)  # unsure
reveal_type($b)
===
def $f(model, loader, optimizer, criterion=None):
    criterion = criterion or nn.<<MSELoss()||L1Loss()>>
    total, seen, losses = 0.0, 0, []
    model.train()
    for x, y in loader:
        optimizer.zero_grad()
        out = model(x)
        loss = criterion(out, <<out.detach()||torch.zeros_like(out)>>)
        loss.backward()
        optimizer.step()
        total += loss.item()
        seen += x.size(0)
        losses.append(loss<<||.item()||.detach()>>)
    return total / seen, losses
---
$m = nn.Linear({1}.shape[-1], 2)
$d = DataLoader(TensorDataset({1}<<||.float()>>, torch.zeros(len({1}))), batch_size=2<<||, shuffle=True>>)
$a, $b = $f($m, $d, torch.optim.<<SGD($m.parameters(), lr=0.1)||Adam($m.parameters())>>)
reveal_type($a)
reveal_type($b)
$c = torch.<<tensor||stack>>($b)
reveal_type($c)
===
@torch.no_grad()
def $f(model, x):
    model.eval()
    out = model(x)
    if isinstance(out, tuple):
        out = out[0]
    probs = out.<<softmax(-1)||sigmoid()||argmax(-1)>>
    best, index = probs.max(<<-1||0>>)
    return {{"probs": probs, "best": best, "index": index.tolist()}}
---
$m = nn.<<Linear({1}.shape[-1], 3)||GRU({1}.shape[-1], 3)||LSTM({1}.shape[-1], 2, batch_first=True)>><<||.to({1}.dtype)>>
$r = $f($m, {1}<<||.float()>>)
reveal_type($r["probs"])
reveal_type($r["best"])
===
$m = nn.Linear({1}.shape[-1], 2)
with torch.autocast("cpu", dtype=torch.bfloat16<<||, enabled=flag||, enabled=False>>):
    $a = $m({1}<<||.float()>>)
    reveal_type($a)
    $b = F.mse_loss($a<<||.float()>>, torch.zeros_like($a<<||.float()>>))
    reveal_type($b)
    with torch.autocast("cpu", enabled=False):
        $c = <<$m({1}.float())||$a * 2||$a.float() @ $m.weight>>
        reveal_type($c)
$d = $a <<+||*>> <<$b||1||$a.float()>>  # unsure
reveal_type($d)
===
class $C(nn.Module):
    def __init__(self, dim, depth=2, heads=None):
        super().__init__()
        self.pos = nn.Parameter(torch.<<zeros(1, 16, dim)||randn(dim)||zeros(dim, dtype=torch.float64)>>)
        self.blocks = nn.ModuleList()
        for _ in range(depth):
            self.blocks.append(nn.<<Linear(dim, dim)||LayerNorm(dim)>>)
        self.head = nn.Linear(dim, heads) if heads else nn.Identity()
        self.cache = None
        self.apply(self._init)
    def _init(self, m):
        if isinstance(m, nn.Linear):
            nn.init.zeros_(m.bias)
    def forward(self, x, mask=None, return_all=False):
        x = x + self.pos<<||[:, : x.shape[1]] if x.ndim == 3 else x||.mean()>>
        outs = []
        for i, block in enumerate(self.blocks):
            x = block(x)<<|| + x||.relu()>>
            outs.append(x)
        if mask is not None:
            x = x.masked_fill(<<mask||~mask||mask == 0>>, <<0||-1e9||float("-inf")>>)
        self.cache = x
        return (self.head(x), outs) if return_all else self.head(x)
---
$m = $C({1}.shape[-1]<<||, heads=3||, 1||, depth=0>>)<<||.to({1}.dtype)||.eval()>>
$a = $m({1}<<||, {1} > 0||, mask={2}>>)
reveal_type($a)
$b = $m({1}, return_all=<<True||flag>>)
reveal_type($b)
reveal_type($m.cache)
reveal_type($m.pos)
===
class $C(nn.Module):
    def __init__(self, a):
        super().__init__()
        self.register_buffer("mean", torch.zeros(a)<<||, persistent=False>>)
        self.count = torch.tensor(0)
        self.momentum = 0.1
    def forward(self, x):
        if self.training:
            with torch.no_grad():
                self.mean <<*= 0.9||.mul_(0.9)||= self.mean * 0.9||.copy_(x.float().mean(tuple(range(x.ndim - 1))))>>
                self.count <<+= 1||= self.count + 1>>
        return <<(x - self.mean) / self.count||x * self.momentum||x - self.mean.to(x.dtype)>>
---
$m = $C({1}.shape[-1])<<||.to({D})||.half()||.to({1}.device)||.eval()>>
$a = $m({1})
reveal_type($a)
reveal_type($m.mean)
reveal_type($m.count)
===
$m = nn.ModuleDict({{"a": nn.Linear({1}.shape[-1], 2), "b": nn.Linear({1}.shape[-1], 3)}})
$l = {{$k: $n({1}<<||.float()>>) for $k, $n in $m.items()}}
reveal_type($l["a"])
$m["a"] = nn.Linear({1}.shape[-1], 4<<||, dtype=torch.float64>>)
$a = $m["a"]({1}<<||.float()||.double()>>)  # unsure
reveal_type($a)
===
def $f(batch):
    xs, ns = zip(*batch)
    size = max(len(x) for x in xs)
    out = torch.zeros(len(xs), size<<||, *xs[0].shape[1:]>><<||, dtype=xs[0].dtype>>)
    for i, x in enumerate(xs):
        out[i, : len(x)] = x
    return out, torch.<<tensor(ns)||as_tensor(ns, dtype=torch.float32)>>
---
$a, $b = $f([({1}, 1), ({2}, <<2||0.5>>)])
reveal_type($a)
reveal_type($b)
for $t, $u in DataLoader([({1}, 1), ({1}, 2)], batch_size=2, collate_fn=$f):
    reveal_type($t)
    reveal_type($u)
"""  # noqa: E501 - a choice stands in one line

HABITS = {
    "state": passages(STATE),
    "control": passages(CONTROL),
    "places": passages(PLACES),
    "training": passages(TRAINING),
}
