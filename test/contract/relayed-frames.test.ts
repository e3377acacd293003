// Whatever an upstream's frames look like and however the network cuts them: what the customer gets is the same.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RelayedStream } from '../../src/engines/text/port.ts';
import { allFrames, openRelayedStream } from '../../src/engines/text/relay/relayed-stream.ts';
import { SseReader } from '../../src/net/sse-reader.ts';

const ROUNDS = 300;
const OURS = 'our-name';
const USAGE = { prompt_tokens: 7, completion_tokens: 11, total_tokens: 18 };

/** The same chunks in the many ways in which servers write them. */
const WRITERS: ((chunk: object) => string)[] = [
  (chunk) => `data: ${JSON.stringify(chunk)}\n\n`,
  (chunk) => `data:${JSON.stringify(chunk)}\n\n`,
  (chunk) => `data: ${JSON.stringify(chunk)}\r\n\r\n`,
  (chunk) => `: a comment\ndata: ${JSON.stringify(chunk)}\n\n`,
  (chunk) => `event: message\ndata: ${JSON.stringify(chunk)}\n\n`,
  (chunk) => `data: ${JSON.stringify(chunk, null, 1).replaceAll('\n', ' ')}\n\n`,
  (chunk) => `data: ${JSON.stringify(chunk, null, 1).replaceAll('\n', '\ndata: ')}\n\n`,
  (chunk) => `data: ${JSON.stringify(chunk).replaceAll(/(?<!\\)":/g, '":  ')}\n\n`,
];
const TEXTS = ['plain', ' "usage":{"a":1}', 'ümlaut 日本 🎈', '"model":"x" "error" "choices"', 'data: {}\n\n', ''];

function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
}

function chunk(content: string, pick: (below: number) => number): Record<string, unknown> {
  const model = pick(3) === 0 ? 'upstream-name' : OURS;
  const extra = [{}, { usage: null }, { error: null }][pick(3)];
  return { id: 'c', model, choices: [{ index: 0, delta: { content }, finish_reason: null }], ...extra };
}

function split(text: string, pick: (below: number) => number): Buffer[] {
  const bytes = Buffer.from(text);
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = Math.min(bytes.length, at + 1 + pick(400));
    pieces.push(bytes.subarray(at, end));
    at = end;
  }
  return pieces;
}

const LIMITS = { contextWindow: 1_000_000, mostPromptTokens: 1_000_000, maxTokens: 1_000_000, choices: 4 };

function open(pieces: Buffer[], limits: Partial<typeof LIMITS> = {}): Promise<RelayedStream> {
  const body = (async function* () {
    yield* pieces;
  })();
  return openRelayedStream({ name: 'upstream', model: OURS, body, ...LIMITS, ...limits, countPrompt: async () => 1 });
}

async function readAll(stream: RelayedStream): Promise<Record<string, unknown>[]> {
  const reader = new SseReader();
  const chunks: Record<string, unknown>[] = [];
  for await (const bytes of allFrames(stream))
    for (const { data } of reader.push(bytes)) chunks.push(JSON.parse(data.toString('utf8')));
  assert.equal(reader.end(), undefined, 'only whole frames go out');
  return chunks;
}

/** OpenAI's clients refuse an answer whose first delta names no role, so the relay adds it. */
function withRole(one: Record<string, unknown> | undefined): object {
  const [choice] = (one?.choices ?? []) as { delta: object }[];
  return { ...one, choices: [{ ...choice, delta: { role: 'assistant', ...choice?.delta } }] };
}

test(`${ROUNDS} streams, written and cut at random, arrive whole, renamed and with their usage`, async () => {
  for (let seed = 1; seed <= ROUNDS; seed += 1) {
    const pick = random(seed);
    const write = (one: object) => (pick(2) === 0 ? WRITERS[0] : WRITERS[pick(WRITERS.length)])?.(one) ?? '';
    const chunks = Array.from({ length: 1 + pick(20) }, () => chunk(TEXTS[pick(TEXTS.length)] ?? '', pick));
    const ending = { ...chunk('', pick), choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] };
    const withUsage =
      pick(2) === 0 ? [{ ...ending, usage: USAGE }] : [ending, { ...ending, choices: [], usage: USAGE }];
    const text = `${[...chunks, ...withUsage].map(write).join('')}data: [DONE]\n\n`;
    const stream = await open(split(text, pick));
    const got = await readAll(stream);
    const [first, ...rest] = [...chunks, ...withUsage.slice(0, 1)].map((one) => ({ ...one, model: OURS }));
    assert.deepEqual(got, [withRole(first), ...rest], `seed ${seed}`);
    const measure = await stream.measure();
    assert.deepEqual(measure.usage, { promptTokens: 7, completionTokens: 11 }, `seed ${seed}`);
    const said = chunks.map(({ choices }) => (choices as { delta: { content: string } }[])[0]?.delta.content).join('');
    assert.equal(measure.said().text, said, `seed ${seed}`);
  }
});

test('a limit ends the answer at the same word, however the frames are written and cut', async () => {
  for (let seed = 1; seed <= ROUNDS; seed += 1) {
    const pick = random(seed);
    const write = (one: object) => (pick(2) === 0 ? WRITERS[0] : WRITERS[pick(WRITERS.length)])?.(one) ?? '';
    // Up to 16 bytes count as one token.
    const words = Array.from({ length: 1 + pick(30) }, (_, index) => `${index} ${'é'.repeat(pick(7))}`);
    const ending = { ...chunk('', pick), choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] };
    const text = `${[...words.map((word) => chunk(word, pick)), ending].map(write).join('')}data: [DONE]\n\n`;
    const maxTokens = 1 + pick(words.length + 5);
    const pieces = pick(2) === 0 ? [Buffer.from(text)] : split(text, pick);
    const choices = (await readAll(await open(pieces, { maxTokens, choices: 1 }))).flatMap(
      (one) => one.choices as { delta: { content?: string }; finish_reason: string | null }[],
    );
    assert.equal(
      choices.map(({ delta }) => delta.content ?? '').join(''),
      words.slice(0, maxTokens).join(''),
      `${seed}`,
    );
    assert.equal(choices.at(-1)?.finish_reason, words.length > maxTokens ? 'length' : 'stop', `seed ${seed}`);
  }
});

test('an error among plain frames is an error, after what came before it', async () => {
  for (let seed = 1; seed <= 50; seed += 1) {
    const pick = random(seed);
    const before = Array.from({ length: 3 }, (_, index) => chunk(`word ${index}`, pick));
    const frames = [...before, { error: { message: 'it broke' } }].map((one) => WRITERS[0]?.(one));
    const stream = await open(split(frames.join(''), pick));
    const seen: unknown[] = [];
    const reading = async () => {
      const reader = new SseReader();
      for await (const bytes of allFrames(stream)) seen.push(...reader.push(bytes));
    };
    await assert.rejects(reading(), /it broke/, `seed ${seed}`);
    assert.equal(seen.length, 3, `seed ${seed}`);
  }
});

test('a stream that ends without a reason and without [DONE] was cut', async () => {
  const pick = random(1);
  const stream = await open([
    Buffer.from([chunk('a', pick), chunk('b', pick)].map((one) => WRITERS[0]?.(one)).join('')),
  ]);
  await assert.rejects(readAll(stream), /ended its answer before it was complete/);
});
