// Chat over HTTP, against an upstream that behaves well or badly: what arrives, what it costs, how it ends.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { mostTokensOfOrders } from '../../src/engines/text/request-size.ts';
import { type MisbehavingUpstream, startMisbehavingUpstream, WORDS } from '../support/misbehaving-upstream.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { chunkText, readEvents } from '../support/sse.ts';
import { until } from '../support/until.ts';

const SENTENCE = WORDS.join('');
// The price list's chat price: micro-credits per token.
const INPUT = 20;
const OUTPUT = 60;

let upstream: MisbehavingUpstream;
let service: TestService;
let account: TestAccount;

before(async () => {
  upstream = await startMisbehavingUpstream();
  service = await startService({
    READ_ON_SECONDS: '1',
    OPENAI_BASE_URL: upstream.baseUrl,
    OPENAI_API_KEY: 'sk-upstream',
  });
  account = await service.account();
});

after(async () => {
  await upstream.close();
  await service.stop();
});

test('a whole answer has the OpenAI shape, usage, credits and attribution', async () => {
  const before = await balance(account);
  const { status, json, headers } = await chat({});
  assert.equal(status, 200);
  assert.equal(json.object, 'chat.completion');
  assert.equal(json.model, 'mock-good-1');
  assert.equal(json.choices[0].message.content, SENTENCE);
  assert.equal(json.choices[0].finish_reason, 'stop');
  const credits = (12 * INPUT + 10 * OUTPUT) / 1e6;
  assert.deepEqual(json.usage, { prompt_tokens: 12, completion_tokens: 10, total_tokens: 22, credits });
  assert.equal(json.attribution.service, 'Atelier');
  assert.equal(headers.get('x-credits-charged'), String(credits));
  assert.equal(micro(before - (await balance(account))), micro(credits));
});

test('a stream ends with [DONE], carries the attribution first and usage when asked for', async () => {
  const events = await stream({ stream_options: { include_usage: true } });
  assert.equal(events.at(-1), '[DONE]');
  const chunks = events.slice(0, -1).map((event) => JSON.parse(event));
  assert.equal(chunks[0].attribution.service, 'Atelier');
  assert.equal(chunks[1].attribution, undefined);
  assert.equal(chunks.map(chunkText).join(''), SENTENCE);
  const usage = chunks.at(-1);
  assert.deepEqual(usage.choices, []);
  assert.deepEqual(usage.usage, { prompt_tokens: 12, completion_tokens: 10, total_tokens: 22, credits: 0.00084 });
  for (const chunk of chunks) {
    assert.equal(chunk.object, 'chat.completion.chunk');
    assert.equal(chunk.model, 'mock-good-1');
  }
});

test('without include_usage no usage chunk is sent, and the charge is the same', async () => {
  const before = await balance(account);
  const events = await stream({});
  assert.ok(!events.some((event) => event.includes('"usage"')));
  assert.equal(micro(before - (await balance(account))), 12 * INPUT + 10 * OUTPUT);
});

test('/chat/stream is always a stream', async () => {
  const response = await post('/v1/chat/stream', account.liveKey, body({}));
  assert.match(response.headers.get('content-type') ?? '', /text\/event-stream/);
  const events = await readEvents(response);
  assert.equal(events.at(-1), '[DONE]');
});

test('n answers come with their index', async () => {
  const { json } = await chat({ n: 3 });
  assert.deepEqual(
    json.choices.map(({ index }: { index: number }) => index),
    [0, 1, 2],
  );
  assert.equal(json.usage.completion_tokens, 30);
});

test('tool calls arrive whole and in pieces', async () => {
  const tools = [
    {
      type: 'function',
      function: { name: 'weather', parameters: { type: 'object', properties: { city: { type: 'string' } } } },
    },
  ];
  const { json } = await chat({ tools });
  assert.equal(json.choices[0].finish_reason, 'tool_calls');
  assert.equal(json.choices[0].message.tool_calls[0].function.name, 'weather');
  const events = await stream({ tools });
  const pieces = events.slice(0, -1).flatMap((event) => JSON.parse(event).choices[0]?.delta?.tool_calls ?? []);
  assert.equal(pieces.map((piece) => piece.function.arguments ?? '').join(''), '{"city":"Paris"}');
});

