// Every operation of the API has its method in the client, or stands here with the reason why it has none.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { METHODS, STREAMS } from '../support/client-methods.ts';

const source = readFileSync(new URL('../../client/src/generated/operations.ts', import.meta.url), 'utf8');
const operations = [...source.matchAll(/^ {2}'((?:GET|POST|PUT|PATCH|DELETE) [^']+)': \{/gm)].map(
  ([, name = '']) => name,
);

/** Operations in the shape of another service: its own clients call them. */
const OF_OTHERS = [
  / \/(api|v1beta|v2)\//,
  / \/models\/\{model\}:/,
  / \/images\//,
  / \/videos\/\{id\}\/remix$/,
  / \/embed$/,
  / \/mcp$/,
];

const WITHOUT_A_ROW: Readonly<Record<string, string>> = {
  'GET /jobs/{id}/events': 'a method follows a job to its end: `jobs.follow`',
  'GET /webhooks/events': 'a method listens for as long as it is read: `webhooks.listen`',
  'POST /files': 'a form, which the suites send by hand: `files.upload`',
  'POST /uploads/{id}/parts': 'likewise: `uploads.addPart`',
  'POST /responses/compact': 'by `call`, which takes every operation; agents use the client of OpenAI',
  'POST /responses/{id}/cancel': 'likewise',
};

test('every operation has a method in the client', () => {
  const known = new Set([...Object.keys(METHODS), ...Object.keys(STREAMS), ...Object.keys(WITHOUT_A_ROW)]);
  const left = operations.filter((name) => !known.has(name) && !OF_OTHERS.some((shape) => shape.test(name)));
  assert.deepEqual(left, [], 'Add a method to client/src and a row to test/support/client-methods.ts.');
  assert.ok(operations.length > 250, `${operations.length} operations`);
});

test('no row and no reason is left for an operation that is gone', () => {
  const listed = [...Object.keys(METHODS), ...Object.keys(STREAMS), ...Object.keys(WITHOUT_A_ROW)];
  assert.deepEqual(
    listed.filter((name) => !operations.includes(name)),
    [],
  );
});
