// Attacks on guards: values in disguise, split, hidden in names and numbers, in batches, tools of MCP and other dialects, and in megabytes.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { answerGuards, withinGuard } from '../../src/core/guards/current-guard.ts';
import { guardValue } from '../../src/core/guards/guard-value.ts';
import { maskText } from '../../src/core/guards/mask.ts';
import { GUARDED_KINDS, type GuardRules } from '../../src/core/guards/policy.ts';
import { StreamGuard } from '../../src/core/guards/stream-guard.ts';
import { MAX_UNDECIDED } from '../../src/core/guards/undecided.ts';
import { guardEvents } from '../../src/engines/text/guarded-events.ts';
import type { TextEvent } from '../../src/engines/text/port.ts';
import { configWith } from '../support/config-file.ts';
import { type LeakingUpstream, startLeakingUpstream } from '../support/leaking-upstream.ts';
import { watchTurns } from '../support/loop-turns.ts';
import { type ResponsesUpstream, startResponsesUpstream } from '../support/responses-upstream.ts';
import { type ScriptedUpstream, startScriptedUpstream } from '../support/scripted-upstream.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const EMAIL = 'anna.schmidt@example.com';
const ALL: GuardRules = Object.fromEntries(GUARDED_KINDS.map((kind) => [kind, 'mask']));
const silent = () => undefined;
const masked = (text: string) => maskText(text, ALL, silent);

let leaking: LeakingUpstream;
let anthropic: ScriptedUpstream;
let google: ScriptedUpstream;
let responses: ResponsesUpstream;
let service: TestService;
let account: TestAccount;
before(async () => {
  [leaking, anthropic, google, responses] = await Promise.all([
    startLeakingUpstream(),
    startScriptedUpstream('anthropic'),
    startScriptedUpstream('google'),
    startResponsesUpstream(),
  ]);
  const price = { input: 100, output: 100 };
  const capabilities = ['tools'];
  const upstream = (kind: string, base_url: string, id: string) => ({
    ...{ name: `the-${kind}`, kind, base_url, list_models: false, retries: 0 },
    models: [{ id, price, context_window: 100_000, capabilities }],
  });
  const CONFIG = await configWith([
    upstream('anthropic', anthropic.baseUrl, 'scripted-anthropic'),
    upstream('google', google.baseUrl, 'scripted-google'),
    { ...upstream('openai', responses.baseUrl, 'gpt-plain'), responses: true },
    { ...upstream('openai', leaking.baseUrl, 'leaky-1'), name: 'leaking' },
  ]);
  service = await startService({ CONFIG });
  account = await service.account();
});
after(async () => {
  await service.stop();
  await Promise.all([leaking.close(), anthropic.close(), google.close(), responses.close()]);
});
beforeEach(() => {
  leaking.heard = [];
  leaking.says = { text: 'Fine.', piece: 4 };
});

async function keyWith(guards: object): Promise<string> {
  const { json, text } = await service.call('POST', '/v1/account/keys', {
    key: account.liveKey,
    body: { name: 'guarded', guards },
  });
  assert.ok(json.key, text);
  return json.key;
}
const post = (key: string, path: string, body: object) => service.call('POST', path, { key, body });

