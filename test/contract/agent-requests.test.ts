// What coding agents and new SDKs send, as recorded from them: nothing of it is refused, and the loop of their tools closes.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import Anthropic from '@anthropic-ai/sdk';
import { GoogleGenAI } from '@google/genai';
import OpenAI from 'openai';
import { chatMessages } from '../../src/modules/chat/dialects/messages/content.ts';
import { messagesOfItems } from '../../src/modules/chat/dialects/responses/input-items.ts';
import { SealedThoughts, thoughtsOf } from '../../src/modules/chat/dialects/sealed-thoughts.ts';
import { createSeal } from '../../src/outbox/seal.ts';
import { type MisbehavingUpstream, startMisbehavingUpstream, WORDS } from '../support/misbehaving-upstream.ts';
import { FIELD_TABLES } from '../support/print-fields.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { smallPdf } from '../support/small-pdf.ts';
import { THOUGHTS } from '../support/upstream-answers.ts';

const MODEL = 'mock-good-1';
const SENTENCE = WORDS.join('');
const USER = { role: 'user' as const, content: 'Run it.' };
const SCHEMA = { type: 'object' as const, properties: { city: { type: 'string' } } };

let upstream: MisbehavingUpstream;
let service: TestService;
let account: TestAccount;
let openai: OpenAI;
let anthropic: Anthropic;

before(async () => {
  upstream = await startMisbehavingUpstream();
  service = await startService({ OPENAI_BASE_URL: upstream.baseUrl, TEST_WORKER: '0' });
  account = await service.account();
  openai = new OpenAI({ baseURL: `${service.origin}/v1`, apiKey: account.liveKey, maxRetries: 0 });
  anthropic = new Anthropic({ baseURL: service.origin, apiKey: account.liveKey, maxRetries: 0 });
});
after(async () => {
  await upstream.close();
  await service.stop();
});

const sentLast = () => upstream.calls.at(-1)?.body ?? assert.fail('the upstream was not called');
const toldLast = () => JSON.stringify(sentLast().messages);
const namesLast = () => sentLast().tools?.map((tool) => tool.function.name);

async function post(path: string, body: object, key = account.liveKey) {
  const answer = await service.call('POST', path, { key, body });
  return { ...answer, leftOut: answer.headers.get('x-left-out') };
}

test('Claude Code: hints, hidden thoughts, deferred tools and tools that Anthropic runs', async () => {
  const body = {
    model: MODEL,
    max_tokens: 32_000,
    system: [{ type: 'text', text: 'You are an agent.', cache_control: { type: 'ephemeral', ttl: '1h' } }],
    messages: [{ role: 'user', content: [{ type: 'text', text: 'Run it.', cache_control: { type: 'ephemeral' } }] }],
    tools: [
      { name: 'Bash', description: 'Runs a command', input_schema: SCHEMA, input_examples: [{ city: 'Rome' }] },
      { name: 'Later', input_schema: SCHEMA, defer_loading: true },
      { type: 'web_search_20250305', name: 'web_search', max_uses: 8 },
      { type: 'bash_20250124', name: 'bash' },
      { type: 'mcp_toolset', mcp_server_name: 'x' },
    ],
    metadata: { user_id: JSON.stringify({ device_id: 'd'.repeat(400) }) },
    thinking: { type: 'enabled', budget_tokens: 31_999, display: 'omitted' },
    context_management: { edits: [{ type: 'clear_thinking_20251015', keep: 'all' }] },
    diagnostics: { previous_message_id: null },
    thread: { id: 'x' },
    speed: 'fast',
    service_tier: 'auto',
    fields_of_next_month: { any: ['thing'] },
  };
  const called = await post('/v1/messages?beta=true', body);
  assert.equal(called.status, 200, called.text);
  assert.equal(called.leftOut, 'tools[2] web_search_20250305, tools[4] mcp_toolset');
  assert.deepEqual(namesLast(), ['Bash', 'bash']);
  assert.match(JSON.stringify(sentLast().tools), /Runs a command\\nExamples of its input:\\n\{\\"city\\":\\"Rome\\"\}/);
  const [use] = called.json.content;
  assert.deepEqual([use.type, use.name], ['tool_use', 'Bash']);
  const found = { type: 'tool_result', tool_use_id: use.id, content: [{ type: 'tool_reference', tool_name: 'Later' }] };
  const document = {
    type: 'document',
    title: 'Notes',
    source: { type: 'text', media_type: 'text/plain', data: 'Nine.' },
  };
  const search = {
    type: 'search_result',
    title: 'T',
    source: 'https://a.example',
    content: [{ type: 'text', text: 'Ten.' }],
  };
  const server = { type: 'server_tool_use', id: 's', name: 'web_search', input: { query: 'q' } };
  const results = {
    type: 'web_search_tool_result',
    tool_use_id: 's',
    content: [{ type: 'web_search_result', title: 'R' }],
  };
  const next = await post('/v1/messages', {
    ...body,
    messages: [
      ...body.messages,
      {
        role: 'assistant',
        content: [{ type: 'redacted_thinking', data: 'opaque' }, server, results, ...called.json.content],
      },
      { role: 'user', content: [found, document, search] },
      { role: 'assistant', content: 'It is' },
    ],
  });
  assert.equal(next.status, 200, next.text);
  assert.deepEqual(namesLast(), ['Bash', 'Later', 'bash']);
  for (const words of ['Nine.', 'Ten.', 'Called web_search', 'Continue it exactly where it ends'])
    assert.ok(toldLast().includes(words), `${words}: ${toldLast()}`);
  assert.ok(!toldLast().includes('opaque'));
});

