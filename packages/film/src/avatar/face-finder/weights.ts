// Reads a network's weights: a list of tensors, each stored in bytes with a scale and an offset of its own.
import { readFile } from 'node:fs/promises';

interface Listed {
  name: string;
  shape: readonly number[];
  quantization: { scale: number; min: number };
}

export type Weights = ReadonlyMap<string, Float32Array>;

export async function readWeights(listPath: string, bytesPath: string): Promise<Weights> {
  const groups = JSON.parse(await readFile(listPath, 'utf8')) as { weights: Listed[] }[];
  const bytes = await readFile(bytesPath);
  const tensors = new Map<string, Float32Array>();
  let at = 0;
  for (const { name, shape, quantization } of groups.flatMap(({ weights }) => weights)) {
    const size = shape.reduce((product, side) => product * side, 1);
    const stored = bytes.subarray(at, at + size);
    tensors.set(
      name,
      Float32Array.from(stored, (value) => value * quantization.scale + quantization.min),
    );
    at += size;
  }
  return tensors;
}

export function tensorOf(weights: Weights, name: string): Float32Array {
  const tensor = weights.get(name);
  if (!tensor) throw new Error(`the weights have no "${name}"`);
  return tensor;
}
