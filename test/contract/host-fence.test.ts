// Worker threads and worker processes are started in one place: everything else uses the kit's host.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '..', '..');
const HOST = 'packages/kit/src/channel.ts';
/** `cluster.fork` starts another server of the service, which is not a worker. */
const STARTING = /new Worker\(|(?<!cluster\.)\bfork\(/;

function sourceFiles(): string[] {
  const packages = readdirSync(join(ROOT, 'packages')).map((name) => `packages/${name}/src`);
  return ['src', ...packages]
    .flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true }).map((file) => `${folder}/${file}`))
    .filter((file) => /\.(ts|mjs)$/.test(file));
}

test('the search finds a thread and a process, and no server of a cluster', () => {
  for (const line of ['new Worker(entry)', 'const child = fork(entry, [])', 'childProcess.fork(entry)'])
    assert.match(line, STARTING);
  assert.doesNotMatch('cluster.fork(environment)', STARTING);
});

test('only the kit starts worker threads and worker processes', () => {
  const hosts = sourceFiles().filter((file) => STARTING.test(readFileSync(join(ROOT, file), 'utf8')));
  assert.deepEqual(hosts, [HOST]);
});
