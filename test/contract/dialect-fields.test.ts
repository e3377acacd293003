// An error names the field that the caller sent, in the form of the dialect's API, whichever part of the service found the fault.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { plain } from '../support/pictures.ts';
import { type CallAnswer, startService, type TestAccount, type TestService } from '../support/service.ts';
import { bringWeights, EMBEDDING_WEIGHTS } from '../support/weights.ts';

const MODEL = 'sandbox-echo-1';
const SCHEMA = { type: 'object', properties: { a: { type: 'banana' } } };
const LONG = 'word '.repeat(9_000);

let service: TestService;
let account: TestAccount;
let image: string;

before(async () => {
  await bringWeights(EMBEDDING_WEIGHTS);
  service = await startService({ TEST_WORKER: '0' });
  account = await service.account();
  image = Buffer.from(await plain(8, 8, '#4080c0')).toString('base64');
});
after(() => service.stop());

interface Dialect {
  path: string;
  streamPath?: string;
  streams?: object;
  /** The error's field and words, in the dialect's form. */
  read(answer: CallAnswer): { field: string; message: string };
  /** Bodies with a fault, by the field that must be named. */
  faults(): Record<string, object>;
}

const user = { role: 'user', content: 'Hello' };
const tool = { name: 'look', parameters: SCHEMA };

const DIALECTS: Record<string, Dialect> = {
  'Anthropic Messages': {
    path: '/sandbox/v1/messages',
    streams: { stream: true },
    read: ({ json }) => {
      assert.equal(json.type, 'error');
      assert.equal(json.error.type, 'invalid_request_error');
      return { field: json.error.param, message: json.error.message };
    },
    faults: () => {
      const asked = { model: MODEL, max_tokens: 20, messages: [user] };
      const picture = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: image } };
      return {
        'messages[1].content[1]': {
          ...asked,
          system: 'Be brief.',
          messages: [user, { role: 'user', content: [{ type: 'text', text: 'What is this?' }, picture] }],
        },
        messages: { ...asked, messages: [{ role: 'user', content: LONG }] },
        'tools[0].input_schema': { ...asked, tools: [{ name: 'look', input_schema: SCHEMA }] },
        'output_config.format.schema': {
          ...asked,
          output_config: { format: { type: 'json_schema', schema: SCHEMA } },
        },
        tool_choice: { ...asked, tool_choice: { type: 'tool', name: 'other' } },
        max_tokens: { ...asked, max_tokens: 0 },
      };
    },
  },
  Gemini: {
    path: `/sandbox/v1beta/models/${MODEL}:generateContent`,
    streamPath: `/sandbox/v1beta/models/${MODEL}:streamGenerateContent?alt=sse`,
    read: ({ json }) => {
      assert.equal(json.error.status, 'INVALID_ARGUMENT');
      return { field: json.error.details[0].metadata.field, message: json.error.message };
    },
    faults: () => {
      const contents = [{ role: 'user', parts: [{ text: 'Hello' }] }];
      const inlineData = { mimeType: 'image/png', data: image };
      const declared = [
        { name: 'fine', parameters: { type: 'OBJECT' } },
        { name: 'look', parametersJsonSchema: SCHEMA },
      ];
      return {
        'contents[0].parts[1]': {
          systemInstruction: { parts: [{ text: 'Be brief.' }] },
          contents: [{ role: 'user', parts: [{ text: 'What is this?' }, { inlineData }] }],
        },
        contents: { contents: [{ role: 'user', parts: [{ text: LONG }] }] },
        'tools[0].functionDeclarations[1].parametersJsonSchema': {
          contents,
          tools: [{ functionDeclarations: declared }],
        },
        'generationConfig.responseJsonSchema': {
          contents,
          generationConfig: { responseMimeType: 'application/json', responseJsonSchema: SCHEMA },
        },
        'generationConfig.maxOutputTokens': { contents, generationConfig: { maxOutputTokens: 0 } },
        'contents[0].parts': { contents: [{ role: 'user', parts: [] }] },
      };
    },
  },
  'OpenAI Responses': {
    path: '/sandbox/v1/responses',
    streams: { stream: true },
    read: ({ json }) => {
      assert.equal(json.error.type, 'invalid_request_error');
      return { field: json.error.param, message: json.error.message };
    },
    faults: () => {
      const asked = { model: MODEL, input: 'Hello' };
      const picture = { type: 'input_image', image_url: `data:image/png;base64,${image}` };
      return {
        'input[1].content[1]': {
          ...asked,
          instructions: 'Be brief.',
          input: [user, { role: 'user', content: [{ type: 'input_text', text: 'What is this?' }, picture] }],
        },
        input: { ...asked, input: LONG },
        'tools[0].parameters': { ...asked, tools: [{ type: 'function', ...tool }] },
        'text.format.schema': {
          ...asked,
          text: { format: { type: 'json_schema', name: 'answer', schema: SCHEMA } },
        },
        max_output_tokens: { ...asked, max_output_tokens: 0 },
      };
    },
  },
  'Ollama chat': {
    path: '/sandbox/api/chat',
    streams: { stream: true },
    read: ({ json }) => ({ field: fieldIn(json.error), message: json.error }),
    faults: () => {
      const asked = { model: MODEL, stream: false, messages: [user] };
      return {
        'messages[1].images[0]': { ...asked, messages: [user, { ...user, images: [image] }] },
        messages: { ...asked, messages: [{ ...user, content: LONG }] },
        'tools[0].function.parameters': { ...asked, tools: [{ type: 'function', function: tool }] },
        format: { ...asked, format: SCHEMA },
        'options.num_predict': { ...asked, options: { num_predict: 1e9 } },
      };
    },
  },
  'Ollama generate': {
    path: '/sandbox/api/generate',
    streams: { stream: true },
    read: ({ json }) => ({ field: fieldIn(json.error), message: json.error }),
    faults: () => {
      const asked = { model: MODEL, stream: false, prompt: 'Hello' };
      return {
        'images[0]': { ...asked, system: 'Be brief.', images: [image] },
        prompt: { ...asked, prompt: LONG },
        format: { ...asked, format: SCHEMA },
      };
    },
  },
};