test('disguises are seen through', () => {
  const zero = (text: string) => [...text].join('\u200b');
  const wide = (text: string) => text.replace(/[!-~]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0));
  const arabic = (text: string) => text.replace(/\d/g, (one) => String.fromCharCode(0x660 + Number(one)));
  const cases: [string, string][] = [
    [zero(EMAIL), '[EMAIL]'],
    [wide(EMAIL), '[EMAIL]'],
    ['anna\\u0040example.com', '[EMAIL]'],
    ['{"a":"{\\"b\\":\\"anna\\\\u0040example.com\\"}"}', '{"a":"{\\"b\\":\\"[EMAIL]\\"}"}'],
    ['anna&#64;example.com', '[EMAIL]'],
    ['https://shop.example/?mail=anna%40example.com&x=1', 'https://shop.example/?mail=[EMAIL]&x=1'],
    ['аnna@exаmple.com', '[EMAIL]'],
    ['jörg.müller@bücher.example', '[EMAIL]'],
    ['4111111111111111', '[CARD]'],
    ['4111-1111-1111-1111', '[CARD]'],
    ['4111 1111 1111 1111', '[CARD]'],
    ['4111 - 1111 - 1111 - 1111', '[CARD]'],
    ['4111.1111.1111.1111', '[CARD]'],
    ['4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1', '[CARD]'],
    ['4111\u00a01111\u202f1111 1111', '[CARD]'],
    [wide('4111111111111111'), '[CARD]'],
    [arabic('4111111111111111'), '[CARD]'],
    [zero('4111111111111111'), '[CARD]'],
    ['3782-822463-10005 and 6011000990139424', '[CARD] and [CARD]'],
    ['de89370400440532013000', '[IBAN]'],
    ['FR14 2004 1010 0505 0001 3M02 606', '[IBAN]'],
    [wide('+49 151 23456789'), '[PHONE]'],
  ];
  for (const [text, expected] of cases) assert.equal(masked(text), expected, text);
});

test('what the guide says is not found is not found', () => {
  const base64 = Buffer.from(EMAIL).toString('base64');
  for (const text of [
    base64,
    'anna (at) example (dot) com',
    'four one one one',
    '41l1 1111 1111 1111',
    'moc.elpmaxe@anna'.replace('@', ' at '),
    '4111\t1111\t1111\t1111',
    '4111\n1111\n1111\n1111',
    '4111\u20281111\u20281111\u20281111',
    '4\u0301111111111111111',
    '৪১১১১১১১১১১১১১১১',
    'anna@example%2Ecom',
    'anna&commat;example.com',
    'anna\\x40example.com',
    'anna@example。com',
    '"anna schmidt"@example.com',
  ])
    assert.equal(masked(text), text);
});

test('a text in pieces of any size is masked as the whole is, and little is held back', () => {
  const words =
    'Write to anna.schmidt@example.com or call +49 151 2345 6789, card 4111 1111 1111 1111, GB29 NWBK 6016 1331 9268 19, ';
  const key = `-----BEGIN PRIVATE KEY-----\n${'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n'.repeat(20)}-----END PRIVATE KEY-----`;
  const text = `${words}sk-proj-${'a1B2'.repeat(400)} 😀 ${key} und ${'x'.repeat(3000)} ${words}`;
  const whole = masked(text);
  assert.ok(!/anna|4111|NWBK|a1B2|MIIE/.test(whole), whole);
  for (const size of [1, 2, 7, 33, 500, 5000]) {
    const guard = new StreamGuard(ALL, silent);
    let [out, most] = ['', 0];
    for (let at = 0; at < words.length; at += size) {
      out += guard.push(words.slice(at, at + size));
      most = Math.max(most, Math.min(words.length, at + size) - out.length);
    }
    for (let at = words.length; at < text.length; at += size) out += guard.push(text.slice(at, at + size));
    assert.equal(out + guard.end(), whole, `pieces of ${size}`);
    assert.ok(most <= MAX_UNDECIDED + size, `${most} characters were held back`);
  }
});

test('a value that is split over parts of a message, put into names or written as a number is masked', async () => {
  const guard = (value: unknown) => guardValue(value, { rules: ALL, note: silent, known: new Set() });
  const parts = (...texts: string[]) => ({ content: texts.map((text) => ({ type: 'text', text })) });
  assert.deepEqual(
    await guard(parts('I am anna.schm', 'idt@exam', 'ple.com. Hello')),
    parts('I am [EMAIL]', '', '. Hello'),
  );
  assert.deepEqual(await guard({ metadata: { [EMAIL]: 1, 'bob@example.org': 2 } }), {
    metadata: { '[EMAIL]': 1, '[EMAIL]_2': 2 },
  });
  assert.deepEqual(await guard({ call: { args: { card: 4111111111111111, page: 4111 } } }), {
    call: { args: { card: '[CARD]', page: 4111 } },
  });
  const own = JSON.parse(`{"__proto__":{"mail":"${EMAIL}"}}`);
  assert.equal(JSON.stringify(await guard(own)), '{"__proto__":{"mail":"[EMAIL]"}}');
  const deep = JSON.parse(`${'['.repeat(60)}"${EMAIL}"${']'.repeat(60)}`);
  assert.ok(JSON.stringify(await guard(deep)).includes('"[EMAIL]"'));
});

