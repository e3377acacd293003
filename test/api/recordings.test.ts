// Recordings in chats of every dialect that has them: transcribed by the transcription of this service, at its price, and read as text.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before, beforeEach } from 'node:test';
import { type AudioStandIn, startAudioStandIn } from '../support/audio-stand-in.ts';
import { configWith } from '../support/config-file.ts';
import { type ScriptedUpstream, startScriptedUpstream } from '../support/scripted-upstream.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { beep } from '../support/small-wav.ts';

const SPOKEN = 'Turn the lights off.';
const MODEL = 'scripted-openai';
const SOUND = beep(2).toString('base64');
const MICRO = 1e6;
/** Two seconds at 0.01 credits, and 100 + 20 tokens at 100 credits for a million. */
const HEARD_CREDITS = 0.02;
const ANSWER_CREDITS = 0.012;

let ears: AudioStandIn;
let upstream: ScriptedUpstream;
let service: TestService;
let account: TestAccount;
let folder: string;

before(async () => {
  ears = await startAudioStandIn((_call, response) => void response.end(JSON.stringify({ text: SPOKEN })));
  upstream = await startScriptedUpstream('openai');
  const listener = {
    name: 'listener',
    kind: 'openai',
    base_url: ears.baseUrl,
    models: [{ id: 'ear-1', timestamps: false }],
  };
  const model = { id: MODEL, price: { input: 100, output: 100 }, context_window: 100_000, capabilities: ['tools'] };
  const texts = {
    name: 'texts',
    kind: 'openai',
    base_url: upstream.baseUrl,
    list_models: false,
    retries: 0,
    models: [model],
  };
  const CONFIG = await configWith([texts], { transcription_upstreams: [listener] });
  // Without the weights of this machine, the upstream is the default.
  folder = await mkdtemp(join(tmpdir(), 'no-models-'));
  service = await startService({ CONFIG, MODELS_DIR: folder });
  account = await service.account();
});
after(async () => {
  await service.stop();
  await Promise.all([ears.close(), upstream.close()]);
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  ears.calls = [];
  upstream.heard = [];
});

const part = (data: string | undefined = SOUND) => ({ type: 'input_audio', input_audio: { data, format: 'wav' } });
const chat = (...parts: object[]) => ({
  model: MODEL,
  max_tokens: 50,
  messages: [{ role: 'user', content: [{ type: 'text', text: 'What is said?' }, ...parts] }],
});
const item = (...content: object[]) => ({ role: 'user', content });

function post(path: string, body: object, who = account, headers = {}) {
  return service.call('POST', path, { key: who.liveKey, body, headers });
}

async function spentBy(who: TestAccount): Promise<number> {
  const { json } = await service.call('GET', '/v1/payments/balance', { key: who.liveKey });
  return Math.round((1 - json.credits) * MICRO) / MICRO;
}

const lastText = () => upstream.heard.at(-1)?.text ?? '';

test('a chat reads what is said, and the answer names the price of both', async () => {
  const who = await service.account({ credits: 1 });
  const { status, json } = await post('/v1/chat/completions', chat(part()), who);
  assert.equal(status, 200, JSON.stringify(json));
  assert.equal(lastText(), `What is said?\n<recording>\n${SPOKEN}\n</recording>`);
  assert.equal(ears.calls.length, 1);
  assert.equal(json.usage.credits, HEARD_CREDITS + ANSWER_CREDITS);
  assert.equal(await spentBy(who), HEARD_CREDITS + ANSWER_CREDITS);
});

