"""Passages of random programs: forms of several lines, with what they define above the `---`.

$a          a fresh name                    {1} {2}   the two tensors that the passage is about, x and y in definitions
<<a||b>>    one of these                    {3} {4}   annotations that these tensors fit
{E}         an expression of tensors        RESULT    the annotation of what the first name of the passage holds
{E:a b}     one of these names alone        {T} {S} … as in the grammar
"""

FLOW = """
if {1}.dtype == {D}:
    $a = {E}
elif {1}.is_floating_point():
    $a = {E}
else:
    $a = {1}
reveal_type($a)
===
assert {1}.dtype == {D}
reveal_type({1})
===
assert {1}.ndim == {N} and {2}.is_floating_point()
reveal_type({1})
$a = {E:{1} {2}}
reveal_type($a)
===
$i, $a = 0, {1}
while $i < <<1||2||6>>:
    $i += 1
    $a = <<$a + {2}||torch.cat([$a, $a])||$a.float()||$a.unsqueeze(0)||$a[1:]||$a.flatten()>>
    reveal_type($a)
reveal_type($a)
===
$a = {1}
for $i in range(<<2||3||7>>):
    if $i == 1:
        <<continue||break||$a = {E:{1}}||pass>>
    $a = <<torch.cat([$a, {1}], dim={K})||torch.stack([$a, $a])||$a[..., None]||$a * $i||$a @ $a.mT>>
reveal_type($a)
===
for $t, $u in <<zip({L}, ({1}, {2}))||[({1}, {2}), ({2}, {1})]||zip({1}, {2})||(({1}, {2}),)||zip({1}.split(2), {2})>>:
    reveal_type($t)
    reveal_type($u)
    $a = <<$t * 2||$u.float()||$t.sum() + $u.sum()>>
reveal_type($a)
===
for $i, $t in enumerate(<<{L}||{1}||({1}, {2})||{1}.unbind({K})>>):
    reveal_type($t)
    $a = $t + $i
reveal_type($a)
===
$l = []
for $t in <<({1}, {2})||({1}, {1})||{L}>>:
    $l.append($t<<||.float()||.half()||[None]||.sum()>>)
reveal_type($l[0])
$a = torch.<<stack||cat>>($l)
reveal_type($a)
===
$l = [{1}, {2}]
$l[<<0||1||-1>>] = {E}
reveal_type($l[0])
$l.<<append||remove||extend||insert>>({T})  # unsure
for $t in $l:
    reveal_type($t)
===
$l = <<[{1}]||[{1}, {1}]||list({1}.unbind())>>
$l <<+= [{2}]||+= [{2}, {2}]||*= 2||= $l + [{2}]||= [*$l, {2}]>>
reveal_type($l[-1])
$a, *$b = $l
reveal_type($a)
===
$d = {{"a": {1}, "b": <<{2}||{1}>>}}
$d["<<a||b||c>>"] = {E}
reveal_type($d["a"])
for $k, $t in $d.items():
    reveal_type($t)
$a = <<$d.pop("a")||$d.get("b")||[*$d.values()][0]||next(iter($d.values()))||$d.setdefault("c", {2})>>
reveal_type($a)
===
$d = {{}}
for $k, $t in (("a", {1}), ("b", {2})):
    $d[$k] = $t
reveal_type($d["a"])
$e = {{$k: $t<<||.float()||.half()||.sum()||[0]>> for $k, $t in $d.items()}}
reveal_type($e["b"])
===
$a, $b = {1}.clone(), {2}
$a, $b = <<$b, $a||$a.float(), $a||$b + $b, $a>>
reveal_type($a)
reveal_type($b)
===
($a, $b), $c = ({1}, {2}), {E}
reveal_type($b)
reveal_type($c)
===
if ($a := {E}).<<ndim > 1||is_floating_point()||dtype == torch.float32||is_cuda>>:
    reveal_type($a)
    $b = {E:$a}
else:
    $b = {1}
reveal_type($b)
===
match {1}.dtype:
    case torch.float32:
        $a = {E}
    case torch.float16 | torch.int64:
        $a = {E}
    case _:
        $a = {1}.double()
reveal_type($a)
===
match <<{1}.ndim||{1}.shape||({1}, {2})||{1}>>:
    case 1:
        $a = {E:{1}}
    case (_, _):
        $a = {E:{2}}
    case torch.Tensor() as $b:
        $a = $b.float()
    case _:
        $a = {1}
reveal_type($a)
===
$a = {1}
try:
    $a = {E}
    if flag:
        raise ValueError
    $a = {E}
except ValueError:
    <<pass||$a = {E}||$a = {2}>>
finally:
    <<pass||reveal_type($a)||$b = $a>>
reveal_type($a)
===
$a = {1} if flag else None
if $a is not None:
    reveal_type($a)
    $b = {E:$a}
else:
    $b = {2}
reveal_type($b)
$c = {2} if $a is None else $a
reveal_type($c)
===
$a = None
if flag:
    $a = {1}
if $a is None:
    $a = {E}
reveal_type($a)
===
$a = {1} if <<flag||{1}.ndim == 2||{1}.dtype == {D}||{1}.is_cuda>> else {1}.<<float()||half()||flatten()||cpu()>>
reveal_type($a)
$b = $a <<+||*||@||==>> {2}  # unsure
reveal_type($b)
===
$a = {1}
if flag:
    $a = <<$a.half()||$a.double()||$a.float()||$a.flatten()||$a[0]||$a.unsqueeze(0)||$a.cpu()||$a.to({V})>>
    if not {1}.is_floating_point():
        $a = {E}
reveal_type($a)
$a <<+=||*=||-=||/=>> {2}  # unsure
reveal_type($a)
$b = {E:$a}
reveal_type($b)
"""