test('hidden thoughts are shown by no event, whole or streamed, and reach no upstream as they were sealed', async () => {
  const asked = { model: 'mock-thinking-1', max_tokens: 500, thinking: { type: 'adaptive', display: 'omitted' } };
  const { json: whole } = await post('/v1/messages', { ...asked, messages: [USER] });
  const params = { ...asked, messages: [USER] } as unknown as Anthropic.MessageStreamParams;
  const streamed = await anthropic.messages.stream(params).finalMessage();
  for (const { content } of [whole, streamed]) {
    const [thought, text] = content;
    assert.deepEqual([thought.type, thought.thinking, text.text], ['thinking', '', SENTENCE]);
    assert.ok(!JSON.stringify(content).includes(THOUGHTS.join('')));
    const sealed = content[0].signature ?? '';
    const next = await post('/v1/messages', {
      model: MODEL,
      max_tokens: 20,
      messages: [USER, { role: 'assistant', content }, { role: 'user', content: 'And?' }],
    });
    assert.deepEqual([next.status, toldLast().includes(sealed)], [200, false]);
  }
});

test('a sealed thought opens for the account and the secret that it was sealed for, and nowhere else', () => {
  const keeper = new SealedThoughts(createSeal('secret', 'thoughts'));
  const sealed = keeper.close('acc_a', { text: 'A fox', signature: 'signed' });
  const changed = `${sealed.slice(0, -2)}${sealed.endsWith('AA') ? 'BB' : 'AA'}`;
  const readers = [
    thoughtsOf(keeper, 'acc_a'),
    thoughtsOf(keeper, 'acc_b'),
    thoughtsOf(new SealedThoughts(createSeal('other', 'thoughts')), 'acc_a'),
  ];
  const blocks = [
    { type: 'thinking', thinking: '', signature: sealed },
    { type: 'text', text: 'Yes.' },
  ];
  const read = readers.map((thoughts) => [
    chatMessages([{ role: 'assistant', content: blocks }, USER], thoughts)[0]?.reasoning_content,
    messagesOfItems(
      [
        { type: 'reasoning', encrypted_content: sealed },
        { role: 'assistant', content: 'Yes.' },
      ],
      {
        fieldOf: String,
        thoughts,
      },
    )[0]?.reasoning_content,
  ]);
  assert.deepEqual(read, [
    ['A fox', 'A fox'],
    [undefined, ''],
    [undefined, ''],
  ]);
  assert.equal(keeper.open('acc_a', changed), undefined);
});

