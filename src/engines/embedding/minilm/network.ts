// Runs the sentence network over batches of inputs of similar length, and returns one unit vector for each.
import { InferenceSession, Tensor } from 'onnxruntime-node';

const MAX_INPUTS = 32;
/** Including padding: limits the memory of one run; an abort is noticed between two runs. */
const MAX_TOKENS = 1_024;

export class SentenceNetwork {
  readonly #session: InferenceSession;

  private constructor(session: InferenceSession) {
    this.#session = session;
  }

  static async load(modelPath: string, threads: number): Promise<SentenceNetwork> {
    const session = await InferenceSession.create(modelPath, {
      ...(threads > 0 ? { intraOpNumThreads: threads } : {}),
      graphOptimizationLevel: 'all',
    });
    return new SentenceNetwork(session);
  }

  async embed(inputs: readonly number[][], signal: AbortSignal): Promise<Float32Array[]> {
    const vectors: Float32Array[] = new Array(inputs.length);
    for (const batch of batchesOf(inputs)) {
      signal.throwIfAborted();
      const rows = await this.#run(batch.map((index) => inputs[index] ?? []));
      for (const [position, index] of batch.entries()) vectors[index] = rows[position] ?? new Float32Array();
    }
    return vectors;
  }

  async #run(rows: readonly number[][]): Promise<Float32Array[]> {
    const width = Math.max(...rows.map((row) => row.length));
    const ids = new BigInt64Array(rows.length * width);
    const mask = new BigInt64Array(rows.length * width);
    for (const [index, row] of rows.entries()) {
      ids.set(row.map(BigInt), index * width);
      mask.fill(1n, index * width, index * width + row.length);
    }
    const shape = [rows.length, width];
    const output = await this.#session.run({
      input_ids: new Tensor('int64', ids, shape),
      attention_mask: new Tensor('int64', mask, shape),
      token_type_ids: new Tensor('int64', new BigInt64Array(ids.length), shape),
    });
    const hidden = output.last_hidden_state;
    const dimensions = hidden?.dims[2];
    if (!hidden || !dimensions) throw new Error('the network returned no hidden state');
    const values = hidden.data as Float32Array;
    return rows.map((row, index) => unitMean(values, index * width * dimensions, { tokens: row.length, dimensions }));
  }
}

/** Indices of the inputs, shortest first, to minimise padding. */
function batchesOf(inputs: readonly number[][]): number[][] {
  const lengthOf = (index: number) => inputs[index]?.length ?? 0;
  const order = [...inputs.keys()].sort((left, right) => lengthOf(left) - lengthOf(right));
  const batches: number[][] = [];
  let batch: number[] = [];
  for (const index of order) {
    if (batch.length >= MAX_INPUTS || (batch.length > 0 && (batch.length + 1) * lengthOf(index) > MAX_TOKENS)) {
      batches.push(batch);
      batch = [];
    }
    batch.push(index);
  }
  if (batch.length > 0) batches.push(batch);
  return batches;
}

function unitMean(
  values: Float32Array,
  offset: number,
  { tokens, dimensions }: { tokens: number; dimensions: number },
): Float32Array {
  const sum = new Float64Array(dimensions);
  for (let token = 0; token < tokens; token += 1) {
    const start = offset + token * dimensions;
    for (let axis = 0; axis < dimensions; axis += 1) sum[axis] = (sum[axis] ?? 0) + (values[start + axis] ?? 0);
  }
  const length = Math.sqrt(sum.reduce((total, value) => total + value * value, 0)) || 1;
  return Float32Array.from(sum, (value) => value / length);
}
