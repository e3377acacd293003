// Writes random weights in the layout of ACE-Step 1.5, so that its runtime can be tested where no real weights can be had.
import { join } from 'node:path';
import type { TinyTensor } from './tiny-gguf/fill-tensor.ts';
import { type MetadataValue, type TinyFile, writeGguf } from './tiny-gguf/write-gguf.ts';

export interface WrittenFile {
  path: string;
  bytes: number;
  sha256: string;
}

/** Fixed by the runtime; everything that it reads from the file is small here. */
const TEXT = { width: 1024, layers: 28, heads: 16, keyHeads: 8 };
const CONDITION = { width: 2048, heads: 16, keyHeads: 8 };
const HEAD = 128;
const VOCABULARY = 151_669;
const AUDIO_CODES = 65_535;
const END_OF_SONG = 151_645;
/** Of the parts whose size the file decides. */
const SMALL = { width: 256, feedForward: 64, layers: 2, heads: 2, keyHeads: 1 };
const LATENT = 64;

/** 470 MB in four files, named as in the catalogue; the same bytes every time. */
export function writeAceStepWeights(folder: string): Record<string, WrittenFile> {
  const files: Record<string, TinyFile> = {
    'dit.gguf': { metadata: ditFacts(), tensors: ditTensors() },
    'lm.gguf': { metadata: tokenizer(VOCABULARY + AUDIO_CODES), tensors: lmTensors() },
    'embedding.gguf': { metadata: tokenizer(VOCABULARY), tensors: textTensors() },
    'vae.gguf': { metadata: { 'general.architecture': 'acestep-vae' }, tensors: vaeTensors() },
  };
  const written = Object.entries(files).map(([name, file]) => {
    const path = join(folder, name);
    return [name, { path, ...writeGguf(path, file) }] as const;
  });
  return Object.fromEntries(written);
}

const quantized = (name: string, ...shape: number[]): TinyTensor => ({ name, shape, type: 'q4_0', fill: 'noise' });
const half = (name: string, ...shape: number[]): TinyTensor => ({ name, shape, type: 'bf16', fill: 'noise' });
const ones = (name: string, ...shape: number[]): TinyTensor => ({ name, shape, type: 'bf16', fill: 'ones' });
const zeros = (name: string, ...shape: number[]): TinyTensor => ({ name, shape, type: 'bf16', fill: 'zeros' });

function ditFacts(): Record<string, MetadataValue> {
  return {
    'general.architecture': 'acestep-dit',
    'general.name': 'acestep-v15-turbo',
    'acestep-dit.block_count': SMALL.layers,
    'acestep-dit.embedding_length': SMALL.width,
    'acestep-dit.feed_forward_length': SMALL.feedForward,
    'acestep-dit.attention.head_count': SMALL.heads,
    'acestep-dit.attention.head_count_kv': SMALL.keyHeads,
    'acestep-dit.attention.key_length': HEAD,
    'acestep.in_channels': 3 * LATENT,
    'acestep.audio_acoustic_hidden_dim': LATENT,
    'acestep.patch_size': 2,
    'acestep.sliding_window': 128,
    'acestep-dit.rope.freq_base': { float: 1_000_000 },
    'acestep-dit.attention.layer_norm_rms_epsilon': { float: 1e-6 },
    'acestep.is_turbo': true,
  };
}

function ditTensors(): TinyTensor[] {
  const { width } = SMALL;
  const { width: wide } = CONDITION;
  return [
    ...['decoder.time_embed', 'decoder.time_embed_r'].flatMap((name) => [
      quantized(`${name}.linear_1.weight`, 256, width),
      zeros(`${name}.linear_1.bias`, width),
      quantized(`${name}.linear_2.weight`, width, width),
      zeros(`${name}.linear_2.bias`, width),
      quantized(`${name}.time_proj.weight`, width, 6 * width),
      zeros(`${name}.time_proj.bias`, 6 * width),
    ]),
    half('decoder.proj_in.1.weight', 2, 3 * LATENT, width),
    zeros('decoder.proj_in.1.bias', width),
    quantized('decoder.condition_embedder.weight', wide, width),
    zeros('decoder.condition_embedder.bias', width),
    ...numbered('decoder.layers', SMALL.layers).flatMap(ditLayer),
    ones('decoder.norm_out.weight', width),
    half('decoder.scale_shift_table', width, 2),
    half('decoder.proj_out.1.weight', 2, LATENT, width),
    zeros('decoder.proj_out.1.bias', LATENT),
    half('null_condition_emb', wide),
    { name: 'silence_latent', shape: [LATENT, 100], type: 'f32', fill: 'zeros' },
    quantized('encoder.lyric_encoder.embed_tokens.weight', TEXT.width, wide),
    zeros('encoder.lyric_encoder.embed_tokens.bias', wide),
    ones('encoder.lyric_encoder.norm.weight', wide),
    ...numbered('encoder.lyric_encoder.layers', 8).flatMap((name) => qwenLayer(name, CONDITION)),
    half('encoder.timbre_encoder.embed_tokens.weight', LATENT, wide),
    zeros('encoder.timbre_encoder.embed_tokens.bias', wide),
    ones('encoder.timbre_encoder.norm.weight', wide),
    ...numbered('encoder.timbre_encoder.layers', 4).flatMap((name) => qwenLayer(name, CONDITION)),
    quantized('encoder.text_projector.weight', TEXT.width, wide),
    half('tokenizer.quantizer.project_out.weight', 6, wide),
    zeros('tokenizer.quantizer.project_out.bias', wide),
    quantized('detokenizer.embed_tokens.weight', wide, wide),
    zeros('detokenizer.embed_tokens.bias', wide),
    half('detokenizer.special_tokens', wide, 5),
    ones('detokenizer.norm.weight', wide),
    quantized('detokenizer.proj_out.weight', wide, LATENT),
    zeros('detokenizer.proj_out.bias', LATENT),
    ...numbered('detokenizer.layers', 2).flatMap((name) => qwenLayer(name, CONDITION)),
  ];
}

