// Gemini calls to an upstream of Google's pass in its own dialect: signatures of thoughts return, nothing dearer passes.
import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { after, before } from 'node:test';
import { GoogleGenAI } from '@google/genai';
import { configWith } from '../support/config-file.ts';
import { plain } from '../support/pictures.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { smallPdf } from '../support/small-pdf.ts';
import { until } from '../support/until.ts';

const PRICE = { input: 1_000, output: 5_000, cached_input: 100 };
const USAGE = { promptTokenCount: 100, cachedContentTokenCount: 60, candidatesTokenCount: 12, thoughtsTokenCount: 8 };
const CREDITS = (40 * PRICE.input + 60 * PRICE.cached_input + 20 * PRICE.output) / 1e6;
const CALLED = { functionCall: { id: 'c1', name: 'weather', args: { city: 'Paris' } }, thoughtSignature: 'c2lnbmVk' };
const declared = { functionDeclarations: [{ name: 'weather', parametersJsonSchema: { type: 'object' } }] };

// biome-ignore lint/suspicious/noExplicitAny: what a request holds is what the tests check.
type Sent = { url: string; key: string | undefined; body: any };
const calls: Sent[] = [];
const server = createServer(async (request, response) => {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  const body = JSON.parse(Buffer.concat(pieces).toString('utf8'));
  const url = request.url ?? '';
  calls.push({ url, key: request.headers['x-goog-api-key']?.toString(), body });
  answer(response, url, body);
});

function answer(response: ServerResponse, url: string, body: Sent['body']): void {
  const hasResult = JSON.stringify(body.contents).includes('functionResponse');
  const said = url.includes('endless') ? 'word '.repeat(500) : 'It is sunny.';
  const parts = body.tools && !hasResult ? [CALLED] : [{ text: said }];
  const head = { modelVersion: 'gemini-upstream', responseId: 'r' };
  const whole = {
    candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP', index: 0, groundingMetadata: {} }],
  };
  if (!url.includes('stream')) {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ ...whole, usageMetadata: USAGE, ...head }));
    return;
  }
  response.setHeader('content-type', 'text/event-stream');
  const send = (chunk: object) => response.write(`data: ${JSON.stringify({ ...chunk, ...head })}\r\n\r\n`);
  const first = { candidates: [{ content: { role: 'model', parts }, index: 0 }] };
  send({ ...first, usageMetadata: { promptTokenCount: 100 } });
  // Whoever leaves now has had three words.
  if (url.includes('stalls')) return;
  send({
    candidates: [{ content: { role: 'model', parts: [{ text: '' }] }, finishReason: 'STOP', index: 0 }],
    usageMetadata: USAGE,
  });
  response.end();
}

let service: TestService;
let account: TestAccount;
let ai: GoogleGenAI;