test('Codex and opencode without stored state: namespaces, custom tools, a search of tools, thoughts that only we can read', async () => {
  const tools = [
    {
      type: 'custom',
      name: 'apply_patch',
      description: 'Patches',
      format: { type: 'grammar', syntax: 'lark', definition: 'start: "x"' },
    },
    {
      type: 'namespace',
      name: 'agents',
      description: 'Agents.',
      tools: [{ type: 'function', name: 'close', parameters: SCHEMA }],
    },
    { type: 'tool_search', execution: 'client', description: 'Finds tools', parameters: SCHEMA },
    { type: 'function', name: 'hidden', parameters: SCHEMA, defer_loading: true },
    { type: 'web_search', external_web_access: true },
  ];
  const body = {
    model: MODEL,
    stream: false,
    store: false,
    include: ['reasoning.encrypted_content'],
    reasoning: { effort: 'max', summary: 'auto' },
    client_metadata: { a: 'b' },
    prompt_cache_key: 'k',
    prompt_cache_retention: '24h',
    service_tier: 'flex',
    truncation: 'auto',
    max_tool_calls: 3,
    tools,
  };
  const called = await post('/v1/responses', { ...body, input: [{ type: 'message', ...USER }] });
  assert.equal(called.status, 200, called.text);
  assert.equal(called.leftOut, 'tools[4] web_search');
  assert.deepEqual(namesLast(), ['apply_patch', 'agents__close', 'tool_search']);
  assert.match(JSON.stringify(sentLast().tools), /start: \\"x\\"/);
  assert.equal(sentLast().reasoning_effort, 'xhigh');
  const [custom] = called.json.output;
  assert.deepEqual([custom.type, custom.name, custom.input], ['custom_tool_call', 'apply_patch', 'Paris']);

  const patched = {
    type: 'custom_tool_call_output',
    call_id: custom.call_id,
    output: [
      { type: 'input_text', text: 'done' },
      { type: 'input_file', filename: 'a.txt', file_data: `data:text/plain;base64,${btoa('From a file.')}` },
    ],
  };
  const closed = [
    { type: 'function_call', call_id: 'c2', namespace: 'agents', name: 'close', arguments: '{}' },
    { type: 'function_call_output', call_id: 'c2', output: 'closed' },
    { type: 'tool_search_call', call_id: 'c3', execution: 'client', arguments: { query: 'h' } },
    {
      type: 'tool_search_output',
      call_id: 'c3',
      execution: 'client',
      tools: [{ type: 'function', name: 'hidden', parameters: SCHEMA }],
    },
  ];
  const next = await post('/v1/responses', {
    ...body,
    input: [{ type: 'message', ...USER }, custom, patched, ...closed],
  });
  assert.equal(next.status, 200, next.text);
  assert.ok(namesLast()?.includes('hidden'));
  assert.match(toldLast(), /From a file\..*agents__close/);

  const chosen = await post('/v1/responses', {
    ...body,
    input: 'Run it.',
    tool_choice: { type: 'function', namespace: 'agents', name: 'close' },
    tools: tools.slice(1, 2),
  });
  const { type, name, namespace } = chosen.json.output[0];
  assert.deepEqual([type, name, namespace], ['function_call', 'close', 'agents']);
  const only = await post('/v1/responses', {
    ...body,
    input: 'Run it.',
    tool_choice: { type: 'allowed_tools', mode: 'required', tools: [{ type: 'custom', name: 'apply_patch' }] },
  });
  assert.deepEqual([namesLast(), sentLast().tool_choice, only.status], [['apply_patch'], 'required', 200]);
});

