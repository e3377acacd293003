// Settings come from the environment in one place: every other file gets them from the Config, so that a test can change them.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '..', '..');
const LOADER = 'src/config/config.ts';
/** Files of the applications that the builder writes. */
const TEMPLATES = /^packages\/blueprint\/src\/templates\//;
/** PATH is no setting: it is handed to child processes, which get nothing else. */
const READING = /\bprocess\.env\b(?!\.PATH\b)/;

function readingsIn(text: string): string[] {
  // Comments and texts may name process.env.
  return text
    .replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$|'[^'\n]*'|`[^`$\n]*\$\{name\}`/gm, '')
    .split('\n')
    .filter((line) => READING.test(line));
}

function sourceFiles(): string[] {
  const packages = readdirSync(join(ROOT, 'packages')).map((name) => `packages/${name}/src`);
  return ['src', ...packages].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true }).map((file) => `${folder}/${file}`),
  );
}

test('the search finds a reading of a setting, and no text about one', () => {
  assert.equal(readingsIn('const port = process.env.PORT;').length, 1);
  assert.equal(readingsIn('const env = { ...process.env };').length, 1);
  assert.equal(readingsIn("spawn(program, { env: { PATH: process.env.PATH ?? '' } });").length, 0);
  assert.equal(readingsIn("const rule = 'listen on process.env.PORT';").length, 0);
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a text about a template.
  assert.equal(readingsIn('const text = `process.env.${name}`;').length, 0);
});

test('only the configuration reads settings from process.env', () => {
  const readers = sourceFiles()
    .filter((file) => file.endsWith('.ts') && !TEMPLATES.test(file))
    .filter((file) => readingsIn(readFileSync(join(ROOT, file), 'utf8')).length > 0);
  assert.deepEqual(readers, [LOADER]);
});
