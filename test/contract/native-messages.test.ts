// Messages calls to an upstream of Anthropic's pass in its own dialect: what they mean and cost stays the same, nothing dearer passes.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import Anthropic from '@anthropic-ai/sdk';
import { type AnthropicUpstream, CITED, startAnthropicUpstream } from '../support/anthropic-upstream.ts';
import { configWith } from '../support/config-file.ts';
import { type MisbehavingUpstream, startMisbehavingUpstream, WORDS } from '../support/misbehaving-upstream.ts';
import { plain } from '../support/pictures.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { smallPdf } from '../support/small-pdf.ts';
import { until } from '../support/until.ts';

const PRICE = { input: 1_000, output: 5_000, cached_input: 100, cache_write: 1_250 };
const USER = { role: 'user' as const, content: 'Run it.' };
const MODELS = ['claude-good', 'claude-endless', 'claude-stalls', 'claude-breaks', 'claude-busy'];

let upstream: AnthropicUpstream;
let other: MisbehavingUpstream;
let service: TestService;
let account: TestAccount;
let client: Anthropic;

before(async () => {
  [upstream, other] = await Promise.all([startAnthropicUpstream(), startMisbehavingUpstream()]);
  const models = MODELS.map((id) => ({ id: `our-${id}`, upstream_id: id, price: PRICE }));
  const CONFIG = await configWith([
    {
      name: 'claude',
      kind: 'anthropic',
      base_url: upstream.baseUrl,
      retries: 0,
      models: models.map((one) => (one.id === 'our-claude-busy' ? { ...one, fallbacks: ['mock-good-1'] } : one)),
    },
    { name: 'open', base_url: other.baseUrl },
  ]);
  service = await startService({ CONFIG, TEST_WORKER: '0', READ_ON_SECONDS: '1' });
  account = await service.account();
  client = new Anthropic({ baseURL: service.origin, apiKey: account.liveKey, maxRetries: 0 });
});
after(async () => {
  await Promise.all([upstream.close(), other.close()]);
  await service.stop();
});

const sentLast = () => upstream.calls.at(-1) ?? assert.fail('the upstream was not called');
const post = (body: object, headers: Record<string, string> = {}) =>
  service.call('POST', '/v1/messages', {
    key: account.liveKey,
    headers,
    body: { model: 'our-claude-good', max_tokens: 2_000, messages: [USER], ...body },
  });
const charged = async (after: number) => {
  const { json } = await service.call('GET', '/v1/payments/transactions?type=usage&limit=100', {
    key: account.liveKey,
  });
  return json.data.length > after ? json.data : undefined;
};
/** 100 + 40 written + 60 read, and 20 of the answer. */
const WHOLE_CREDITS = (100 * PRICE.input + 40 * PRICE.cache_write + 60 * PRICE.cached_input + 20 * PRICE.output) / 1e6;

test('what has the same meaning and price passes; the answer comes as the upstream wrote it, at the price of its cache', async () => {
  const own = {
    thinking: { type: 'enabled', budget_tokens: 1_024, display: 'omitted' },
    output_config: { effort: 'max' },
    metadata: { user_id: 'u' },
    stop_sequences: ['END'],
    temperature: 1,
    tool_choice: { type: 'auto', disable_parallel_tool_use: true },
  };
  const { status, json, headers, text } = await post(
    {
      ...own,
      system: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral', ttl: '1h' } }],
      context_management: { edits: [{ type: 'clear_thinking_20251015', keep: 'all' }, { type: 'compact_20260112' }] },
      tools: [
        {
          name: 'Bash',
          input_schema: { type: 'object' },
          defer_loading: true,
          allowed_callers: ['code_execution_20260120'],
        },
        { type: 'bash_20250124', name: 'bash' },
        { type: 'tool_search_tool_regex_20251119', name: 'search' },
        { type: 'web_search_20250305', name: 'web_search', max_uses: 100 },
      ],
      service_tier: 'auto',
      speed: 'fast',
      container: 'container_of_somebody',
      mcp_servers: [{ type: 'url', url: 'https://attacker.example', name: 'x' }],
      fallbacks: [{ model: 'dearer' }],
      field_of_next_month: 1,
    },
    {
      'anthropic-beta':
        'claude-code-20250219,interleaved-thinking-2025-05-14,context-1m-2025-08-07,fast-mode-2026-02-01,mcp-client-2025-11-20',
    },
  );
  assert.equal(status, 200, text);
  const { body, headers: sent } = sentLast();
  const cache_control = { type: 'ephemeral' };
  assert.deepEqual(body, {
    ...own,
    model: 'claude-good',
    max_tokens: 2_000,
    stream: false,
    system: [{ type: 'text', text: 'Be brief.', cache_control }],
    messages: [USER],
    context_management: { edits: [{ type: 'clear_thinking_20251015', keep: 'all' }] },
    tools: [
      { name: 'Bash', input_schema: { type: 'object' }, defer_loading: true },
      { type: 'bash_20250124', name: 'bash' },
      { type: 'tool_search_tool_regex_20251119', name: 'search' },
    ],
  });
  assert.deepEqual(
    [sent['anthropic-beta'], sent['anthropic-version'], sent.authorization],
    ['claude-code-20250219,interleaved-thinking-2025-05-14', '2023-06-01', undefined],
  );
  assert.equal(headers.get('x-left-out'), 'tools[3] web_search_20250305, container, mcp_servers');
  assert.deepEqual(
    [json.model, json.stop_reason, json.content[0].signature],
    ['our-claude-good', 'tool_use', 'signed-by-claude'],
  );
  assert.deepEqual(json.context_management, { applied_edits: [] });
  assert.equal(headers.get('x-credits-charged'), String(WHOLE_CREDITS));
});