test('megabytes are guarded whole, and the event loop goes on turning', async () => {
  const prose = 'Some words of a long report about nothing in particular, from 2024. ';
  const hostile = [
    '1 '.repeat(200_000),
    'a@'.repeat(200_000),
    'eyJ-'.repeat(100_000),
    '(1) '.repeat(100_000),
    `${'4'.repeat(12)} `.repeat(40_000),
  ];
  const value = { messages: [{ content: prose.repeat(40_000) + EMAIL }, ...hostile.map((content) => ({ content }))] };
  const turns = watchTurns();
  const guarded = await guardValue(value, { rules: ALL, note: silent, known: new Set() });
  assert.equal(turns().slowMs, 0);
  const text = guarded.messages[0]?.content ?? '';
  assert.ok(text.endsWith('2024. [EMAIL]') && text.length > 2_700_000);
  const key = await keyWith({ prompts: { email: 'mask' } });
  const answer = await post(key, '/v1/embeddings', { model: 'leaky-1', input: prose });
  assert.ok(answer.status < 500, answer.text);
  const large = await post(key, '/v1/chat/completions', {
    model: 'leaky-1',
    max_tokens: 5,
    messages: [{ role: 'user', content: `${prose.repeat(4_000)}${EMAIL}` }],
  });
  assert.equal(large.status, 200, large.text);
  assert.ok(!leaking.heard.join('').includes('anna'));
});

test('a value that is split over parts is found beside any other text, and over parts of one character', async () => {
  const guard = (value: unknown) => guardValue(value, { rules: ALL, note: silent, known: new Set() });
  const partsOf = (texts: readonly string[]) => ({ content: texts.map((text) => ({ type: 'text', text })) });
  const parts = (...texts: string[]) => partsOf(texts);
  const long = 'lorem ipsum '.repeat(6_000);
  const halves = [
    `${long}card 4111 1111 `,
    '1111 1111 ',
    `mail bob@example.org or anna.schm`,
    'idt@example.com ',
    long,
  ];
  assert.deepEqual(
    await guard(parts(...halves)),
    parts(`${long}card [CARD]`, ' ', 'mail [EMAIL] or [EMAIL]', ' ', long),
  );
  const letters = [...`${long}card 4111 1111 1111 1111 and ${EMAIL} and ${long}`];
  const guarded = (await guard(partsOf(letters))) as ReturnType<typeof parts>;
  assert.equal(guarded.content.map(({ text }) => text).join(''), `${long}card [CARD] and [EMAIL] and ${long}`);
  const key = `-----BEGIN PRIVATE KEY-----\n${'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n'.repeat(100)}-----END PRIVATE KEY-----`;
  const split = parts(long, `Mine: ${key.slice(0, 1500)}`, `${key.slice(1500)} end`);
  assert.deepEqual(await guard(split), parts(long, 'Mine: [SECRET]', ' end'));
});

/** Every finder has work in it. */
const HOSTILE = '1@1.4 +1 4';

