// Cohere's own client, unchanged but for base URL and key: chats with tools, documents and streams, and embeddings of both versions.
import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Cohere, CohereClient, CohereClientV2 } from 'cohere-ai';
import { type MisbehavingUpstream, startMisbehavingUpstream, WORDS } from '../support/misbehaving-upstream.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

const SENTENCE = WORDS.join('');
const WEATHER: Cohere.ToolV2 = {
  type: 'function',
  function: {
    name: 'weather',
    description: 'The weather of a city',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
};

let upstream: MisbehavingUpstream;
let service: TestService;
let account: TestAccount;
let client: CohereClientV2;
let first: CohereClient;

before(async () => {
  upstream = await startMisbehavingUpstream();
  service = await startService({ OPENAI_BASE_URL: upstream.baseUrl, TEST_WORKER: '0' });
  account = await service.account();
  const address = { token: account.liveKey, baseUrl: service.origin, maxRetries: 0 };
  client = new CohereClientV2(address);
  first = new CohereClient(address);
});
after(async () => {
  await service.stop();
  await upstream.close();
});

const messages: Cohere.ChatMessageV2[] = [{ role: 'user', content: 'Say something.' }];
const lastAsked = () => upstream.calls.at(-1)?.body as Record<string, unknown>;

async function spent(): Promise<number> {
  const { rows } = await service.app.database.pool.query(
    "select coalesce(-sum(amount), 0)::float8 as spent from ledger where account_id = $1 and type = 'usage'",
    [account.id],
  );
  return rows[0].spent;
}

test('a chat has its text, its end and its usage, and is charged as the same chat in OpenAI’s form is', async () => {
  const before = await spent();
  const answer = await client.chat({
    model: 'mock-good-1',
    messages,
    maxTokens: 50,
    stopSequences: ['END'],
    k: 5,
    p: 0.5,
    seed: 7,
  });
  equal(answer.finishReason, 'COMPLETE');
  deepEqual(answer.message.content, [{ type: 'text', text: SENTENCE }]);
  ok((answer.usage?.tokens?.inputTokens ?? 0) > 0 && (answer.usage?.billedUnits?.outputTokens ?? 0) > 0);
  const { stop, top_p: p, top_k: k, seed, max_completion_tokens: most, max_tokens: older } = lastAsked();
  deepEqual([stop, p, k, seed, most ?? older], [['END'], 0.5, 5, 7, 50]);
  const charged = (await spent()) - before;
  ok(charged > 0);
  const body = { model: 'mock-good-1', messages, max_tokens: 50 };
  await service.call('POST', '/v1/chat/completions', { key: account.liveKey, body });
  equal((await spent()) - before, charged * 2);
});

test('a stream has the same text in pieces, between its start and its end with the usage', async () => {
  const types: string[] = [];
  let text = '';
  let end: Cohere.ChatMessageEndEvent | undefined;
  for await (const event of await client.chatStream({ model: 'mock-good-1', messages })) {
    if (types.at(-1) !== event.type) types.push(event.type);
    if (event.type === 'content-delta') text += event.delta?.message?.content?.text ?? '';
    if (event.type === 'message-end') end = event;
  }
  equal(text, SENTENCE);
  deepEqual(types, ['message-start', 'content-start', 'content-delta', 'content-end', 'message-end']);
  equal(end?.delta?.finishReason, 'COMPLETE');
  ok((end?.delta?.usage?.tokens?.outputTokens ?? 0) > 0);
});

test('a tool is called, whole and streamed, and its result goes back to the model', async () => {
  const asked = { model: 'mock-good-1', messages, tools: [WEATHER], toolChoice: 'REQUIRED' as const };
  const { message, finishReason } = await client.chat(asked);
  equal(finishReason, 'TOOL_CALL');
  const [call] = message.toolCalls ?? [];
  equal(call?.function?.name, 'weather');
  const pieces: string[] = [];
  let name = '';
  for await (const event of await client.chatStream(asked)) {
    if (event.type === 'tool-call-start') name = event.delta?.message?.toolCalls?.function?.name ?? '';
    if (event.type === 'tool-call-delta') pieces.push(event.delta?.message?.toolCalls?.function?.arguments ?? '');
  }
  equal(name, 'weather');
  deepEqual(JSON.parse(pieces.join('')), JSON.parse(call?.function?.arguments ?? ''));
  const next: Cohere.ChatMessageV2[] = [
    ...messages,
    { role: 'assistant', toolCalls: message.toolCalls ?? [], toolPlan: 'I look.' },
    {
      role: 'tool',
      toolCallId: call?.id ?? '',
      content: [{ type: 'document', document: { id: '1', data: { weather: 'sunny' } } }],
    },
  ];
  equal((await client.chat({ model: 'mock-good-1', messages: next, tools: [WEATHER] })).message.role, 'assistant');
  const sent = lastAsked().messages as { role: string; content: string; tool_call_id?: string }[];
  deepEqual(
    sent.map(({ role }) => role),
    ['user', 'assistant', 'tool'],
  );
  match(sent[2]?.content ?? '', /weather: sunny/);
});

test('thoughts come before the text, and documents are shown to the model', async () => {
  const { message } = await client.chat({
    model: 'mock-thinking-1',
    messages,
    documents: ['The door is blue.', { id: 'walls', data: { title: 'Walls', text: 'They are red.' } }],
  });
  deepEqual(
    message.content?.map(({ type }) => type),
    ['thinking', 'text'],
  );
  equal(message.citations, undefined);
  const asked = JSON.stringify(lastAsked().messages);
  match(asked, /The door is blue/);
  match(asked, /walls/);
  match(asked, /They are red/);
});

test('JSON of a schema is asked for, and what cannot be honoured is refused by name', async () => {
  const schema = { type: 'object', properties: { a: { type: 'string' } } };
  await client.chat({ model: 'mock-good-1', messages, responseFormat: { type: 'json_object', jsonSchema: schema } });
  equal((lastAsked().response_format as { type: string }).type, 'json_schema');
  const refused = async (more: object, said: RegExp) =>
    rejects(
      client.chat({ model: 'mock-good-1', messages, ...more }),
      (error: { statusCode?: number; message: string }) => {
        equal(error.statusCode, 400);
        match(error.message, said);
        return true;
      },
    );
  await refused({ safetyMode: 'STRICT' }, /safety_mode/);
  await refused({ logprobs: true }, /logprobs/);
  await refused({ model: 'no-such-model' }, /no-such-model/);
  await client.chat({ model: 'mock-good-1', messages, safetyMode: 'CONTEXTUAL', citationOptions: { mode: 'FAST' } });
});

test('a stream that fails after its start says so in its last event', async () => {
  let end: Cohere.ChatMessageEndEvent | undefined;
  for await (const event of await client.chatStream({ model: 'mock-error-1', messages }))
    if (event.type === 'message-end') end = event;
  equal(end?.delta?.finishReason, 'ERROR');
  ok(end?.delta?.error, 'it has no message');
});

test('embeddings of both versions hold one vector for each text, in the forms that were asked for', async () => {
  const texts = ['One', 'Two'];
  const old = await first.embed({ texts, model: 'mock-embedding-1', inputType: 'search_document' });
  ok(old.responseType === 'embeddings_floats');
  equal(old.embeddings.length, 2);
  const answer = await client.embed({
    model: 'mock-embedding-1',
    inputType: 'search_query',
    texts,
    embeddingTypes: ['float', 'ubinary', 'binary', 'base64'],
  });
  const { float = [], ubinary = [], binary = [], base64 = [] } = answer.embeddings;
  deepEqual(float, old.embeddings);
  const [vector = []] = float;
  const bits = (ubinary[0] ?? []).flatMap((byte) => [...byte.toString(2).padStart(8, '0')].map(Number));
  deepEqual(
    bits.slice(0, vector.length),
    vector.map((value) => (value > 0 ? 1 : 0)),
  );
  deepEqual(
    binary[0],
    ubinary[0]?.map((byte) => byte - 128),
  );
  const bytes = Buffer.from(base64[0] ?? '', 'base64');
  deepEqual([...new Float32Array(new Uint8Array(bytes).buffer)].length, vector.length);
  ok((answer.meta?.billedUnits?.inputTokens ?? 0) > 0);
  const inputs = [{ content: [{ type: 'text' as const, text: 'One' }] }];
  const joined = await client.embed({
    model: 'mock-embedding-1',
    inputType: 'classification',
    inputs,
    embeddingTypes: ['float'],
  });
  deepEqual(joined.embeddings.float?.[0], vector);
  await rejects(
    client.embed({ model: 'mock-embedding-1', inputType: 'image', images: ['data:image/png;base64,AAAA'] }),
    {
      statusCode: 400,
    },
  );
  await rejects(
    client.embed({ model: 'mock-embedding-1', inputType: 'search_query', texts, embeddingTypes: ['int8'] }),
    {
      statusCode: 400,
    },
  );
});
