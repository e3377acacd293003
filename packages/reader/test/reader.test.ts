// Shows what is read out of prompts: things with their attributes, actions, and the frame of the whole.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { PromptReader, readPrompt } from '../src/index.ts';

interface ImagePrompt {
  text: string;
  head: string;
}
const PROMPTS = (
  JSON.parse(readFileSync(new URL('data/image-prompts.json', import.meta.url), 'utf8')) as { prompts: ImagePrompt[] }
).prompts;

test('the first thing of at least 48 of 50 captions is their main noun', () => {
  const wrong = PROMPTS.filter(({ text, head }) => readPrompt(text).things[0]?.head !== head);
  assert.ok(wrong.length <= 2, wrong.map(({ text }) => `${readPrompt(text).things[0]?.head} <- ${text}`).join('\n'));
});

test('attributes belong to their nouns, and parts to their owners', () => {
  const { things, camera, styles } = readPrompt('photorealistic portrait of an old fisherman with a white beard');
  assert.deepEqual(
    things.map(({ head, attributes }) => [head, attributes]),
    [
      ['fisherman', [{ word: 'old', kind: 'age' }]],
      ['beard', [{ word: 'white', kind: 'colour' }]],
    ],
  );
  assert.deepEqual(things[1]?.relation, { word: 'with', to: 0 });
  assert.equal(camera.framing, 'portrait');
  assert.deepEqual(styles, ['photo']);
});

test('a colour can name a kind', () => {
  const [fox] = readPrompt('a red fox').things;
  assert.deepEqual([fox?.kinds, fox?.attributes], [['red'], []]);
  const [sofa] = readPrompt('a red sofa').things;
  assert.deepEqual([sofa?.kinds, sofa?.attributes], [[], [{ word: 'red', kind: 'colour' }]]);
});

test('verbs are poses and motions with a path', () => {
  const run = readPrompt('a red fox running through a snowy forest at dawn');
  assert.deepEqual(run.actions[0], {
    verb: 'run',
    text: 'running',
    kind: 'motion',
    subject: 0,
    path: { word: 'through', to: 1 },
    phrase: 'running through a snowy forest at dawn',
  });
  assert.equal(run.time, 'dawn');
  assert.deepEqual(run.weather, ['snow']);
  const sleep = readPrompt('a cat sleeping on a blue sofa next to a window with rain');
  assert.deepEqual([sleep.actions[0]?.verb, sleep.actions[0]?.kind, sleep.actions[0]?.subject], ['sleep', 'pose', 0]);
  assert.deepEqual(sleep.weather, ['rain']);
  const hold = readPrompt('a witch riding a broom').actions[0];
  assert.deepEqual([hold?.verb, hold?.object], ['ride', 1]);
});

test('purpose, name, camera and style are found', () => {
  const logo = readPrompt('logo for a coffee shop called Moonbeam, minimal');
  assert.deepEqual([logo.purpose, logo.called, logo.styles], ['logo', 'Moonbeam', ['minimal']]);
  assert.equal(readPrompt('a bowl of ramen with egg, top view').camera.angle, 'top');
  assert.equal(readPrompt('a close-up of a margarita').camera.framing, 'close-up');
  assert.equal(readPrompt('poster that says "Open late"').called, 'Open late');
});

test('negations and counts are kept', () => {
  const beach = readPrompt('a photograph of sand with a bucket, lots of scattered shells but no sandpipers');
  assert.deepEqual(
    beach.things.filter(({ isNegated }) => isNegated).map(({ head }) => head),
    ['sandpipers'],
  );
  const kitchen = readPrompt('a kitchen without a refrigerator');
  assert.deepEqual(
    kitchen.things.map(({ isNegated }) => isNegated),
    [false, true],
  );
  assert.equal(readPrompt('three big red balloons').things[0]?.count, 3);
  assert.equal(readPrompt('12 candles').things[0]?.count, 12);
});

test('only English is read, and nothing breaks it', () => {
  for (const text of ['ein roter Fuchs und die Katze', '一只红色的狐狸', 'un perro con una pelota para el niño'])
    assert.deepEqual([readPrompt(text).language, readPrompt(text).things], ['unknown', []]);
  for (const text of [
    '',
    '   ',
    '...',
    '-',
    "'s",
    '🙂🙂',
    'a'.repeat(100_000),
    'the '.repeat(5_000),
    '- - -',
    '\u0000',
  ])
    assert.ok(readPrompt(text).things.length <= 1, JSON.stringify(text.slice(0, 20)));
});

test('a thread reads the same, for several at once, and stops when it is aborted', async () => {
  const reader = new PromptReader();
  const { signal } = new AbortController();
  const texts = PROMPTS.slice(0, 5).map(({ text }) => text);
  const read = await Promise.all(texts.map((text) => reader.read(text, signal)));
  assert.deepEqual(
    read,
    texts.map((text) => readPrompt(text)),
  );
  await assert.rejects(reader.read('a cat', AbortSignal.abort(new Error('enough'))), /enough/);
  await reader.close();
});

test('words that every object has are words like others', async () => {
  const reader = new PromptReader();
  const words = ['constructor', 'toString', 'valueOf', '__proto__', 'hasOwnProperty'];
  for (const text of [`a ${words.join(' ')} boat`, ...words.map((word) => `a ${word} of boats`)])
    assert.equal((await reader.read(text, new AbortController().signal)).language, 'en', text);
  await reader.close();
});

test('text without quotes is found: titles, greetings, words of signs, names of brands, and numbers', () => {
  const textOf = (prompt: string) => {
    const { called, said } = readPrompt(prompt);
    return called ?? said;
  };
  for (const [prompt, text] of [
    ['a novel titled the long winter by nobody', 'the long winter'],
    ['an album called blue hour', 'blue hour'],
    ['a sign of welcome to our town', 'welcome to our town'],
    ['a mug of good morning sunshine', 'good morning sunshine'],
    ['a sale balloon', 'sale'],
    ['two google mugs', 'google'],
    ['2027', '2027'],
  ])
    assert.equal(textOf(prompt ?? ''), text, prompt);
  for (const prompt of ['a cake of dark chocolate', 'a board of oak', 'a stop sign', 'a book by a window', '3 cats'])
    assert.equal(textOf(prompt), undefined, prompt);
});
