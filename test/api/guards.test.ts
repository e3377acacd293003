// Guards through the API: what is masked, refused or noted on the way in and out, for keys, accounts and plans, and what tells of it.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { GUARDED_TAGS, UNGUARDED } from '../../src/http/guards.ts';
import { type LeakingUpstream, startLeakingUpstream } from '../support/leaking-upstream.ts';
import { openDesk } from '../support/operator-kit.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { makePerson } from '../support/team-kit.ts';
import { until } from '../support/until.ts';

const EMAIL = 'anna.schmidt@example.com';
const CARD = '4111 1111 1111 1111';
const MASKED = { prompts: { email: 'mask', card: 'mask' } };

let upstream: LeakingUpstream;
let service: TestService;
let account: TestAccount;
before(async () => {
  upstream = await startLeakingUpstream();
  service = await startService({ OPENAI_BASE_URL: upstream.baseUrl });
  account = await service.account();
});
after(async () => {
  await service.stop();
  await upstream.close();
});
beforeEach(() => {
  upstream.heard = [];
  upstream.says = { text: 'Fine.', piece: 4 };
  upstream.flags = {};
});

async function keyWith(guards: object | null, more: object = {}, owner = account): Promise<string> {
  const body = { name: 'guarded', guards, ...more };
  const { json, text } = await service.call('POST', '/v1/account/keys', { key: owner.liveKey, body });
  assert.deepEqual(json.guards, guards, text);
  return json.key;
}

const chat = (content: unknown, more: object = {}) => ({
  model: 'leaky-1',
  max_tokens: 50,
  messages: [{ role: 'user', content }],
  ...more,
});
const post = (key: string, path: string, body: object, headers = {}) =>
  service.call('POST', path, { key, body, headers });
/** What the account has paid and what is held for it. */
async function entries() {
  const { rows } = await service.app.database.pool.query(
    `select (select count(*) from ledger where account_id = $1) as entries, (select count(*) from holds where account_id = $1) as holds`,
    [account.id],
  );
  return rows[0];
}
const heard = () => upstream.heard.join('\n');

test('without guards nothing is changed and nothing is told', async () => {
  const answer = await post(account.liveKey, '/v1/chat/completions', chat(`Write to ${EMAIL}`));
  assert.equal(answer.status, 200, answer.text);
  assert.ok(heard().includes(EMAIL));
  assert.equal(answer.headers.get('x-guards'), null);
});

test('a masked value reaches no upstream, and the header counts it', async () => {
  const key = await keyWith(MASKED);
  const answer = await post(key, '/v1/chat/completions', chat(`Write to ${EMAIL} and bob@example.org, card ${CARD}.`));
  assert.equal(answer.status, 200, answer.text);
  assert.equal(answer.headers.get('x-guards'), 'masked email=2 card=1');
  assert.ok(heard().includes('Write to [EMAIL] and [EMAIL], card [CARD].'), heard());
});

test('a refused value is named by kind and place, costs nothing and is not repeated', async () => {
  const key = await keyWith({ prompts: { iban: 'refuse', email: 'note' } });
  const before_ = await entries();
  const answer = await post(
    key,
    '/v1/chat/completions',
    chat([
      { type: 'text', text: 'Hello' },
      { type: 'text', text: 'to DE89 3704 0044 0532 0130 00' },
    ]),
  );
  assert.deepEqual(
    [answer.status, answer.json.error.code, answer.json.error.param],
    [400, 'content_refused', 'messages[0].content[1].text'],
  );
  assert.match(answer.json.error.message, /IBAN/);
  assert.ok(!answer.text.includes('3704'));
  assert.deepEqual(upstream.heard, []);
  assert.deepEqual(await entries(), before_);
  const noted = await post(key, '/v1/chat/completions', chat(EMAIL));
  assert.equal(noted.headers.get('x-guards'), 'noted email=1');
  assert.ok(heard().includes(EMAIL));
});

