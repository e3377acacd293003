// Whisper's two networks on onnxruntime: sound to states once for a window, then one token after another.
import { readFile } from 'node:fs/promises';
import { Tokenizer } from '@huggingface/tokenizers';
import { WhisperFeatureExtractor } from '@huggingface/transformers';
import { InferenceSession, Tensor } from 'onnxruntime-node';

/** Paths by name, as in the catalogue. */
export type WhisperFiles = Readonly<Record<string, string>>;

export interface WhisperSettings {
  eos_token_id: number;
  decoder_start_token_id: number;
  no_timestamps_token_id: number;
  lang_to_id: Record<string, number>;
  task_to_id: { transcribe: number; translate: number };
  suppress_tokens?: number[];
  begin_suppress_tokens?: number[];
  /** Layer and head; models without them report no word times. */
  alignment_heads?: [number, number][];
}

interface Shape {
  decoder_layers: number;
  decoder_attention_heads: number;
  d_model: number;
}

/** One pass through the decoder: the logits of the next token, and the attention of each alignment head. */
export interface Step {
  logits: Float32Array;
  heads: Float32Array[];
}

export class WhisperNetwork {
  readonly settings: WhisperSettings;
  readonly tokenizer: Tokenizer;
  readonly #shape: Shape;
  readonly #features: WhisperFeatureExtractor;
  readonly #encoder: InferenceSession;
  readonly #decoder: InferenceSession;

  private constructor(parts: {
    settings: WhisperSettings;
    tokenizer: Tokenizer;
    shape: Shape;
    features: WhisperFeatureExtractor;
    encoder: InferenceSession;
    decoder: InferenceSession;
  }) {
    this.settings = parts.settings;
    this.tokenizer = parts.tokenizer;
    this.#shape = parts.shape;
    this.#features = parts.features;
    this.#encoder = parts.encoder;
    this.#decoder = parts.decoder;
  }

  static async open(files: WhisperFiles, threads: number): Promise<WhisperNetwork> {
    const json = async (name: string) => JSON.parse(await readFile(files[name] ?? '', 'utf8'));
    const session = (name: string) =>
      InferenceSession.create(files[name] ?? '', { intraOpNumThreads: threads, interOpNumThreads: 1 });
    return new WhisperNetwork({
      settings: await json('generation_config.json'),
      tokenizer: new Tokenizer(await json('tokenizer.json'), await json('tokenizer_config.json')),
      shape: await json('config.json'),
      features: new WhisperFeatureExtractor(await json('preprocessor_config.json')),
      encoder: await session('encoder_model_quantized.onnx'),
      decoder: await session('decoder_model_merged_quantized.onnx'),
    });
  }

  /** At most 30 seconds at 16 kHz; the rest of the window is silence. */
  async hear(samples: Float32Array): Promise<Tensor> {
    const { input_features: features } = await this.#features(samples);
    const input = new Tensor('float32', features.data as Float32Array, [...features.dims]);
    const { last_hidden_state: states } = await this.#encoder.run({ input_features: input }, ['last_hidden_state']);
    if (!states) throw new Error('the encoder returned no states');
    return states as Tensor;
  }

  /** Whether the decoder returns its attention. */
  get timesWords(): boolean {
    const { alignment_heads: heads = [] } = this.settings;
    return (
      heads.length > 0 && heads.every(([layer]) => this.#decoder.outputNames.includes(`cross_attentions.${layer}`))
    );
  }

  /** `wantsHeads`: also fetch the attention, which costs some time. */
  newDecoding(states: Tensor, wantsHeads: boolean): Decoding {
    const { decoder_layers: layers, decoder_attention_heads: heads, d_model: width } = this.#shape;
    const alignment = wantsHeads ? (this.settings.alignment_heads ?? []) : [];
    return new Decoding(this.#decoder, states, { layers, heads, headWidth: width / heads, alignment });
  }
}

interface DecoderShape {
  layers: number;
  heads: number;
  headWidth: number;
  alignment: readonly (readonly [number, number])[];
}

/** Keeps the decoder's cache of the tokens so far. */
export class Decoding {
  readonly #decoder: InferenceSession;
  readonly #states: Tensor;
  readonly #shape: DecoderShape;
  readonly #fetches: string[];
  #past: Record<string, Tensor>;
  #isFirst = true;

  constructor(decoder: InferenceSession, states: Tensor, shape: DecoderShape) {
    this.#decoder = decoder;
    this.#states = states;
    this.#shape = shape;
    const layers = Array.from({ length: shape.layers }, (_, layer) => layer);
    const kept = layers.flatMap((layer) =>
      ['decoder.key', 'decoder.value', 'encoder.key', 'encoder.value'].map((part) => `${layer}.${part}`),
    );
    const empty = () => new Tensor('float32', new Float32Array(0), [1, shape.heads, 0, shape.headWidth]);
    this.#past = Object.fromEntries(kept.map((name) => [`past_key_values.${name}`, empty()]));
    const listened = [...new Set(shape.alignment.map(([layer]) => `cross_attentions.${layer}`))];
    this.#fetches = ['logits', ...kept.map((name) => `present.${name}`), ...listened];
  }

  async next(tokens: readonly number[]): Promise<Step> {
    const ids = new Tensor('int64', BigInt64Array.from(tokens, BigInt), [1, tokens.length]);
    const useCache = new Tensor('bool', Uint8Array.of(this.#isFirst ? 0 : 1), [1]);
    const feeds = { input_ids: ids, encoder_hidden_states: this.#states, use_cache_branch: useCache, ...this.#past };
    const out = (await this.#decoder.run(feeds, this.#fetches)) as Record<string, Tensor>;
    const past = { ...this.#past };
    for (const [name, tensor] of Object.entries(out)) {
      // The cache of the audio does not change, so it is taken from the first pass only.
      const isKept = name.startsWith('present.') && (this.#isFirst || name.includes('.decoder.'));
      if (isKept) past[name.replace('present', 'past_key_values')] = tensor;
    }
    this.#past = past;
    this.#isFirst = false;
    return {
      logits: lastRow(out.logits),
      heads: this.#shape.alignment.map(([layer, head]) => this.#rowOf(out[`cross_attentions.${layer}`], head)),
    };
  }

  #rowOf(attention: Tensor | undefined, head: number): Float32Array {
    const [, , rows = 0, width = 0] = attention?.dims ?? [];
    const from = (head * rows + rows - 1) * width;
    return floatsOf(attention).slice(from, from + width);
  }
}

function lastRow(logits: Tensor | undefined): Float32Array {
  return floatsOf(logits).slice(-(logits?.dims.at(-1) ?? 0));
}

function floatsOf(tensor: Tensor | undefined): Float32Array {
  if (!(tensor?.data instanceof Float32Array)) throw new Error('the decoder returned no logits');
  return tensor.data;
}
