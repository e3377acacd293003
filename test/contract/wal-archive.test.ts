// The script with which the bundled PostgreSQL archives its log: a segment arrives whole, once, or is tried again; a full disk is avoided.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { gunzipSync } from 'node:zlib';
import type { DatabasePlace } from '../../src/store/postgres/place.ts';
import { archiveSettings, GAPS, restoreCommand, walFolder } from '../../src/store/postgres/wal-archive.ts';

const SEGMENT = '000000010000000000000001';
const SEGMENT_BYTES = 16 * 1024 * 1024;
let folder: string;
let place: DatabasePlace;
let archive: string;
const warnings: string[] = [];

before(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'atelier-archive-')));
  // A percent sign and a quote: both mean something else in a command.
  archive = join(folder, "archive 100% of Ada's");
  const home = join(folder, 'home');
  const cluster = join(home, 'cluster');
  mkdirSync(join(cluster, 'pg_wal', 'archive_status'), { recursive: true });
  place = { home, cluster, socketDir: home, logFile: join(home, 'log'), user: undefined };
});
after(() => rmSync(folder, { recursive: true }));

function settings() {
  const log = { info: () => undefined, warn: (message: string) => warnings.push(message) };
  return archiveSettings(place, { folder: archive, waitingBytes: 2 * SEGMENT_BYTES }, log);
}

/** Runs a command as PostgreSQL does: in the cluster's folder, with the placeholders filled in. */
function runAs(command: string, path: string, name: string): { status: number | null; said: string } {
  const filled = command.replaceAll(/%[pf%]/g, (found) => ({ '%p': path, '%f': name })[found] ?? '%');
  const { status, stderr } = spawnSync('/bin/sh', ['-c', filled], { cwd: place.cluster, encoding: 'utf8' });
  return { status, said: stderr };
}

function archiveSegment(content: string): { status: number | null; said: string } {
  writeFileSync(join(place.cluster, 'pg_wal', SEGMENT), content);
  return runAs(settings().archive_command ?? '', `pg_wal/${SEGMENT}`, SEGMENT);
}

test('a segment is archived once, and comes back as it was', () => {
  assert.deepEqual(archiveSegment('first'), { status: 0, said: '' });
  assert.deepEqual(readdirSync(walFolder(archive)), [`${SEGMENT}.gz`]);
  assert.equal(gunzipSync(readFileSync(join(walFolder(archive), `${SEGMENT}.gz`))).toString(), 'first');
  assert.deepEqual(archiveSegment('first'), { status: 0, said: '' }, 'a crash may let PostgreSQL archive it again');
  const restored = join(place.cluster, 'restored');
  assert.equal(runAs(restoreCommand(archive), restored, SEGMENT).status, 0);
  assert.equal(readFileSync(restored, 'utf8'), 'first');
  assert.notEqual(runAs(restoreCommand(archive), restored, '000000010000000000000002').status, 0);
});

test("another database's segment of the same name is not replaced", () => {
  const { status, said } = archiveSegment('second');
  assert.equal(status, 1);
  assert.match(said, /exists with another content/);
  assert.equal(gunzipSync(readFileSync(join(walFolder(archive), `${SEGMENT}.gz`))).toString(), 'first');
});

test('a folder that is gone is not made anew: segments wait, and are given up before they fill the disk', () => {
  rmSync(archive, { recursive: true });
  assert.deepEqual(warnings, []);
  assert.equal(archiveSegment('third').status, 1);
  assert.match(warnings.join(), /is missing: mount its disk/);
  for (const number of [1, 2, 3])
    writeFileSync(join(place.cluster, 'pg_wal', 'archive_status', `00000001000000000000000${number}.ready`), '');
  assert.equal(archiveSegment('third').status, 0, 'more than two segments wait');
  assert.equal(readFileSync(join(place.home, GAPS), 'utf8'), `${SEGMENT}\n`);
});