test('every door masks what goes in', async () => {
  const key = await keyWith(MASKED);
  const words = `Tell ${EMAIL}`;
  const doors: [string, object][] = [
    [
      '/v1/chat/completions',
      {
        model: 'leaky-1',
        messages: [
          { role: 'system', content: words },
          { role: 'user', content: 'Hi' },
        ],
      },
    ],
    [
      '/v1/chat/completions',
      { model: 'leaky-1', stream: true, messages: [{ role: 'user', content: words, name: 'anna' }] },
    ],
    ['/v1/completions', { model: 'leaky-1', prompt: [words, 'Hi'] }],
    [
      '/v1/responses',
      {
        model: 'leaky-1',
        instructions: words,
        input: [{ role: 'user', content: [{ type: 'input_text', text: words }] }],
      },
    ],
    ['/v1/messages', { model: 'leaky-1', max_tokens: 9, system: words, messages: [{ role: 'user', content: words }] }],
    [
      '/v1beta/models/leaky-1:generateContent',
      { systemInstruction: { parts: [{ text: words }] }, contents: [{ role: 'user', parts: [{ text: words }] }] },
    ],
    ['/api/chat', { model: 'leaky-1', stream: false, messages: [{ role: 'user', content: words }] }],
    ['/api/generate', { model: 'leaky-1', stream: false, prompt: words, system: words }],
    ['/v2/chat', { model: 'leaky-1', messages: [{ role: 'user', content: words }] }],
    ['/v1/embeddings', { model: 'leaky-embedding-1', input: [words, 'b'] }],
    ['/v1/rerank', { model: 'leaky-reranker-1', query: words, documents: [words] }],
    ['/v1/moderations', { input: words }],
    ['/v1/code/explain', { model: 'leaky-1', code: `const owner = '${EMAIL}';` }],
  ];
  for (const [path, body] of doors) {
    upstream.heard = [];
    const answer = await post(key, path, body);
    assert.equal(answer.status, 200, `${path} ${answer.text}`);
    assert.ok(upstream.heard.length > 0 && !heard().includes('anna.schmidt'), `${path} ${heard()}`);
    assert.match(answer.headers.get('x-guards') ?? '', /^masked email=/, path);
  }
});

test('tool results, arguments of tools, names of members and schemas are masked', async () => {
  const key = await keyWith(MASKED);
  const call = {
    id: 'call_1',
    type: 'function',
    function: { name: 'find', arguments: `{"who":"anna.schmidt\\u0040example.com","card":4111111111111111}` },
  };
  const parameters = { type: 'object', properties: { [EMAIL]: { type: 'string', description: EMAIL } } };
  const answer = await post(key, '/v1/chat/completions', {
    model: 'leaky-1',
    tools: [{ type: 'function', function: { name: 'find', description: EMAIL, parameters } }],
    messages: [
      { role: 'user', content: 'Find her' },
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: 'call_1', content: `It is ${EMAIL}` },
    ],
  });
  assert.equal(answer.status, 200, answer.text);
  assert.ok(!/anna|4111/.test(heard()), heard());
  const sent = JSON.parse(upstream.heard[0] ?? '');
  assert.deepEqual(JSON.parse(sent.messages[1].tool_calls[0].function.arguments), { who: '[EMAIL]', card: '[CARD]' });
});

test('answers are masked as a whole, in streams of any pieces and in the arguments of tools', async () => {
  const key = await keyWith({ answers: { email: 'mask', card: 'mask' } });
  const tool = `{"to":"${EMAIL}","card":4111111111111111,"text":"x\\n${EMAIL}"}`;
  for (const piece of [1, 3, 1000])
    for (const stream of [false, true]) {
      upstream.says = { text: `Ask ${EMAIL}, pay with ${CARD} please.`, tool, piece };
      const tools = [{ type: 'function', function: { name: 'note', parameters: {} } }];
      const answer = await post(key, '/v1/chat/completions', chat('Who?', { stream, tools, max_tokens: 500 }));
      assert.equal(answer.status, 200, answer.text);
      const { text, args } = stream ? gathered(answer.text) : said(answer.json);
      assert.equal(text, 'Ask [EMAIL], pay with [CARD] please.');
      assert.deepEqual(JSON.parse(args), { to: '[EMAIL]', card: '[CARD]', text: 'x\n[EMAIL]' });
      assert.ok(!answer.text.includes('anna'));
    }
});

const said = ({
  choices,
}: {
  choices: { message: { content: string; tool_calls: { function: { arguments: string } }[] } }[];
}) => ({
  text: choices[0]?.message.content,
  args: choices[0]?.message.tool_calls[0]?.function.arguments ?? '',
});

