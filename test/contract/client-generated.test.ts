// What is generated from the OpenAPI document is as the document is now. `npm run generate` writes it anew.
import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { after, before, test } from 'node:test';
import { inlineReferences, type OpenApiDocument } from '../../client/generate/openapi-document.ts';
import { printReference } from '../../client/generate/print-reference.ts';
import { printSchemas, printTypes } from '../../client/generate/print-types.ts';
import { EVENT_TYPES } from '../../src/outbox/events.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
before(async () => {
  service = await startService({ TEST_WORKER: '0' });
});
after(() => service.stop());

async function readDocument(): Promise<OpenApiDocument> {
  return (await (await fetch(`${service.origin}/openapi.json`)).json()) as OpenApiDocument;
}

async function checkGenerated(path: string, content: string): Promise<void> {
  const file = new URL(`../../${path}`, import.meta.url);
  if (process.env.UPDATE === '1') {
    await mkdir(dirname(file.pathname), { recursive: true });
    await writeFile(file, content);
  }
  const current = await readFile(file, 'utf8').catch(() => '');
  assert.ok(current === content, `${path} is stale: npm run generate`);
}

test("the client's types are those of the OpenAPI document", async () => {
  const document = await readDocument();
  await checkGenerated('client/src/generated/schemas.ts', printSchemas(document));
  await checkGenerated('client/src/generated/operations.ts', printTypes(document));
});

test('the API reference is that of the OpenAPI document', async () => {
  const document = await readDocument();
  await checkGenerated('docs/reference/api.md', printReference(inlineReferences(document)));
});

test('the client has a type for every event of the service', async () => {
  const source = await readFile(new URL('../../client/src/webhook-events.ts', import.meta.url), 'utf8');
  const known = [...source.matchAll(/^ {2}'([a-z.]+)':/gm)].map(([, type]) => type);
  assert.deepEqual(known.sort(), [...EVENT_TYPES].sort());
});
