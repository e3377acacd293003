// The architectures of the text models that the catalogue recommends, each at the smallest size that llama.cpp loads.
import { readFileSync } from 'node:fs';
import type { TinyTensor } from './fill-tensor.ts';
import { bytePairs, gemmaPieces, sentencePieces, type Vocabulary } from './vocabulary.ts';
import type { MetadataValue, TinyFile } from './write-gguf.ts';

const WIDTH = 64;
const HEADS = 2;
const HEAD = 32;
const HIDDEN = 96;
const EXPERTS = 4;
const QWEN_MARKERS = {
  control: ['<|endoftext|>', '<|im_start|>', '<|im_end|>'],
  shown: ['<think>', '</think>', '<tool_call>', '</tool_call>'],
  end: '<|im_end|>',
};

/** By the name that GGUF files give their architecture. */
export const FAMILIES: Readonly<Record<string, () => TinyFile>> = {
  llama: () => {
    const vocabulary = sentencePieces({ control: ['<s>', '</s>'], begin: '<s>', end: '</s>' });
    return file('llama', { vocabulary, blocks: 2, block: (at) => [...attention(at), ...feedForward(at)] });
  },
  qwen3: () => {
    const block = (at: string) => [...attention(at), ...headNorms(at, HEAD), ...feedForward(at)];
    const own = { 'attention.key_length': HEAD, 'attention.value_length': HEAD };
    return file('qwen3', { vocabulary: bytePairs('qwen2', QWEN_MARKERS), blocks: 2, block, own });
  },
  qwen35: () => {
    const block = (at: string, index: number) => [...qwen35Block(at, index), ...dense(at)];
    return file('qwen35', { vocabulary: bytePairs('qwen35', QWEN_MARKERS), blocks: 2, block, own: QWEN35 });
  },
  qwen35moe: () => {
    const own = { ...QWEN35, ...expertCounts, expert_shared_feed_forward_length: HIDDEN };
    const block = (at: string, index: number) => [...qwen35Block(at, index), ...experts(at), ...sharedExpert(at)];
    const vocabulary = bytePairs('qwen35', QWEN_MARKERS);
    return file('qwen35moe', { template: 'qwen35', vocabulary, blocks: 2, block, own });
  },
  gemma4: buildGemma4,
  'gpt-oss': buildGptOss,
};

/** The smallest file that makes a GPU compute; weights of 1, so that it compresses to almost nothing. */
export function buildProbeModel(): TinyFile {
  const vocabulary = sentencePieces({ control: ['<s>', '</s>'], begin: '<s>', end: '</s>' });
  const block = (at: string) => [...attention(at), ...feedForward(at)];
  const { metadata, tensors } = file('llama', { vocabulary, blocks: 1, block });
  return { metadata, tensors: tensors.map((tensor) => ({ ...tensor, fill: 'ones' })) };
}

/** A llama of any size in 16 bits, to time a machine with: 22 blocks of 2048 are TinyLlama's. */
export function buildLargeLlama(blocks: number, width: number): TinyFile {
  const vocabulary = sentencePieces({ control: ['<s>', '</s>'], begin: '<s>', end: '</s>' });
  const scale = width / WIDTH;
  const own = {
    embedding_length: width,
    feed_forward_length: HIDDEN * scale,
    'attention.head_count': HEADS * scale,
    'attention.head_count_kv': HEADS * scale,
  };
  const block = (at: string) => [...attention(at), ...feedForward(at)];
  const { metadata, tensors } = file('llama', { vocabulary, blocks, block, own });
  const grown = tensors.map((tensor) => {
    const shape = tensor.shape.map((size) => (size === vocabulary.size ? size : size * scale));
    return { ...tensor, shape, type: shape.length > 1 ? ('f16' as const) : ('f32' as const) };
  });
  return { metadata, tensors: grown };
}

interface Shape {
  vocabulary: Vocabulary;
  blocks: number;
  block: (at: string, index: number) => TinyTensor[];
  own?: Readonly<Record<string, MetadataValue>>;
  more?: readonly TinyTensor[];
  template?: string;
}