VALUES = """
$d = "cuda" if torch.cuda.is_available() else "cpu"
$a = {1}.to($d)
reveal_type($a)
$b = torch.ones(1, device=<<$d||torch.device($d)>>) * $a
reveal_type($b)
===
$d = torch.device("cuda" if torch.cuda.is_available() else "cpu")
$a = <<torch.zeros(2, device=$d)||{1}.to($d)||{1}.to($d, {D})||torch.ones(1).to(device=$d)>>
reveal_type($a)
$b = $a + <<{1}||{2}||torch.ones(1)||torch.tensor(1.0)>>  # unsure
reveal_type($b)
===
$p = <<torch.float16 if flag else {D}||{1}.dtype||torch.promote_types({1}.dtype, {2}.dtype)||torch.get_default_dtype()>>
$a = <<{1}.to($p)||torch.zeros(3, dtype=$p)||{2}.type($p)||torch.full((2,), 1, dtype=$p)>>
reveal_type($a)
===
$b, *$n = {1}.shape
$a = torch.zeros($b, <<3||$b||$b + 1||$b * 2>>)
reveal_type($a)
$c = {1}.<<view($b, -1)||reshape(-1, $b)||reshape($b * 1, -1)||expand(2, $b, *$n)||view(*$n, $b)>>
reveal_type($c)
===
$b, $n = {1}.shape
$a = {1}.<<reshape($n, $b)||view($b * $n)||view($b, 1, $n)||view($b, $n // 1, -1)||T.reshape($b, $n)||unflatten(1, (1, $n))>>
reveal_type($a)
$m = torch.arange($n) < <<3||$n||$b||{S}>>
reveal_type($m)
$c = {1}<<[:, $m]||[:, :$b]||[..., : $n // 2]||[:$b, -1]||[torch.arange($b), 0]>>
reveal_type($c)
$d = torch.cat([{1}, <<$a||{1}.new_zeros($b, 2)||torch.zeros(1, $n)||{1}>>], <<0||1||-1>>)
reveal_type($d)
===
$n = {1}.size(<<0||-1>>)
for $i in range(<<2||3>>):
    $n = <<$n * 2||$n + 1||$n - 1||$n // 2>>
    $a = torch.zeros($n, {1}.shape[0])
    reveal_type($a)
reveal_type($a)
===
$a = {1}.clone()
$a[<<0||...||:, 0||..., 0||$a > 0||1:||None||:>>] = <<{2}||{1}||1||0.5||{T}[0]>>
reveal_type($a)
$a.<<t_()||squeeze_()||unsqueeze_({K})||transpose_(0, -1)||relu_()||sub_({2})||mul_(2)||round_()||clamp_(min=0)>>
reveal_type($a)
===
$a = <<{1}.clone() if flag else {2}.clone()||{1}.clone()>>
$a.<<sub_(1)||add_({2})||unsqueeze_(0)||mul_({2})||squeeze_()||t_()||fill_(2)||copy_({2})>>
reveal_type($a)
===
$a = {1}.clone()
$a.data = {2}
reveal_type($a)
===
torch.set_default_dtype({D})
$a = <<torch.zeros(3)||torch.tensor([1.0, 2.0])||torch.rand(2, 2)||torch.arange(0.5, 3)||torch.ones(2) * 2||{1} / 2>>
reveal_type($a)
$m = nn.Linear(2, 2)
reveal_type($m.weight)
torch.set_default_dtype(torch.float32)
$b = $a + <<{1}||torch.zeros(())||1.5>>
reveal_type($b)
===
with torch.device({V}):
    $a = <<torch.ones(2)||torch.arange(3)||torch.zeros_like({1})||torch.tensor(1)||nn.Linear(2, 2).weight>>
    reveal_type($a)
$b = $a + 1
reveal_type($b)
===
with torch.autocast("cpu", dtype=torch.<<bfloat16||float16>>):
    $a = <<{1} @ {2}||{1} @ {1}.mT||nn.Linear({1}.shape[-1], 2)({1})||F.linear({1}, {1})||torch.mm({1}, {2})>>
    reveal_type($a)
    $b = <<$a + {1}||$a.softmax(-1)||F.mse_loss($a, $a)||$a.sum()||$a.float()||torch.cat([$a, $a.float()])>>
    reveal_type($b)
$c = $a <<+||*||@||-||<>> <<{1}||{2}||$b||1>>  # unsure
reveal_type($c)
===
$n = {1}.cpu().numpy()
$m = <<$n.astype(np.float32)||$n.astype("int64")||$n * 2||$n / 2||$n.T||$n[0]||np.stack([$n, $n])||$n.reshape(-1)||$n + 0.5>>
$a = torch.<<from_numpy||as_tensor||tensor>>($m)
reveal_type($a)
$b = $a <<+||*||@>> <<{1}||1||{2}>>  # unsure
reveal_type($b)
===
$n = np.<<random.rand(3, 4)||zeros((2, 3))||arange(4)||linspace(0, 1, 5)||ones(3, dtype=np.float16)||array([1, 2])||array([0.5])||eye(3)>>
reveal_type(torch.as_tensor($n))
$a = torch.from_numpy(<<$n||$n.mean(axis=0)||$n.astype(np.float32)||$n[None]||np.concatenate([$n, $n])||np.sqrt($n)||$n > 0>>)
reveal_type($a)
$b = <<torch.tensor(float($n.max()))||{1} * $n.max()||torch.tensor($n.shape)||torch.tensor($n.mean())||$a.float()>>
reveal_type($b)
===
$d = DataLoader(TensorDataset(<<{1}, {2}||{1}||{1}, {1}.float()||{1}, {1}[:, 0]>>), batch_size=2)
for $t in $d:
    reveal_type($t[0])
===
for $t, $u in DataLoader(TensorDataset({1}, {1}<<||.sum(-1)||.float()>>), batch_size=<<2||len({1})>>):
    reveal_type($t)
    reveal_type($u)
$a = $t + <<$u||{1}||{2}>>  # unsure
===
$d = DataLoader(TensorDataset(<<{1}, {2}||{1}, {1}.float()||{1}, torch.arange(len({1}))||{1}, {1}>>), batch_size=<<2||len({1})>>)
$a, $b = next(iter($d))
reveal_type($a)
for $i, ($t, $u) in enumerate($d):
    reveal_type($u)
===
$p = nn.Parameter({1}<<||.float()||.clone()>>)
$a = ($p * {2}).sum()
reveal_type($a)
$a.backward()
reveal_type($p.grad)
===
$l = [$t<<||.float()||.sum()||[0]||.shape||.dtype>> for $t in ({1}, {2})<<|| if $t.ndim > 0|| if flag>>]
reveal_type($l)
$a = <<$l[0]||[[$t for $t in $l] for _ in range(2)][0][0]||next(iter($l))||$l[-1]>>
reveal_type($a)
===
$a = <<sum($t.sum() for $t in ({1}, {2}))||max(({1}, {2}), key=len)||[*map(torch.relu, [{1}])][0]||(lambda t, u=1: t * u)({1})>>
reveal_type($a)
===
$f = <<torch.relu||F.gelu||torch.Tensor.float||{1}.half||lambda t=1: {2} * t||functools.partial(torch.sum, dim=0)||getattr(torch, "exp")>>
$a = <<$f({1})||$f()>>
reveal_type($a)
===
$a = {{"f": torch.relu, "g": torch.sigmoid}}["<<f||g>>"]({1})
reveal_type($a)
===
$l = <<[(t, u) for t in [{1}] for u in [{2}]]||list(zip([{1}], [{2}]))||sorted([({1}, {2})], key=str)||[*enumerate([{1}])]>>
$t, $u = $l[0]
reveal_type($t)
reveal_type($u)
"""  # noqa: E501 - a choice stands in one line

