"""What a random program may say: each line a form, its slots in braces filled by `programs.py`.

{T} a tensor    {L} a list of tensors    {A} an array    {M} a module    {P} a dtype    {V} a device
{S} a size      {N} a small number       {F} a float     {K} a dim       {D} a dtype's name
"""

DTYPES = {
    "Float16": "torch.float16",
    "BFloat16": "torch.bfloat16",
    "Float32": "torch.float32",
    "Float64": "torch.float64",
    "Int32": "torch.int32",
    "Int64": "torch.int64",
    "UInt8": "torch.uint8",
    "Bool": "torch.bool",
}
SIZES = {"b": 5, "n": 7, "m": 11, "k": 13}
"""The sizes of the names: none of them 1, none of them a number that a program says."""

# Nothing that gives another shape to the tensor itself: of its other names mypy knows nothing.
OPERATORS = (
    *("{T} + {T}", "{T} - {T}", "{T} * {T}", "{T} / {T}", "{T} // {T}", "{T} % {T}", "{T} ** 2", "{T} @ {T}"),
    *("{T} & {T}", "{T} | {T}", "{T} ^ {T}", "{T} < {T}", "{T} == {T}", "{T} != {N}", "~{T}", "-{T}", "abs({T})"),
    *("{T} + {N}", "{N} * {T}", "{T} * {F}", "{F} - {T}", "{T} / {N}", "{T} // {N}", "{T} > {F}", "1 - {T}"),
    *("{N} / {T}", "{T} ** {F}", "2 ** {T}", "{T} << 1", "{T} @ {T}.mT", "{T}.T @ {T}", "{T} * True", "{T} + {S}"),
)
CASTS = (
    *("{T}.half()", "{T}.float()", "{T}.double()", "{T}.long()", "{T}.int()", "{T}.bool()", "{T}.bfloat16()"),
    *("{T}.to({D})", "{T}.to({P})", "{T}.to({V})", "{T}.to({V}, {D})", "{T}.to(dtype={D})", "{T}.to(device={V})"),
    *("{T}.to({T})", "{T}.type_as({T})", "{T}.type({D})", "{T}.cpu()", "{T}.to({T}.dtype)", "{T}.to({T}.device)"),
    *("{T}.to(device={T}.device, dtype={D})", "{T}.clone()", "{T}.detach()", "{T}.contiguous()", "{T}.byte()"),
    *("{T}.to({D}, non_blocking=True)", "{T}.to({V}, copy=True)", "{T}.requires_grad_()", "{T}.detach().cpu()"),
    *("{T}.real", "{T}.data", "torch.clone({T})", "{T}.view({D})", "{T}.type('torch.FloatTensor')", "{T}.char()"),
)
REDUCTIONS = (
    *("{T}.sum()", "{T}.sum({K})", "{T}.mean()", "{T}.mean({K}, keepdim=True)", "{T}.sum(dim=({K}, {K}))"),
    *("{T}.max()", "{T}.max({K}).values", "{T}.max({K})[1]", "{T}.argmax({K})", "{T}.argmax()", "{T}.amax({K})"),
    *("{T}.min({K}, keepdim=True)[0]", "{T}.any()", "{T}.all({K})", "{T}.prod()", "{T}.std({K})", "{T}.var()"),
    *("{T}.norm()", "{T}.norm(dim={K})", "torch.logsumexp({T}, {K})", "{T}.cumsum({K})", "{T}.median()"),
    *("torch.sum({T}, {K}, dtype={D})", "{T}.sum(dtype={D})", "{T}.mean(dtype={D})", "{T}.sort({K}).indices"),
    *("{T}.topk(2).values", "{T}.topk(2, {K})[1]", "torch.count_nonzero({T})", "{T}.cumprod({K})", "{T}.nanmean()"),
    *("torch.linalg.norm({T})", "{T}.var_mean({K})[0]", "{T}.unique()", "torch.max({T}, {T})", "{T}.argsort({K})"),
    *("torch.aminmax({T})[0]", "{T}.logcumsumexp({K})", "{T}.quantile({F})", "{T}.diff()", "{T}.mode().values"),
)
VIEWS = (
    *("{T}.view(-1)", "{T}.reshape(-1)", "{T}.flatten()", "{T}.flatten({K})", "{T}.reshape({S}, -1)", "{T}.T"),
    *("{T}.view({S}, {S})", "{T}.reshape({S}, {S})", "{T}.unsqueeze({K})", "{T}.squeeze()", "{T}.squeeze({K})"),
    *("{T}.transpose({K}, {K})", "{T}.permute({K}, {K})", "{T}.permute(1, 0)", "{T}.mT", "{T}.swapaxes({K}, {K})"),
    *("{T}.permute(2, 0, 1)", "{T}.view({S}, {S}, {S})", "{T}.expand({S}, -1)", "{T}.expand(-1, {S})"),
    *("{T}[0]", "{T}[-1]", "{T}[{N}]", "{T}[:, 0]", "{T}[:, :{N}]", "{T}[..., None]", "{T}[None]", "{T}[1:]"),
    *("{T}[:, None]", "{T}[..., -1]", "{T}[::2]", "{T}[:-1]", "{T}[{T}]", "{T}[:, {T}]", "{T}[{T} > 0]", "{T}[[0, 1]]"),
    *("{T}[0, ...]", "{T}[:{S}]", "{T}[..., :{S}]", "{T}[{T}, 0]", "{T}[{T}, {T}]", "{T}[0, 1]", "{T}[True]"),
    *("{T}.repeat({N}, 1)", "{T}.repeat({N}, {N}, 1)", "{T}.expand_as({T})", "{T}.view_as({T})", "{T}.movedim(0, -1)"),
    *("{T}.chunk(2)[0]", "{T}.split({N})[0]", "{T}.split({N}, {K})[-1]", "{T}.unbind()[0]", "{T}.narrow({K}, 0, 2)"),
    *("{T}.select({K}, 1)", "{T}.index_select({K}, {T})", "{T}.gather({K}, {T})", "{T}.masked_fill({T}, {F})"),
    *(
        "{T}.clone().t_()",
        "{T}.clone().unsqueeze_(0)",
        "copy.deepcopy({T})",
        "{T}.roll(1, {K})",
        "{T}.flip({K})",
        "{T}.tril()",
        "{T}.diagonal()",
        "{T}.unfold({K}, 2, 1)",
        "{T}.t()",
    ),
    *("{T}.masked_select({T})", "{T}.repeat_interleave(2, {K})", "{T}.unflatten({K}, ({S}, -1))", "{T}.nonzero()"),
    *("{T}.reshape({T}.shape)", "{T}.reshape({T}.shape[0], -1)", "{T}.view({T}.size(0), -1)", "{T}.expand({T}.shape)"),
    *("{T}.view({T}.shape[:-1] + (-1,))", "{T}.view(*{T}.shape[:1], -1)", "{T}.reshape((*{T}.shape, 1))"),
)
JOINS = (
    *(
        "torch.cat([{T}, {T}])",
        "torch.cat([{T}, {T}], dim={K})",
        "torch.stack([{T}, {T}])",
        "torch.cat(({T}, {T}), -1)",
    ),
    *("torch.stack([{T}, {T}], dim={K})", "torch.cat({L})", "torch.stack({L}, {K})", "torch.hstack([{T}, {T}])"),
    *("torch.vstack(({T}, {T}))", "torch.cat([{T}, {T}, {T}], {K})", "torch.where({T} > 0, {T}, {T})", "sum({L})"),
    *(
        "torch.where({T}, {T}, {F})",
        "torch.where({T}, {N}, {T})",
        "torch.cat([*{L}, {T}])",
        "torch.broadcast_to({T}, ({S}, {S}))",
    ),
    *("torch.maximum({T}, {T})", "torch.cartesian_prod({T}, {T})", "torch.meshgrid({T}, {T}, indexing='ij')[0]"),
    *("torch.cat([t[None] for t in {L}])", "torch.stack([t.sum() for t in {L}])", "torch.cat(list({T}.split(2)))"),
    *("torch.cat([t.flatten() for t in ({T}, {T})])", "torch.broadcast_tensors({T}, {T})[0]", "{L}[0] + {T}"),
)
CONTRACTIONS = (
    *(
        "torch.matmul({T}, {T})",
        "torch.mm({T}, {T})",
        "torch.bmm({T}, {T})",
        "{T}.matmul({T}.mT)",
        "torch.dot({T}, {T})",
    ),
    *(
        "torch.einsum('ij,ij->i', {T}, {T})",
        "torch.einsum('ij,jk->ik', {T}, {T})",
        "torch.einsum('ij,kj->ik', {T}, {T})",
    ),
    *("torch.einsum('bij,bkj->bik', {T}, {T})", "torch.einsum('ij->ji', {T})", "torch.einsum('...i,...i', {T}, {T})"),
    *("torch.outer({T}, {T})", "torch.addmm({T}, {T}, {T})", "torch.tensordot({T}, {T}, dims=1)", "torch.mv({T}, {T})"),
    *(
        "torch.baddbmm({T}, {T}, {T})",
        "torch.kron({T}, {T})",
        "torch.linalg.inv({T} @ {T}.mT)",
        "torch.cdist({T}, {T})",
    ),
)
FUNCTIONS = (
    *("F.relu({T})", "F.softmax({T}, dim=-1)", "{T}.softmax({K})", "F.gelu({T})", "torch.sigmoid({T})", "{T}.exp()"),
    *("F.log_softmax({T}, {K})", "{T}.clamp(0, 1)", "{T}.clamp(min={F})", "torch.sqrt({T})", "{T}.tanh()", "{T}.abs()"),
    *("F.dropout({T}, 0.5)", "F.layer_norm({T}, {T}.shape[-1:])", "F.layer_norm({T}, ({S},))", "F.normalize({T})"),
    *("F.linear({T}, {T})", "F.linear({T}, {T}, {T})", "F.pad({T}, (1, 1))", "F.pad({T}, (0, {N}, 1, 0))"),
    *("F.mse_loss({T}, {T})", "F.cross_entropy({T}, {T})", "F.l1_loss({T}, {T}, reduction='none')"),
    *("F.nll_loss({T}, {T})", "F.binary_cross_entropy_with_logits({T}, {T})", "F.smooth_l1_loss({T}, {T})"),
    *("F.one_hot({T})", "F.one_hot({T}, 4)", "F.embedding({T}, {T})", "F.cosine_similarity({T}, {T})", "{T}.round()"),
    *("F.conv1d({T}, {T})", "F.avg_pool1d({T}, 2)", "F.max_pool1d({T}, 2)", "F.interpolate({T}, scale_factor=2)"),
    *("F.scaled_dot_product_attention({T}, {T}, {T})", "F.kl_div({T}, {T})", "F.conv1d({T}, {T}, padding=1)"),
    *("torch.add({T}, {T}, alpha=2)", "torch.mul({T}, {N})", "torch.pow({T}, {T})", "torch.lerp({T}, {T}, {F})"),
    *("torch.addcmul({T}, {T}, {T})", "torch.div({T}, {T}, rounding_mode='floor')", "torch.remainder({T}, {N})"),
    *("{T}.eq({T})", "{T}.logical_and({T})", "{T}.isnan()", "torch.isclose({T}, {T})", "{T}.sign()", "{T}.floor()"),
    *("{T}.scatter({K}, {T}, {T})", "{T}.index_add({K}, {T}, {T})", "{T}.bitwise_and({T})", "torch.atan2({T}, {T})"),
    *(
        "{T}.fill_diagonal_(0)",
        "torch.bucketize({T}, {T})",
        "torch.bincount({T})",
        "{T}.multinomial(2)",
        "torch.polar({T}, {T})",
    ),
    *("F.huber_loss({T}, {T})", "F.batch_norm({T}, None, None, training=True)", "F.group_norm({T}, 1)", "F.glu({T})"),
    *(
        "torch.clamp({T}, {T}, {T})",
        "{T}.addmm({T}, {T})",
        "torch.cross({T}, {T})",
        "{T}.bernoulli()",
        "{T}.reciprocal()",
    ),
)
FACTORIES = (
    *("torch.zeros({S}, {S})", "torch.ones({S})", "torch.randn({S}, {S}, {S})", "torch.zeros({S}, dtype={D})"),
    *("torch.zeros(({S}, {S}), dtype={D}, device={V})", "torch.arange({S})", "torch.arange(0, {S}, 2)"),
    *(
        "torch.arange({S}, dtype={D})",
        "torch.arange({F}, 4.0)",
        "torch.full(({S}, {S}), {F})",
        "torch.full(({S},), {N})",
    ),
    *(
        "torch.full(({S},), True)",
        "torch.tensor([1, 2, 3])",
        "torch.tensor([1.0, {F}])",
        "torch.tensor({F}, dtype={D})",
    ),
    *("torch.tensor([[1, 2], [3, 4]], device={V})", "torch.tensor([True, False])", "torch.empty({S}, device={V})"),
    *("torch.zeros_like({T})", "torch.ones_like({T}, dtype={D})", "torch.randn_like({T})", "{T}.new_zeros({S})"),
    *(
        "{T}.new_ones({S}, {S}, dtype={D})",
        "torch.full_like({T}, {F})",
        "torch.zeros({T}.shape)",
        "{T}.new_tensor([1.0])",
    ),
    *("torch.zeros({T}.shape, device={T}.device)", "torch.ones({T}.size(-1), dtype={T}.dtype)", "torch.eye({S})"),
    *("torch.linspace(0, 1, {S})", "torch.randint(0, 3, ({S},))", "torch.rand({S}, dtype={P})", "torch.randperm({S})"),
    *("torch.ones({S}, device={V})", "torch.ones({S}).to({V})", "torch.rand({S}, {S}, device={T}.device)"),
    *(
        "torch.tensor({T}.shape)",
        "torch.tensor([{S}, {S}])",
        "torch.empty(0, dtype={D})",
        "torch.zeros(())",
        "{T}.new_full(({S},), {N})",
    ),
    *(
        "torch.from_numpy({A})",
        "torch.as_tensor({A})",
        "torch.tensor({A})",
        "torch.as_tensor({A}, dtype={D})",
        "torch.as_tensor({T})",
    ),
    *("torch.tensor({T}.tolist())", "torch.tensor(len({T}))", "torch.tensor({T}.item())", "torch.logspace(0, 1, {S})"),
    *(
        "torch.scalar_tensor({F})",
        "torch.asarray({A})",
        "torch.tril(torch.ones({S}, {S}))",
        "torch.rand_like({T}, dtype={D})",
    ),
)
MODULE_CALLS = ("{M}({T})", "{M}({T})", "{M}({T}.float())", "{M}(torch.ones({S}, {S}))")
TENSORS = {
    "operators": OPERATORS,
    "casts": CASTS,
    "reductions": REDUCTIONS,
    "views": VIEWS,
    "joins": JOINS,
    "contractions": CONTRACTIONS,
    "functions": FUNCTIONS,
    "factories": FACTORIES,
    "modules": MODULE_CALLS,
}

