// From the first start to a better model: a small one answers, a larger one comes from the hub meanwhile and takes over under continuous requests.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { unpaidAcceptance } from '../../../src/core/left-calls.ts';
import { createLocalTextEngine, type LocalTextEngine } from '../../../src/engines/text/local/engine.ts';
import type { CatalogueEntry, Choices } from '../../../src/models/catalogue.ts';
import { createFirstChoice } from '../../../src/models/first-choice.ts';
import { createModelStore, type ModelStore } from '../../../src/models/store.ts';
import { type HubServer, startHubServer } from '../../support/hub-server.ts';
import { FAMILIES } from '../../support/tiny-gguf/families.ts';
import { writeGguf } from '../../support/tiny-gguf/write-gguf.ts';
import { until } from '../../support/until.ts';

const MACHINE = { memoryBytes: 16e9, cores: 8, gpu: undefined, freeDiskBytes: 1e12, isLimited: false };
const NOTHING: Choices = { text: [], image: [], music: [], transcription: [], rerank: [], embedding: [] };
const CHOICES: Choices = { ...NOTHING, text: ['large-1', 'small-1'] };
/** Answers of each model while callers keep asking: a stream, not a few. */
const ANSWERS_OF_EACH = 60;
const CALLERS = 6;
const never = new AbortController().signal;

let hub: HubServer;
let folder: string;
let sizes: Record<string, number>;

before(async () => {
  hub = await startHubServer();
  folder = await mkdtemp(join(tmpdir(), 'atelier-upgrade-'));
  const files = new Map<string, { content: Buffer; isLfs: boolean }>();
  sizes = {};
  for (const [id, family] of [
    ['small-1', 'llama'],
    ['large-1', 'qwen3'],
  ] as const) {
    const path = join(folder, `${id}.gguf`);
    writeGguf(path, (FAMILIES[family] as () => Parameters<typeof writeGguf>[1])());
    const content = await readFile(path);
    files.set(`${id}.gguf`, { content, isLfs: true });
    sizes[id] = content.length;
  }
  hub.repos.set('someone/tiny', { commit: 'abc', licence: 'mit', files });
});
after(async () => {
  await hub.close();
  await rm(folder, { recursive: true, force: true });
});

/** The large one counts as larger than its file is. */
function entry(id: string, rank: number): CatalogueEntry {
  const bytes = (sizes[id] ?? 0) * (id === 'large-1' ? 1.2 : 1);
  return {
    id,
    kind: 'text',
    title: id,
    ownedBy: 'test',
    licence: 'MIT',
    contextWindow: 1024,
    needs: { memoryBytes: rank * 1e9 },
    files: { 'model.gguf': { bytes: Math.round(bytes), sources: [`hf:someone/tiny/${id}.gguf`] } },
  };
}

function begin(name: string, hubUrl = hub.url) {
  const lines: string[] = [];
  const log = {
    info: (_fields: object, message: string) => void lines.push(message),
    warn: (_fields: object, message: string) => void lines.push(message),
  };
  const store: ModelStore = createModelStore({
    modelsDir: join(folder, name),
    hubUrl,
    extraModels: [entry('small-1', 1), entry('large-1', 4)],
    retries: { idleAttempts: 3, attempts: 20, firstPauseMs: 5, longestPauseMs: 20 },
  });
  let engine: LocalTextEngine | undefined;
  const choice = createFirstChoice({
    store,
    log,
    look: async () => MACHINE,
    choices: CHOICES,
    onArrived: () => engine?.currentDefault(),
  });
  engine = createLocalTextEngine({
    store,
    defaults: ['small-1'],
    firstPulls: choice.firstText,
    preferred: choice.preferredText,
    threads: 1,
    memoryBytes: 8e9,
    log,
  });
  return { store, engine, choice, lines };
}

async function ask(engine: LocalTextEngine, maxTokens: number): Promise<number> {
  const messages = [{ role: 'user' as const, content: 'Say something.' }];
  let ends = 0;
  for await (const event of engine.stream({ model: 'atelier-chat-1', messages, maxTokens }, never, unpaidAcceptance))
    if (event.type === 'end') ends += 1;
  return ends;
}

test('a better model is pulled with cuts and takes over under continuous requests: none is dropped', async () => {
  const { store, engine, choice, lines } = begin('models');
  try {
    assert.equal(await engine.pullDefault(), 'small-1');
    assert.match(lines.join('\n'), /text: large-1 .*begins with small-1/);
    assert.equal(engine.currentDefault(), 'small-1');
    let isStopped = false;
    const answered = { 'small-1': 0, 'large-1': 0 } as Record<string, number>;
    const failures: unknown[] = [];
    let across = 0;
    const caller = async () => {
      while (!isStopped) {
        const by = engine.currentDefault();
        try {
          answered[by] = (answered[by] ?? 0) + (await ask(engine, 4));
        } catch (error) {
          failures.push(error);
        }
        if (engine.currentDefault() !== by) across += 1;
      }
    };
    const callers = Array.from({ length: CALLERS }, caller);
    const enough = (id: string) => (answered[id] ?? 0) >= ANSWERS_OF_EACH || failures.length > 0;
    await until(() => enough('small-1'), { saying: 'the small model has answered a stream of calls' });
    hub.cuts = [100_000, 50_000];
    hub.pauseMs = 20;
    const long = ask(engine, 300);
    await choice.upgrade(never);
    assert.ok(store.pathIfReady('large-1'));
    await until(() => enough('large-1'), { saying: 'the larger model answers the same stream' });
    isStopped = true;
    await Promise.all(callers);
    console.log(`answered: ${JSON.stringify(answered)}, during the swap: ${across}, dropped: ${failures.length}`);
    assert.deepEqual(failures, []);
    assert.equal(await long, 1, 'an answer that began on the old model ends');
    assert.ok((answered['small-1'] ?? 0) + (answered['large-1'] ?? 0) >= 2 * ANSWERS_OF_EACH, JSON.stringify(answered));
    assert.ok(across > 0, 'calls were under way while the models changed');
    assert.match(lines.join('\n'), /large-1 is here and takes over for text/);
    await store.choose('text', 'small-1');
    await until(async () => engine.currentDefault() === 'small-1', { saying: 'the chosen model answers' });
  } finally {
    await engine.close();
  }
});

test('where the hub is away, what is here stays in use and the words say so', async () => {
  const { engine, choice, lines } = begin('away', 'http://127.0.0.1:9');
  try {
    await assert.rejects(engine.pullDefault(), /cannot be reached/);
    await assert.rejects(choice.upgrade(never), /large-1 could not be had yet/);
    assert.match(lines.join('\n'), /could not be had; what is here stays in use, and it is tried again in a while/);
  } finally {
    await engine.close();
  }
});