function file(architecture: string, { vocabulary, blocks, block, own = {}, more = [], template }: Shape): TinyFile {
  const values: Record<string, MetadataValue> = {
    block_count: blocks,
    context_length: 4096,
    embedding_length: WIDTH,
    feed_forward_length: HIDDEN,
    'attention.head_count': HEADS,
    'attention.head_count_kv': HEADS,
    'attention.layer_norm_rms_epsilon': { float: 1e-5 },
    'rope.dimension_count': HEAD,
    'rope.freq_base': { float: 10_000 },
    ...own,
  };
  const prefixed = Object.entries(values).map(([key, value]) => [`${architecture}.${key}`, value] as const);
  const fixture = new URL(`../../fixtures/chat-templates/${template ?? architecture}.jinja`, import.meta.url);
  return {
    metadata: {
      'general.architecture': architecture,
      ...Object.fromEntries(prefixed),
      ...vocabulary.metadata,
      'tokenizer.chat_template': readFileSync(fixture, 'utf8'),
    },
    tensors: [
      weight('token_embd', WIDTH, vocabulary.size),
      weight('output', WIDTH, vocabulary.size),
      norm('output_norm', WIDTH),
      ...more,
      ...Array.from({ length: blocks }, (_unused, index) => block(`blk.${index}`, index)).flat(),
    ],
  };
}

function weight(name: string, ...shape: readonly number[]): TinyTensor {
  return { name: `${name}.weight`, shape };
}

function bias(name: string, ...shape: readonly number[]): TinyTensor {
  return { name: `${name}.bias`, shape };
}

function norm(name: string, size: number): TinyTensor {
  return { name: `${name}.weight`, shape: [size], fill: 'ones' };
}

function attention(at: string, head = HEAD): TinyTensor[] {
  const inner = HEADS * head;
  return [
    norm(`${at}.attn_norm`, WIDTH),
    weight(`${at}.attn_q`, WIDTH, inner),
    weight(`${at}.attn_k`, WIDTH, inner),
    weight(`${at}.attn_v`, WIDTH, inner),
    weight(`${at}.attn_output`, inner, WIDTH),
  ];
}

function headNorms(at: string, head: number): TinyTensor[] {
  return [norm(`${at}.attn_q_norm`, head), norm(`${at}.attn_k_norm`, head)];
}

function dense(at: string): TinyTensor[] {
  return [
    weight(`${at}.ffn_gate`, WIDTH, HIDDEN),
    weight(`${at}.ffn_up`, WIDTH, HIDDEN),
    weight(`${at}.ffn_down`, HIDDEN, WIDTH),
  ];
}

function feedForward(at: string): TinyTensor[] {
  return [norm(`${at}.ffn_norm`, WIDTH), ...dense(at)];
}

const expertCounts = { expert_count: EXPERTS, expert_used_count: 2, expert_feed_forward_length: HIDDEN };

function experts(at: string): TinyTensor[] {
  return [
    weight(`${at}.ffn_gate_inp`, WIDTH, EXPERTS),
    weight(`${at}.ffn_gate_exps`, WIDTH, HIDDEN, EXPERTS),
    weight(`${at}.ffn_up_exps`, WIDTH, HIDDEN, EXPERTS),
    weight(`${at}.ffn_down_exps`, HIDDEN, WIDTH, EXPERTS),
  ];
}

function sharedExpert(at: string): TinyTensor[] {
  return [
    weight(`${at}.ffn_gate_inp_shexp`, WIDTH),
    weight(`${at}.ffn_gate_shexp`, WIDTH, HIDDEN),
    weight(`${at}.ffn_up_shexp`, WIDTH, HIDDEN),
    weight(`${at}.ffn_down_shexp`, HIDDEN, WIDTH),
  ];
}

const STATE = 32;
const QWEN35 = {
  'attention.key_length': HEAD,
  'attention.value_length': HEAD,
  'rope.dimension_sections': { integers: [HEAD / 4, HEAD / 4, HEAD / 4, HEAD / 4] },
  full_attention_interval: 2,
  'ssm.conv_kernel': 4,
  'ssm.inner_size': HEADS * STATE,
  'ssm.state_size': STATE,
  'ssm.time_step_rank': HEADS,
  'ssm.group_count': HEADS,
} satisfies Record<string, MetadataValue>;

