// Which models a machine gets: the hardware look inside containers, and the catalogue's table over a matrix of machines.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { loadCatalogue, loadChoices, MODEL_USES, totalBytes } from '../../src/models/catalogue.ts';
import { findDrmCard, findGpu, type Gpu, parseNvidiaSmi } from '../../src/models/gpu.ts';
import { lookAtMachine, type Machine } from '../../src/models/machine.ts';
import { recommend } from '../../src/models/recommend.ts';

const catalogue = { entries: loadCatalogue(), choices: loadChoices() };
const GiB = 1024 ** 3;
const H200: Gpu = { name: 'NVIDIA H200', kind: 'cuda', memoryBytes: 140 * GiB };
const RTX4090: Gpu = { name: 'NVIDIA GeForce RTX 4090', kind: 'cuda', memoryBytes: 24 * GiB };
const RTX3060: Gpu = { name: 'NVIDIA GeForce RTX 3060', kind: 'cuda', memoryBytes: 12 * GiB };
const UNKNOWN: Gpu = { name: 'NVIDIA GPU', kind: 'cuda', memoryBytes: undefined };

function machine(gib: number, cores: number, gpu?: Gpu, freeDiskBytes: number | undefined = 500e9): Machine {
  return { memoryBytes: gib * GiB, cores, gpu, freeDiskBytes, isLimited: false };
}

function chosen(use: string, on: Machine) {
  const found = recommend(on, catalogue).find((one) => one.use === use);
  assert.ok(found, use);
  return found;
}

const TEXT: [string, Machine, string | undefined][] = [
  ['1 GiB', machine(1, 1), undefined],
  ['2 GiB', machine(2, 2), 'tinyllama-1.1b-chat-1'],
  ['4 GiB', machine(4, 2), 'qwen3-0.6b-1'],
  ['8 GiB, 2 cores', machine(7.6, 2), 'qwen3-0.6b-1'],
  ['8 GiB, 4 cores', machine(7.6, 4), 'qwen3-4b-instruct-2507-1'],
  ['16 GiB, 8 cores', machine(15.5, 8), 'qwen3.5-9b-1'],
  ['64 GiB, 16 cores', machine(62, 16), 'qwen3.6-35b-a3b-1'],
  ['12 GiB GPU', machine(15.5, 4, RTX3060), 'qwen3.5-9b-1'],
  ['24 GiB GPU', machine(31, 8, RTX4090), 'qwen3.6-35b-a3b-1'],
  ['H200', machine(128, 16, H200), 'qwen3.6-35b-a3b-1'],
  ['GPU of unknown memory', machine(7.6, 4, UNKNOWN), 'qwen3-4b-instruct-2507-1'],
  ['MODELS_MEMORY=4GB', { ...machine(62, 16, RTX4090), budgetBytes: 4e9 }, 'qwen3-4b-instruct-2507-1'],
  ['1 GB of disk', machine(62, 16, RTX4090, 1e9), undefined],
  ['3 GB of disk', machine(62, 16, RTX4090, 3e9), 'qwen3-0.6b-1'],
  ['10 GB of disk', machine(62, 16, RTX4090, 10e9), 'qwen3.5-9b-1'],
  ['unknown disk', { ...machine(62, 16, RTX4090), freeDiskBytes: undefined }, 'qwen3.6-35b-a3b-1'],
];

for (const [name, on, model] of TEXT) {
  test(`text with ${name}: ${model ?? 'nothing'}`, () => {
    const choice = chosen('text', on);
    assert.equal(choice.model, model);
    assert.ok(choice.reason.length > 10);
    for (const { why } of choice.passedOver) assert.ok(why.length > 10);
    if (model) assert.equal(choice.downloadBytes, totalBytes(catalogue.entries.get(model) as never));
  });
}

test('a larger machine never gets a worse model', () => {
  const order = catalogue.choices.text;
  const rank = (on: Machine) => order.indexOf(chosen('text', on).model ?? '') + 1 || Number.POSITIVE_INFINITY;
  for (const cores of [1, 2, 4, 8, 64]) {
    let before = Number.POSITIVE_INFINITY;
    for (const gib of [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 256]) {
      const here = rank(machine(gib, cores));
      assert.ok(here <= before, `${gib} GiB, ${cores} cores`);
      assert.ok(rank(machine(gib, cores, RTX4090)) <= here, `a GPU at ${gib} GiB`);
      before = here;
    }
  }
});

