// A local answer that outgrows the model's window.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { unpaidAcceptance } from '../../src/core/left-calls.ts';
import { createLocalTextEngine, type LocalTextEngine } from '../../src/engines/text/local/engine.ts';
import type { TextMessage } from '../../src/engines/text/port.ts';
import { bringWeights, TEXT_WEIGHTS as MODEL, testModels as store } from '../support/weights.ts';

const WINDOW = 256;
const quiet = new AbortController().signal;
const system: TextMessage = {
  role: 'system',
  content: 'You are a patient clerk who counts on and on and never stops. '.repeat(3),
};
let engine: LocalTextEngine;

before(async () => {
  await bringWeights(MODEL);
  engine = createLocalTextEngine({ store, defaults: [MODEL], sequences: 1, maxContextTokens: WINDOW });
  await engine.pullDefault();
});
after(() => engine.close());

async function ask(messages: TextMessage[], maxTokens: number) {
  let text = '';
  for await (const event of engine.stream(
    { model: MODEL, messages, maxTokens, temperature: 0 },
    quiet,
    unpaidAcceptance,
  )) {
    if (event.type === 'text') text += event.text;
    if (event.type === 'end') return { text, ...event };
  }
  throw new Error('the stream had no end');
}

test('an answer that outgrows the window goes on, and the system prompt stays in it', async () => {
  const counted = Array.from({ length: 24 }, (_unused, index) => index + 1).join(', ');
  const messages: TextMessage[] = [
    system,
    { role: 'user', content: 'Count from 1 to 99, as numbers with commas.' },
    { role: 'assistant', content: `${counted},` },
    { role: 'user', content: 'Count from 1 to 99 once more, as numbers with commas.' },
  ];
  const long = await ask(messages, 120);
  const { promptTokens, completionTokens } = long.usage;
  console.log(`${promptTokens} + ${completionTokens} tokens in a window of ${WINDOW}: ${long.text}`);
  assert.ok(promptTokens + completionTokens > WINDOW + 16);
  // The next chat with the same system prompt finds it remembered: the shift has dropped what came after it.
  const next = await ask([system, { role: 'user', content: 'Hello.' }], 1);
  const systemTokens = await engine.countTokens(MODEL, [system]);
  console.log(`${next.usage.cachedTokens} tokens remembered, the system prompt has about ${systemTokens}`);
  assert.ok((next.usage.cachedTokens ?? 0) >= systemTokens - 8);
});