test('whatever the shape of a large value, it is guarded in short turns', async () => {
  const names = (count: number, name: (index: number) => string) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [name(index), true]));
  const part = (text: string) => ({ type: 'text', text });
  const shapes: [string, unknown][] = [
    [
      'pairs of parts',
      Array.from({ length: 60 }, () => ({ content: [part(HOSTILE.repeat(3_000)), part(HOSTILE.repeat(3_000))] })),
    ],
    ['short parts', [{ content: Array.from({ length: 110_000 }, (_, index) => part(`${HOSTILE} ${index}`)) }]],
    ['short texts', Array.from({ length: 110_000 }, (_, index) => `${HOSTILE} ${index}`)],
    [
      'split values',
      [{ content: Array.from({ length: 100_000 }, (_, index) => part(index % 2 ? '@example.com ' : 'anna')) }],
    ],
    ['names', names(28_000, (index) => HOSTILE.repeat(10) + index)],
    ['names that are masked alike', names(60_000, (index) => `anna${index}@example.com`)],
    ['one name', { [HOSTILE.repeat(350_000)]: true }],
  ];
  const turns = watchTurns();
  for (const [shape, value] of shapes) {
    turns();
    await guardValue(value, { rules: ALL, note: silent, known: new Set() });
    const { longestMs } = turns();
    assert.ok(longestMs < 250, `${shape}: ${longestMs} ms`);
  }
});

test('a body with more words than guards read is refused before they are read', async () => {
  const key = await keyWith({ prompts: ALL });
  const parts = Array.from({ length: 130 }, (_, index) => [
    { type: 'text', text: HOSTILE.repeat(3_200) + index },
    { type: 'text', text: HOSTILE.repeat(3_200) + index },
  ]);
  const tool = (properties: object) => ({
    messages: [{ role: 'user', content: 'x' }],
    tools: [{ type: 'function', function: { name: 'f', parameters: { type: 'object', properties } } }],
  });
  const many = Array.from({ length: 8_000 }, (_, index) => [HOSTILE.repeat(100) + index, true]);
  const turns = watchTurns();
  for (const body of [
    { messages: parts.map((content) => ({ role: 'user', content })) },
    tool(Object.fromEntries(many)),
    tool({ [HOSTILE.repeat(800_000)]: true }),
  ]) {
    turns();
    const answer = await post(key, '/v1/chat/completions', { model: 'leaky-1', max_tokens: 5, ...body });
    assert.equal(answer.status, 413, answer.text);
    assert.equal(answer.json.error?.code, 'payload_too_large');
    const { longestMs } = turns();
    assert.ok(longestMs < 250, `${longestMs} ms`);
  }
  const picture = `data:image/png;base64,${'iVBORw0KGgoAAAAN'.repeat(400_000)}`;
  const content = [
    { type: 'text', text: EMAIL },
    { type: 'image_url', image_url: { url: picture } },
  ];
  const seen = await post(key, '/v1/chat/completions', {
    ...{ model: 'leaky-1', max_tokens: 5 },
    messages: [{ role: 'user', content }],
  });
  assert.notEqual(seen.json.error?.message.includes('guards read'), true, seen.text);
});

test('values of an answer whose kinds of pieces come in turns are masked', async () => {
  const secrets = {
    text: `Card 4111 1111 1111 1111, mail ${EMAIL}`,
    reasoning: `IBAN DE89370400440532013000, ${EMAIL}.`,
  };
  const calls = [JSON.stringify({ a: EMAIL, n: 4111111111111111 }), JSON.stringify({ b: '4111 1111 1111 1111' })];
  for (const size of [1, 3, 8, 20]) {
    const queues: TextEvent[][] = [
      cut(secrets.text, size).map((text) => ({ type: 'text', text, tokens: 1 })),
      cut(secrets.reasoning, size).map((text) => ({ type: 'reasoning', text, tokens: 1 })),
      ...calls.map((given, index) =>
        cut(given, size).map((argumentsDelta): TextEvent => ({ type: 'tool_call', index, argumentsDelta, tokens: 1 })),
      ),
    ];
    const heard = { text: '', reasoning: '', calls: ['', ''], tokens: 0 };
    const total = queues.flat().length;
    const events = withinGuard({ prompts: {}, answers: ALL }, {}, () => {
      const guards = answerGuards();
      assert.ok(guards);
      return guardEvents(inTurn(queues), guards);
    });
    for await (const event of events) {
      if (event.type === 'end') continue;
      heard.tokens += event.tokens;
      if (event.type === 'tool_call') heard.calls[event.index] += event.argumentsDelta;
      else heard[event.type] += event.text;
    }
    assert.deepEqual(heard, {
      text: 'Card [CARD], mail [EMAIL]',
      reasoning: 'IBAN [IBAN], [EMAIL].',
      calls: ['{"a":"[EMAIL]","n":"[CARD]"}', '{"b":"[CARD]"}'],
      tokens: total,
    });
  }
});

