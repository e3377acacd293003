// Random tensors by name and shape, and the safetensors file that holds them: weights for tests where no real ones can be had.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';

interface Tensor {
  name: string;
  shape: readonly number[];
  /** Norms begin with ones and biases with zeros; everything else is noise. */
  fill: 'noise' | 0 | 1;
}

export class Tensors {
  readonly all: Tensor[] = [];

  linear(name: string, from: number, to: number, hasBias = true): void {
    this.#add(`${name}.weight`, [to, from]);
    if (hasBias) this.#add(`${name}.bias`, [to], 0);
  }

  conv(name: string, from: number, to: number, { size = 3, hasBias = true } = {}): void {
    this.#add(`${name}.weight`, [to, from, size, size]);
    if (hasBias) this.#add(`${name}.bias`, [to], 0);
  }

  norm(name: string, channels: number): void {
    this.#add(`${name}.weight`, [channels], 1);
    this.#add(`${name}.bias`, [channels], 0);
  }

  /** A convolution over time, height and width. */
  conv3d(
    name: string,
    { from, to, size }: { from: number; to: number; size: readonly [number, number, number] },
  ): void {
    this.#add(`${name}.weight`, [to, from, ...size]);
    this.#add(`${name}.bias`, [to], 0);
  }

  /** Ones, under the full name of the tensor. */
  ones(name: string, shape: readonly number[]): void {
    this.#add(name, shape, 1);
  }

  adapter(name: string, width: number, rank: number): void {
    this.#add(`${name}.lora_down.weight`, [rank, width]);
    this.#add(`${name}.lora_up.weight`, [width, rank]);
  }

  table(name: string, ...shape: readonly number[]): void {
    this.#add(name, shape);
  }

  #add(name: string, shape: readonly number[], fill: Tensor['fill'] = 'noise'): void {
    this.all.push({ name, shape, fill });
  }
}

/**
 * Resolves to the size and checksum of the file; the same tensors always give the same bytes. With `sharesLayers`, tensors
 * whose names differ only in numbers are stored once, so that a network of many equal layers takes the space of one.
 */
export async function writeSafetensors(
  path: string,
  tensors: readonly Tensor[],
  { sharesLayers = false } = {},
): Promise<{ bytes: number; sha256: string }> {
  const file = createWriteStream(path);
  const hash = createHash('sha256');
  let bytes = 0;
  const write = async (chunk: Uint8Array) => {
    hash.update(chunk);
    bytes += chunk.byteLength;
    if (!file.write(chunk)) await once(file, 'drain');
  };
  const { header, stored } = layOut(tensors, sharesLayers);
  const text = JSON.stringify(header);
  const padded = Buffer.from(text.padEnd(Math.ceil(text.length / 8) * 8));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(padded.length));
  await write(length);
  await write(padded);
  const noise = makeNoise();
  for (const tensor of stored) for (const chunk of halvesOf(tensor, noise)) await write(chunk);
  file.end();
  await finished(file);
  return { bytes, sha256: hash.digest('hex') };
}

function layOut(tensors: readonly Tensor[], sharesLayers: boolean) {
  const header: Record<string, object> = {};
  const stored: Tensor[] = [];
  const places = new Map<string, [number, number]>();
  let offset = 0;
  for (const tensor of tensors) {
    const { name, shape } = tensor;
    const key = sharesLayers ? `${name.replaceAll(/\d+/g, '#')} ${shape}` : name;
    const place: [number, number] = places.get(key) ?? [offset, offset + countOf(shape) * 2];
    if (!places.has(key)) {
      places.set(key, place);
      stored.push(tensor);
      offset = place[1];
    }
    header[name] = { dtype: 'F16', shape, data_offsets: place };
  }
  return { header, stored };
}

function* halvesOf({ name, shape, fill }: Tensor, noise: Float32Array): Generator<Uint8Array> {
  const count = countOf(shape);
  const fan = count / (shape[0] ?? 1);
  const scale = name.includes('embedding') ? 0.02 : fan ** -0.5;
  const block = new Float16Array(noise.length);
  for (const [index, value] of noise.entries()) block[index] = fill === 'noise' ? value * scale : fill;
  // Repeated noise is as good as new noise here, and two hundred times faster to write.
  for (let left = count; left > 0; left -= block.length)
    yield new Uint8Array(block.buffer, 0, Math.min(left, block.length) * 2);
}

/** Its length shares no factor with the widths, so that no two rows of a tensor are equal. */
function makeNoise(): Float32Array {
  let state = 1;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state + 1) / 2 ** 32;
  };
  return Float32Array.from(
    { length: 65_521 },
    () => Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random()),
  );
}

function countOf(shape: readonly number[]): number {
  return shape.reduce((product, side) => product * side, 1);
}
