// The OpenAPI document is a reference that a stranger can work from: it lints clean, and everything in it is described.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { inlineReferences, type Schema } from '../../../client/generate/openapi-document.ts';
import { EVENT_TYPES } from '../../../src/outbox/events.ts';
import { startService, type TestService } from '../../support/service.ts';

interface Operation {
  description?: string;
  parameters: { name?: string; description?: string }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

let service: TestService;
let text: string;
let document: { paths: Record<string, Record<string, Operation>>; webhooks: Record<string, object> };
before(async () => {
  service = await startService({ TEST_WORKER: '0', PUBLIC_URL: 'https://api.atelier.test' });
  ({ text } = await service.call('GET', '/openapi.json'));
  document = JSON.parse(text);
});
after(() => service.stop());

test('every operation and every parameter is described', () => {
  const missing = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { description, parameters }]) => {
      const name = `${method.toUpperCase()} ${path}`;
      const undescribed = parameters.filter((one) => one.name !== undefined && !one.description);
      return [
        ...(description ? [] : [`${name}: add \`description\` to its route(…)`]),
        ...undescribed.map((one) => `${name}: add a description to the schema of the parameter "${one.name}"`),
      ];
    }),
  );
  assert.deepEqual(missing, []);
});

test('every field that a body may have is described, however deep it is', (context) => {
  const fields = fieldsOfAll(({ requestBody }) => [requestBody ?? {}]);
  context.diagnostic(`${fields.length} fields`);
  assert.ok(fields.length > 1_000, `only ${fields.length} fields were found`);
  assert.deepEqual(undescribedOf(fields), []);
});

test('every field that an answer may have is described: see src/http/openapi/fields', (context) => {
  const fields = fieldsOfAll(({ responses }) => Object.values(responses));
  context.diagnostic(`${fields.length} fields`);
  assert.ok(fields.length > 2_000, `only ${fields.length} fields were found`);
  assert.deepEqual(undescribedOf(fields), []);
});

interface Field {
  at: string;
  description: string | undefined;
}

function fieldsOfAll(partsOf: (operation: Operation) => { content?: Record<string, { schema: Schema }> }[]): Field[] {
  const paths = inlineReferences(document).paths as unknown as typeof document.paths;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      partsOf(operation).flatMap(({ content = {} }) =>
        Object.values(content).flatMap(({ schema }) => fieldsOf(schema, `${method.toUpperCase()} ${path} `)),
      ),
    ),
  );
}

function undescribedOf(fields: readonly Field[]): string[] {
  return [...new Set(fields.filter(({ description }) => !description).map(({ at }) => at))];
}

function fieldsOf(schema: Schema, at: string): Field[] {
  const { anyOf = [], oneOf = [], allOf = [], items, properties = {} } = schema;
  return [
    ...[...anyOf, ...oneOf, ...allOf].flatMap((one) => fieldsOf(one, at)),
    ...(items ? fieldsOf(items, `${at}[]`) : []),
    ...Object.entries(properties).flatMap(([name, one]) => [
      { at: `${at}.${name}`, description: one.description },
      ...fieldsOf(one, `${at}.${name}`),
    ]),
  ];
}

test('every type of event is in the webhooks section', () => {
  assert.deepEqual(Object.keys(document.webhooks).sort(), [...EVENT_TYPES].sort());
});

test('every example fits its schema', (context) => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  // Most errors are the same for every operation: each pair of schema and example is looked at once.
  const pairs = findExamples(inlineReferences(document), '').map(
    (one) => [JSON.stringify([one.schema, one.example]), one] as const,
  );
  const examples = [...new Map(pairs).values()];
  context.diagnostic(`${examples.length} examples`);
  assert.ok(examples.length > 150, `only ${examples.length} examples were found`);
  const faults = examples.flatMap(({ at, schema, example }) =>
    ajv.validate(schema, example) ? [] : [`${at}: ${ajv.errorsText()}`],
  );
  assert.deepEqual(faults, []);
});

interface FoundExample {
  at: string;
  schema: object;
  example: unknown;
}

/** An example stands beside its schema, or in the schema's own list. */
function findExamples(value: unknown, at: string): FoundExample[] {
  if (typeof value !== 'object' || value === null) return [];
  const { schema, example } = value as { schema?: object; example?: unknown };
  const { examples } = (schema ?? {}) as { examples?: unknown[] };
  return [
    ...(schema && example !== undefined ? [{ at, schema, example }] : []),
    ...(schema && Array.isArray(examples) ? examples.map((one) => ({ at, schema, example: one })) : []),
    ...Object.entries(value).flatMap(([name, one]) => (name === 'example' ? [] : findExamples(one, `${at}/${name}`))),
  ];
}

test('spectral and redocly find nothing to complain about', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-openapi-'));
  try {
    const file = join(folder, 'openapi.json');
    await writeFile(file, text);
    const script = fileURLToPath(new URL('../../../scripts/lint-openapi.mjs', import.meta.url));
    const output = await new Promise<string>((resolve) => {
      execFile(process.execPath, [script, file], (error, stdout, stderr) =>
        resolve(error ? `${stdout}${stderr}` : stdout),
      );
    });
    assert.equal(output, '0 findings of spectral and redocly\n');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