test('an answer that goes from one kind to the next keeps its order', async () => {
  const said: TextEvent[] = [
    { type: 'reasoning', text: 'They want the weather.', tokens: 1 },
    { type: 'text', text: 'I look it up for the 3rd.', tokens: 1 },
    { type: 'tool_call', index: 0, id: 'one', name: 'weather', argumentsDelta: '{"day":3}', tokens: 1 },
  ];
  const kinds: string[] = [];
  const events = withinGuard({ prompts: {}, answers: ALL }, {}, () => {
    const guards = answerGuards();
    assert.ok(guards);
    return guardEvents(inTurn([said]), guards);
  });
  for await (const event of events) if (kinds.at(-1) !== event.type) kinds.push(event.type);
  assert.deepEqual(kinds, ['reasoning', 'text', 'tool_call']);
});

function cut(text: string, size: number): string[] {
  return text.match(new RegExp(`.{1,${size}}`, 'gsu')) ?? [];
}

/** One of each at a time. */
async function* inTurn(queues: TextEvent[][]): AsyncGenerator<TextEvent> {
  const left = queues.map((queue) => [...queue]);
  while (left.some((queue) => queue.length > 0))
    for (const queue of left) {
      const next = queue.shift();
      if (next) yield next;
    }
}

test('a negative or broken-off number of JSON stays JSON where it is masked', async () => {
  for (const number of ['-4111111111111111', '4111111111111111.0', '4111111111111111']) {
    const text = `{"a":${number},"b":[${number}]}`;
    assert.equal(masked(text), '{"a":"[CARD]","b":["[CARD]"]}', number);
    for (const size of [1, 5, 100]) {
      const guard = new StreamGuard(ALL, silent);
      assert.equal(
        cut(text, size)
          .map((piece) => guard.push(piece))
          .join('') + guard.end(),
        masked(text),
        number,
      );
    }
  }
  assert.deepEqual(
    await guardValue({ call: { args: { card: -4111111111111111 } } }, { rules: ALL, note: silent, known: new Set() }),
    { call: { args: { card: '[CARD]' } } },
  );
});

test('an upstream that speaks the dialect of the client gets and gives guarded words', async () => {
  const key = await keyWith({ prompts: { email: 'mask' }, answers: { email: 'mask' } });
  const prompts = await keyWith({ prompts: { email: 'mask' } });
  const script = [{ tool: 'note', input: { to: EMAIL, [EMAIL]: 1 } }];
  const words = `I am ${EMAIL}`;
  for (const stream of [false, true]) {
    anthropic.script = script;
    google.script = script;
    const schema = { type: 'object', properties: { to: { type: 'string' } } };
    const messages = {
      model: 'scripted-anthropic',
      max_tokens: 50,
      stream,
      messages: [{ role: 'user', content: words }],
      tools: [{ name: 'note', input_schema: schema }],
    };
    const contents = {
      contents: [{ role: 'user', parts: [{ text: words }] }],
      tools: [{ functionDeclarations: [{ name: 'note', parameters: schema }] }],
    };
    const path = `/v1beta/models/scripted-google:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`;
    for (const [door, body] of [
      ['/v1/messages', messages],
      [path, contents],
    ] as const) {
      const answer = await post(key, door, body);
      assert.equal(answer.status, 200, answer.text);
      assert.ok(answer.text.includes('[EMAIL]') && !answer.text.includes('anna.schmidt'), `${door} ${answer.text}`);
      // The same without a guard on answers goes through untranslated.
      const native = await post(prompts, door, body);
      assert.ok(native.text.includes('anna.schmidt'), native.text);
    }
    const asked = { model: 'gpt-plain', input: words, stream };
    for (const one of [key, prompts]) assert.equal((await post(one, '/v1/responses', asked)).status, 200);
  }
  const paths = responses.calls.map(({ path }) => path);
  assert.ok(paths.includes('/v1/responses') && paths.includes('/v1/chat/completions'), paths.join());
  const heard = JSON.stringify([anthropic.heard, google.heard, responses.calls]);
  assert.ok(!heard.includes('anna.schmidt') && heard.includes('I am [EMAIL]'), heard);
});