function ditLayer(name: string): TinyTensor[] {
  const { width, feedForward } = SMALL;
  return [
    ones(`${name}.self_attn_norm.weight`, width),
    ...attention(`${name}.self_attn`, SMALL),
    ones(`${name}.cross_attn_norm.weight`, width),
    ...attention(`${name}.cross_attn`, SMALL),
    ones(`${name}.mlp_norm.weight`, width),
    ...perceptron(`${name}.mlp`, width, feedForward),
    half(`${name}.scale_shift_table`, width, 6),
  ];
}

interface Attention {
  width: number;
  heads: number;
  keyHeads: number;
}

function attention(name: string, { width, heads, keyHeads }: Attention): TinyTensor[] {
  return [
    quantized(`${name}.q_proj.weight`, width, heads * HEAD),
    quantized(`${name}.k_proj.weight`, width, keyHeads * HEAD),
    quantized(`${name}.v_proj.weight`, width, keyHeads * HEAD),
    quantized(`${name}.o_proj.weight`, heads * HEAD, width),
    ones(`${name}.q_norm.weight`, HEAD),
    ones(`${name}.k_norm.weight`, HEAD),
  ];
}

function perceptron(name: string, width: number, inner: number): TinyTensor[] {
  return [
    quantized(`${name}.gate_proj.weight`, width, inner),
    quantized(`${name}.up_proj.weight`, width, inner),
    quantized(`${name}.down_proj.weight`, inner, width),
  ];
}

function qwenLayer(name: string, sizes: Attention): TinyTensor[] {
  return [
    ones(`${name}.input_layernorm.weight`, sizes.width),
    ...attention(`${name}.self_attn`, sizes),
    ones(`${name}.post_attention_layernorm.weight`, sizes.width),
    ...perceptron(`${name}.mlp`, sizes.width, SMALL.feedForward),
  ];
}

function lmTensors(): TinyTensor[] {
  return [
    // Loud, so that the end of the song is likely after some tokens: without it random weights go on for 20 seconds more than ordered.
    { ...quantized('model.embed_tokens.weight', SMALL.width, VOCABULARY + AUDIO_CODES), loudRow: END_OF_SONG },
    ones('model.norm.weight', SMALL.width),
    ...numbered('model.layers', SMALL.layers).flatMap((name) => qwenLayer(name, SMALL)),
  ];
}

function textTensors(): TinyTensor[] {
  return [
    quantized('embed_tokens.weight', TEXT.width, VOCABULARY),
    ones('norm.weight', TEXT.width),
    ...numbered('layers', TEXT.layers).flatMap((name) => qwenLayer(name, TEXT)),
  ];
}

/** The decoder only: the encoder hears reference recordings, which the service does not send. */
function vaeTensors(): TinyTensor[] {
  const strides = [10, 6, 4, 4, 2];
  const channels = [2048, 1024, 512, 256, 128, 128];
  return [
    ...normedConv('decoder.conv1', [7, LATENT, 2048]),
    zeros('decoder.conv1.bias', 2048),
    ...strides.flatMap((stride, index) => {
      const name = `decoder.block.${index}`;
      const [from = 0, to = 0] = channels.slice(index);
      return [
        ...snake(`${name}.snake1`, from),
        ...normedConv(`${name}.conv_t1`, [2 * stride, to, from]),
        zeros(`${name}.conv_t1.bias`, to),
        ...[1, 2, 3].flatMap((unit) => residual(`${name}.res_unit${unit}`, to)),
      ];
    }),
    ...snake('decoder.snake1', 128),
    ...normedConv('decoder.conv2', [7, 128, 2]),
  ];
}

function residual(name: string, channels: number): TinyTensor[] {
  return [
    ...snake(`${name}.snake1`, channels),
    ...normedConv(`${name}.conv1`, [7, channels, channels]),
    zeros(`${name}.conv1.bias`, channels),
    ...snake(`${name}.snake2`, channels),
    ...normedConv(`${name}.conv2`, [1, channels, channels]),
    zeros(`${name}.conv2.bias`, channels),
  ];
}

function snake(name: string, channels: number): TinyTensor[] {
  return [zeros(`${name}.alpha`, 1, channels, 1), zeros(`${name}.beta`, 1, channels, 1)];
}

function normedConv(name: string, shape: readonly [number, number, number]): TinyTensor[] {
  return [ones(`${name}.weight_g`, 1, 1, shape[2]), half(`${name}.weight_v`, ...shape)];
}

function numbered(name: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${name}.${index}`);
}

/** One token for every byte, as GPT-2 writes them; the others are never met in a text. */
function tokenizer(size: number): Record<string, MetadataValue> {
  const isPlain = (byte: number) =>
    (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || (byte >= 174 && byte <= 255);
  const plain = Array.from({ length: 256 }, (_, byte) => byte).filter(isPlain);
  const letters = [...plain, ...Array.from({ length: 256 - plain.length }, (_, index) => 256 + index)];
  const tokens = letters.map((code) => String.fromCodePoint(code));
  for (let id = tokens.length; id < size; id += 1) tokens.push(`<t${id}>`);
  return { 'tokenizer.ggml.tokens': tokens, 'tokenizer.ggml.merges': ['< t'] };
}
