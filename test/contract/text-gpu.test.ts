// Whether text models run on a GPU: what is found, what is pulled for it, and how everything that fails ends on the CPU, in words.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { loadConfig } from '../../src/config/config.ts';
import { arrangeBuild, BUILDS_VERSION, buildEntries } from '../../src/engines/text/local/gpu/builds.ts';
import { type ChooseOptions, chooseGpu } from '../../src/engines/text/local/gpu/choose-gpu.ts';
import { probeGpu } from '../../src/engines/text/local/gpu/probe.ts';
import { findDrmCard, parseNvidiaSmi } from '../../src/models/gpu.ts';
import { buildProbeModel } from '../support/tiny-gguf/families.ts';
import { writeGguf } from '../support/tiny-gguf/write-gguf.ts';

const folder = mkdtempSync(join(tmpdir(), 'text-gpu-'));
test.after(() => rmSync(folder, { recursive: true, force: true }));

const CARD = { name: 'NVIDIA H200', kind: 'cuda' as const };
const MACHINE = 'linux-x64';

/** The files of a build, as the store would have pulled them. */
function pulledFiles(id: string): Record<string, string> {
  const entry = buildEntries(MACHINE).find((candidate) => candidate.id === id);
  assert.ok(entry, id);
  mkdirSync(join(folder, id), { recursive: true });
  return Object.fromEntries(
    Object.keys(entry.files).map((name) => {
      writeFileSync(join(folder, id, name), name);
      return [name, join(folder, id, name)];
    }),
  );
}

function choose(options: Partial<ChooseOptions>) {
  return chooseGpu({
    setting: 'auto',
    store: { pathIfReady: pulledFiles, ensure: async (id) => pulledFiles(id) },
    find: async () => CARD,
    pull: true,
    machine: MACHINE,
    probe: async () => ({ names: ['NVIDIA H200'], memoryBytes: 150e9 }),
    ...options,
  });
}

test('a GPU that answers is used, with its build outside of node_modules', async () => {
  const { use, words, folders } = await choose({});
  assert.equal(use, 'cuda');
  assert.match(words, /NVIDIA H200 \(cuda, 150\.0 GB\)/);
  assert.deepEqual(Object.keys(folders), ['@node-llama-cpp/linux-x64-cuda', '@node-llama-cpp/linux-x64-cuda-ext']);
  const addon = join(folders['@node-llama-cpp/linux-x64-cuda'] ?? '', 'linux-x64-cuda', 'llama-addon.node');
  assert.equal(readFileSync(addon, 'utf8'), 'linux-x64-cuda-llama-addon.node');
  const older = join(folders['@node-llama-cpp/linux-x64-cuda-ext'] ?? '', 'linux-x64-cuda', 'fallback');
  assert.ok(readFileSync(join(older, 'libggml-cuda.so'), 'utf8'));
});

test('everything that is missing or fails ends on the CPU and says why', async () => {
  const crashed = async () => {
    throw new Error('its process ended with SIGSEGV');
  };
  const cases: [Partial<ChooseOptions>, RegExp][] = [
    [{ setting: 'off' }, /GPU=off/],
    [{ find: async () => undefined }, /no GPU was found/],
    [{ find: crashed }, /no GPU was found/],
    [{ machine: 'linux-arm64' }, /NVIDIA H200 cannot be used.*no cuda build for linux-arm64/],
    [{ setting: 'vulkan', machine: 'linux-arm64' }, /requested by GPU=vulkan.*no vulkan build/],
    [
      { pull: false, store: { pathIfReady: () => undefined, ensure: crashed } },
      /models -- pull llama-linux-x64-cuda-1/,
    ],
    [{ store: { pathIfReady: () => undefined, ensure: crashed } }, /SIGSEGV/],
    [{ probe: crashed }, /cannot be used, text models run on the CPU: its process ended with SIGSEGV/],
  ];
  for (const [options, words] of cases) {
    const choice = await choose(options);
    assert.equal(choice.use, 'off', String(words));
    assert.match(choice.words, words);
  }
});

test('a probe that crashes, or that finds no build, is an error in words', async () => {
  const crash = join(folder, 'crash.mjs');
  writeFileSync(crash, "process.on('message', () => process.kill(process.pid, 'SIGKILL'));");
  const task = { use: 'cuda' as const, folders: {}, version: BUILDS_VERSION };
  await assert.rejects(probeGpu(task, pathToFileURL(crash)), /the process ended with SIGKILL/);
  const complain = join(folder, 'complain.mjs');
  writeFileSync(complain, "process.on('message', () => { throw new Error('libcudart.so.13 is missing'); });");
  await assert.rejects(probeGpu(task, pathToFileURL(complain)), /^Error: libcudart\.so\.13 is missing$/);
});

