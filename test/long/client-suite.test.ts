// The client library passes the API suite: the same tests, their calls sent through it instead of by hand.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';

const ROOT = join(import.meta.dirname, '..', '..');
const SUITES = [
  'access',
  'builder',
  'chat',
  'code',
  'completions',
  'conversations',
  'embeddings',
  'gate',
  'idempotency',
  'image',
  'jobs-http',
  'ledger',
  'limits',
  'models',
  'music',
  'operators',
  'payments',
  'sandbox-models',
  'video',
];
/** A suite whose calls all went past the library would prove nothing. */
const FEWEST_CALLS = 5;

for (const suite of SUITES)
  test(`the suite "${suite}" passes through the client library`, (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'atelier-tally-'));
    const file = join(folder, 'tally');
    const preload = join(ROOT, 'test/support/through-client-process.ts');
    const { NODE_TEST_CONTEXT: _, ...environment } = process.env;
    const { status, stdout } = spawnSync(
      process.execPath,
      ['--import', preload, join('test/api', `${suite}.test.ts`)],
      {
        cwd: ROOT,
        encoding: 'utf8',
        env: { ...environment, CLIENT_TALLY: file },
      },
    );
    assert.equal(status, 0, stdout.slice(-4_000));
    const tally = JSON.parse(readFileSync(file, 'utf8').trim().split('\n').at(-1) ?? '{}');
    rmSync(folder, { recursive: true });
    t.diagnostic(
      `${suite}: ${tally.methods} calls by methods, ${tally.request} by request(), ${tally.past} past the client (broken on purpose)`,
    );
    assert.ok(tally.methods + tally.request >= FEWEST_CALLS, JSON.stringify(tally));
  });