SIZE_VALUES = (
    *("{T}.shape[0]", "{T}.size(-1)", "len({T})", "{T}.numel()", "{T}.shape[-1] // 2", "{T}.shape[0] + 1", "{S} * {S}"),
    *("{T}.dim()", "{T}.size(0) * {T}.size(-1)", "{S} - 1", "{T}.ndim", "{T}.shape[0] * 2", "max({S}, {S})"),
)
OTHER_VALUES = (
    *("{T}.shape", "{T}.dtype", "{T}.device", "{T}.size()", "{T}.shape[:-1]", "({T}, {T})", "[{T}, {T}]", "[{T}]"),
    *("{T}.numpy()", "{T}.detach().cpu().numpy()", "np.random.rand({S}, 2)", "np.zeros({S}, dtype=np.float32)"),
    *("np.arange({S})", "{A}.astype(np.float32)", "{A} * 2", "{A}.sum(axis=0)", "np.ones(({S}, 2), dtype=np.int64)"),
    *("{T}.max({K})", "{T}.sort()", "{T}.chunk(2, {K})", "{T}.unbind({K})", "torch.float16 if flag else torch.float32"),
    *("{D}", "{V}", "torch.device({V})", "{T}.tolist()", "{T}.item()", "{T}.is_cuda", "torch.var_mean({T}, {K})"),
    *(
        "[t * 2 for t in {L}]",
        "list({T}.split(2))",
        "{L} + [{T}]",
        "{{'a': {T}, 'b': {T}}}",
        "torch.get_default_dtype()",
    ),
    *("tuple(t.float() for t in {L})", "{T}.is_floating_point()", "[t for t in {T}]", "list(map(torch.sum, {L}))"),
    *("{T}.topk(2)", "torch.split({T}, [1, {N}])", "{T}.min({K})", "{T}.T.shape", "{T}.nonzero(as_tuple=True)"),
    *("torch.promote_types({T}.dtype, {D})", "{T}.unique(return_counts=True)", "torch.result_type({T}, {T})"),
)
MODULES = (
    *("nn.Linear({S}, {S})", "nn.Linear({T}.shape[-1], {N})", "nn.ReLU()", "nn.LayerNorm({S})", "nn.Dropout()"),
    *("nn.LayerNorm({T}.shape[-1])", "nn.Embedding(4, {S})", "nn.Linear({T}.size(-1), {T}.size(0), bias=False)"),
    *("nn.Sequential(nn.Linear({S}, {N}), nn.ReLU())", "nn.Linear({S}, 3, dtype={D})", "nn.Linear({S}, 3, device={V})"),
    *("nn.Conv1d({S}, {N}, 1)", "nn.Conv1d({S}, 4, kernel_size=3, padding=1)", "nn.BatchNorm1d({S})", "nn.Flatten()"),
    *(
        "nn.Linear({S}, 3).half()",
        "nn.Linear({T}.shape[-1], 2).to({V})",
        "nn.Linear({S}, {N}).to({D})",
        "nn.Identity()",
    ),
    *(
        "nn.Sequential(nn.Linear({T}.shape[-1], 4), nn.Linear(4, {N})).to({T}.device)",
        "nn.Softmax(dim=-1)",
        "nn.GELU()",
    ),
    *("nn.Sequential(nn.Flatten(), nn.LazyLinear(3))", "nn.Linear({T}.shape[-1], 2).to({T})", "nn.MSELoss()"),
    *("nn.GroupNorm(1, {S})", "nn.Linear({T}.shape[-1], 2).double()", "nn.MaxPool1d(2)", "nn.AdaptiveAvgPool1d({N})"),
)
STATE_CHANGES = (
    *("{M}.half()", "{M}.to({D})", "{M}.to({V})", "{M}.double()", "{M}.float()", "{M}.cpu()", "{M}.eval()"),
    *("{M}.to({T}.dtype)", "{M}.to(device={T}.device, dtype={D})", "{M}.requires_grad_(False)", "{M}.bfloat16()"),
)
STATES = ("{M}.weight", "next({M}.parameters())", "{M}.weight.dtype", "{M}.weight.shape", "{M}.weight.T")
IN_PLACE = (
    *("{T} += {T}", "{T} *= {N}", "{T} -= {T}", "{T} /= {N}", "{T} &= {T}", "{T} //= 2", "{T} **= 2", "{T} @= {T}"),
    *("{T}.add_({T})", "{T}.mul_({F})", "{T}.zero_()", "{T}.fill_({F})", "{T}.copy_({T})", "{T}.clamp_(0)"),
    *("{T}[0] = {F}", "{T}[:, 0] = {T}", "{T}[0] = {T}", "{T}[{T}] = {N}", "{T}.masked_fill_({T}, 0)", "{T}[:] = {T}"),
    *("{T}.div_({T})", "{T}.sub_({N})", "{T}.exp_()", "{T}.index_fill_({K}, {T}, 1)"),
    *("{T}[{T} > 0] = {T}", "{T}.scatter_({K}, {T}, {T})", "{T}.logical_not_()"),
)
DISCARDED = ("{T}.half()", "{T}.to({D})", "{T}.cpu()", "{T}.float()", "{T}.to({V})", "{T}.to({T}.dtype)")
CONDITIONS = (
    *("flag", "flag", "flag", "not flag", "{T}.dtype == {D}", "{T}.is_cuda", "{T}.ndim == 2", "{T}.dim() > 1"),
    *("{T}.is_floating_point()", "{T}.dtype in ({D}, {D})", "{T}.shape[0] == {S}", "{T}.device.type == 'cuda'"),
    *(
        "{T}.dtype is not {D}",
        "{T}.size(0) > 1",
        "{T}.shape == {T}.shape",
        "{T}.device == {T}.device",
        "isinstance({T}, torch.Tensor)",
    ),
)
REGIONS = (
    *("torch.no_grad()", "torch.no_grad()", "torch.autocast('cpu', dtype=torch.bfloat16)", "torch.inference_mode()"),
    *("torch.autocast('cpu', enabled=False)", "torch.autocast('cpu', dtype=torch.float16)", "torch.enable_grad()"),
)
ROUNDS = (
    "range(2)",
    "range(1)",
    "range({N})",
    "{L}",
    "{T}",
    "enumerate({L})",
    "zip({L}, {L})",
    "{T}.split(2)",
    "({T}, {T})",
)