function gathered(stream: string): { text: string; args: string } {
  const frames = stream.split('\n\n').filter((frame) => frame.startsWith('data: {'));
  const deltas = frames.flatMap(
    (frame) => JSON.parse(frame.slice(6)).choices?.map((one: { delta: unknown }) => one.delta) ?? [],
  );
  return {
    text: deltas.map((delta) => delta.content ?? '').join(''),
    args: deltas.map((delta) => delta.tool_calls?.[0]?.function?.arguments ?? '').join(''),
  };
}

test('answers of every dialect are masked, whole and streamed', async () => {
  const key = await keyWith({ answers: { email: 'mask' } });
  const doors: [string, (stream: boolean) => object][] = [
    ['/v1/completions', (stream) => ({ model: 'leaky-1', prompt: 'Hi', stream })],
    ['/v1/responses', (stream) => ({ model: 'leaky-1', input: 'Hi', stream })],
    [
      '/v1/messages',
      (stream) => ({ model: 'leaky-1', max_tokens: 60, messages: [{ role: 'user', content: 'Hi' }], stream }),
    ],
    ['/api/chat', (stream) => ({ model: 'leaky-1', messages: [{ role: 'user', content: 'Hi' }], stream })],
    ['/v2/chat', (stream) => ({ model: 'leaky-1', messages: [{ role: 'user', content: 'Hi' }], stream })],
    ['/v1/code/generate', (stream) => ({ model: 'leaky-1', prompt: 'Hi', stream })],
  ];
  const gemini = { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] };
  const all: [string, object][] = [
    ...doors.flatMap(([path, body]): [string, object][] => [
      [path, body(false)],
      [path, body(true)],
    ]),
    ['/v1beta/models/leaky-1:generateContent', gemini],
    ['/v1beta/models/leaky-1:streamGenerateContent?alt=sse', gemini],
  ];
  for (const [path, body] of all) {
    upstream.says = { text: `Ask ${EMAIL} about it.`, piece: 5 };
    const answer = await post(key, path, body);
    assert.equal(answer.status, 200, `${path} ${answer.text}`);
    assert.ok(!/anna|schmidt|example\.com/.test(answer.text), `${path} ${answer.text}`);
    assert.ok(answer.text.includes('[EMAIL]'), `${path} ${answer.text}`);
  }
});

test('several choices are each masked, and what a refused value would follow is not sent', async () => {
  const masks = await keyWith({ answers: { email: 'mask' } });
  upstream.says = { text: `Ask ${EMAIL} now`, piece: 2 };
  const several = await post(masks, '/v1/chat/completions', chat('Who?', { n: 3 }));
  assert.deepEqual(
    several.json.choices.map((one: { message: { content: string } }) => one.message.content),
    ['Ask [EMAIL] now', 'Ask [EMAIL] now', 'Ask [EMAIL] now'],
  );
  const refuses = await keyWith({ answers: { email: 'refuse' } });
  const ended = await post(refuses, '/v1/chat/completions', chat('Who?'));
  assert.equal(ended.json.choices[0].message.content, 'Ask [EMAIL]');
  assert.equal(ended.json.choices[0].finish_reason, 'content_filter');
  assert.equal(ended.json.usage.completion_tokens, 20);
});

