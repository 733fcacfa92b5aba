"""Attention and transformers: the result has the shape of the query, of the source, or of the target."""

# An operation is read as one line, not as a column of arguments.
# fmt: off

from dtensortypes.core.ops.entry import op
from dtensortypes.core.ops.layer import forward, layer
from dtensortypes.core.rules.attention import as_layers, fitting, heads, items_kept, items_of, masks
from dtensortypes.core.rules.creation import squared
from dtensortypes.core.rules.demands import above, at_least, divisible
from dtensortypes.core.rules.devices import default_device
from dtensortypes.core.rules.devices import requested as placed
from dtensortypes.core.rules.dtypes import default_dtype, like, requested
from dtensortypes.core.rules.parameters import some

_MASKS_OF_TARGET = (fitting("tgt_mask", "tgt_key_padding_mask", asked="tgt", held="tgt"),
                    fitting("memory_mask", "memory_key_padding_mask", asked="tgt", held="memory"))

layer("nn.MultiheadAttention(embed_dim, num_heads, dropout=0.0, bias=True, add_bias_kv=False, add_zero_attn=False, "
      "kdim=None, vdim=None, batch_first=False, device=None, dtype=None)",
      forward("(query: Tensor, key: Tensor, value: Tensor, key_padding_mask=None, need_weights=True, attn_mask=None, "
              "average_attn_weights=True, is_causal=False)", value=heads,
              demands=(masks("key_padding_mask", "attn_mask"),
                       fitting("attn_mask", "key_padding_mask", asked="query", held="key"))),
      demands=(above(0, "embed_dim", "num_heads"), divisible("embed_dim", "num_heads")), weight=some)
op("nn.Transformer.generate_square_subsequent_mask(sz, device=None, dtype=None)", dtype=requested(default_dtype),
   device=placed(default_device), shape=squared("sz"), demands=(at_least(0, "sz"),))
layer("nn.TransformerEncoderLayer(d_model, nhead, dim_feedforward=2048, dropout=0.1, activation=None, "
      "layer_norm_eps=1e-05, batch_first=False, norm_first=False, bias=True, device=None, dtype=None)",
      forward("(src: Tensor, src_mask=None, src_key_padding_mask=None, is_causal=False)", shape=items_kept,
              demands=(masks("src_mask", "src_key_padding_mask"),
                       fitting("src_mask", "src_key_padding_mask", asked="src", held="src"))),
      weight=some)
layer("nn.TransformerDecoderLayer(d_model, nhead, dim_feedforward=2048, dropout=0.1, activation=None, "
      "layer_norm_eps=1e-05, batch_first=False, norm_first=False, bias=True, device=None, dtype=None)",
      forward("(tgt: Tensor, memory: Tensor, tgt_mask=None, memory_mask=None, tgt_key_padding_mask=None, "
              "memory_key_padding_mask=None, tgt_is_causal=False, memory_is_causal=False)", shape=items_kept,
              demands=(items_of("memory"),
                       masks("tgt_mask", "memory_mask", "tgt_key_padding_mask", "memory_key_padding_mask"),
                       *_MASKS_OF_TARGET)),
      weight=some)
layer("nn.TransformerEncoder(encoder_layer, num_layers, norm=None, enable_nested_tensor=True, mask_check=True)",
      forward("(src: Tensor, mask=None, src_key_padding_mask=None, is_causal=None)",
              demands=(as_layers("encoder_layer", "src",
                                  masks=[fitting("mask", "src_key_padding_mask", asked="src", held="src")]),
                       masks("mask", "src_key_padding_mask"))), weight=some)
layer("nn.TransformerDecoder(decoder_layer, num_layers, norm=None)",
      forward("(tgt: Tensor, memory: Tensor, tgt_mask=None, memory_mask=None, tgt_key_padding_mask=None, "
              "memory_key_padding_mask=None, tgt_is_causal=None, memory_is_causal=False)",
              demands=(as_layers("decoder_layer", "tgt", "memory", masks=_MASKS_OF_TARGET),)), weight=some)
layer("nn.Transformer(d_model=512, nhead=8, num_encoder_layers=6, num_decoder_layers=6, dim_feedforward=2048, "
      "dropout=0.1, activation=None, custom_encoder=None, custom_decoder=None, layer_norm_eps=1e-05, "
      "batch_first=False, norm_first=False, bias=True, device=None, dtype=None)",
      forward("(src: Tensor, tgt: Tensor, src_mask=None, tgt_mask=None, memory_mask=None, src_key_padding_mask=None, "
              "tgt_key_padding_mask=None, memory_key_padding_mask=None, src_is_causal=None, tgt_is_causal=None, "
              "memory_is_causal=False)", shape=like("tgt"),
              demands=(items_of("src", "tgt"), *_MASKS_OF_TARGET,
                       fitting("src_mask", "src_key_padding_mask", asked="src", held="src"))), weight=some)