before(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1beta`;
  const models = ['good', 'endless', 'stalls'].map((id) => ({
    id: `our-${id}`,
    upstream_id: `gemini-${id}`,
    price: PRICE,
  }));
  const CONFIG = await configWith([{ name: 'google', kind: 'google', base_url, api_key_env: 'GOOGLE_KEY', models }]);
  service = await startService({ CONFIG, GOOGLE_KEY: 'g-key', TEST_WORKER: '0', READ_ON_SECONDS: '1' });
  account = await service.account();
  ai = new GoogleGenAI({ apiKey: account.liveKey, httpOptions: { baseUrl: service.origin } });
});
after(async () => {
  server.closeAllConnections();
  server.close();
  await service.stop();
});

const sentLast = () => calls.at(-1) ?? assert.fail('the upstream was not called');
const charges = async (after: number) => {
  const { json } = await service.call('GET', '/v1/payments/transactions?type=usage&limit=100', {
    key: account.liveKey,
  });
  return json.data.length > after ? json.data : undefined;
};

test('a loop keeps the signature of a thought with its call, whole and streamed, at the price of its cache', async () => {
  const config = {
    tools: [declared, { googleSearch: {} }],
    temperature: 1,
    maxOutputTokens: 300,
    thinkingConfig: { includeThoughts: true, thinkingBudget: 100 },
    labels: { a: 'b' },
    serviceTier: 'priority' as never,
  };
  const asked = [{ role: 'user', parts: [{ text: 'How is the weather?' }] }];
  const called = await ai.models.generateContent({ model: 'our-good', contents: asked, config });
  assert.deepEqual(sentLast(), {
    url: '/v1beta/models/gemini-good:generateContent',
    key: 'g-key',
    body: {
      contents: asked,
      tools: [declared],
      generationConfig: {
        temperature: 1,
        thinkingConfig: { includeThoughts: true, thinkingBudget: 100 },
        maxOutputTokens: 300,
      },
    },
  });
  const headers = called.sdkHttpResponse?.headers ?? {};
  assert.deepEqual([headers['x-credits-charged'], headers['x-left-out']], [String(CREDITS), 'tools[1].googleSearch']);
  const [part] = called.candidates?.[0]?.content?.parts ?? [];
  assert.deepEqual([part, called.modelVersion], [CALLED, 'our-good']);
  const before = (await charges(-1)).length;
  const result = { functionResponse: { id: 'c1', name: 'weather', response: { sky: 'clear' } } };
  const contents = [...asked, { role: 'model', parts: [CALLED] }, { role: 'user', parts: [result] }];
  let text = '';
  for await (const chunk of await ai.models.generateContentStream({ model: 'our-good', contents, config }))
    text += chunk.text ?? '';
  assert.equal(text, 'It is sunny.');
  assert.deepEqual(sentLast().body.contents, contents);
  const [last] = await until(() => charges(before), { saying: 'the stream is charged' });
  assert.equal(last.credits, -CREDITS);
});

test('images and documents are read here; addresses inside are refused, and a longer answer than was asked for is cut', async () => {
  const image = Buffer.from(await plain(8, 8, '#4080c0')).toString('base64');
  const pdf = smallPdf('The answer is forty-two').toString('base64');
  await ai.models.generateContent({
    model: 'our-good',
    contents: [
      { inlineData: { mimeType: 'image/png', data: image } },
      { inlineData: { mimeType: 'application/pdf', data: pdf } },
    ],
  });
  const [picture, document] = sentLast().body.contents[0].parts;
  assert.equal(picture.inlineData.mimeType, 'image/png');
  assert.match(document.text, /The answer is forty-two/);
  const count = calls.length;
  const inside = { fileData: { mimeType: 'image/png', fileUri: 'http://169.254.169.254/latest' } };
  await assert.rejects(
    ai.models.generateContent({ model: 'our-good', contents: [inside] }),
    /contents\[0\]\.parts\[0\]/,
  );
  assert.equal(calls.length, count);

  const cut: string[] = [];
  for await (const chunk of await ai.models.generateContentStream({
    model: 'our-endless',
    contents: 'x',
    config: { maxOutputTokens: 50 },
  }))
    cut.push(String(chunk.candidates?.[0]?.finishReason ?? ''), chunk.text ?? '');
  assert.ok(cut.join('').length < 500 && cut.includes('MAX_TOKENS'), cut.join('|').slice(0, 300));
});

test('whoever leaves a stream pays the prompt and what was delivered', async () => {
  const before = (await charges(-1)).length;
  const leaving = new AbortController();
  const stream = await ai.models.generateContentStream({
    model: 'our-stalls',
    contents: 'x',
    config: { abortSignal: leaving.signal },
  });
  await assert.rejects(async () => {
    for await (const { text } of stream) if (text) leaving.abort();
  });
  const [left] = await until(() => charges(before), { saying: 'the part is charged' });
  const prompt = (100 * PRICE.input) / 1e6;
  assert.ok(-left.credits > prompt && -left.credits < prompt + (10 * PRICE.output) / 1e6, `${left.credits}`);
});
