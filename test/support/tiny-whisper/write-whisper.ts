// Writes a Whisper of random weights with the shape of large-v3-turbo at tiny width: 128 mel bands, four decoder layers, its token ids.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OnnxGraph } from './onnx-graph.ts';

const WIDTH = 16;
const HEADS = 4;
const HEAD_WIDTH = WIDTH / HEADS;
const LAYERS = 4;
const MELS = 128;
const FRAMES = 3000;
const STATES = FRAMES / 2;
/** One token more than the models before it: Cantonese. */
const VOCABULARY = 51_866;

interface TinyWhisper {
  /** Whether the decoder says what it listened to, as exports for times of words do. */
  hasAttention: boolean;
}

export async function writeTinyWhisper(folder: string, { hasAttention }: TinyWhisper): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const files: Record<string, string | Buffer> = {
    'config.json': json({ decoder_layers: LAYERS, decoder_attention_heads: HEADS, d_model: WIDTH, num_mel_bins: MELS }),
    'generation_config.json': json(GENERATION),
    'preprocessor_config.json': json(PREPROCESSOR),
    'tokenizer.json': json(tokenizer()),
    'tokenizer_config.json': json({ tokenizer_class: 'WhisperTokenizer' }),
    'encoder_model_quantized.onnx': encoder(),
    'decoder_model_merged_quantized.onnx': decoder(hasAttention),
  };
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  return Object.keys(files);
}

function json(value: unknown): string {
  return JSON.stringify(value);
}

const LANGUAGES = ['en', 'zh', 'de', 'es', 'yue'];
const GENERATION = {
  eos_token_id: 50_257,
  decoder_start_token_id: 50_258,
  no_timestamps_token_id: 50_364,
  lang_to_id: Object.fromEntries(
    LANGUAGES.map((code, index) => [`<|${code}|>`, code === 'yue' ? 50_358 : 50_259 + index]),
  ),
  task_to_id: { translate: 50_359, transcribe: 50_360 },
  begin_suppress_tokens: [220, 50_257],
  alignment_heads: [
    [2, 1],
    [3, 3],
  ],
};
const PREPROCESSOR = {
  chunk_length: 30,
  feature_extractor_type: 'WhisperFeatureExtractor',
  feature_size: MELS,
  hop_length: 160,
  n_fft: 400,
  n_samples: 480_000,
  nb_max_frames: FRAMES,
  sampling_rate: 16_000,
};

/** Every id is a word of its own; the tests read no sense in them. */
function tokenizer(): object {
  const vocab = Object.fromEntries(Array.from({ length: 50_257 }, (_, id) => [`w${id}`, id]));
  return {
    version: '1.0',
    added_tokens: [],
    normalizer: null,
    pre_tokenizer: { type: 'Whitespace' },
    post_processor: null,
    decoder: null,
    model: { type: 'WordLevel', vocab, unk_token: 'w0' },
  };
}

function newGraph(seed: number): OnnxGraph {
  let state = seed;
  return new OnnxGraph(() => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  });
}

function encoder(): Buffer {
  const graph = newGraph(1);
  const sound = graph.input('input_features', 'float', [1, MELS, FRAMES]);
  const pads = [1, 1];
  const first = graph.node('Relu', [graph.node('Conv', [sound, graph.weights([WIDTH, MELS, 3])], { pads })]);
  const strided = graph.node('Conv', [first, graph.weights([WIDTH, WIDTH, 3])], { pads, strides: [2] });
  const rows = graph.node('Transpose', [graph.node('Relu', [strided])], { perm: [0, 2, 1] });
  graph.node('Add', [rows, graph.weights([1, STATES, WIDTH])], {}, 'last_hidden_state');
  graph.output('last_hidden_state', [1, STATES, WIDTH]);
  return graph.bytes();
}

function decoder(hasAttention: boolean): Buffer {
  const graph = newGraph(2);
  const ids = graph.input('input_ids', 'int64', [1, 'n']);
  const states = graph.input('encoder_hidden_states', 'float', [1, STATES, WIDTH]);
  graph.input('use_cache_branch', 'bool', [1]);
  const embedding = graph.weights([VOCABULARY, WIDTH], 1);
  let row = graph.node('Gather', [embedding, ids]);
  for (let layer = 0; layer < LAYERS; layer += 1) {
    row = graph.node('Add', [row, attend(graph, row, { layer, part: 'decoder' })]);
    row = graph.node('Add', [row, attend(graph, row, { layer, part: 'encoder', states, hasAttention })]);
  }
  graph.node('MatMul', [row, graph.node('Transpose', [embedding], { perm: [1, 0] })], {}, 'logits');
  graph.output('logits', [1, 'n', VOCABULARY]);
  return graph.bytes();
}

interface Attention {
  layer: number;
  part: 'decoder' | 'encoder';
  /** Of the sound; without them the tokens attend to themselves. */
  states?: string;
  hasAttention?: boolean;
}

function attend(graph: OnnxGraph, row: string, { layer, part, states, hasAttention = false }: Attention): string {
  const ofHeads = (input: string) => {
    const projected = graph.node('MatMul', [input, graph.weights([WIDTH, WIDTH])]);
    const split = graph.node('Reshape', [projected, graph.integers([0, -1, HEADS, HEAD_WIDTH])]);
    return graph.node('Transpose', [split], { perm: [0, 2, 1, 3] });
  };
  const kept = (kind: 'key' | 'value') => {
    const name = `${layer}.${part}.${kind}`;
    const past = graph.input(`past_key_values.${name}`, 'float', [1, HEADS, `past ${name}`, HEAD_WIDTH]);
    const fresh = ofHeads(states ?? row);
    const present = `present.${name}`;
    if (states) graph.node('Identity', [fresh], {}, present);
    else graph.node('Concat', [past, fresh], { axis: 2 }, present);
    graph.output(present, [1, HEADS, `present ${name}`, HEAD_WIDTH]);
    return present;
  };
  const keys = graph.node('Transpose', [kept('key')], { perm: [0, 1, 3, 2] });
  const weights = graph.node('Softmax', [graph.node('MatMul', [ofHeads(row), keys])], { axis: -1 });
  if (hasAttention) {
    graph.node('Identity', [weights], {}, `cross_attentions.${layer}`);
    graph.output(`cross_attentions.${layer}`, [1, HEADS, 'n', STATES]);
  }
  const heard = graph.node('Transpose', [graph.node('MatMul', [weights, kept('value')])], { perm: [0, 2, 1, 3] });
  return graph.node('Reshape', [heard, graph.integers([0, -1, WIDTH])]);
}