test('a GPU that opens and cannot compute is an error in words', async () => {
  const abort = join(folder, 'abort.mjs');
  const said = 'CUDA error: the provided PTX was compiled with an unsupported toolchain.';
  writeFileSync(
    abort,
    `process.on('message', () => { process.stderr.write('ggml_cuda_init\\n${said}\\n'); process.abort(); });`,
  );
  const task = { use: 'cuda' as const, folders: {}, version: BUILDS_VERSION };
  await assert.rejects(probeGpu(task, pathToFileURL(abort)), /CUDA error: the provided PTX/);
});

test('the model of the probe computes, and is what the tests write', async () => {
  const kept = new URL('../../src/engines/text/local/gpu/probe-model.gguf', import.meta.url);
  const written = join(folder, 'probe-model.gguf');
  writeGguf(written, buildProbeModel());
  if (process.env.UPDATE === '1') copyFileSync(written, kept);
  assert.ok(readFileSync(written).equals(readFileSync(kept)), 'UPDATE=1 writes it again');
  // On the CPU: the tests' machine has no GPU.
  const answer = await probeGpu({ use: 'off', folders: {}, version: BUILDS_VERSION });
  assert.deepEqual(answer.names, []);
});

test('an arranged build consists of real files', async () => {
  const folders = await arrangeBuild('linux-x64-cuda', pulledFiles('llama-linux-x64-cuda-1'));
  const addon = join(folders['@node-llama-cpp/linux-x64-cuda'] ?? '', 'linux-x64-cuda', 'llama-addon.node');
  assert.equal(realpathSync(addon), addon, 'a symbolic link would hide the libraries beside it');
});

test('the library imports a build from where it was arranged', async () => {
  const folders = await arrangeBuild('linux-x64-vulkan', pulledFiles('llama-linux-x64-vulkan-1'));
  const hooks = fileURLToPath(new URL('../../src/engines/text/local/gpu/provide-builds.ts', import.meta.url));
  const program = `
    const { provideBuilds } = await import(${JSON.stringify(hooks)});
    provideBuilds(${JSON.stringify(folders)}, '9.9.9');
    const { getBinsDir } = await import('@node-llama-cpp/linux-x64-vulkan');
    console.log(JSON.stringify(getBinsDir()));`;
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program], { cwd: import.meta.dirname });
  assert.deepEqual(JSON.parse(stdout), {
    binsDir: folders['@node-llama-cpp/linux-x64-vulkan'],
    packageVersion: '9.9.9',
  });
});

test('the builds are those of the installed library', () => {
  const installed = fileURLToPath(import.meta.resolve('node-llama-cpp')).replace(/dist.*/, 'package.json');
  assert.equal((JSON.parse(readFileSync(installed, 'utf8')) as { version: string }).version, BUILDS_VERSION);
});

test('what nvidia-smi and the kernel say is read', () => {
  assert.deepEqual(parseNvidiaSmi('NVIDIA T4, 15360\nNVIDIA H200, 143771\n'), {
    name: 'NVIDIA H200',
    kind: 'cuda',
    memoryBytes: 143771 * 1024 ** 2,
  });
  assert.equal(parseNvidiaSmi('No devices were found'), undefined);
  const card = join(folder, 'drm', 'card0', 'device');
  mkdirSync(card, { recursive: true });
  writeFileSync(join(card, 'vendor'), '0x1002\n');
  writeFileSync(join(card, 'mem_info_vram_total'), '8573157376\n');
  assert.equal(findDrmCard(join(folder, 'drm'))?.kind, 'vulkan');
  assert.equal(findDrmCard(join(folder, 'nothing')), undefined);
});

test('GPU and MODELS_MEMORY are checked when the service starts', () => {
  const read = (settings: Record<string, string>) => loadConfig(settings, folder);
  assert.equal(read({}).gpu, 'auto');
  assert.equal(read({}).modelsMemoryBytes, null);
  assert.equal(read({ GPU: 'vulkan', MODELS_MEMORY: '1.5 GB' }).modelsMemoryBytes, 1.5e9);
  assert.throws(() => read({ GPU: 'yes' }), /GPU must be one of auto, off, cuda, vulkan, metal/);
  for (const wrong of ['8', '-1GB', '10MB', 'all', '1e9GB', 'NaNGB'])
    assert.throws(() => read({ MODELS_MEMORY: wrong }), /MODELS_MEMORY must be a size/, wrong);
});
