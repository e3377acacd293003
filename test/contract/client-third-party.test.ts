// The licences of third parties: listed as in the catalogue, and none that would bind our users. `npm run generate`
// rewrites the page.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { runtimeEntry } from '../../src/engines/diffusion/runtime.ts';
import { aceStepRuntimeEntry } from '../../src/engines/music/ace-step/runtime.ts';
import { type CatalogueEntry, isPermissive } from '../../src/models/catalogue.ts';
import { ROOT } from '../support/documents.ts';
import { printThirdParty } from '../support/print-third-party.ts';

const catalogue: CatalogueEntry[] = JSON.parse(readFileSync(join(ROOT, 'src/models/catalogue.json'), 'utf8')).models;
/** The page is the same on every machine. */
const runtime = runtimeEntry('linux-x64');
if (runtime) catalogue.push(runtime);
const songRuntime = aceStepRuntimeEntry('linux-x64');
if (songRuntime) catalogue.push(songRuntime);

test('the page of licences is that of the catalogue', () => {
  const page = join(ROOT, 'docs/third-party.md');
  const content = printThirdParty(catalogue);
  if (process.env.UPDATE === '1') writeFileSync(page, content);
  const isFresh = readFileSync(page, 'utf8') === content;
  assert.ok(isFresh, 'docs/third-party.md is stale: npm run generate');
});

test('every model and sound bank has a permissive licence, or names the page where its conditions are read', () => {
  const conditional = catalogue.filter((entry) => !isPermissive(entry));
  for (const { id, licenceUrl } of conditional) assert.match(licenceUrl ?? '', /^https:/, id);
  assert.ok(conditional.length < catalogue.length / 4);
  for (const { id, licence } of catalogue) assert.doesNotMatch(licence, /NC|non-commercial|unknown/i, id);
});

test('no package is under the AGPL or the GPL', () => {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages as Record<
    string,
    { license?: string }
  >;
  const entries = Object.entries(lock);
  assert.ok(entries.length > 500);
  for (const [path, { license = '' }] of entries) assert.doesNotMatch(license, /AGPL|(?<!L)GPL/, path);
  const lesser = entries.filter(([, { license = '' }]) => license.includes('LGPL')).map(([path]) => path);
  for (const path of lesser) assert.match(path, /^node_modules\/@img\/sharp-/);
});
