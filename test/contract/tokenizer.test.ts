// Counting tokens for upstreams that do not: right for ordinary texts, quick for hostile ones, and never in the way of others.
import assert from 'node:assert/strict';
import test from 'node:test';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { countMessages, countText } from '../../src/engines/text/tokenizer.ts';

test('ordinary texts are counted exactly, long ones too', async () => {
  const sentence = 'The quick brown fox jumps over the lazy dog; Grüße aus 東京! <|endoftext|> const x = [1, 2];\n';
  for (const text of ['', 'Hello', sentence, 'lorem ipsum dolor sit amet '.repeat(4_000)]) {
    assert.equal(await countText('gpt-4o', text), encode(text, { disallowedSpecial: new Set() }).length);
  }
});

test('a word of a million letters and a million spaces are counted in slices, and timers still fire', async () => {
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 1);
  for (const letter of ['x', ' ', '\n', '字']) {
    const tokens = await countText('gpt-4o', letter.repeat(1_000_000));
    assert.ok(tokens > 1_000 && tokens <= 1_000_000);
  }
  clearInterval(timer);
  assert.ok(turns > 20, `${turns} turns`);
});

test('messages cost their words and the wrapping around them', async () => {
  const alone = await countMessages('gpt-4o', [{ role: 'user', content: 'Hello' }]);
  const words = await countText('gpt-4o', 'Hello');
  assert.equal(alone, words + 1 + 3 + 3);
});