test('disconnecting after five chunks ends an upstream that says no more, and charges exactly the delivered tokens', async () => {
  const leaver = await service.account();
  const leaving = new AbortController();
  const wanted = body({ model: 'mock-stepwise-1', stream: true });
  const before = await balance(leaver);
  const response = await post('/v1/chat/completions', leaver.liveKey, wanted, leaving.signal);
  const call = upstream.calls.at(-1);
  let seen = '';
  for await (const piece of response.body ?? []) {
    seen += Buffer.from(piece).toString('utf8');
    // The role, and five words.
    if ((seen.match(/data: /g) ?? []).length === 6) break;
  }
  leaving.abort();
  await call?.aborted;
  const spent = await settled(leaver, before);
  const { json } = await service.call('GET', '/v1/usage', { key: leaver.liveKey });
  const promptTokens = await promptTokensOf();
  assert.equal(json.total.completion_tokens, 5);
  assert.equal(json.total.prompt_tokens, promptTokens);
  assert.equal(spent, promptTokens * INPUT + 5 * OUTPUT);
});

test('leaving an upstream that hangs ends it after a while and pays the prompt, and what may have been written unseen', async () => {
  for (const isStream of [true, false]) {
    const leaver = await service.account();
    const before = await balance(leaver);
    const leaving = new AbortController();
    const asked = upstream.calls.length;
    const asking = post(
      '/v1/chat/completions',
      leaver.liveKey,
      body({ model: 'mock-hang-1', stream: isStream }),
      leaving.signal,
    );
    const call = await upstream.nextCall(asked);
    leaving.abort();
    await assert.rejects(asking);
    await call.aborted;
    const spent = await settled(leaver, before);
    const prompt = (await promptTokensOf()) * INPUT;
    // A stream that has no head yet was not begun; of a whole answer nothing is seen before its end.
    if (isStream) assert.equal(spent, prompt);
    else assert.ok(spent > prompt && spent < prompt + 30 * 250 * OUTPUT, String(spent));
    assert.deepEqual((await released(leaver)).rows, []);
  }
});

test('a balance that pays for 20 tokens stops the stream there, with the documented ending', async () => {
  const poor = await service.account({ credits: 0 });
  // An upstream's count is known when it has answered: the hold covers the most that it can be.
  const most = mostTokensOfOrders([{ model: 'mock-long-1', messages: [{ role: 'user', content: 'Say something.' }] }]);
  await grant(poor, most * INPUT + 20 * OUTPUT);
  const response = await post('/v1/chat/completions', poor.liveKey, body({ model: 'mock-long-1', stream: true }));
  assert.equal(response.status, 200);
  const events = await readEvents(response);
  const chunks = events.slice(0, -2).map((event) => JSON.parse(event));
  assert.equal(chunks.map(chunkText).join(''), ' word'.repeat(20));
  assert.equal(chunks.at(-1).choices[0].finish_reason, 'length');
  assert.equal(JSON.parse(events.at(-2) ?? '').error.code, 'insufficient_credits');
  assert.equal(events.at(-1), '[DONE]');
  assert.ok((await balance(poor)) >= 0);
  assert.equal(micro(await balance(poor)), (most - 12) * INPUT, 'the upstream counts 12');
});

test('a balance that pays for nothing is 402', async () => {
  const poor = await service.account({ credits: 0 });
  for (const isStream of [true, false]) {
    const answer = await service.call('POST', '/v1/chat/completions', {
      key: poor.liveKey,
      body: body({ stream: isStream }),
    });
    assert.equal(answer.status, 402);
    assert.equal(answer.json.error.type, 'insufficient_credits');
  }
});

test('an answer that was asked for with more tokens than can be paid is 402 and costs nothing', async () => {
  const poor = await service.account({ credits: 0 });
  await grant(poor, 20_000);
  const refused = await chat({ max_tokens: 1000 }, poor);
  assert.equal(refused.status, 402);
  const answered = await chat({ max_tokens: 10 }, poor);
  assert.equal(answered.status, 200);
  assert.equal(micro(await balance(poor)), 20_000 - 12 * INPUT - 10 * OUTPUT);
});

test('a stream that is cut by the upstream ends with an error event, and costs what was delivered', async () => {
  const before = await balance(account);
  const events = await stream({ model: 'mock-cut-1' });
  assert.equal(JSON.parse(events.at(-2) ?? '').error.code, 'engine_failed');
  assert.equal(events.at(-1), '[DONE]');
  const spent = micro(before - (await balance(account)));
  assert.equal((spent - 3 * OUTPUT) % INPUT, 0);
});