test('a loop of the published client, streamed: thoughts keep their signatures, citations arrive, the charge is exact', async () => {
  const before = (await charged(-1)).length;
  const tools = [{ name: 'weather', input_schema: { type: 'object' as const } }];
  const asked = { model: 'our-claude-good', max_tokens: 500, tools };
  const first = await client.messages.stream({ ...asked, messages: [USER] }).finalMessage();
  assert.deepEqual(
    [first.stop_reason, first.model, first.usage.cache_read_input_tokens],
    ['tool_use', 'our-claude-good', 60],
  );
  const result = { type: 'tool_result' as const, tool_use_id: 'toolu_1', content: 'loop-42' };
  const second = await client.messages
    .stream({
      ...asked,
      messages: [USER, { role: 'assistant', content: first.content }, { role: 'user', content: [result] }],
    })
    .finalMessage();
  const [, said] = second.content;
  assert.deepEqual(said?.type === 'text' && [said.text, said.citations], ['RESULT SEEN loop-42', [CITED]]);
  assert.deepEqual(sentLast().body.messages[1], {
    role: 'assistant',
    content: first.content,
  });
  const rows = await until(() => charged(before + 1), { saying: 'both calls are charged' });
  assert.deepEqual([rows[0].credits, rows[1].credits], [-WHOLE_CREDITS, -WHOLE_CREDITS]);
});

test('nothing that a customer names is fetched by the upstream: images and documents are read here, under the address guard', async () => {
  const image = (await plain(8, 8, '#4080c0')) as Buffer;
  const pdf = smallPdf('The answer is forty-two').toString('base64');
  const told = await post({
    messages: [
      {
        role: 'user',
        content: [
          {
            type: 'image',
            source: { type: 'base64', media_type: 'image/gif', data: Buffer.from(image).toString('base64') },
          },
          {
            type: 'document',
            title: 'Notes',
            citations: { enabled: true },
            source: { type: 'base64', media_type: 'application/pdf', data: pdf },
          },
        ],
      },
    ],
  });
  assert.equal(told.status, 200, told.text);
  const [message] = sentLast().body.messages;
  const [picture, document] = (message?.content ?? []) as Record<string, Record<string, unknown>>[];
  assert.deepEqual([picture?.source?.type, picture?.source?.media_type], ['base64', 'image/png']);
  assert.deepEqual(document, {
    type: 'document',
    title: 'Notes',
    citations: { enabled: true },
    source: { type: 'text', media_type: 'text/plain', data: 'The answer is forty-two' },
  });
  const calls = upstream.calls.length;
  for (const [source, code] of [
    [{ type: 'url', url: 'http://169.254.169.254/latest' }, 'unsafe_url'],
    [{ type: 'file', file_id: 'file_011CNha8iCJcU1wXNR6q4V8w' }, 'invalid_parameter'],
  ] as const)
    for (const block of [
      { type: 'image', source },
      { type: 'tool_result', tool_use_id: 't', content: [{ type: 'document', source }] },
    ]) {
      const refused = await post({ messages: [{ role: 'user', content: [block] }] });
      assert.deepEqual([refused.status, refused.json.error.code], [400, code], refused.text);
      assert.match(refused.json.error.param, /^messages\[0\]\.content\[0\]\.(content\[0\]\.)?source$/);
    }
  assert.equal(upstream.calls.length, calls);
});

test('an upstream that goes on beyond max_tokens is cut off, whoever leaves pays what was delivered, and a failure is told', async () => {
  const cut = await client.messages
    .stream({ model: 'our-claude-endless', max_tokens: 50, messages: [USER] })
    .finalMessage();
  assert.deepEqual([cut.stop_reason, cut.usage.output_tokens], ['max_tokens', 50]);
  assert.ok(JSON.stringify(cut.content).length < 500);

  const before = (await charged(-1)).length;
  const leaving = client.messages.stream({ model: 'our-claude-stalls', max_tokens: 50, messages: [USER] });
  leaving.on('text', () => leaving.abort());
  await assert.rejects(leaving.finalMessage(), Anthropic.APIUserAbortError);
  const [left] = await until(() => charged(before), { saying: 'the part is charged' });
  const prompt = (100 * PRICE.input + 40 * PRICE.cache_write + 60 * PRICE.cached_input) / 1e6;
  assert.ok(-left.credits > prompt && -left.credits < prompt + (10 * PRICE.output) / 1e6, `${left.credits}`);

  const breaking = client.messages.stream({ model: 'our-claude-breaks', max_tokens: 50, messages: [USER] });
  let heard = '';
  breaking.on('text', (text) => (heard += text));
  await assert.rejects(breaking.finalMessage(), /The model failed: Overloaded/);
  assert.equal(heard, 'One two');
});

test('an upstream of another dialect answers where this one cannot, translated', async () => {
  const answer = await client.messages.create({ model: 'our-claude-busy', max_tokens: 100, messages: [USER] });
  assert.deepEqual(
    [answer.content, answer.model],
    [[{ type: 'text', text: WORDS.join(''), citations: [] }], 'mock-good-1'],
  );
  const streamed = await client.messages
    .stream({ model: 'our-claude-busy', max_tokens: 100, messages: [USER] })
    .finalMessage();
  assert.deepEqual([streamed.content, streamed.usage.output_tokens], [answer.content, WORDS.length]);
});