test('a key of the account cannot go below the account, nor an account below its plan', async () => {
  const owner = await makePerson(service);
  const plain = owner.home.liveKey;
  const set = await owner.call('PATCH', '/account', { guards: { prompts: { email: 'mask' } } });
  assert.equal(set.status, 200, set.text);
  const ask = (key: string, words = EMAIL) => post(key, '/v1/chat/completions', chat(words));
  const answer = await ask(plain);
  assert.equal(answer.headers.get('x-guards'), 'masked email=1', answer.text);
  assert.ok(!heard().includes('anna'));
  const milder = await service.call('POST', '/v1/account/keys', {
    key: plain,
    body: { name: 'b', guards: { prompts: { email: 'note' } } },
  });
  assert.equal((await ask(milder.json.key)).headers.get('x-guards'), 'masked email=1');
  const stricter = await service.call('POST', '/v1/account/keys', {
    key: plain,
    body: { name: 'c', guards: { prompts: { email: 'refuse' } } },
  });
  assert.equal((await ask(stricter.json.key)).json.error.code, 'content_refused');
  // A key neither loosens the account nor itself, nor makes a milder key.
  const tries: [string, string, string, object | null][] = [
    ['PATCH', '/v1/account', plain, null],
    ['PATCH', `/v1/account/keys/${stricter.json.id}`, stricter.json.key, null],
    ['POST', '/v1/account/keys', stricter.json.key, { prompts: {} }],
  ];
  for (const [method, path, key, guards] of tries) {
    const refused = await service.call(method, path, { key, body: { name: 'x', guards } });
    assert.deepEqual(
      [refused.status, refused.json.error?.code, refused.json.error?.param],
      [403, 'access_denied', 'guards'],
      path,
    );
  }
  const child = await service.call('POST', '/v1/account/keys', { key: stricter.json.key, body: { name: 'd' } });
  assert.deepEqual(child.json.guards, { prompts: { email: 'refuse' } });
  const log = (await owner.call('GET', '/account/log?action=account.change')).json.data;
  assert.deepEqual(log[0].after.guards, { prompts: { email: 'mask' } });
  assert.equal((await owner.call('PATCH', '/account', { guards: null })).status, 200);
  assert.equal((await ask(plain)).headers.get('x-guards'), null);
});

test('a plan demands guards of all its accounts', async () => {
  const desk = await openDesk(service);
  const { pro, ...others } = service.app.prices.list.plans;
  assert.ok(pro);
  const value = { plans: { ...others, pro: { ...pro, guards: { prompts: { card: 'refuse' } } } } };
  const change = { key: desk.key, body: { value, reason: 'a test' } };
  const set = await service.call('PUT', '/v1/operator/settings/prices', change);
  assert.equal(set.status, 200, set.text);
  const other = await service.account({ plan: 'pro' });
  const ask = () => post(other.liveKey, '/v1/chat/completions', chat(CARD));
  await until(async () => (await ask()).json.error?.code === 'content_refused', { saying: 'the plan demands it' });
  const { json } = await service.call('GET', '/v1/account', { key: other.liveKey });
  assert.deepEqual([json.guards, json.guards_in_force.prompts], [null, { card: 'refuse' }]);
});

test('what is kept is masked: conversations, responses, the request log and replayed answers', async () => {
  const guards = { prompts: { email: 'mask' }, answers: { email: 'mask' } };
  const key = await keyWith(guards, { request_log: 'bodies' });
  upstream.says = { text: 'Ask bob.miller@example.net now', piece: 6 };
  const once = { 'idempotency-key': 'guarded-once' };
  const first = await post(key, '/v1/chat/completions', chat(`I am ${EMAIL}`, { conversation_id: 'new' }), once);
  assert.equal(first.status, 200, first.text);
  const replayed = await post(key, '/v1/chat/completions', chat(`I am ${EMAIL}`, { conversation_id: 'new' }), once);
  assert.equal(replayed.headers.get('idempotent-replayed'), 'true');
  const background = await post(key, '/v1/responses', { model: 'leaky-1', input: `I am ${EMAIL}`, background: true });
  assert.equal(background.status, 200, background.text);
  const done = await until(
    async () => {
      const { json } = await service.call('GET', `/v1/responses/${background.json.id}`, { key });
      return json.status === 'completed' && json;
    },
    { saying: 'the response in the background has ended' },
  );
  assert.match(JSON.stringify(done.output), /Ask \[EMAIL\] now/);
  const id = first.headers.get('x-request-id');
  const row = await until(
    async () => {
      const { status, json } = await service.call('GET', `/v1/requests/${id}`, { key });
      return status === 200 && json.request_body && json;
    },
    { saying: 'the request is in the log' },
  );
  assert.deepEqual(row.guards, { masked: { email: 2 } });
  assert.match(row.request_body, /I am \[EMAIL\]/);
  for (const text of [first.text, replayed.text, JSON.stringify(row), JSON.stringify(done), heard()])
    assert.ok(!/anna|bob\.miller/.test(text), text);
  assert.deepEqual(await tablesWith(['anna.schmidt', 'bob.miller']), []);
});

/** The tables that contain one of the words. */
async function tablesWith(words: string[]): Promise<string[]> {
  const { pool } = service.app.database;
  const { rows } = await pool.query(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r' and n.nspname = 'public'`,
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const { rowCount } = await pool.query(`select 1 from "${name}" t where t::text ~ $1 limit 1`, [words.join('|')]);
    if (rowCount) found.push(name);
  }
  return found;
}