test('lines of a batch are guarded by the key and the account that ordered it', async () => {
  const key = await keyWith({ prompts: { email: 'mask' }, answers: { email: 'mask' } });
  leaking.says = { text: `Ask ${EMAIL}`, piece: 4 };
  const line = {
    custom_id: 'one',
    method: 'POST',
    url: '/v1/chat/completions',
    body: { model: 'leaky-1', max_tokens: 50, messages: [{ role: 'user', content: EMAIL }] },
  };
  const form = new FormData();
  form.set('purpose', 'batch');
  form.set('file', new Blob([`${JSON.stringify(line)}\n`]), 'lines.jsonl');
  const headers = { authorization: `Bearer ${key}` };
  const file = (await (await fetch(`${service.origin}/v1/files`, { method: 'POST', headers, body: form })).json()) as {
    id: string;
  };
  const made = await post(key, '/v1/batches', {
    input_file_id: file.id,
    endpoint: '/v1/chat/completions',
    completion_window: '24h',
  });
  assert.equal(made.status, 200, made.text);
  const done = await until(
    async () => {
      const { json } = await service.call('GET', `/v1/batches/${made.json.id}`, { key });
      return json.status === 'completed' && json;
    },
    { saying: 'the batch has ended' },
  );
  const answers = await (await fetch(`${service.origin}/v1/files/${done.output_file_id}/content`, { headers })).text();
  assert.match(answers, /Ask \[EMAIL\]/);
  assert.ok(!/anna/.test(answers + leaking.heard.join('')), answers);
});

test('tools of MCP are guarded', async () => {
  const key = await keyWith({ prompts: { email: 'refuse' } });
  const client = new Client({ name: 'test', version: '1' });
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${service.origin}/mcp`), { requestInit }));
  try {
    await assert.rejects(
      client.callTool({ name: 'generate_image', arguments: { prompt: `A portrait of ${EMAIL}` } }),
      /content_refused|email address/,
    );
  } finally {
    await client.close();
  }
  const { rows } = await service.app.database.pool.query(
    'select count(*)::int as count from jobs where payload::text like $1',
    ['%anna%'],
  );
  assert.equal(rows[0].count, 0);
});

test('orders of images, songs, videos and applications are stored masked', async () => {
  const key = await keyWith({ prompts: { email: 'mask' } });
  const prompt = `A sign that says ${EMAIL}`;
  const doors: [string, object][] = [
    ['/v1/image/generate', { prompt, async: true }],
    ['/v1/music/generate', { prompt, duration_seconds: 10 }],
    ['/v1/video/generate', { prompt, duration_seconds: 2 }],
    ['/v1/builder/build', { prompt, framework: 'html' }],
  ];
  for (const [path, body] of doors) {
    const answer = await post(key, path, body);
    assert.ok(answer.status < 500 && answer.json.error?.code !== 'content_refused', `${path} ${answer.text}`);
    assert.equal(
      answer.headers.get('x-guards') ?? (answer.status >= 400 ? 'masked email=1' : null),
      'masked email=1',
      `${path} ${answer.text}`,
    );
  }
  const { rows } = await service.app.database.pool.query(
    `select (select count(*) from jobs where payload::text like '%anna.schmidt%')::int as raw, (select count(*) from jobs where payload::text like '%[EMAIL]%')::int as masked`,
  );
  assert.equal(rows[0].raw, 0);
  assert.ok(rows[0].masked > 0);
});
