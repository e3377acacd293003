// Google's own client and the AI SDK's provider for it, unchanged but for the address and the key, against this service.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import {
  ApiError,
  FunctionCallingConfigMode,
  GoogleGenAI,
  HarmBlockThreshold,
  HarmCategory,
  ThinkingLevel,
  Type,
} from '@google/genai';
import { embedMany, generateObject, generateText, jsonSchema, streamText, tool } from 'ai';
import { type MisbehavingUpstream, startMisbehavingUpstream, WORDS } from '../support/misbehaving-upstream.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { THOUGHTS } from '../support/upstream-answers.ts';

const ANSWER = WORDS.join('');
const WEATHER = {
  name: 'weather',
  description: 'The weather of a city',
  parameters: { type: Type.OBJECT, properties: { city: { type: Type.STRING } }, required: ['city'] },
};
const PIXEL = 'iVBORw0KGgo=';

let upstream: MisbehavingUpstream;
let service: TestService;
let account: TestAccount;
let ai: GoogleGenAI;
let sandbox: GoogleGenAI;
let older: GoogleGenAI;

before(async () => {
  upstream = await startMisbehavingUpstream();
  service = await startService({ OPENAI_BASE_URL: upstream.baseUrl });
  account = await service.account();
  ai = new GoogleGenAI({ apiKey: account.liveKey, httpOptions: { baseUrl: service.origin } });
  // Below /v1 the list of models is OpenAI's.
  older = new GoogleGenAI({
    apiKey: account.liveKey,
    httpOptions: { baseUrl: service.origin, apiVersion: 'v1beta' },
  });
  sandbox = new GoogleGenAI({ apiKey: account.testKey, httpOptions: { baseUrl: `${service.origin}/sandbox` } });
});

after(async () => {
  await upstream.close();
  await service.stop();
});

const lastBody = () => upstream.calls.at(-1)?.body ?? { model: '' };

test('generateContent answers with text, finish reason, usage and model', async () => {
  const reply = await ai.models.generateContent({
    model: 'mock-good-1',
    contents: 'Say something.',
    config: {
      systemInstruction: 'Be brief.',
      temperature: 0.5,
      topP: 0.9,
      topK: 20,
      seed: 7,
      stopSequences: ['END'],
      presencePenalty: 0.1,
      frequencyPenalty: 0.2,
      thinkingConfig: { thinkingLevel: ThinkingLevel.LOW },
      safetySettings: [{ category: HarmCategory.HARM_CATEGORY_HARASSMENT, threshold: HarmBlockThreshold.BLOCK_NONE }],
    },
  });
  assert.equal(reply.text, ANSWER);
  assert.equal(reply.candidates?.[0]?.finishReason, 'STOP');
  assert.equal(reply.modelVersion, 'mock-good-1');
  assert.deepEqual(
    [reply.usageMetadata?.promptTokenCount, reply.usageMetadata?.candidatesTokenCount],
    [12, WORDS.length],
  );
  const { model: _, max_tokens: __, stream: ___, ...sent } = lastBody();
  assert.deepEqual(sent, {
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Say something.' },
    ],
    temperature: 0.5,
    top_p: 0.9,
    top_k: 20,
    seed: 7,
    stop: ['END'],
    presence_penalty: 0.1,
    frequency_penalty: 0.2,
    reasoning_effort: 'low',
  });
});

test('a limit is kept and told as MAX_TOKENS; several candidates are numbered', async () => {
  const config = { maxOutputTokens: 3, candidateCount: 2 };
  const reply = await ai.models.generateContent({ model: 'mock-good-1', contents: 'x', config });
  assert.deepEqual(
    reply.candidates?.map(({ index, finishReason, content }) => [index, finishReason, content?.parts?.[0]?.text]),
    [0, 1].map((index) => [index, 'MAX_TOKENS', WORDS.slice(0, 3).join('')]),
  );
});

test('generateContentStream delivers the words, and the usage at the end', async () => {
  for (const config of [{}, { candidateCount: 2 }]) {
    const pieces: string[] = [];
    let last: unknown;
    for await (const chunk of await ai.models.generateContentStream({
      model: 'mock-good-1',
      contents: [{ role: 'user', parts: [{ text: 'Say ' }, { text: 'something.' }] }],
      config,
    })) {
      const candidate = chunk.candidates?.find(({ index }) => index === 0);
      pieces.push(candidate?.content?.parts?.map(({ text }) => text ?? '').join('') ?? '');
      last = [candidate?.finishReason, chunk.usageMetadata?.candidatesTokenCount];
    }
    assert.equal(pieces.join(''), ANSWER);
    assert.deepEqual(last, ['STOP', WORDS.length * (config.candidateCount ?? 1)]);
    assert.equal(lastBody().messages?.[0]?.content, 'Say something.');
  }
});

