// Settings from a .env file: what it may hold, and that the environment wins over it.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { loadConfig } from '../../src/config/config.ts';

let folder: string;
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-dotenv-'));
});
after(() => rmSync(folder, { recursive: true }));

const load = (file: string, environment: NodeJS.ProcessEnv = {}) => {
  writeFileSync(join(folder, '.env'), file);
  return loadConfig(environment, folder);
};

test('a .env file may have comments, quotes, exports and spaces', () => {
  const config = load(
    '# settings\nexport SERVICE_NAME="Our Atelier"\nPORT = 4000 # the usual\nMAIL_FROM=\'a@b.example\'\n\nLOG_LEVEL=debug\r\n',
  );
  assert.deepEqual(
    [config.serviceName, config.port, config.mailFrom, config.logLevel],
    ['Our Atelier', 4000, 'a@b.example', 'debug'],
  );
});

test('a quoted value keeps its # and may have several lines', () => {
  const { secretByName } = load('UPSTREAM_KEY="a#b"\nCERTIFICATE="one\ntwo"\n');
  assert.deepEqual([secretByName('UPSTREAM_KEY'), secretByName('CERTIFICATE')], ['a#b', 'one\ntwo']);
});

test('the environment wins over the file', () => {
  assert.equal(load('PORT=4000\n', { PORT: '5000' }).port, 5000);
});