FUNCTIONS = """
def $f(x, y=None, dtype=torch.float32):
    if y is None:
        return {E:x}
    return {E:x y}.to(dtype)
---
$a = $f({1})
reveal_type($a)
$b = $f({1}, {2})
reveal_type($b)
$c = $f({1}, dtype={D})
reveal_type($c)
===
def $f(x, y):
    a = {E:x}
    if <<flag||x.ndim > 1||y.is_floating_point()||a.dtype == {D}>>:
        return {E:a y}
    for b in (x, y):
        a = <<b.float()||a + 1||torch.relu(a)||b>>
    return a<<||, y||.half()>>
---
flag = <<True||False>>
$a = $f({1}, {2})
reveal_type($a)
===
def $f(*xs, **how):
    return torch.stack([x.to(**how) for x in xs])
---
$a = $f({1}, <<{1}||{2}>>, dtype={D})
reveal_type($a)
===
def $f(x, n):
    return x if n == 0 else $f(<<x * 2||x.float()||x[None]>>, n - 1)
---
$a = $f({1}, <<0||1||3>>)
reveal_type($a)
===
def $g(x):
    return {E:x}
def $f(x, y):
    return <<$g(x), {E:y}||$g({E:y})||[$g(x), y]||{{"a": $g(x)}}["a"]||$g(x).float()||$g($g(x))>>
---
$a = $f({1}, {2})
reveal_type($a)
$b = <<$a[0]||$a||$f({2}, {1})||$f(x={1}, y={2})>>
reveal_type($b)
===
def $f(x):
    def inner(t):
        return {E:t x}
    return inner
---
$a = $f({1})({2})
reveal_type($a)
===
def $f(x):
    for i in range(2):
        yield {E:x}
---
for $t in $f({1}):
    reveal_type($t)
$a = <<list($f({1}))[0]||next($f({1}))||torch.stack(list($f({1})))||sum($f({1}))||[*map(torch.relu, $f({1}))][-1]>>
reveal_type($a)
===
@checked
def $f(x: {3}) -> Iterator[<<torch.Tensor]:
    yield x||Any]:
    yield x.float()||tuple[torch.Tensor, int]]:
    yield x, 1>>
---
$l = list($f({1}))  # declared
reveal_type($l[0])
===
def $f(x, y):
    return {E:x y}
---
$p = functools.partial($f, <<{1}||y={2}>>)
$a = $p({1})
reveal_type($a)
$l = list(map($f, [{1}], [{2}]))
reveal_type($l[0])
===
def $d(fn):
    @functools.wraps(fn)
    def inner(*args):
        return fn(*args)<<||.half()||.float()>>
    return inner
@$d
def $f(x):
    return {E:x}
---
$a = $f({1})
reveal_type($a)
===
def $f(fn, x):
    return fn(<<x||x.float()||{E:x}>>)
---
$a = $f(<<torch.relu||lambda t: t.float()||torch.Tensor.half||torch.sum||F.softmax>>, {1})
reveal_type($a)
===
def $f(x: T) -> T:
    return x
---
$a = $f(<<{1}||({1}, {2})[0]||[{1}][0]||{1}.float()>>)
reveal_type($a)
{2} = $f({1})
reveal_type({2})
===
@checked
def $f(x: Tensor[DT, VT, "<<...||*batch||_ ...>>"]) -> Tensor[DT, VT, "<<...||*batch||_ ...>>"]:
    return x<<||.clone()||.contiguous()>>
---
$a = $f({<<1||2>>})
reveal_type($a)
===
@checked
def $f(x: {3}, y: {4}) -> RESULT:
    reveal_type(x)
    a = {E:x y}
    reveal_type(a)
    return a
---
$a = $f({1}, {2})  # declared
reveal_type($a)
$b = $f(<<{1}, {T}||{T}, {2}||{2}, {1}||y={2}, x={1}>>)  # declared
reveal_type($b)
===
@checked
def $f(x: {3}, y: <<Any||torch.Tensor | None>> = None) -> RESULT:
    a = x
    if y is not None:
        a = {E:x y}
    while a.ndim < 2:
        a = a[None]
    for t in a:
        reveal_type(t)
    reveal_type(a)
    return {E:a}
---
$a = $f({1}, {2})  # declared
reveal_type($a)
===
def $f(x: torch.Tensor, scale: float = 2.0, *, keep: bool = <<True||False>>) -> torch.Tensor:
    if keep:
        return x * scale
    return {E:x}
---
$a = $f({1})
reveal_type($a)
$b = $f({1}, 1.5, keep=<<True||False||flag>>)
reveal_type($b)
===
$G = <<torch.ones(1)||torch.tensor(2)||torch.float16||torch.zeros(2, dtype=torch.float64)||"cpu"||3>>
def $f(x):
    return x<<.to($G)|| * $G|| + torch.zeros((), dtype=torch.float16)||.flatten()[:$G]>>
---
$a = $f({1})
reveal_type($a)
===
@overload
def $f(x: int) -> int: ...
@overload
def $f(x: torch.Tensor) -> torch.Tensor: ...
def $f(x: Any) -> Any:
    return x * 2
---
$a = $f(<<{1}||1>>)
reveal_type($a)
===
def $f(x: torch.Tensor) -> tuple[torch.Tensor, <<int]:
    return {E:x}, x.shape[0]||torch.Tensor]:
    return {E:x}, x||torch.dtype]:
    return {E:x}, x.dtype||torch.Size]:
    return {E:x}, x.shape>>
---
$a, $b = $f({1})
reveal_type($a)
reveal_type($b)
===
@functools.<<cache||lru_cache(2)>>
def $f(n: int) -> <<torch.Tensor||Any>>:
    return torch.<<zeros(n)||arange(n)||eye(n).half()>>
---
$a = $f({N}) <<+||*>> <<{1}||1>>
reveal_type($a)
===
@torch.autocast("cpu", dtype=torch.bfloat16)
def $f(x, y):
    return <<x @ y||x @ x.mT||x + y||F.linear(x, x)>>
---
$a = $f({1}, {2})
reveal_type($a)
===
@torch.no_grad()
def $f(x, y):
    out = {E:x y}
    out <<+=||*=>> <<1||x||y>>
    return out
---
$a = $f({1}, {2})
reveal_type($a)
===
def $f(x):
    try:
        return {E:x}
    except RuntimeError:
        return x
    finally:
        x = None
---
$a = $f({1})
reveal_type($a)
===
def $f(x, y):
    if x.dtype != y.dtype:
        y = y.to(x.dtype)
    if x.device != y.device:
        y = y.to(x.device)
    while y.dim() < x.dim():
        y = y.unsqueeze(-1)
    return <<x + y||torch.maximum(x, y)||x, y||y>>
---
$a = $f({1}, {2})
reveal_type($a)
===
def $f(x, n):
    if n:
        return x
    return None
---
$a = $f({1}, <<1||0||flag>>)
reveal_type($a)
$b = $a.float() if $a is not None else {2}
reveal_type($b)
===
def $f(fn: Callable[[torch.Tensor], torch.Tensor], x: torch.Tensor) -> torch.Tensor:
    return fn(x)
---
$a = $f(<<torch.relu||lambda t: t.half()||torch.Tensor.float||nn.ReLU()>>, {1})
reveal_type($a)
===
def $g(x):
    yield x
    yield {E:x}
def $f(x):
    yield from $g(x)
---
for $t in $f({1}):
    reveal_type($t)
$a = <<next(iter($f({1})))||torch.stack([t.float() for t in $f({1})])||[*$f({1})][-1]>>
reveal_type($a)
===
def $f(x):
    match <<x.ndim||x.dtype||x||len(x.shape)>>:
        case <<1||torch.float32||torch.Tensor()||2>>:
            return {E:x}
    return x
---
$a = $f({1})
reveal_type($a)
"""