test('a function is called, whole and streamed, and its result leads to the answer', async () => {
  const config = {
    tools: [{ functionDeclarations: [WEATHER] }],
    toolConfig: { functionCallingConfig: { mode: FunctionCallingConfigMode.ANY } },
  };
  const question = { role: 'user', parts: [{ text: 'How is Paris?' }] };
  const reply = await ai.models.generateContent({ model: 'mock-good-1', contents: [question], config });
  assert.deepEqual(reply.functionCalls, [{ id: 'call_1', name: 'weather', args: { city: 'Paris' } }]);
  assert.deepEqual(lastBody().tools, [
    {
      type: 'function',
      function: {
        name: 'weather',
        description: WEATHER.description,
        parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
      },
    },
  ]);
  assert.equal(lastBody().tool_choice, 'required');

  const streamed = [];
  for await (const chunk of await ai.models.generateContentStream({
    model: 'mock-good-1',
    contents: [question],
    config,
  }))
    streamed.push(...(chunk.functionCalls ?? []));
  assert.deepEqual(streamed, reply.functionCalls);

  const called = reply.candidates?.[0]?.content;
  assert.ok(called);
  const result = { role: 'user', parts: [{ functionResponse: { name: 'weather', response: { sky: 'blue' } } }] };
  const answer = await ai.models.generateContent({
    model: 'mock-good-1',
    contents: [question, called, result],
    config,
  });
  assert.equal(answer.text, ANSWER);
  assert.deepEqual(lastBody().messages?.slice(1), [
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'weather', arguments: '{"city":"Paris"}' } }],
    },
    { role: 'tool', tool_call_id: 'call_1', content: '{"sky":"blue"}' },
  ]);
});

test('a schema in either form binds the answer', async () => {
  const properties = { city: { type: Type.STRING }, population: { type: Type.INTEGER, nullable: true } };
  const reply = await ai.models.generateContent({
    model: 'mock-good-1',
    contents: 'The largest city of France?',
    config: { responseMimeType: 'application/json', responseSchema: { type: Type.OBJECT, properties } },
  });
  assert.deepEqual(JSON.parse(reply.text ?? ''), { city: 'Paris', population: 2100000 });
  const schema = {
    type: 'object',
    properties: { city: { type: 'string' }, population: { type: ['integer', 'null'] } },
  };
  assert.deepEqual(lastBody().response_format, { type: 'json_schema', json_schema: { name: 'response', schema } });
  await ai.models.generateContent({
    model: 'mock-good-1',
    contents: 'Again',
    config: { responseMimeType: 'application/json', responseJsonSchema: schema },
  });
  assert.deepEqual(lastBody().response_format, { type: 'json_schema', json_schema: { name: 'response', schema } });
});

test('an image reaches the model', async () => {
  await ai.models.generateContent({
    model: 'mock-good-1',
    contents: [{ text: 'What is this?' }, { inlineData: { mimeType: 'image/png', data: PIXEL } }],
  });
  assert.deepEqual(lastBody().messages?.[0]?.content, [
    { type: 'text', text: 'What is this?' },
    { type: 'image_url', image_url: { url: `data:image/png;base64,${PIXEL}` } },
  ]);
});

test('thoughts are parts of their own on request, and counted beside the answer', async () => {
  for (const includeThoughts of [true, false]) {
    const asked = {
      model: 'mock-thinking-1',
      contents: 'Think.',
      config: { thinkingConfig: { includeThoughts, thinkingBudget: 2000 } },
    };
    const reply = await ai.models.generateContent(asked);
    const thoughts = (reply.candidates?.[0]?.content?.parts ?? []).filter(({ thought }) => thought);
    assert.equal(thoughts.map(({ text }) => text).join(''), includeThoughts ? THOUGHTS.join('') : '');
    assert.equal(reply.text, ANSWER);
    const { thoughtsTokenCount, candidatesTokenCount, cachedContentTokenCount } = reply.usageMetadata ?? {};
    assert.deepEqual([thoughtsTokenCount, candidatesTokenCount, cachedContentTokenCount], [3, WORDS.length, 4]);
    assert.equal(lastBody().reasoning_effort, 'medium');
    let streamed = '';
    for await (const chunk of await ai.models.generateContentStream(asked))
      for (const { text, thought } of chunk.candidates?.[0]?.content?.parts ?? []) if (thought) streamed += text;
    assert.equal(streamed, includeThoughts ? THOUGHTS.join('') : '');
  }
});

