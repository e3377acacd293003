// The pages of settings, errors and fields are printed from the code, that of clients from the last run of them. `npm run generate` writes them anew.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { readerOf, SETTING_GROUPS } from '../../src/config/declarations.ts';
import { LINE_ERROR_ADVICE } from '../../src/core/error-advice.ts';
import { ERROR_CATALOGUE } from '../../src/core/errors.ts';
import { printClients } from '../support/client-results.ts';
import { ROOT } from '../support/documents.ts';
import { printErrors } from '../support/print-errors.ts';
import { printFields } from '../support/print-fields.ts';
import { printSettings } from '../support/print-settings.ts';

const declared = new Map(SETTING_GROUPS.flatMap(({ settings }) => Object.entries(settings)));

for (const [file, print] of [
  ['docs/settings.md', printSettings],
  ['docs/errors.md', printErrors],
  ['docs/fields.md', printFields],
  ['docs/guides/clients.md', () => printClients()],
] as const)
  test(`${file} is that of the code`, () => {
    const path = join(ROOT, file);
    const content = print();
    if (process.env.UPDATE === '1') writeFileSync(path, content);
    const isFresh = readFileSync(path, 'utf8') === content;
    assert.ok(isFresh, `${file} is stale: npm run generate`);
  });

function sourceFiles(): string[] {
  return readdirSync(join(ROOT, 'src'), { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.ts'));
}

/** Names in the calls that read settings, in the whole service: the compiler checks those of src/config only. */
function namesRead(): { name: string; file: string }[] {
  const reading =
    /\b(?:text|value|secret|secretOf|secretByName)\((?:env, )?['`]([A-Z][A-Z0-9_]+|\$\{prefix\}_[A-Z_]+)['`]\)/g;
  return sourceFiles().flatMap((file) =>
    [...readFileSync(join(ROOT, 'src', file), 'utf8').matchAll(reading)].map(([, name = '']) => ({ name, file })),
  );
}

test('every setting that is read has its row, and every row is a setting that is read', () => {
  const read = namesRead();
  assert.ok(read.length > 60, `${read.length} readings`);
  const names = read.flatMap(({ name, file }) => {
    if (!name.startsWith('$')) return [{ name, file }];
    const rest = name.replace(/^.*\}/, '');
    const rows = [...declared.keys()].filter((one) => one.endsWith(rest) && /^(OIDC_<NAME>|GITHUB|GOOGLE)_/.test(one));
    return (rows.length > 0 ? rows : [name]).map((one) => ({ name: one, file }));
  });
  const missing = names.filter(({ name }) => !declared.has(name)).map(({ name, file }) => `${file} reads ${name}`);
  assert.deepEqual(missing, [], 'add them to src/config/declarations.ts');
  const readers = sourceFiles()
    .filter((file) => !file.startsWith('config/declar'))
    .map((file) => readFileSync(join(ROOT, 'src', file), 'utf8'))
    .join('\n');
  const forms = (name: string) => [
    name,
    name.replace(/TRACES|METRICS/, '${signal}'),
    name.replace(/^(OIDC_<NAME>|GITHUB|GOOGLE)/, '${prefix}'),
  ];
  const unread = [...declared.keys()].filter((name) => !forms(name).some((form) => readers.includes(form)));
  assert.deepEqual(unread, []);
});

test('a default is what the service uses', () => {
  assert.equal(readerOf({}).value('PORT'), '3000');
  assert.equal(readerOf({ PORT: ' 8080 ' }).value('PORT'), '8080');
  assert.equal(readerOf({ PORT: '' }).text('PORT'), null);
});

test('every error code has its row', () => {
  const page = readFileSync(join(ROOT, 'docs/errors.md'), 'utf8');
  for (const code of Object.keys({ ...ERROR_CATALOGUE, ...LINE_ERROR_ADVICE }))
    assert.ok(page.includes(`| \`${code}\` |`), code);
});