/** Every second block has attention, whose query carries a gate; the others have a gated delta network. */
function qwen35Block(at: string, index: number): TinyTensor[] {
  const around = [norm(`${at}.attn_norm`, WIDTH), norm(`${at}.post_attention_norm`, WIDTH)];
  if (index % 2 === 1) {
    const [, , ...keysAndOutput] = attention(at);
    return [...around, weight(`${at}.attn_q`, WIDTH, 2 * HEADS * HEAD), ...keysAndOutput, ...headNorms(at, HEAD)];
  }
  const inner = HEADS * STATE;
  return [
    ...around,
    weight(`${at}.attn_qkv`, WIDTH, 3 * inner),
    weight(`${at}.attn_gate`, WIDTH, inner),
    weight(`${at}.ssm_conv1d`, 4, 3 * inner),
    bias(`${at}.ssm_dt`, HEADS),
    { name: `${at}.ssm_a`, shape: [HEADS] },
    weight(`${at}.ssm_beta`, WIDTH, HEADS),
    weight(`${at}.ssm_alpha`, WIDTH, HEADS),
    norm(`${at}.ssm_norm`, STATE),
    weight(`${at}.ssm_out`, inner, WIDTH),
  ];
}

/** With what its small sizes have: windows on every second block, inputs for each layer, keys that the last blocks share. */
function buildGemma4(): TinyFile {
  const blocks = 4;
  const perLayer = 16;
  const control = ['<pad>', '<eos>', '<bos>', '<|turn>', '<turn|>', '<|channel>', '<channel|>', '<|think|>'];
  const calls = ['<|tool>', '<tool|>', '<|tool_call>', '<tool_call|>', '<|tool_response>', '<tool_response|>', '<|"|>'];
  const vocabulary = gemmaPieces({ control: [...control, ...calls], begin: '<bos>', end: '<turn|>' });
  const own = {
    'attention.key_length': HEAD * 2,
    'attention.value_length': HEAD * 2,
    'attention.key_length_swa': HEAD,
    'attention.value_length_swa': HEAD,
    'attention.sliding_window': 128,
    'attention.sliding_window_pattern': { flags: [true, false, true, false] },
    'attention.shared_kv_layers': 2,
    embedding_length_per_layer_input: perLayer,
    'rope.dimension_count': HEAD * 2,
    'rope.dimension_count_swa': HEAD,
    'rope.freq_base_swa': { float: 10_000 },
    final_logit_softcapping: { float: 30 },
  };
  const block = (at: string, index: number) => {
    const head = index % 2 === 0 ? HEAD : HEAD * 2;
    return [
      ...attention(at, head),
      ...headNorms(at, head),
      norm(`${at}.post_attention_norm`, WIDTH),
      ...feedForward(at),
      norm(`${at}.post_ffw_norm`, WIDTH),
      weight(`${at}.inp_gate`, WIDTH, perLayer),
      weight(`${at}.proj`, perLayer, WIDTH),
      norm(`${at}.post_norm`, WIDTH),
    ];
  };
  const more = [
    weight('per_layer_token_embd', perLayer * blocks, vocabulary.size),
    weight('per_layer_model_proj', WIDTH, perLayer * blocks),
    norm('per_layer_proj_norm', perLayer),
    norm('rope_freqs', HEAD),
  ];
  return file('gemma4', { vocabulary, blocks, block, own, more });
}

function buildGptOss(): TinyFile {
  const channels = ['<|start|>', '<|end|>', '<|message|>', '<|channel|>', '<|constrain|>', '<|call|>', '<|return|>'];
  const control = ['<|startoftext|>', '<|endoftext|>', ...channels];
  const vocabulary = bytePairs('gpt-4o', { control, begin: '<|startoftext|>', end: '<|return|>' });
  const own = {
    ...expertCounts,
    'attention.key_length': HEAD,
    'attention.value_length': HEAD,
    'attention.sliding_window': 128,
  };
  const inner = HEADS * HEAD;
  const block = (at: string) => [
    ...attention(at),
    ...['attn_q', 'attn_k', 'attn_v'].map((name) => bias(`${at}.${name}`, inner)),
    bias(`${at}.attn_output`, WIDTH),
    weight(`${at}.attn_sinks`, HEADS),
    norm(`${at}.post_attention_norm`, WIDTH),
    ...experts(at),
    bias(`${at}.ffn_gate_inp`, EXPERTS),
    bias(`${at}.ffn_gate_exps`, HIDDEN, EXPERTS),
    bias(`${at}.ffn_up_exps`, HIDDEN, EXPERTS),
    bias(`${at}.ffn_down_exps`, WIDTH, EXPERTS),
  ];
  return file('gpt-oss', { vocabulary, blocks: 2, block, own });
}
