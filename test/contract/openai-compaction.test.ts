// OpenAI's own package with compacted conversations: what a model wrote down comes back encrypted, and the next call reads it.
import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import OpenAI from 'openai';
import { type MisbehavingUpstream, startMisbehavingUpstream, WORDS } from '../support/misbehaving-upstream.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

const SENTENCE = WORDS.join('');

let upstream: MisbehavingUpstream;
let service: TestService;
let account: TestAccount;
let client: OpenAI;

before(async () => {
  upstream = await startMisbehavingUpstream();
  service = await startService({ OPENAI_BASE_URL: upstream.baseUrl, TEST_WORKER: '0' });
  account = await service.account();
  client = openFor(account);
});
after(async () => {
  await service.stop();
  await upstream.close();
});

function openFor({ liveKey }: TestAccount): OpenAI {
  return new OpenAI({ baseURL: `${service.origin}/v1`, apiKey: liveKey, maxRetries: 0 });
}

const CONVERSATION: OpenAI.Responses.ResponseInputItem[] = [
  { role: 'user', content: 'Which weather is it in Bern?' },
  { type: 'function_call', call_id: 'call_1', name: 'weather', arguments: '{"city":"Bern"}' },
  { type: 'function_call_output', call_id: 'call_1', output: 'sunny, 21 degrees' },
  { role: 'assistant', content: 'It is sunny.' },
];

const lastAsked = () => JSON.stringify(upstream.calls.at(-1)?.body);

test('a conversation with calls of tools becomes messages of the user and one encrypted note, charged by its tokens', async () => {
  const { data, response } = await client.responses
    .compact({ model: 'mock-good-1', input: CONVERSATION, instructions: 'Be kind.' })
    .withResponse();
  equal(data.object, 'response.compaction');
  deepEqual(
    data.output.map(({ type }) => type),
    ['message', 'compaction'],
  );
  ok(data.usage.input_tokens > 0 && data.usage.output_tokens > 0);
  ok(Number(response.headers.get('x-credits-charged')) > 0);
  const asked = lastAsked();
  match(asked, /\[call call_1: weather/);
  match(asked, /sunny, 21 degrees/);
  match(asked, /Be kind/);
  ok(!asked.includes('"tools"'), 'tools were declared');
  ok(!JSON.stringify(data.output).includes(SENTENCE), 'the note can be read by its client');
});

test('the next call reads the note, and one that this service did not make for the account is refused', async () => {
  const { output } = await client.responses.compact({ model: 'mock-good-1', input: CONVERSATION });
  const input = [...output, { role: 'user', content: 'And tomorrow?' }] as OpenAI.Responses.ResponseInput;
  await client.responses.create({ model: 'mock-good-1', input });
  const asked = lastAsked();
  match(asked, /Earlier in this conversation/);
  ok(asked.includes(JSON.stringify(SENTENCE.trim()).slice(1, -1)), asked);
  match(asked, /Which weather is it in Bern/);
  const again = await client.responses.compact({ model: 'mock-good-1', input });
  equal(again.output.filter(({ type }) => type === 'compaction').length, 1);
  const stranger = openFor(await service.account());
  await rejects(stranger.responses.create({ model: 'mock-good-1', input }), {
    status: 400,
    param: 'input[1].encrypted_content',
  });
});

test('a stored response is compacted by its id, and nothing at all is refused', async () => {
  const stored = await client.responses.create({ model: 'mock-good-1', input: 'The door is blue.' });
  const { output } = await client.responses.compact({ model: 'mock-good-1', previous_response_id: stored.id });
  deepEqual(
    output.map(({ type }) => type),
    ['message', 'compaction'],
  );
  await rejects(client.responses.compact({ model: 'mock-good-1' }), { status: 400, param: 'input' });
  await rejects(
    openFor(await service.account()).responses.compact({ model: 'mock-good-1', previous_response_id: stored.id }),
    {
      status: 404,
    },
  );
});