CLASSES = """
@checked
@dataclasses.dataclass
class $C:
    x: {3}
    y: <<torch.Tensor||Any>>
    def half(self):
        return $C(self.x.half(), self.y)
---
$r = $C({1}, {2})  # declared
reveal_type($r.x)
reveal_type($r.y)
$r.y = {2}.clone()
reveal_type($r.y)
$s = dataclasses.replace($r, y={2})
reveal_type($s.y)
$a = $r.x <<+||*>> $r.y  # unsure
reveal_type($a)
===
@dataclasses.dataclass
class $C:
    dtype: torch.dtype = <<torch.float16||torch.float32||torch.int64>>
    device: str = "cpu"
    size: int = 3
---
$c = $C(<<||torch.float64||dtype={1}.dtype||size=4>>)
$a = torch.zeros($c.size, dtype=$c.dtype, device=$c.device)
reveal_type($a)
$b = {1}.to($c.dtype)
reveal_type($b)
===
class $C:
    count = <<torch.zeros(())||torch.zeros(1, dtype=torch.int64)>>
    def __init__(self, x, y):
        self.x = x
        self.y = {E:y}
        self.z: <<Any||torch.Tensor | None>> = None
    def step(self, t):
        self.y = <<self.y + t||t||self.y.half()||self.x * 2>>
        self.z = t
        return self.y
    @property
    def both(self):
        return self.x, self.y
    @staticmethod
    def joined(x, y):
        return {E:x y}
    @classmethod
    def made(cls, x):
        return cls(x, x)
---
$o = $C({1}, {2})
reveal_type($o.y)
$a = $o.step({1})
reveal_type($a)
reveal_type($o.y)
reveal_type($o.z)
reveal_type($o.both[0])
$b = $C.joined({1}, {2})
reveal_type($b)
$c = $C.made({1}).x <<+||*>> $C.count
reveal_type($c)
===
class $C(torch.utils.data.Dataset[Any]):
    @checked
    def __init__(self, x: {3}) -> None:
        self.x = x
        self.seen: list[torch.Tensor] = []
    def add(self, t: torch.Tensor) -> torch.Tensor:
        self.seen.append(t)
        return torch.cat([self.x, *self.seen])
    def __call__(self, t: Any) -> Any:
        reveal_type(self.x)
        return self.x <<+||*||@>> t
    def __getitem__(self, i: int) -> Any:
        return self.x[i]
    def __len__(self) -> int:
        return len(self.x)
class $B($C):
    def __call__(self, t: Any) -> Any:
        return super().__call__(t).float()
---
$o = <<$B||$C>>({1})  # declared
$a = $o({2})
reveal_type($a)
$b = $o.add({1})
reveal_type($b)
reveal_type($o[0])
for $t in DataLoader($o, batch_size=2):
    reveal_type($t)
===
@checked
class $C(NamedTuple):
    x: <<{3}||torch.Tensor>>
    y: <<torch.Tensor||Any>>
---
$r = $C({1}, {2})  # declared
reveal_type($r.x)
$a, $b = $r
reveal_type($b)
$s = $r._replace(y={1})
reveal_type($s.y)
reveal_type($s[0])
===
class $C(TypedDict):
    x: torch.Tensor
    y: <<torch.Tensor||Any>>
def $f(batch):
    return {{k: v.<<float||half||sum>>() for k, v in batch.items()}}
---
$r: $C = {{"x": {1}, "y": {2}}}
reveal_type($r["x"])
$a = $f($r)["y"]
reveal_type($a)
===
class $P(Protocol):
    def __call__(self, x: torch.Tensor, /) -> torch.Tensor: ...
@checked
def $f(fn: $P, x: {3}) -> Any:
    a = fn(x)
    reveal_type(a)
    return a
---
$a = $f(<<torch.relu||torch.Tensor.half||nn.ReLU()>>, {1})  # declared
reveal_type($a)
===
@dataclasses.dataclass
class $C:
    x: torch.Tensor
    y: torch.Tensor
class $D(torch.utils.data.Dataset[Any]):
    def __init__(self, x, y):
        self.x, self.y = x, y
    def __len__(self):
        return min(len(self.x), len(self.y))
    def __getitem__(self, i):
        return $C(self.x[i], self.y[i])
def $f(items):
    return $C(torch.stack([item.x for item in items]), torch.stack([item.y<<||.float()>> for item in items]))
---
$d = DataLoader($D({1}, {2}), batch_size=2, collate_fn=$f)
for $t in $d:
    reveal_type($t.x)
    $a = $t.y
    reveal_type($a)
===
@dataclasses.dataclass
class $C:
    x: torch.Tensor
    y: torch.Tensor | None = None
---
$r = $C({1}<<||, {2}>>)
match $r:
    case $C(x=$a, y=None):
        $b = $a.float()
    case $C(x=$a, y=torch.Tensor() as $b):
        pass
reveal_type($a)
$c = $r.y if $r.y is not None else $r.x
reveal_type($c)
===
class $C(TypedDict, total=False):
    x: torch.Tensor
    y: torch.Tensor
def $f(x) -> $C:
    return {{"x": x, "y": {E:x}}}
---
$r = $f({1})
reveal_type($r["y"])
$a = <<$r.get("x", {2})||$r["x"]>>
reveal_type($a)
===
class $P(Protocol):
    weight: torch.Tensor
    def scale(self, x: torch.Tensor) -> torch.Tensor: ...
class $C:
    def __init__(self, weight: torch.Tensor) -> None:
        self.weight = weight
    def scale(self, x: torch.Tensor) -> torch.Tensor:
        return x * self.weight
def $f(p: $P, x):
    return p.scale(x) + p.weight
---
$a = $f($C({1}), {2})
reveal_type($a)
"""