test('the events of a custom tool are those of the published client, and a sealed thought is told to the model again', async () => {
  const stream = openai.responses.stream({
    model: MODEL,
    input: 'Run it.',
    tools: [{ type: 'custom', name: 'apply_patch' }],
  });
  const types: string[] = [];
  for await (const event of stream) types.push(event.type);
  assert.deepEqual(types.slice(2, -1), [
    'response.output_item.added',
    'response.custom_tool_call_input.delta',
    'response.custom_tool_call_input.done',
    'response.output_item.done',
  ]);
  const [item] = (await stream.finalResponse()).output;
  assert.deepEqual([item?.type, item?.type === 'custom_tool_call' && item.input], ['custom_tool_call', 'Paris']);

  const asked = { model: 'mock-thinking-1', store: false, include: ['reasoning.encrypted_content' as const] };
  const first = await openai.responses.create({ ...asked, input: 'Think.' });
  const thought = first.output.find(({ type }) => type === 'reasoning') ?? assert.fail('no thought');
  assert.ok(thought.type === 'reasoning' && thought.encrypted_content);
  assert.ok(!Buffer.from(thought.encrypted_content, 'base64').toString('latin1').includes('fox'));
  const sealedOnly = {
    type: 'reasoning' as const,
    id: thought.id,
    summary: [],
    encrypted_content: thought.encrypted_content,
  };
  await openai.responses.create({
    ...asked,
    input: [
      { role: 'user', content: 'Think.' },
      sealedOnly,
      { role: 'assistant', content: 'Yes.' },
      { role: 'user', content: 'Go on.' },
    ],
  });
  assert.equal(sentLast().messages?.length, 3);
});

test('custom tools in a chat: whole, streamed and back, with more tools than OpenAI allows', async () => {
  const many = Array.from({ length: 200 }, (_, index) => ({
    type: 'function' as const,
    function: { name: `f${index}` },
  }));
  const tools = [{ type: 'custom' as const, custom: { name: 'apply_patch', description: 'Patches' } }, ...many];
  const asked = {
    model: MODEL,
    messages: [USER],
    tools,
    service_tier: 'priority' as const,
    prompt_cache_retention: '24h' as const,
  };
  const whole = await openai.chat.completions.create(asked);
  const streamed = await openai.chat.completions.create({ ...asked, stream: true });
  const pieces: unknown[] = [];
  for await (const { choices } of streamed) pieces.push(...(choices[0]?.delta.tool_calls ?? []));
  const expected = { id: 'call_1', type: 'custom', custom: { name: 'apply_patch', input: 'Paris' } };
  const message = whole.choices[0]?.message ?? assert.fail('no message');
  assert.deepEqual([message.tool_calls, pieces], [[expected], [{ index: 0, ...expected }]]);
  const result = { role: 'tool' as const, tool_call_id: 'call_1', content: 'done' };
  await openai.chat.completions.create({ ...asked, messages: [USER, message, result] });
  assert.match(toldLast(), /"name":"apply_patch","arguments":"\{\\"input\\":\\"Paris\\"\}"/);
  const allowed_tools = { mode: 'required' as const, tools: [{ type: 'custom', custom: { name: 'apply_patch' } }] };
  await openai.chat.completions.create({ ...asked, tool_choice: { type: 'allowed_tools', allowed_tools } });
  assert.deepEqual([namesLast(), sentLast().tool_choice], [['apply_patch'], 'required']);
});

test('documents are read as text in every dialect; what is no text, or is not public, is refused by its field', async () => {
  const pdf = smallPdf('The answer is forty-two').toString('base64');
  const file = (data: string) => ({
    type: 'file',
    file: { filename: 'a.pdf', file_data: `data:application/pdf;base64,${data}` },
  });
  const ways: [string, object][] = [
    ['/v1/chat/completions', { messages: [{ role: 'user', content: [file(pdf)] }] }],
    [
      '/v1/responses',
      { input: [{ role: 'user', content: [{ type: 'input_file', file_data: `data:application/pdf;base64,${pdf}` }] }] },
    ],
    [
      '/v1/messages',
      {
        max_tokens: 20,
        messages: [
          {
            role: 'user',
            content: [{ type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: pdf } }],
          },
        ],
      },
    ],
    [
      `/v1beta/models/${MODEL}:generateContent`,
      { contents: [{ parts: [{ inlineData: { mimeType: 'application/pdf', data: pdf } }] }] },
    ],
  ];
  for (const [path, body] of ways) {
    const { status, text } = await post(path, path.includes('models') ? body : { model: MODEL, ...body });
    assert.equal(status, 200, `${path}: ${text}`);
    assert.match(toldLast(), /The answer is forty-two/, path);
  }
  const calls = upstream.calls.length;
  const damaged = Buffer.from(`%PDF-1.4 ${'x'.repeat(2_000)}`).toString('base64');
  for (const [data, words] of [
    [smallPdf('').toString('base64'), /no text/],
    [damaged, /could not be read/],
    [Buffer.from([0, 255, 1]).toString('base64'), /PDF file or text/],
  ] as const) {
    const { status, json } = await post('/v1/chat/completions', {
      model: MODEL,
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Read.' }, file(data)] }],
    });
    assert.deepEqual([status, json.error.param], [400, 'messages[0].content[1]'], json.error.message);
    assert.match(json.error.message, words);
  }
  const inside = { type: 'document', source: { type: 'url', url: 'http://169.254.169.254/latest' } };
  const refused = await post('/v1/messages', {
    model: MODEL,
    max_tokens: 20,
    messages: [{ role: 'user', content: [inside] }],
  });
  assert.deepEqual(
    [refused.status, refused.json.error.code, refused.json.error.param],
    [400, 'unsafe_url', 'messages[0].content[0].source'],
  );
  assert.equal(upstream.calls.length, calls);
});

