// Shows, without the network's weights, who can speak and how words are pronounced.
import assert from 'node:assert/strict';
import test from 'node:test';
import { countSounds, KokoroSpeech } from '../src/index.ts';
import { pronounceText } from '../src/pronounce/pronounce.ts';

const noFiles = async () => ({});

test('there are 50 or more voices, each fully described', () => {
  const voices = new KokoroSpeech({ isReady: () => false, findFiles: noFiles }).voices();
  assert.ok(voices.length >= 50);
  assert.equal(new Set(voices.map((voice) => voice.id)).size, voices.length);
  assert.equal(new Set(voices.map((voice) => voice.name)).size, voices.length);
  for (const voice of voices) {
    assert.ok(voice.name && voice.accent && voice.style && /^en/.test(voice.language), voice.id);
    assert.ok(voice.range.high - voice.range.low >= 12, voice.id);
  }
});

test('numbers, names and British speech are pronounced by rule where no dictionary helps', () => {
  const say = (text: string, dialect: 'american' | 'british' = 'american'): string =>
    pronounceText(text, dialect)
      .map((word) => word.ipa + word.punctuation)
      .join(' ');
  assert.equal(say('Hello, world!'), 'həlˈO, wˈɜɹld!');
  assert.equal(say('world', 'british'), 'wˈɜːld');
  assert.equal(say('24'), say('twenty four'));
  assert.equal(say('1984'), say('nineteen eighty four'));
  assert.match(say('Zyntharia'), /zˈɪnθ/);
  assert.equal(say('moonglows').replace(/[ˈˌ]/g, ''), 'munɡlOz');
});

test('a voice that does not exist, or too long a text, is refused before anything is fetched', async () => {
  let fetched = 0;
  const speech = new KokoroSpeech({
    isReady: () => false,
    findFiles: async () => {
      fetched += 1;
      return {};
    },
  });
  const { signal } = new AbortController();
  await assert.rejects(speech.speak({ text: 'Hello', voice: 'nobody' }, signal), {
    code: 'invalid_parameter',
    param: 'voice',
  });
  assert.throws(() => speech.speak({ text: 'a'.repeat(20_001), voice: 'af_heart' }, signal), {
    code: 'invalid_parameter',
  });
  assert.equal(fetched, 0);
});

test('longer words have more sounds', async () => {
  const [short = 0, long = 0, silent = 1] = await countSounds(['a', 'extraordinary', '...'], 'af_heart');
  assert.ok(short >= 1 && long > 8, `${short} and ${long}`);
  assert.equal(silent, 0);
});