test('what was kept before, or by another key, is masked on its way to a model', async () => {
  const free = account.liveKey;
  const { json } = await post(free, '/v1/chat/completions', chat(`I am ${EMAIL}`, { conversation_id: 'new' }));
  upstream.heard = [];
  const key = await keyWith(MASKED);
  const answer = await post(key, '/v1/chat/completions', chat('Who am I?', { conversation_id: json.conversation_id }));
  assert.equal(answer.status, 200, answer.text);
  assert.ok(heard().includes('I am [EMAIL]') && !heard().includes('anna'), heard());
  const refuses = await keyWith({ prompts: { email: 'refuse' } });
  upstream.heard = [];
  const refused = await post(
    refuses,
    '/v1/chat/completions',
    chat('Who am I?', { conversation_id: json.conversation_id }),
  );
  assert.deepEqual([refused.status, refused.json.error.code], [400, 'content_refused']);
  assert.deepEqual(upstream.heard, []);
});

test('the text of documents is guarded', async () => {
  const key = await keyWith(MASKED);
  const file = {
    filename: 'a.txt',
    file_data: `data:text/plain;base64,${Buffer.from(`Her address: ${EMAIL}`).toString('base64')}`,
  };
  const answer = await post(
    key,
    '/v1/chat/completions',
    chat([
      { type: 'text', text: 'Sum up' },
      { type: 'file', file },
    ]),
  );
  assert.equal(answer.status, 200, answer.text);
  assert.ok(heard().includes('Her address: [EMAIL]'), heard());
});

test('moderation refuses before anything is sent, fails closed unless told otherwise, and reads whole answers', async () => {
  upstream.flags = { violence: 'attack', hate: 'awful' };
  const key = await keyWith({ moderation: { action: 'refuse' } });
  const refused = await post(key, '/v1/chat/completions', chat('Plan the attack'));
  assert.deepEqual([refused.status, refused.json.error.code], [400, 'content_refused'], refused.text);
  assert.match(refused.json.error.message, /violence/);
  assert.equal(upstream.heard.length, 1);
  assert.equal((await post(key, '/v1/chat/completions', chat('Plan the picnic'))).status, 200);
  const noted = await keyWith({ moderation: { action: 'note' } });
  assert.equal(
    (await post(noted, '/v1/chat/completions', chat('Plan the attack'))).headers.get('x-guards'),
    'moderation violence',
  );
  upstream.says = { text: 'Something awful', piece: 4 };
  const answers = await keyWith({ moderation: { action: 'refuse', answers: true } });
  assert.equal((await post(answers, '/v1/chat/completions', chat('Hello'))).json.error.code, 'content_refused');
  upstream.flags = null;
  upstream.heard = [];
  const closed = await post(key, '/v1/chat/completions', chat('Hello'));
  assert.deepEqual([closed.status, closed.json.error.code], [503, 'engine_unavailable']);
  assert.ok(!heard().includes('max_tokens'));
  const open = await keyWith({ moderation: { action: 'refuse', on_failure: 'allow' } });
  const allowed = await post(open, '/v1/chat/completions', chat('Hello'));
  assert.deepEqual([allowed.status, allowed.headers.get('x-guards')], [200, 'moderation failed']);
});

test('each route with a body is known to take words for a model or not', () => {
  const OTHERS = new Set([
    ...[
      'account',
      'payments',
      'usage',
      'webhooks',
      'operator',
      'requests',
      'jobs',
      'models',
      'customers',
      'runs',
      'files',
      'library',
      'batches',
    ],
  ]);
  const { routes } = service.app;
  assert.deepEqual(
    [...new Set(routes.map(({ tag }) => tag))].filter((tag) => !OTHERS.has(tag) && !GUARDED_TAGS.has(tag)),
    [],
  );
  const names = new Set(routes.map(({ method, path }) => `${method} ${path}`));
  assert.deepEqual(
    [...UNGUARDED].filter((name) => !names.has(name)),
    [],
  );
  for (const { generates, billed, tag, path } of routes)
    if (generates || billed) assert.ok(GUARDED_TAGS.has(tag), path);
});