test('the service begins with the smallest of the hub, and has a model of the npm registry where there is no hub', () => {
  const choice = chosen('text', machine(31, 8, RTX4090));
  assert.equal(choice.begin, 'qwen3-0.6b-1');
  assert.equal(choice.withoutHub, 'tinyllama-1.1b-chat-1');
  assert.match(choice.reason, /RTX 4090/);
  const small = chosen('text', machine(7.6, 2));
  assert.match(small.passedOver.at(-1)?.why ?? '', /4 cores.*this machine has 2/);
});

test('what no engine can use and what has conditions is not chosen, and the reason says so', () => {
  const awaiting = [...catalogue.entries.values()].find(({ awaits }) => awaits);
  if (awaiting) {
    for (const choice of recommend(machine(256, 64, H200), catalogue)) assert.notEqual(choice.model, awaiting.id);
  }
  const image = { ...catalogue.choices, image: ['sdxs-512-1'] };
  const { awaits: _, ...sdxs } = catalogue.entries.get('sdxs-512-1') as never as Record<string, unknown>;
  const entries = new Map([['sdxs-512-1', sdxs as never]]);
  const ask = (accepted: string[]) =>
    recommend(machine(8, 4), { entries, choices: image }, { accepted: new Set(accepted) }).find(
      ({ use }) => use === 'image',
    );
  assert.equal(ask([])?.model, undefined);
  assert.match(ask([])?.reason ?? '', /--accept-licence/);
  assert.equal(ask(['sdxs-512-1'])?.model, 'sdxs-512-1');
});

test('every candidate of the table is in the catalogue with its needs, and every use has one', () => {
  assert.deepEqual(Object.keys(catalogue.choices).sort(), [...MODEL_USES].sort());
  for (const use of MODEL_USES) {
    assert.ok(catalogue.choices[use].length > 0, use);
    for (const id of catalogue.choices[use]) assert.ok(catalogue.entries.get(id)?.needs, id);
  }
});

test('the look at this machine gives plausible numbers, and those of a container where it has limits', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-cgroup-'));
  try {
    const open = await lookAtMachine(join(folder, 'not/there/yet'), { cgroupFolder: folder });
    assert.ok(open.memoryBytes > 2 ** 28 && open.cores >= 1 && (open.freeDiskBytes ?? 0) > 0);
    assert.equal(open.isLimited, false);
    await writeFile(join(folder, 'memory.max'), `${2 ** 28}\n`);
    await writeFile(join(folder, 'cpu.max'), '50000 100000\n');
    const limited = await lookAtMachine(folder, {
      cgroupFolder: folder,
      findGpu: () => Promise.reject(new Error('x')),
    });
    assert.deepEqual([limited.memoryBytes, limited.cores, limited.isLimited], [2 ** 28, 1, true]);
    assert.equal(limited.gpu, undefined, 'a look that fails is no GPU');
    await writeFile(join(folder, 'memory.max'), 'max\n');
    await writeFile(join(folder, 'cpu.max'), 'nonsense');
    assert.equal((await lookAtMachine(folder, { cgroupFolder: folder })).isLimited, false);
    await rm(join(folder, 'memory.max'));
    await mkdir(join(folder, 'memory'));
    await writeFile(join(folder, 'memory/memory.limit_in_bytes'), String(2 ** 27));
    assert.equal((await lookAtMachine(folder, { cgroupFolder: folder })).memoryBytes, 2 ** 27);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('GPUs are read from nvidia-smi and from the kernel, the largest first', async () => {
  assert.deepEqual(parseNvidiaSmi('NVIDIA T4, 15360\nNVIDIA H200, 143771\n'), {
    name: 'NVIDIA H200',
    kind: 'cuda',
    memoryBytes: 143771 * 1024 ** 2,
  });
  for (const text of ['', 'No devices were found', 'NVIDIA H200, [N/A]', '\0,,,'])
    assert.equal(parseNvidiaSmi(text), undefined);
  const folder = await mkdtemp(join(tmpdir(), 'atelier-drm-'));
  await mkdir(join(folder, 'card0/device'), { recursive: true });
  await writeFile(join(folder, 'card0/device/vendor'), '0x1002\n');
  await writeFile(join(folder, 'card0/device/mem_info_vram_total'), `${8 * GiB}\n`);
  assert.deepEqual(findDrmCard(folder), { name: 'AMD GPU (card0)', kind: 'vulkan', memoryBytes: 8 * GiB });
  await rm(folder, { recursive: true });
  assert.equal(findDrmCard(folder), undefined);
  await findGpu(); // whatever this machine has, it does not fail
});
