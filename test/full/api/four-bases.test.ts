// The specification of the service on all four bases: every endpoint that it lists is called there with the documented body, and the documented fields come back.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { type MisbehavingUpstream, startMisbehavingUpstream } from '../../support/misbehaving-upstream.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';

let upstream: MisbehavingUpstream;
let service: TestService;
let account: TestAccount;

before(async () => {
  upstream = await startMisbehavingUpstream();
  service = await startService({ OPENAI_BASE_URL: upstream.baseUrl });
  account = await service.account({ credits: 100_000 });
});
after(async () => {
  await service.stop();
  await upstream.close();
});

const BASES = ['/v1', '/api/v1', '/sandbox/v1', '/sandbox/api/v1'];
const CODE = 'def add(a, b):\n    return a + b\n';

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sends; a wrong guess fails the test.
type Json = any;
type Types = Record<string, 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object'>;

/** The places of an answer that are not of the documented type. */
function deviations(value: Json, types: Types): string[] {
  return Object.entries(types).flatMap(([path, type]) => {
    const found = path.split('.').reduce((inner: Json, name) => inner?.[name], value);
    const is =
      type === 'array'
        ? Array.isArray(found)
        : type === 'integer'
          ? Number.isInteger(found)
          : typeof found === type && found !== null;
    return is ? [] : [`${path} is ${JSON.stringify(found)}, not ${type}`];
  });
}

for (const base of BASES)
  test(`${base}: no endpoint deviates from the specification`, async (t) => {
    const isSandbox = base.startsWith('/sandbox');
    const key = isSandbox ? account.testKey : account.liveKey;
    const model = isSandbox ? 'sandbox-echo-1' : 'mock-good-1';
    const wrong: string[] = [];
    let calls = 0;
    const call = async (method: string, path: string, body: object | undefined, types: Types): Promise<Json> => {
      calls += 1;
      const { status, json, text, headers } = await service.call(method, `${base}${path}`, {
        key,
        ...(body ? { body } : {}),
      });
      const found = status < 300 ? deviations(json, types) : [`${status} ${text.slice(0, 300)}`];
      for (const name of ['limit', 'remaining', 'reset'])
        if (!/^\d+$/.test(headers.get(`x-ratelimit-${name}`) ?? '')) found.push(`no X-RateLimit-${name}`);
      wrong.push(...found.map((what) => `${method} ${path}: ${what}`));
      return json;
    };
    const list: Types = { data: 'array' };
    const messages = [{ role: 'user', content: 'Say hello.' }];

    await call(
      'POST',
      '/chat/completions',
      { model, messages, max_tokens: 20, temperature: 0.2, stream: false },
      {
        ...{ id: 'string', object: 'string', created: 'integer', model: 'string', choices: 'array' },
        ...{ 'choices.0.index': 'integer', 'choices.0.message.role': 'string', 'choices.0.message.content': 'string' },
        ...{ 'choices.0.finish_reason': 'string', 'usage.prompt_tokens': 'integer' },
        ...{ 'usage.completion_tokens': 'integer', 'usage.total_tokens': 'integer' },
      },
    );
    for (const [path, more] of [
      ['/chat/completions', { stream: true }],
      ['/chat/stream', {}],
    ] as const) {
      calls += 1;
      const response = await fetch(`${service.origin}${base}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model, messages, max_tokens: 20, ...more }),
      });
      const text = await response.text();
      const isStream = /^data: \{.*"choices":\[.*"delta":\{/.test(text) && text.endsWith('data: [DONE]\n\n');
      if (!isStream) wrong.push(`POST ${path}: no stream: ${text.slice(0, 200)}`);
    }
    await call('POST', '/completions', { model, prompt: 'Once', max_tokens: 10 }, { 'choices.0.text': 'string' });
    await call('POST', '/embeddings', { model: 'default', input: 'Hello' }, { 'data.0.embedding': 'array' });
    for (const path of ['/models', '/chat/models', '/image/models'])
      await call('GET', path, undefined, { 'data.0.id': 'string' });
    await call('GET', '/usage', undefined, { total: 'object' });

    await call(
      'POST',
      '/code/generate',
      { model, prompt: 'adds two numbers', language: 'python', max_tokens: 60 },
      { code: 'string' },
    );
    await call('POST', '/code/complete', { model, code: 'def add(', language: 'python' }, { code: 'string' });
    await call('POST', '/code/refactor', { model, code: CODE, language: 'python' }, { code: 'string' });
    await call('POST', '/code/explain', { model, code: CODE, language: 'python' }, { explanation: 'string' });

    const job: Types = { id: 'string', status: 'string', estimated_time: 'integer', queue_position: 'integer' };
    const { json: voices } = await service.call('GET', `${base}/music/voices`, { key });
    const song = {
      prompt: 'A calm song',
      genre: 'pop',
      duration: 30,
      voice: voices.data[0].id,
      vocals: { enabled: true, gender: 'female', style: 'soft' },
      lyrics: '[Verse]\nBlue sky',
    };
    const made = await call('POST', '/music/generate', song, job);
    await call('POST', `/jobs/${made.id}/cancel`, undefined, {});
    await call('GET', `/music/status/${made.id}`, undefined, { id: 'string', status: 'string' });
    await call('GET', `/music/${made.id}`, undefined, { id: 'string', status: 'string' });
    for (const path of ['/music/voices', '/music/genres', '/music/library']) await call('GET', path, undefined, list);

    const picture = { prompt: 'A red boat', size: '512x512', style: 'artistic', steps: 4, count: 1 };
    const { image_url: image } = await call('POST', '/image/generate', picture, { image_url: 'string' });
    await call('POST', '/image/edit', { image, prompt: 'a blue boat', operation: 'enhance' }, { image_url: 'string' });
    await call('POST', '/image/upscale', { image, scale: 2 }, { image_url: 'string' });

    const film = await call(
      'POST',
      '/video/generate',
      { prompt: 'A boat', type: 'text-to-video', duration: 5, resolution: '720p' },
      { id: 'string', status: 'string' },
    );
    await call('POST', `/jobs/${film.id}/cancel`, undefined, {});
    await call('GET', `/video/${film.id}`, undefined, { id: 'string', status: 'string' });

    const built = await call(
      'POST',
      '/builder/build',
      { prompt: 'A list of things to do', framework: 'react', preview: false },
      { id: 'string', status: 'string', files: 'array', project_id: 'string' },
    );
    await call(
      'POST',
      '/builder/chat',
      { message: 'What is in it?', context: { project_id: built.project_id } },
      { conversation_id: 'string', message: 'string' },
    );
    await call('GET', '/builder/projects', undefined, list);

    await call('POST', '/payments/checkout', { credits: 1_000 }, { id: 'string', url: 'string' });
    await call('GET', '/payments/balance', undefined, { credits: 'number' });
    await call('GET', '/payments/transactions', undefined, list);

    for (const [wrongKey, path, status, type, code] of [
      ['sk_live_wrong', '/models', 401, 'authentication_error', 'invalid_api_key'],
      [key, '/music/01jzzzzzzzzzzzzzzzzzzzzzzz', 404, 'not_found_error', undefined],
    ] as const) {
      calls += 1;
      const answer = await service.call('GET', `${base}${path}`, { key: wrongKey });
      const { error } = answer.json;
      const isRight = answer.status === status && error.type === type && (code === undefined || error.code === code);
      if (!isRight || typeof error.message !== 'string') wrong.push(`GET ${path}: ${answer.status} ${answer.text}`);
    }
    t.diagnostic(`${base}: ${calls} calls, ${wrong.length} deviations`);
    assert.deepEqual(wrong, []);
  });