MODULES = """
class $C(nn.Module):
    def __init__(self, a, b=3):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(a, a) for _ in range(2)])
        self.out = nn.Linear(a, b)
    def forward(self, x):
        for layer in self.layers:
            x = <<F.relu(layer(x))||x + layer(x)||layer(x)>>
        return self.out(x)<<||, x||.softmax(-1)>>
---
$m = $C({1}.shape[-1]<<||, {N}>>)
$a = $m({1}<<||.float()>>)
reveal_type($a)
$m.<<half()||to({D})||to({V})||double()||eval()||out.half()>>
$b = $m({1}<<||.half()||.double()||.float()>>)  # unsure
reveal_type($b)
===
class $C(nn.Module):
    def __init__(self, a: int) -> None:
        super().__init__()
        self.register_buffer("mask", torch.<<ones(a)||tril(torch.ones(a, a))||zeros(a, dtype=torch.float64)||arange(a)>>)
        self.scale = <<torch.tensor(2.0)||nn.Parameter(torch.ones(a))||2.0||torch.ones(a, dtype=torch.float16)>>
        self.last: Any = None
    @checked
    def forward(self, x: <<torch.Tensor||Any||{3}>>) -> Any:
        self.last = x
        reveal_type(self.scale)
        reveal_type(self.mask)
        return <<x * self.scale||x + self.mask||x.masked_fill(self.mask > 0, 0)||x * self.scale + self.mask||x @ self.mask>>
---
$m = $C({1}.shape[-1])<<||.half()||.to({V})||.double()||.to({1}.device)||.to({1})>>
$a = $m({1})  # declared
reveal_type($a)
reveal_type($m.scale)
reveal_type($m.mask)
reveal_type($m.last)
===
class $B(nn.Module):
    def __init__(self, a: int) -> None:
        super().__init__()
        self.fc = nn.Linear(a, a<<||, bias=False||, dtype=torch.float64>>)
        self.norm = nn.<<LayerNorm(a)||Identity()||ReLU()>>
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.norm(self.fc(x))
class $C($B):
    def __init__(self, a: int, depth: int = 2) -> None:
        super().__init__(a)
        self.blocks = nn.Sequential(*[$B(a) for _ in range(depth)])
        self.heads = nn.ModuleDict({{"a": nn.Linear(a, 2), "b": $B(a)}})
    def encode(self, x: torch.Tensor) -> torch.Tensor:
        return self.blocks(super().forward(x))
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        h = self.encode(x<<||.to(self.fc.weight.dtype)||.to(next(self.parameters()).device)>>)
        return self.heads["<<a||b>>"](h)<<||.float()|| + x>>
---
$m = $C({1}.shape[-1])<<||.to({D})||.half()||.to({1}.dtype)>>
$a = $m({1})
reveal_type($a)
reveal_type($m.fc.weight)
reveal_type($m.heads["a"].weight)
$n = copy.deepcopy($m).<<half()||double()||cpu()||to({V})>>
$b = $n({1})  # unsure
reveal_type($b)
$c = $m.encode({1})
reveal_type($c)
===
class $C(nn.Module):
    def __init__(self, dim, heads):
        super().__init__()
        self.heads = heads
        self.qkv = nn.Linear(dim, 3 * dim)
    def forward(self, x):
        b, n, d = x.shape
        q, k, v = self.qkv(x).chunk(3, dim=-1)
        q = q.view(b, n, self.heads, d // self.heads).transpose(1, 2)
        k, v = (t.reshape(b, n, self.heads, -1).transpose(1, 2) for t in (k, v))
        out = <<F.scaled_dot_product_attention(q, k, v)||(q @ k.mT).softmax(-1) @ v||torch.einsum("bhid,bhjd->bhij", q, k) @ v>>
        return out.transpose(1, 2).reshape(b, n, d)
---
$m = $C({1}.shape[-1], 1)<<||.to({1}.dtype)||.half()>>
$a = $m({1})
reveal_type($a)
===
$m = nn.Linear({1}.shape[-1], <<2||{N}||{S}>>)
if flag:
    $m.<<half()||to({D})||to({V})||double()>>
reveal_type($m.weight)
$a = $m({1})  # unsure
reveal_type($a)
===
$m = nn.Linear({1}.shape[-1], 2)
$m = <<$m.half() if flag else $m||$m.to({D})||copy.deepcopy($m).double()||nn.Sequential($m, nn.ReLU())||$m.to({1})>>
$a = $m({1})  # unsure
reveal_type($a)
===
$m = nn.Linear({1}.shape[-1], 2)
$n = nn.Linear({1}.shape[-1], 2, dtype=<<torch.float16||torch.float64||torch.float32>>)
for $p in ($m, $n):
    reveal_type($p.weight)
$l = [$p({1}) for $p in [$m, <<$n||$m>>]]  # unsure
reveal_type($l[0])
$n.load_state_dict($m.state_dict())
reveal_type($n.weight)
for $q in $m.parameters():
    reveal_type($q)
===
def $f(model, x, y):
    out = model(x)
    loss = F.<<mse_loss||l1_loss>>(out, <<out||y||torch.zeros_like(out)>>)
    return loss, out
---
$m = nn.Sequential(nn.Linear({1}.shape[-1], 4), nn.<<ReLU||GELU||Tanh||Dropout>>(), nn.Linear(4, 2))<<||.half()||.double()||.to({1}.device)>>
$a, $b = $f($m, {1}<<||.float()>>, {2})
reveal_type($a)
reveal_type($b)
$o = torch.optim.SGD($m.parameters(), lr=0.1)
$a.backward()
$o.step()
reveal_type($m[0].weight.grad)
===
class $C(nn.Module):
    def __init__(self, a, dtype=torch.float32):
        super().__init__()
        self.w = nn.Parameter(torch.<<zeros(a, 2||ones(2, a||empty(a>>, dtype=dtype))
        self.fc = nn.Linear(a, 2, dtype=dtype)
        self.list = [torch.ones(a)]
    def forward(self, x, y=None):
        if y is not None:
            x = x + y
        with torch.<<no_grad()||autocast("cpu", dtype=torch.bfloat16)||enable_grad()>>:
            z = self.fc(x)
        return <<z||x @ self.w||z + self.w||x * self.list[0]||F.linear(x, self.fc.weight)||z.to(x.dtype)>>
---
$m = $C({1}.shape[-1]<<||, {1}.dtype||, dtype=torch.float64||, {D}>>)
$a = $m({1})
reveal_type($a)
$b = $m({1}, {2})  # unsure
reveal_type($b)
$m.fc = nn.Linear(2, 3)
reveal_type($m.fc.weight)
===
$m = nn.<<MultiheadAttention({1}.shape[-1], 1, batch_first=True)||LSTM({1}.shape[-1], 4)||GRU({1}.shape[-1], 4, batch_first=True)>>
$a, $b = $m(<<{1}, {1}, {1}||{1}>>)
reveal_type($a)
===
$m = nn.<<Conv1d({1}.shape[1], 4, 3||ConvTranspose1d({1}.shape[1], 2, 2||Conv1d({1}.shape[1], 2, 1>><<||, padding=1||, stride=2>>)<<||.half()||.to({1}.dtype)>>
$a = $m({1})
reveal_type($a)
===
class $C(torch.utils.data.Dataset[Any]):
    @checked
    def __init__(self, x: <<torch.Tensor||{3}||Any>>, y: torch.Tensor) -> None:
        self.x, self.y = x, y
    def __len__(self) -> int:
        return len(self.x)
    def __getitem__(self, i: int) -> <<tuple[torch.Tensor, torch.Tensor]:
        return self.x[i], self.y||dict[str, torch.Tensor]:
        return {{"x": self.x[i]}}||torch.Tensor:
        return self.x[i].float()||tuple[torch.Tensor, int]:
        return self.x[i], 1>>
---
$d = DataLoader($C({1}, {2}), batch_size=2)  # declared
for $t in $d:
    $a = <<$t[0]||$t["x"]||$t[1]>>
    reveal_type($a)
===
$p = functools.partial(nn.Linear, {1}.shape[-1], <<bias=False||dtype={1}.dtype||dtype={D}>>)
$m = $p(out_features=3)
$a = $m({1})
reveal_type($a)
reveal_type($m.weight)
===
$m = nn.<<Linear({1}.shape[-1], 3)||LayerNorm({1}.shape[-1])||Identity()||Flatten(0)>><<||.half()||.to({1}.dtype)>>
$f = functools.partial(<<$m, {1}||$m.forward, {1}||F.linear, {1}, $m.weight>>)
$a = $f()
reveal_type($a)
$l = list(map($m, [{1}, {1}]))
reveal_type($l[0])
===
class $B(nn.Module):
    @checked
    def forward(self, x: {3}) -> Any:
        return {E:x}
class $C($B):
    def forward(self, x: Any) -> Any:
        return super().forward(x)<<||.float()||.sum()>>
---
$m = <<$C()||nn.Sequential($B(), nn.ReLU())||$B()>>
$a = $m({1})  # declared
reveal_type($a)
"""  # noqa: E501 - a choice stands in one line


def passages(text: str) -> tuple[str, ...]:
    """The passages of a text, which a line of `===` parts."""
    return tuple(one.strip("\n") for one in text.split("\n==="))


PASSAGES = {
    "flow": passages(FLOW),
    "values": passages(VALUES),
    "functions": passages(FUNCTIONS),
    "classes": passages(CLASSES),
    "modules": passages(MODULES),
}
