// Bodies larger than their route needs: each costs memory and a parse, so only routes with prompts, code, images or sounds take them.
import { deepEqual, strictEqual } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { nameOf, pathOf } from '../support/route-names.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

const KB = 1024;
const MB = 1024 * KB;
/** Whatever takes more than 256 kB, and how much. A new route that needs more is added here. */
const LARGE: Record<string, number> = {
  'POST /chat/completions': 32 * MB,
  'POST /chat/stream': 32 * MB,
  'POST /responses': 32 * MB,
  'POST /messages': 32 * MB,
  'POST /messages/count_tokens': 32 * MB,
  'POST /completions': 4 * MB,
  'POST /embeddings': 4 * MB,
  'POST /rerank': 4 * MB,
  'POST /v2/rerank': 4 * MB,
  'POST /v2/chat': 32 * MB,
  'POST /embed': 4 * MB,
  'POST /v2/embed': 4 * MB,
  'POST /moderations': 4 * MB,
  'POST /v1beta/models/:model::generateContent': 32 * MB,
  'POST /v1beta/models/:model::streamGenerateContent': 32 * MB,
  'POST /v1beta/models/:model::countTokens': 32 * MB,
  'POST /v1beta/models/:model::batchEmbedContents': 4 * MB,
  'POST /models/:model::generateContent': 32 * MB,
  'POST /models/:model::streamGenerateContent': 32 * MB,
  'POST /models/:model::countTokens': 32 * MB,
  'POST /models/:model::batchEmbedContents': 4 * MB,
  'POST /responses/input_tokens': 32 * MB,
  'POST /responses/compact': 32 * MB,
  'POST /api/chat': 32 * MB,
  'POST /api/generate': 32 * MB,
  'POST /api/embed': 4 * MB,
  'POST /api/embeddings': 4 * MB,
  'POST /code/generate': 4 * MB,
  'POST /code/complete': 4 * MB,
  'POST /code/refactor': 4 * MB,
  'POST /code/explain': 4 * MB,
  'POST /code/run': 4 * MB,
  'POST /builder/chat': 4 * MB,
  'PUT /builder/projects/:id/files': 4 * MB,
  // An export of the data that an app has stored.
  'PUT /builder/projects/:id/data': 24 * MB,
  'POST /image/edit': 56 * MB,
  'POST /image/upscale': 56 * MB,
  'POST /images/edits': 56 * MB,
  'POST /images/variations': 29 * MB,
  'POST /music/master': 72 * MB,
  'POST /audio/transcriptions': 70 * MB,
  'POST /audio/translations': 70 * MB,
  'POST /video/generate': 29 * MB,
  'POST /videos': 29 * MB,
  'POST /files': 64 * MB + 64 * KB,
  'POST /uploads/:id/parts': 64 * MB + 64 * KB,
  'POST /verify': 64 * MB + 64 * KB,
  'POST /mcp': 4 * MB,
};

let service: TestService;
let customer: TestAccount;

before(async () => {
  service = await startService({ TEST_WORKER: '0' });
  customer = await service.account();
});
after(() => service.stop());

test('an attacker finds a route that takes more than it needs', () => {
  const large = service.app.routes.filter(({ bodyLimitBytes }) => bodyLimitBytes > 256 * KB);
  const found = Object.fromEntries(large.map((route) => [nameOf(route), route.bodyLimitBytes]));
  deepEqual(found, LARGE);
});

test('an attacker sends 300 kB to every route that takes a small body', { timeout: 240_000 }, async () => {
  const body = { name: 'x'.repeat(300 * KB) };
  const small = service.app.routes.filter(
    // Keys open neither the operator's routes nor those of signed-in users; the table above covers them.
    (route) => route.method !== 'GET' && !route.ownerOnly && !route.sessionOnly && !LARGE[nameOf(route)],
  );
  const answers = await Promise.all(
    small.map(async (route) => {
      const { status, json } = await service.call(route.method, pathOf(route, 'x'), { key: customer.liveKey, body });
      return `${nameOf(route)} ${status} ${route.errorShape ? '' : json?.error?.code}`;
    }),
  );
  deepEqual(
    answers,
    small.map((route) => `${nameOf(route)} 413 ${route.errorShape ? '' : 'payload_too_large'}`),
  );
});

test('the longest lyrics and prompts that are documented still fit, written as escapes', async () => {
  const escaped = (characters: number) => '\\u6f22'.repeat(characters);
  const answer = await fetch(`${service.origin}/v1/music/generate`, {
    method: 'POST',
    headers: { authorization: `Bearer ${customer.liveKey}`, 'content-type': 'application/json' },
    body: `{"prompt":"${escaped(4_000)}","lyrics":"${escaped(10_000)}","genre":"no such genre"}`,
  });
  const build = await fetch(`${service.origin}/v1/builder/build`, {
    method: 'POST',
    headers: { authorization: `Bearer ${customer.liveKey}`, 'content-type': 'application/json' },
    body: `{"prompt":"${escaped(20_000)}","model":"no-such-model"}`,
  });
  await Promise.all([answer.arrayBuffer(), build.arrayBuffer()]);
  strictEqual(answer.status, 400);
  strictEqual(build.status < 413, true, String(build.status));
});