test('a chat of the client keeps its history', async () => {
  const chat = ai.chats.create({ model: 'mock-good-1' });
  await chat.sendMessage({ message: 'One' });
  await chat.sendMessage({ message: 'Two' });
  assert.deepEqual(
    lastBody().messages?.map(({ role, content }) => [role, content]),
    [
      ['user', 'One'],
      ['assistant', ANSWER],
      ['user', 'Two'],
    ],
  );
});

test('countTokens is what the answer then reports, and costs nothing', async () => {
  const contents = 'How many tokens are these?';
  const before = await service.call('GET', '/sandbox/v1/payments/balance', { key: account.testKey });
  const { totalTokens } = await sandbox.models.countTokens({ model: 'sandbox-echo-1', contents });
  const after = await service.call('GET', '/sandbox/v1/payments/balance', { key: account.testKey });
  const { usageMetadata } = await sandbox.models.generateContent({ model: 'sandbox-echo-1', contents });
  assert.equal(totalTokens, usageMetadata?.promptTokenCount);
  assert.equal(after.json.credits, before.json.credits);
});

test('embedContent gives one vector for each content', async () => {
  const one = await ai.models.embedContent({ model: 'mock-embedding-1', contents: 'one' });
  assert.equal(one.embeddings?.length, 1);
  const many = await ai.models.embedContent({
    model: 'mock-embedding-1',
    contents: ['one', 'two'],
    config: { outputDimensionality: 4, taskType: 'RETRIEVAL_QUERY' },
  });
  assert.deepEqual(
    many.embeddings?.map(({ values }) => values?.length),
    [4, 4],
  );
});

test('models are listed page by page, and one can be read', async () => {
  const names: string[] = [];
  for await (const model of await older.models.list({ config: { pageSize: 5 } })) names.push(model.name ?? '');
  assert.ok(names.includes('models/mock-good-1') && names.includes('models/mock-embedding-1'));
  assert.equal(new Set(names).size, names.length);
  assert.ok(!names.some((name) => name.includes('sandbox-')));
  const model = await older.models.get({ model: 'mock-good-1' });
  assert.deepEqual([model.name, model.inputTokenLimit], ['models/mock-good-1', 8192]);
  assert.ok(model.supportedActions?.includes('generateContent'));
});

test('errors have the form that the client reads', async () => {
  const stranger = new GoogleGenAI({ apiKey: 'sk_live_nobody', httpOptions: { baseUrl: service.origin } });
  const ask = (change: object) => ai.models.generateContent({ model: 'mock-good-1', contents: 'Hello', ...change });
  const cases: [() => Promise<unknown>, number, string, RegExp][] = [
    [() => stranger.models.generateContent({ model: 'mock-good-1', contents: 'x' }), 401, 'UNAUTHENTICATED', /API key/],
    [() => ask({ model: 'no-such-model' }), 404, 'NOT_FOUND', /no-such-model/],
    [() => older.models.get({ model: 'sandbox-echo-1' }), 404, 'NOT_FOUND', /sandbox-echo-1/],
    [() => ask({ config: { temperature: 3 } }), 400, 'INVALID_ARGUMENT', /generationConfig.temperature/],
    [() => ask({ config: { cachedContent: 'cachedContents/1' } }), 400, 'INVALID_ARGUMENT', /cachedContent/],
    [() => ask({ config: { responseModalities: ['IMAGE'] } }), 400, 'INVALID_ARGUMENT', /Answers are text/],
    [
      () =>
        ask({
          config: {
            safetySettings: [
              { category: HarmCategory.HARM_CATEGORY_HARASSMENT, threshold: HarmBlockThreshold.BLOCK_LOW_AND_ABOVE },
            ],
          },
        }),
      400,
      'INVALID_ARGUMENT',
      /filters nothing/,
    ],
    [() => sandbox.models.generateContent({ model: 'sandbox-fail-503', contents: 'x' }), 503, 'UNAVAILABLE', /503/],
  ];
  for (const [call, status, name, words] of cases)
    await assert.rejects(call, (error) => {
      assert.ok(error instanceof ApiError, String(error));
      assert.equal(error.status, status);
      const { error: told } = JSON.parse(error.message);
      assert.deepEqual([told.code, told.status], [status, name]);
      assert.match(told.message, words);
      return true;
    });
});

test('a stream that breaks is an error for the client, after the words that came before', async () => {
  const words: string[] = [];
  const reading = async () => {
    const contents = 'one two three four five six seven eight';
    for await (const chunk of await sandbox.models.generateContentStream({ model: 'sandbox-stream-break', contents }))
      words.push(chunk.text ?? '');
  };
  await assert.rejects(reading, (error) => error instanceof ApiError && error.message.includes('UNAVAILABLE'));
});