test('a stream says the price of both in its usage', async () => {
  const body = {
    ...chat(part(`data:audio/wav;base64,${SOUND}`)),
    stream: true,
    stream_options: { include_usage: true },
  };
  const response = await fetch(`${service.origin}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${account.liveKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const usage = /"credits":([\d.]+)/.exec(await response.text())?.[1];
  assert.equal(Number(usage), HEARD_CREDITS + ANSWER_CREDITS);
});

test('a response reads it, keeps its transcript, and what follows does not pay for it again', async () => {
  const ask = { model: MODEL, max_output_tokens: 50, input: [item(part())] };
  const { status, json } = await post('/v1/responses', ask);
  assert.equal(status, 200, JSON.stringify(json));
  assert.match(lastText(), new RegExp(SPOKEN));
  const kept = await service.call('GET', `/v1/responses/${json.id}/input_items`, { key: account.liveKey });
  assert.deepEqual(kept.json.data[0].content, [{ type: 'input_text', text: `<recording>\n${SPOKEN}\n</recording>` }]);
  const next = { model: MODEL, max_output_tokens: 50, input: 'And then?', previous_response_id: json.id };
  assert.equal((await post('/v1/responses', next)).status, 200);
  assert.match(lastText(), new RegExp(`${SPOKEN}[^]*And then`));
  assert.equal(ears.calls.length, 1);
});

test('contents of Gemini read it from their data', async () => {
  const inlineData = { mimeType: 'audio/wav', data: SOUND };
  const { status, json } = await post(`/v1beta/models/${MODEL}:generateContent`, {
    contents: [{ role: 'user', parts: [{ inlineData }, { text: 'What is said?' }] }],
  });
  assert.equal(status, 200, JSON.stringify(json));
  assert.match(lastText(), new RegExp(SPOKEN));
});

test('a recording that was uploaded is read by its id, and only by its account', async () => {
  const form = new FormData();
  form.append('purpose', 'user_data');
  form.append('file', new File([new Uint8Array(beep(2))], 'said.wav', { type: 'audio/wav' }));
  const headers = { authorization: `Bearer ${account.liveKey}` };
  const uploaded = await fetch(`${service.origin}/v1/files`, { method: 'POST', headers, body: form });
  const { id } = (await uploaded.json()) as { id: string };
  assert.equal((await post('/v1/chat/completions', chat(part(id)))).status, 200);
  const { status, json } = await post('/v1/chat/completions', chat(part(id)), await service.account());
  assert.deepEqual([status, json.error.param], [404, 'messages[0].content[1].input_audio']);
});

test('a call that cannot be answered is refused before anything is heard or paid', async () => {
  const who = await service.account({ credits: 1 });
  const at = 'messages[0].content[1]';
  const cases: [string, object, string][] = [
    ['/v1/chat/completions', chat(part('')), `${at}.input_audio.data`],
    ['/v1/chat/completions', chat({ type: 'input_audio' }), `${at}.input_audio`],
    ['/v1/chat/completions', chat(part(Buffer.from('just words').toString('base64'))), `${at}.input_audio`],
    ['/v1/chat/completions', chat(part('https://example.com/a.wav')), `${at}.input_audio`],
    ['/v1/chat/completions', chat(...Array.from({ length: 9 }, () => part())), 'messages[0].content[9]'],
    ['/v1/chat/completions', { ...chat(part()), functions: [{ name: 'lights' }] }, 'functions'],
    ['/v1/chat/completions', { ...chat(part()), tool_choice: 'required' }, 'tool_choice'],
    [
      '/v1/chat/completions',
      { model: MODEL, messages: [{ role: 'system', content: [part()] }] },
      'messages[0].content[0]',
    ],
    ['/v1/responses', { model: MODEL, input: [item(part())], background: true }, 'background'],
    ['/v1/responses/input_tokens', { model: MODEL, input: [item(part())] }, 'input[0].content[0]'],
    ['/v1/conversations', { items: [item(part())] }, 'items[0].content[0].type'],
    [
      `/v1beta/models/${MODEL}:countTokens`,
      { contents: [{ parts: [{ inlineData: { mimeType: 'audio/wav', data: SOUND } }] }] },
      'contents[0].parts[0]',
    ],
  ];
  for (const [path, body, param] of cases) {
    const { status, json } = await post(path, body, who);
    assert.equal(status, 400, `${path} ${JSON.stringify(json)}`);
    assert.ok(JSON.stringify(json).includes(param), `${param}: ${JSON.stringify(json)}`);
  }
  assert.deepEqual([ears.calls.length, upstream.heard.length, await spentBy(who)], [0, 0, 0]);
});

test('without the credits for its length nothing is sent anywhere', async () => {
  const who = await service.account({ credits: 0.01 });
  const { status } = await post('/v1/chat/completions', chat(part()), who);
  assert.deepEqual([status, ears.calls.length, upstream.heard.length], [402, 0, 0]);
});

test('a transcription that fails ends the call and costs nothing', async () => {
  const who = await service.account({ credits: 1 });
  const { answer } = ears;
  ears.answer = (_call, response) => void response.writeHead(500).end('{}');
  try {
    const { status } = await post('/v1/chat/completions', chat(part()), who);
    assert.deepEqual([status, upstream.heard.length, await spentBy(who)], [502, 0, 0]);
  } finally {
    ears.answer = answer;
  }
});
