// Loads one text model on the GPU and on the CPU, and prints layers, time to the first token and tokens per second of both.
//   node bench/text-gpu.ts --model file.gguf [--gpu cuda|vulkan|metal] [--builds folder] [--tokens 64]
//   node bench/text-gpu.ts --random 22x2048   (random weights of that many blocks and that width, written to a temporary file)
// --builds: a folder with the unpacked packages, for a machine without a registry: FOLDER/linux-x64-cuda/package/bins/…
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { BUILDS_VERSION, type GpuKind } from '../src/engines/text/local/gpu/builds.ts';
import { probeGpu } from '../src/engines/text/local/gpu/probe.ts';
import { ModelProcess } from '../src/engines/text/local/model-process.ts';
import type { LoadSettings } from '../src/engines/text/local/protocol.ts';
import { buildLargeLlama } from '../test/support/tiny-gguf/families.ts';
import { writeGguf } from '../test/support/tiny-gguf/write-gguf.ts';

const { values } = parseArgs({
  options: {
    model: { type: 'string' },
    random: { type: 'string', default: '22x2048' },
    gpu: { type: 'string', default: 'cuda' },
    builds: { type: 'string' },
    tokens: { type: 'string', default: '64' },
  },
});
const kind = values.gpu as GpuKind;
const temporary = mkdtempSync(join(tmpdir(), 'text-gpu-'));
const modelPath = values.model ? resolve(values.model) : writeRandom(values.random);
const folders = values.builds ? foldersIn(resolve(values.builds)) : {};

try {
  const found = await probeGpu({ use: kind, folders, version: BUILDS_VERSION });
  console.log(`${found.names.join(', ')}: ${(found.memoryBytes / 1e9).toFixed(1)} GB`);
} catch (error) {
  console.log(`${kind} does not work here: ${error instanceof Error ? error.message : error}`);
}
for (const use of [kind, 'off'] as const) console.log(await measure(use));
rmSync(temporary, { recursive: true, force: true });
process.exit(0);

function writeRandom(size: string): string {
  const [blocks = 22, width = 2048] = size.split('x').map(Number);
  const path = join(temporary, 'random.gguf');
  writeGguf(path, buildLargeLlama(blocks, width));
  return path;
}

function foldersIn(folder: string): Record<string, string> {
  const machine = `${process.platform}-${process.arch}`;
  const names = [`${machine}-${kind}`, ...(kind === 'cuda' ? [`${machine}-cuda-ext`] : [])];
  return Object.fromEntries(names.map((name) => [`@node-llama-cpp/${name}`, join(folder, name, 'package', 'bins')]));
}

async function measure(use: LoadSettings['gpu']['use']): Promise<string> {
  const gpu = { use, folders, version: BUILDS_VERSION };
  const own = { maxContextTokens: 2048, sequences: 1, threads: 0, isSmall: false, repeatPenalty: 1, temperature: 0.7 };
  const complaints: string[] = [];
  const model = new ModelProcess({
    settings: { modelPath, gpu, ...own },
    idleUnloadMs: 600_000,
    onEnd: (why) => complaints.push(why),
  });
  const startedMs = performance.now();
  const { layers, gpuLayers } = await model.load();
  const loadMs = performance.now() - startedMs;
  await write(model, 4);
  const { firstMs, tokensPerSecond } = await write(model, Number(values.tokens));
  await model.stop();
  const numbers = `first token ${firstMs.toFixed(0)} ms, ${tokensPerSecond.toFixed(1)} tokens/s`;
  return [
    `${use}: ${gpuLayers} of ${layers} layers on the GPU, loaded in ${loadMs.toFixed(0)} ms, ${numbers}`,
    ...complaints,
  ].join('\n  ');
}

async function write(model: ModelProcess, maxTokens: number) {
  const order = { model: 'x', prompt: 'Tell me a long story. '.repeat(8), maxTokens, seed: 7, logitBias: { 2: -100 } };
  const startedMs = performance.now();
  const marks: number[] = [];
  let tokens = 0;
  for await (const event of model.stream(order, new AbortController().signal, () => undefined)) {
    if (event.type !== 'text') continue;
    marks.push(performance.now());
    tokens += event.tokens;
  }
  const [first = startedMs] = marks;
  const seconds = ((marks.at(-1) ?? first) - first) / 1000;
  return { firstMs: first - startedMs, tokensPerSecond: seconds > 0 ? (tokens - 1) / seconds : 0 };
}
