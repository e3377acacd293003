// Shows that a song is sung by a voice of its words' language, unless the order names another.
import assert from 'node:assert/strict';
import test from 'node:test';
import { KOKORO_VOICES } from '../../voice/src/kokoro/voices.ts';
import { chooseVoices } from '../src/lyrics/choose-voices.ts';
import { languageOf } from '../src/lyrics/language.ts';
import { DictionaryScansion } from '../src/lyrics/scansion.ts';
import type { MusicOrder } from '../src/order.ts';
import type { VocalSinger } from '../src/vocal-part.ts';

const singer: VocalSinger = {
  isReady: () => true,
  voices: () => KOKORO_VOICES,
  sing: async () => new Float32Array(),
};
const stage = { singer, writer: undefined, scansion: new DictionaryScansion() };
const ORDER: MusicOrder = {
  prompt: 'pop song about driving along the coast with friends',
  durationSeconds: 30,
  seed: 1,
  instrumental: false,
  voices: [],
  mastering: { preset: 'streaming' },
};

function chosen(order: Partial<MusicOrder>): string[] {
  return chooseVoices({ ...ORDER, ...order }, stage, []).map((voice) => voice.id);
}

test('English words are sung by American and British voices of the wanted gender, whatever the seed', () => {
  for (let seed = 1; seed <= 200; seed += 1) {
    assert.match(chosen({ seed, vocals: { gender: 'female' } }).join(), /^[ab]f_/);
    assert.match(chosen({ seed, vocals: { gender: 'male' } }).join(), /^[ab]m_/);
    assert.match(chosen({ seed }).join(), /^[ab][fm]_/);
    assert.match(chosen({ seed, vocals: { gender: 'duet' } }).join(' '), /^[ab]f_\w+ [ab]m_/);
  }
});

test('a voice that was named sings in any language', () => {
  assert.deepEqual(chosen({ voices: ['zf_xiaoni'] }), ['zf_xiaoni']);
});

test('lyrics of another language are sung by a voice that is at home in it, else by an English one', () => {
  const lyrics = {
    e: '[Verso]\nYo te quiero por la noche\ncuando brilla el corazón',
    f: 'Je marche dans la nuit avec toi\net je chante pour nous',
    z: '黑夜里的风吹过耳畔\n甜蜜时光转瞬即万',
    j: '夜の風が吹いている\n君を待っている',
    '[ab]': 'Ich gehe mit dir durch die Nacht\nund der Regen ist warm',
  };
  for (const [letter, words] of Object.entries(lyrics))
    assert.match(chosen({ lyrics: words }).join(), new RegExp(`^${letter}[fm]_`));
});

test('names, noise and headings do not change the language of English lyrics', () => {
  assert.equal(languageOf('[Verso]\nThe night is young and you are mine, mon amour'), 'en');
  assert.equal(languageOf('la la la la, oh oh oh'), 'en');
  assert.equal(languageOf(''), 'en');
});
