// The dashboard's types of the API are made from the contract that the service publishes.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import test from 'node:test';
import { type ApiDocument, writeApiTypes } from '../../dashboard/tools/api-types.ts';
import { startService } from '../support/service.ts';

const FILE = new URL('../../dashboard/src/api/contract.ts', import.meta.url);
const HOW = 'Renew it: UPDATE=1 npm test -- test/api/dashboard-types.test.ts';

test('the dashboard knows the API as it is', async () => {
  const service = await startService({ TEST_WORKER: '0' });
  try {
    const document = (await service.call('GET', '/openapi.json')).json as ApiDocument;
    const types = writeApiTypes(document);
    if (process.env.UPDATE === '1') await writeFile(FILE, types);
    assert.equal(await readFile(FILE, 'utf8'), types, HOW);
  } finally {
    await service.stop();
  }
});