test('the newest Gemini client: its path, tools of Google, a result whose call was not sent, the begin of an answer', async () => {
  const ai = new GoogleGenAI({ apiKey: account.liveKey, httpOptions: { baseUrl: service.origin } });
  const answer = await ai.models.generateContent({
    model: MODEL,
    contents: [
      { role: 'user', parts: [{ text: 'Hello' }] },
      { role: 'model', parts: [{ executableCode: { code: 'print(1)' } }, { text: 'One' }] },
    ],
    config: { tools: [{ googleSearch: {} }, { codeExecution: {} }], serviceTier: 'priority' as never },
  });
  assert.equal(answer.text, SENTENCE);
  assert.equal(answer.sdkHttpResponse?.headers?.['x-left-out'], 'tools[0].googleSearch, tools[1].codeExecution');
  assert.match(toldLast(), /executableCode.*One.*Continue it exactly/);
  const contents = [{ role: 'user', parts: [{ functionResponse: { name: 'f', response: { ok: true } } }] }];
  assert.ok(Number((await ai.models.countTokens({ model: MODEL, contents })).totalTokens) > 3);
});

test('a field of next month is accepted in every dialect, and reaches no upstream', async () => {
  const later = { field_of_next_month: { deep: [1] } };
  const ways: [string, object][] = [
    ['/v1/chat/completions', { model: MODEL, messages: [{ ...USER, ...later }] }],
    ['/v1/completions', { model: MODEL, prompt: 'x' }],
    ['/v1/responses', { model: MODEL, input: [{ ...USER, ...later }] }],
    ['/v1/messages', { model: MODEL, max_tokens: 9, messages: [USER] }],
    [`/v1/models/${MODEL}:generateContent`, { contents: [{ parts: [{ text: 'x', ...later }] }] }],
    [
      '/api/chat',
      { model: MODEL, stream: false, messages: [{ ...USER, ...later }], options: { repeat_last_n: 3, ...later } },
    ],
  ];
  for (const [path, body] of ways) {
    const { status, text } = await post(path, { ...body, ...later });
    assert.equal(status, 200, `${path}: ${text}`);
    assert.ok(!JSON.stringify(sentLast()).includes('next_month'), path);
  }
  for (const [title, table] of FIELD_TABLES)
    for (const [field, { effect }] of Object.entries(table))
      assert.ok(
        effect !== 'refused' || /^[\w.[\]]+$/.test(field),
        `${title}: "${field}" is refused, so it names one field`,
      );
});

test('the first event of a Messages stream says how long the prompt is, for clients that read it only there', async () => {
  const stream = anthropic.messages.stream({ model: MODEL, max_tokens: 100, messages: [USER] });
  let told = 0;
  stream.on('streamEvent', (event) => {
    if (event.type === 'message_start') told = event.message.usage.input_tokens;
  });
  const { usage } = await stream.finalMessage();
  assert.ok(told > 3 && told < 30, `${told}`);
  assert.equal(usage.input_tokens, 12);
});