test('what fails before the first chunk is an ordinary error, and free', async () => {
  const before = await balance(account);
  for (const isStream of [true, false]) {
    const limited = await chat({ model: 'mock-limit-1', stream: isStream });
    assert.equal(limited.status, 503);
    assert.ok(Number(limited.headers.get('retry-after')) > 0);
    assert.equal(limited.json.error.code, 'engine_unavailable');
    const broken = await chat({ model: 'mock-wrong-type-1', stream: isStream });
    assert.equal(broken.status, 502);
  }
  assert.equal(await balance(account), before);
});

test('validation names the first bad field', async () => {
  const cases: [object, string, string][] = [
    [
      {
        messages: [
          { role: 'user', content: 'a' },
          { role: 'boss', content: 'b' },
        ],
      },
      'invalid_parameter',
      'messages[1].role',
    ],
    [{ messages: [] }, 'invalid_parameter', 'messages'],
    [{ messages: undefined }, 'missing_parameter', 'messages'],
    [{ messages: [{ role: 'user' }] }, 'missing_parameter', 'messages[0].content'],
    [{ temperature: 2.5 }, 'invalid_parameter', 'temperature'],
    [{ max_tokens: 0 }, 'invalid_parameter', 'max_tokens'],
    [{ n: 99 }, 'invalid_parameter', 'n'],
    [{ model: 'no-such-model' }, 'unknown_model', 'model'],
    [{ conversation_id: 'conv_nope' }, 'not_found', 'conversation_id'],
  ];
  for (const [change, code, param] of cases) {
    const { json } = await chat(change);
    assert.equal(json.error.code, code, JSON.stringify(json));
    assert.equal(json.error.param, param, JSON.stringify(json));
  }
});

test('harmless fields are passed on, unknown ones are ignored, null counts as absent', async () => {
  const { status } = await chat({ top_k: 5, temperature: null, stop: null, some_new_thing: { a: 1 } });
  assert.equal(status, 200);
  assert.equal(upstream.calls.at(-1)?.body.some_new_thing, undefined);
});

test('the waiver removes the attribution and doubles the price', async () => {
  const waived = await service.account();
  await service.app.database.pool.query("update accounts set attribution = 'waived' where id = $1", [waived.id]);
  const { json, headers } = await chat({}, waived);
  assert.equal(json.attribution, undefined);
  assert.equal(headers.get('x-attribution'), null);
  assert.equal(json.usage.credits, (2 * (12 * INPUT + 10 * OUTPUT)) / 1e6);
});

function body(change: object): object {
  return { model: 'mock-good-1', messages: [{ role: 'user', content: 'Say something.' }], ...change };
}

function chat(change: object, who = account) {
  return service.call('POST', '/v1/chat/completions', { key: who.liveKey, body: body(change) });
}

async function stream(change: object): Promise<string[]> {
  return readEvents(await post('/v1/chat/completions', account.liveKey, body({ ...change, stream: true })));
}

function post(path: string, key: string, content: object, signal?: AbortSignal): Promise<Response> {
  return fetch(`${service.origin}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(content),
    ...(signal ? { signal } : {}),
  });
}

async function balance({ id }: TestAccount): Promise<number> {
  const { rows } = await service.app.database.pool.query(
    "select balance from balances where account_id = $1 and environment = 'live'",
    [id],
  );
  return Number(rows[0]?.balance ?? 0) / 1e6;
}

/** Waits for the charge of a call whose client has left: the settlement is what ends it. */
async function settled(who: TestAccount, before: number): Promise<number> {
  return until(async () => Math.max(0, micro(before - (await balance(who)))), { saying: 'something was charged' });
}

/** The holds that are left, once there are none. */
async function released({ id }: TestAccount) {
  const held = () => service.app.database.pool.query('select id from holds where account_id = $1', [id]);
  await until(async () => (await held()).rows.length === 0, { saying: 'nothing is held' });
  return held();
}

async function promptTokensOf(): Promise<number> {
  const { countMessages } = await import('../../src/engines/text/tokenizer.ts');
  return countMessages('mock-long-1', [{ role: 'user', content: 'Say something.' }]);
}

async function grant({ id }: TestAccount, microCredits: number): Promise<void> {
  const { postEntry } = await import('../../src/money/entries.ts');
  const entry = { type: 'grant', amount: microCredits, contra: 'grants', description: 'for a test' } as const;
  await service.app.database.transaction((trx) => postEntry(trx, { accountId: id, environment: 'live', ...entry }));
}

function micro(credits: number): number {
  return Math.round(credits * 1e6);
}
