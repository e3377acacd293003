// Every block of code in the documentation is run by a test, checked by the tool that reads it, or says why not.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { parseEnv } from 'node:util';
import { loadConfig } from '../../src/config/config.ts';
import { BUILT, OPERATING, SECTIONS } from '../../src/modules/docs/contents.ts';
import { blocksOf, listPages, ROOT } from '../support/documents.ts';
import type { Block } from '../support/markdown-commands.ts';
import { RUN_PAGES } from '../support/run-pages.ts';

const PAGES = [...SECTIONS, ...OPERATING, BUILT].flatMap(({ pages }) => pages.map(({ file }) => file));
const blocks = PAGES.filter((file) => existsSync(join(ROOT, file))).flatMap((file) => blocksOf(file));

/** Programs that a test runs by their place, beside the pages that are followed block by block. */
const PROGRAMS: Readonly<Record<string, string>> = {
  'README.md ts': 'test/full/contract/client-guide-code.test.ts',
  'client/README.md ts': 'test/long/newcomer.test.ts',
  'docs/guides/webhooks.md ts': 'test/full/contract/client-guide-code.test.ts',
  'docs/guides/webhooks.md python': 'test/full/contract/client-guide-code.test.ts',
  'docs/guides/webhooks.md go': 'test/full/contract/client-guide-code.test.ts',
  'docs/guides/reverse-proxy.md nginx': 'test/full/contract/docs-code.test.ts',
};

test('every block of commands or code is run by a test that exists, or says why it is not', () => {
  const followed = new Set(listPages());
  const left = blocks.filter((block) => {
    if (!['sh', 'ts', 'python', 'go', 'nginx'].includes(block.language) || block.notes['not-run']) return false;
    if (block.language === 'sh' && followed.has(block.file)) return false;
    if (RUN_PAGES.includes(block.file) && ['ts', 'python'].includes(block.language)) return false;
    const runner = PROGRAMS[`${block.file} ${block.language}`];
    return !runner || !existsSync(join(ROOT, runner));
  });
  assert.deepEqual(left.map(placeOf), []);
  assert.ok(blocks.length > 100, `${blocks.length} blocks`);
});

test('every block names a language that is known, and a reason is never empty', () => {
  const known = ['sh', 'ts', 'python', 'go', 'json', 'text', 'ini', 'nginx', ''];
  for (const block of blocks) {
    assert.ok(known.includes(block.language), placeOf(block));
    assert.notEqual(block.notes['not-run'], '', placeOf(block));
  }
});

test('every source file that the architecture names exists', () => {
  const text = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');
  const [, following = ''] = /## Following a request([\s\S]*?)\n## A charge/.exec(text) ?? [];
  const named = [...following.matchAll(/`([a-z][\w/-]*\/[\w-]+\.ts)`/g)].flatMap(([, path = '']) =>
    path.startsWith('modules/x/') ? [] : [path],
  );
  assert.ok(named.length > 13, `${named.length} files`);
  assert.deepEqual(
    named.filter((path) => !existsSync(join(ROOT, 'src', path))),
    [],
  );
});

test('every block of JSON is JSON', () => {
  for (const block of blocks.filter(({ language }) => language === 'json'))
    assert.doesNotThrow(() => JSON.parse(block.text), placeOf(block));
});

test('every block of settings is accepted by the service', () => {
  const settings = blocks.filter(({ language }) => language === 'ini');
  assert.ok(settings.length >= 1);
  for (const block of settings) {
    const config = loadConfig(parseEnv(block.text), '/nowhere');
    assert.equal(config.publicUrl, 'https://ai.example.com', placeOf(block));
    assert.ok(config.trustedProxies.length > 0, placeOf(block));
  }
});

function placeOf({ file, line, language }: Block): string {
  return `${file}:${line} ${language}`;
}
