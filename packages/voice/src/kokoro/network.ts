// Runs the Kokoro network as three parts of one file: reading a line, its prosody, its sound.
import { readFileSync } from 'node:fs';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { type CutTensor, cutGraph, readGraph } from './onnx-graph.ts';

export const SAMPLE_RATE = 24_000;
const SAMPLES_PER_FRAME = 600;
export const SECONDS_PER_FRAME = SAMPLES_PER_FRAME / SAMPLE_RATE;
/** The sound runs three frames ahead of the lengths that the network predicts, at any speed. */
export const LABEL_LAG_SECONDS = 3 * SECONDS_PER_FRAME;
const STYLE_SIZE = 256;
const LONGEST_STYLED_LINE = 510;

const float = (name: string): CutTensor => ({ name, type: 'float' });
const int64 = (name: string): CutTensor => ({ name, type: 'int64' });
const DURATIONS = '/encoder/Cast_output_0';
const CONTEXT = '/encoder/Transpose_output_0';
const LETTERS = '/encoder/text_encoder/Transpose_2_output_0';
const ALIGNED = '/encoder/MatMul_1_output_0';
const PITCH = '/encoder/Squeeze_output_0';
const ENERGY = '/encoder/Squeeze_1_output_0';

export interface LineReading {
  style: Tensor;
  context: Tensor;
  letters: Tensor;
  frames: number[];
}

export interface LineProsody {
  aligned: Tensor;
  pitchHz: Float32Array;
  energy: Float32Array;
}

export class KokoroNetwork {
  readonly #reading: InferenceSession;
  readonly #prosody: InferenceSession;
  readonly #sound: InferenceSession;

  private constructor(reading: InferenceSession, prosody: InferenceSession, sound: InferenceSession) {
    this.#reading = reading;
    this.#prosody = prosody;
    this.#sound = sound;
  }

  /** Half-precision weights are widened once: single precision runs about a fifth faster on a CPU than half or 8 bit do. */
  static async open(modelFile: string, threads: number): Promise<KokoroNetwork> {
    const graph = readGraph(readFileSync(modelFile));
    const open = (inputs: CutTensor[], outputs: CutTensor[]): Promise<InferenceSession> =>
      InferenceSession.create(cutGraph(graph, { inputs, outputs }), {
        intraOpNumThreads: threads,
        logSeverityLevel: 3,
      });
    const ids = [int64('input_ids'), float('style'), float('speed')];
    const reading = await open(ids, [int64(DURATIONS), float(CONTEXT), float(LETTERS)]);
    const between = [int64(DURATIONS), float(CONTEXT), float(LETTERS), float('style')];
    const prosody = await open(between, [float(ALIGNED), float(PITCH), float(ENERGY)]);
    const sound = await open([float(ALIGNED), float(PITCH), float(ENERGY), float('style')], [float('waveform')]);
    return new KokoroNetwork(reading, prosody, sound);
  }

  /** `symbols` are the network's numbers, edges included; `voiceTable` holds one style for each length of a line. */
  async read(symbols: readonly number[], voiceTable: Float32Array, speed: number): Promise<LineReading> {
    const row = Math.min(Math.max(symbols.length - 2, 0), LONGEST_STYLED_LINE - 1);
    const style = new Tensor('float32', voiceTable.slice(row * STYLE_SIZE, (row + 1) * STYLE_SIZE), [1, STYLE_SIZE]);
    const ids = new Tensor('int64', BigInt64Array.from(symbols, BigInt), [1, symbols.length]);
    const result = await this.#reading.run({ input_ids: ids, style, speed: new Tensor('float32', [speed], [1]) });
    const frames = Array.from(dataOf(result, DURATIONS) as BigInt64Array, Number);
    return { style, context: tensorOf(result, CONTEXT), letters: tensorOf(result, LETTERS), frames };
  }

  async shape(reading: LineReading, frames: readonly number[]): Promise<LineProsody> {
    const durations = new Tensor('int64', BigInt64Array.from(frames, BigInt), [1, frames.length]);
    const { context, letters, style } = reading;
    const result = await this.#prosody.run({ [DURATIONS]: durations, [CONTEXT]: context, [LETTERS]: letters, style });
    const pitchHz = dataOf(result, PITCH) as Float32Array;
    return { aligned: tensorOf(result, ALIGNED), pitchHz, energy: dataOf(result, ENERGY) as Float32Array };
  }

  async sound(reading: LineReading, prosody: LineProsody): Promise<Float32Array> {
    const curve = (values: Float32Array): Tensor => new Tensor('float32', values, [1, values.length]);
    const feeds = { [ALIGNED]: prosody.aligned, [PITCH]: curve(prosody.pitchHz), [ENERGY]: curve(prosody.energy) };
    const result = await this.#sound.run({ ...feeds, style: reading.style });
    return Float32Array.from(dataOf(result, 'waveform') as Float32Array);
  }
}

function tensorOf(result: InferenceSession.OnnxValueMapType, name: string): Tensor {
  const tensor = result[name];
  if (!tensor) throw new Error(`The voice network gave no ${name}.`);
  return tensor as Tensor;
}

function dataOf(result: InferenceSession.OnnxValueMapType, name: string): Tensor['data'] {
  return tensorOf(result, name).data;
}