/** Ollama's errors are words only: the field stands in quotes. */
function fieldIn(message: string): string {
  return /(?:field|option) "([^"]+)"/.exec(message)?.[1] ?? `none in: ${message}`;
}

for (const [name, dialect] of Object.entries(DIALECTS))
  test(`${name}: an error names the field that the caller sent`, async () => {
    const { path, streamPath = path, streams = {}, read } = dialect;
    for (const [field, body] of Object.entries(dialect.faults()))
      for (const [to, sent] of [
        [path, body],
        [streamPath, { ...body, ...streams }],
      ] as const) {
        const answer = await service.call('POST', to, { key: account.testKey, body: sent });
        assert.equal(answer.status, 400, `${field}: ${answer.text}`);
        const told = read(answer);
        assert.equal(told.field, field, told.message);
        assert.doesNotMatch(
          told.message,
          /"(response_format|max_completion_tokens|messages\[\d+\]\.content\[\d+\]\.image)/,
        );
      }
  });

test('an item of an earlier response is named by the field that brought it', async () => {
  const post = (body: object) =>
    service.call('POST', '/sandbox/v1/responses', { key: account.testKey, body: { model: MODEL, ...body } });
  const { json: first } = await post({ input: 'Hello' });
  const refused = await post({
    previous_response_id: first.id,
    input: [{ role: 'user', content: [{ type: 'input_image', image_url: `data:image/png;base64,${image}` }] }],
  });
  assert.equal(refused.json.error.param, 'input[0].content[0]');
});

test('embeddings name the field of their own form', async () => {
  const call = (path: string, body: object) => service.call('POST', path, { key: account.testKey, body });
  const gemini = await call('/sandbox/v1beta/models/default:embedContent', {
    content: { parts: [{ text: 'Hello' }] },
    outputDimensionality: 99_999,
  });
  assert.equal(gemini.json.error.details[0].metadata.field, 'outputDimensionality');
});
