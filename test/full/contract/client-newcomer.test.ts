// The quick half of the scripted newcomer: the README and four guides against a service that already runs.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { type EmbeddedPostgres, startEmbedded } from '../../../src/store/postgres/server.ts';
import { blocksOf, listPages, ROOT } from '../../support/documents.ts';
import { checkPromise, readBlocks, readSteps } from '../../support/markdown-commands.ts';
import { Newcomer } from '../../support/newcomer.ts';
import { startService, type TestService } from '../../support/service.ts';
import { bringWeights, TEXT_WEIGHTS } from '../../support/weights.ts';

const LANGUAGES = ['sh', 'json', 'text', 'ts', 'python', 'go', 'ini', 'nginx'];
let service: TestService;
let database: EmbeddedPostgres;
let memory: string;

before(async () => {
  await bringWeights(TEXT_WEIGHTS);
  memory = mkdtempSync(join(tmpdir(), 'atelier-newcomer-'));
  // The database that all tests share does not flush to disk, which `npm run doctor` refuses.
  database = await startEmbedded({ dataDir: join(memory, 'data'), log: { info: () => {}, warn: () => {} } });
  service = await startService({ DATABASE_URL: database.connectionString });
});
after(async () => {
  await service.stop();
  await database.stop();
  rmSync(memory, { recursive: true });
});

test('every block says what it is in, so that no command goes unseen', () => {
  for (const page of listPages())
    for (const block of blocksOf(page)) assert.ok(LANGUAGES.includes(block.language), `${page}:${block.line}`);
});

test('every link of a page leads to a file that is there', () => {
  const others = [
    'docs/contributing.md',
    'docs/limits.md',
    'docs/operations.md',
    'docs/security.md',
    'docs/architecture.md',
    'CHANGELOG.md',
  ];
  const packages = ['client/README.md', 'cli/README.md', 'examples/README.md'];
  for (const page of [...listPages(), ...others, ...packages]) {
    const links = readFileSync(join(ROOT, page), 'utf8').matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g);
    for (const [, link = ''] of links)
      if (!/^[a-z]+:/.test(link)) assert.ok(existsSync(join(ROOT, dirname(page), link)), `${page}: ${link}`);
  }
});

test('a promise that is not kept is noticed', () => {
  const [wrong, right] = readBlocks('x', '```json prints\n{"a": "b…", "n": 1}\n```\n```text prints\none … three\n```');
  assert.ok(wrong && right);
  checkPromise(wrong, 'noise\n{"a": "bcd", "n": 7, "more": true}');
  for (const printed of ['{"a": "cd", "n": 7}', '{"a": "b"}', '{"a": "b", "n": "7"}', 'nothing'])
    assert.throws(() => checkPromise(wrong, printed));
  checkPromise(right, 'one two three');
  assert.throws(() => checkPromise(right, 'three two one'));
});

const FOLLOWED = [
  'README.md',
  ...['basics', 'first-calls', 'payments', 'webhooks'].map((name) => `docs/guides/${name}.md`),
];

for (const page of FOLLOWED)
  test(`a newcomer follows ${page}: what takes seconds`, async (t) => {
    const { liveKey } = await service.account();
    const newcomer = new Newcomer({
      cwd: ROOT,
      memory,
      env: {
        PATH: process.env.PATH,
        HOME: memory,
        ORIGIN: service.origin,
        KEY: liveKey,
        DATABASE_URL: service.databaseUrl,
        DATA_DIR: service.config.dataDir,
        MODELS_DIR: service.config.modelsDir,
      },
      replace: { 'localhost:3000': new URL(service.origin).host, 'sk_live_…': liveKey },
      say: (line) => t.diagnostic(line),
    });
    const steps = readSteps(blocksOf(page)).filter(
      ({ command: { notes } }) => !('background' in notes || 'slow' in notes),
    );
    assert.ok(steps.length > 0);
    for (const step of steps) await newcomer.follow(step);
    await newcomer.leave();
  });
