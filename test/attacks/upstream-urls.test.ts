// Attacks through every field of every dialect: no upstream and no part of this service fetches a URL that a customer names.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { relayBody, relayRules } from '../../src/engines/text/relay/request-body.ts';
import { type BodySchema, bodyPlaces } from '../support/body-places.ts';
import { readDocumented } from '../support/documented-answers.ts';
import { type ObedientUpstream, startObedientUpstream } from '../support/obedient-upstream.ts';
import { startService, type TestService } from '../support/service.ts';

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
const MODELS = ['obedient-1', 'obedient-moderation-1', 'obedient-embedding-1', 'obedient-rerank-1'];
/** Operations whose bodies a text upstream gets in some form. */
const TEXT =
  /^POST \/(chat\/(completions|stream)|completions|embeddings|moderations|rerank|responses|messages|code\/|v1beta\/|v2\/|api\/(chat|generate|embed))/;
/** Members that an upstream reads as text, whatever is in them. */
const READ_AS_TEXT =
  /^(content|text|prompt|input|suffix|query|documents|stop|user|name|id|tool_call_id|arguments|description|title|reasoning_content|reasoning_signature|safety_identifier|reasoning_effort|verbosity|detail|const|enum|default|\d+)$/;

let upstream: ObedientUpstream;
let service: TestService;
let key: string;

before(async () => {
  upstream = await startObedientUpstream(MODELS);
  service = await startService({ OPENAI_BASE_URL: upstream.baseUrl, TEST_WORKER: '0' });
  key = (await service.account({ plan: 'enterprise', credits: 1_000_000 })).liveKey;
});
after(async () => {
  await service.stop();
  await upstream.close();
});

const HOSTILE = [
  'http://127.0.0.1:1/x',
  'https://169.254.169.254/latest/meta-data',
  'file:///etc/passwd',
  ' https://169.254.169.254/',
  '//169.254.169.254/',
  'gopher://127.0.0.1:6379/_X',
];

test('a picture that is moderated is fetched by this service, through the address guard, or refused', async () => {
  const moderate = (url: string) =>
    service.call('POST', '/v1/moderations', {
      key,
      body: { model: 'obedient-moderation-1', input: [{ type: 'image_url', image_url: { url } }] },
    });
  for (const url of HOSTILE) {
    const { status, json } = await moderate(url);
    assert.equal(status, 400, url);
    assert.equal(json.error.param, 'input[0].image_url.url');
  }
  const relayed = () => JSON.stringify(upstream.bodies.filter((body) => body.model === 'obedient-moderation-1'));
  assert.equal(relayed(), '[]');
  upstream.answerWith((_, response) => {
    response.setHeader('content-type', 'application/json').end('{"id":"m","model":"m","results":[]}');
  });
  const { status, text } = await moderate(`data:image/png;base64,${PIXEL}`);
  assert.equal(status, 200, text);
  assert.match(relayed(), /data:image\/png/);
});

test('no field of any text dialect carries a URL to an upstream as one', { timeout: 240_000 }, async (context) => {
  const { operations } = readDocumented((await service.call('GET', '/openapi.json')).json);
  const canary = `${upstream.origin}/canary`;
  const found = new Set<string>();
  let sent = 0;
  let reached = 0;
  for (const [name, { path, method, operation }] of operations) {
    const content = operation.requestBody?.content['application/json'];
    if (!content || !TEXT.test(name)) continue;
    const seen = new Set<string>();
    for (const place of bodyPlaces(content.schema as BodySchema, content.example)) {
      if (/(^|\.)(model|stream)$/.test(place.name) || ![place.schema.type ?? 'string'].flat().includes('string'))
        continue;
      const body = JSON.stringify({ ...(place.bodyWith(canary) as object), ...modelFor(name), max_tokens: 1 });
      if (seen.has(body)) continue;
      seen.add(body);
      upstream.bodies.length = 0;
      const prefix = /^\w+ \/(v1beta|v2|api|mcp)\b/.test(name) ? '' : '/v1';
      const answer = await fetch(`${service.origin}${prefix}${path.replace(/\{\w+\}/g, 'obedient-1')}`, {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body,
      });
      await answer.arrayBuffer();
      sent += 1;
      reached += upstream.bodies.length;
      for (const member of membersWith(upstream.bodies, canary))
        if (!READ_AS_TEXT.test(member)) found.add(`${name}: ${place.name} reached the upstream as "${member}"`);
    }
  }
  context.diagnostic(`${sent} bodies sent, ${reached} reached the upstream`);
  assert.deepEqual([...found], []);
  assert.deepEqual(upstream.fetched, []);
  assert.ok(sent > 300 && reached > 50, `${sent} sent, ${reached} reached`);
});

test('the last door before an upstream refuses a URL in a field that nobody has thought of', () => {
  const rules = relayRules({ pass_fields: ['documents', 'mcp_servers'] });
  const relay = (body: Record<string, unknown>) => () =>
    relayBody(
      { model: 'm', path: 'chat/completions', body, stream: false, maxTokens: 1, isOpenEnded: false, choices: 1 },
      'm',
      rules,
    );
  for (const url of [...HOSTILE, '\thttp://x/', 'HTTP://x'])
    for (const body of [
      { messages: [{ role: 'user', content: [{ type: 'video_url', video_url: { url } }] }] },
      { messages: [{ role: 'user', content: [{ type: 'file', file: { file_url: url } }] }] },
      { messages: [{ role: 'tool', content: [{ type: 'x', source: { fileUri: url } }] }] },
      { documents: [{ url }] },
      { mcp_servers: [{ type: 'url', url }] },
      { tools: [{ type: 'mcp', server_url: url }] },
    ])
      assert.throws(relay(body), { code: 'unsafe_url' }, JSON.stringify(body));
  for (const body of [
    { messages: [{ role: 'user', content: 'https://x' }] },
    { messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AA' } }] }] },
    { tools: [{ type: 'function', function: { name: 'f', parameters: { default: { url: 'https://x' } } } }] },
    { messages: [{ role: 'assistant', content: 'x', annotations: [{ url_citation: { url: 'https://x' } }] }] },
  ])
    assert.doesNotThrow(relay(body), JSON.stringify(body));
});

function modelFor(name: string): object {
  if (name.includes('{model}') || name.includes('/code/')) return name.includes('/code/') ? { model: MODELS[0] } : {};
  if (name.includes('moderations')) return { model: MODELS[1] };
  if (name.includes('embed')) return { model: MODELS[2] };
  if (name.includes('rerank')) return { model: MODELS[3] };
  return { model: MODELS[0] };
}

/** The names of all members, at any depth, whose value is this text. */
function membersWith(value: unknown, text: string, name = ''): string[] {
  if (value === text) return [name];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => membersWith(member, text, Array.isArray(value) ? name : key));
}
