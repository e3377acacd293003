// Every client library, in its newest version, does eleven things with a model of every kind of upstream. With UPDATE=1 the result becomes docs/guides/clients.md.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { installClients } from '../../scripts/clients.mjs';
import { type ClientDriver, loadDriver, type Matrix, startMatrix } from '../support/client-matrix.ts';
import {
  CELLS,
  type CellName,
  type LibraryResult,
  PASS,
  storeResults,
  today,
  UPSTREAM_KINDS,
  type UpstreamKind,
} from '../support/client-results.ts';

const NAMES = readdirSync(join(import.meta.dirname, '../clients/sdks/drivers'))
  .map((file) => file.slice(0, -'.mjs'.length))
  // What several drivers share.
  .filter((name) => !['ai-sdk', 'langchain'].includes(name));

let matrix: Matrix;
let folder: string;
const rows: LibraryResult[] = [];

before(async () => {
  folder = installClients('sdks');
  matrix = await startMatrix();
});
after(() => matrix.close());

for (const name of NAMES)
  test(`${name}: every cell passes, or its driver says why the client cannot`, async () => {
    const driver = await loadDriver(name, folder);
    const cells = {} as LibraryResult['cells'];
    for (const kind of UPSTREAM_KINDS) cells[kind] = await runKind(driver, kind);
    const { name: client, api, with: provider } = driver.client;
    const version = [versionOf(client), ...(provider ? [`${provider} ${versionOf(provider)}`] : [])].join(', ');
    rows.push({ client, api, version, cells });
    const reasons = new Set(Object.values(driver.cannot ?? {}));
    const failed = UPSTREAM_KINDS.flatMap((kind) =>
      Object.entries(cells[kind])
        .filter(([, result]) => !result.startsWith(PASS) && !reasons.has(result))
        .map(([cell, result]) => `${cell} with ${kind}: ${result}`),
    );
    assert.deepEqual(failed, []);
  });

test('the result is stored when it is asked for', () => {
  assert.equal(rows.length, NAMES.length);
  if (process.env.UPDATE) storeResults({ libraries: { date: today(), rows } });
});

async function runKind(driver: ClientDriver, kind: UpstreamKind): Promise<Record<CellName, string>> {
  const results = await Promise.all(
    CELLS.map(async (cell) => {
      const reason = driver.cannot?.[cell];
      if (reason) return [cell, reason] as const;
      const inexact = driver.inexact?.[cell];
      const passed = inexact ? `${PASS}: ${inexact}` : PASS;
      const result = await matrix.run(driver, kind, cell).then(
        () => passed,
        (error) => String(error),
      );
      return [cell, result] as const;
    }),
  );
  return Object.fromEntries(results) as Record<CellName, string>;
}

function versionOf(name: string): string {
  return JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')).version;
}