test('the stream without alt=sse is one JSON list, and the key may be in the URL', async () => {
  const url = `${service.origin}/v1beta/models/mock-good-1:streamGenerateContent?key=${account.liveKey}`;
  const body = JSON.stringify({ contents: [{ parts: [{ text: 'Hello' }] }] });
  const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  assert.match(answer.headers.get('content-type') ?? '', /application\/json/);
  const list = (await answer.json()) as { candidates: { content: { parts: { text: string }[] } }[] }[];
  assert.equal(list.map(({ candidates }) => candidates[0]?.content.parts[0]?.text).join(''), ANSWER);
});

test('the spelling with underscores means the same', async () => {
  await service.call('POST', '/v1beta/models/mock-good-1:generateContent', {
    key: account.liveKey,
    body: {
      system_instruction: { parts: [{ text: 'Be brief.' }] },
      contents: [{ parts: [{ inline_data: { mime_type: 'image/png', data: PIXEL } }] }],
      generation_config: {
        max_output_tokens: 5,
        response_mime_type: 'application/json',
        response_schema: { type: 'OBJECT', properties: { my_city: { type: 'STRING', max_length: '9' } } },
      },
    },
  });
  const { messages, max_tokens, response_format } = lastBody();
  assert.equal(messages?.[0]?.content, 'Be brief.');
  assert.equal(max_tokens, 5);
  assert.deepEqual((response_format as unknown as { json_schema: { schema: object } }).json_schema.schema, {
    type: 'object',
    properties: { my_city: { type: 'string', maxLength: 9 } },
  });
});

test('an error names the field as it was sent, in either spelling', async () => {
  const fieldOf = async (body: object, model = 'mock-good-1') => {
    const path = `/v1beta/models/${model}:generateContent`;
    const { status, json } = await service.call('POST', path, { key: account.liveKey, body });
    assert.equal(status, 400, JSON.stringify(json));
    const { message, details } = json.error;
    const { field } = details[0].metadata;
    assert.ok(message.includes(`"${field}"`), `${field} is not in: ${message}`);
    return field;
  };
  const contents = [{ parts: [{ text: 'Hello' }] }];
  for (const [body, expected] of [
    [{ contents, generationConfig: { topP: 7 } }, 'generationConfig.topP'],
    [{ contents, generation_config: { top_p: 7 } }, 'generation_config.top_p'],
    [{ contents, generationConfig: { top_p: 7 } }, 'generationConfig.top_p'],
    [{ contents, generation_config: { response_modalities: ['AUDIO'] } }, 'generation_config.response_modalities'],
    [
      { contents, generation_config: { thinking_config: { thinkingLevel: 'VAST' } } },
      'generation_config.thinking_config.thinkingLevel',
    ],
    [{ contents: [{ parts: [{ inline_data: { data: 'AA==' } }] }] }, 'contents[0].parts[0].inline_data.mime_type'],
    [{ contents, safety_settings: [{ threshold: 'BLOCK_ALL' }] }, 'safety_settings[0].threshold'],
  ] as const)
    assert.equal(await fieldOf(body), expected);
});

test("the AI SDK's provider for Google answers, streams, calls tools, fills objects and embeds", async () => {
  const google = createGoogleGenerativeAI({ baseURL: `${service.origin}/v1beta`, apiKey: account.liveKey });
  const model = google('mock-good-1');
  const { text, usage } = await generateText({ model, prompt: 'Say something.', system: 'Be brief.' });
  assert.deepEqual([text, usage.inputTokens, usage.outputTokens], [ANSWER, 12, WORDS.length]);
  let streamed = '';
  for await (const piece of streamText({ model, prompt: 'Say something.' }).textStream) streamed += piece;
  assert.equal(streamed, ANSWER);
  const { toolCalls } = await generateText({
    model,
    prompt: 'How is Paris?',
    tools: {
      weather: tool({
        inputSchema: jsonSchema<{ city: string }>({ type: 'object', properties: { city: { type: 'string' } } }),
      }),
    },
  });
  assert.deepEqual(
    toolCalls.map(({ toolName, input }) => [toolName, input]),
    [['weather', { city: 'Paris' }]],
  );
  const { object } = await generateObject({
    model,
    prompt: 'A city',
    schema: jsonSchema<{ city: string }>({ type: 'object', properties: { city: { type: 'string' } } }),
  });
  assert.equal(object.city, 'Paris');
  const { embeddings } = await embedMany({ model: google.textEmbeddingModel('mock-embedding-1'), values: ['a', 'b'] });
  assert.equal(embeddings.length, 2);
});
