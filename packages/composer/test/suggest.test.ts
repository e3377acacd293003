// Shows who reads a prompt whose words name no genre: a text model that is up to it, else the meaning of the words.
import assert from 'node:assert/strict';
import test from 'node:test';
import { engineSaying } from '../../kit/test/support/scripted-text.ts';
import { GENRES } from '../src/genres/catalogue.ts';
import type { Genre, MusicOrder } from '../src/order.ts';
import { planSong } from '../src/understand/plan.ts';
import { suggestByModel } from '../src/understand/suggest-by-model.ts';

const LARGE = 32_000;
const signal = new AbortController().signal;
const genres: Genre[] = GENRES.map(({ id, name }) => ({
  id,
  name,
  description: '',
  tempoRange: [90, 120],
  examplePrompt: '',
}));
const ORDER: MusicOrder = {
  prompt: 'the last train leaves the harbour and nobody waves',
  durationSeconds: 30,
  seed: 3,
  instrumental: true,
  voices: [],
  mastering: { preset: 'streaming' },
};
const byMeaning = async () => ({ genre: 'ambient', source: 'meaning of the prompt' });

test('a large model chooses genre and mood, and the response names the model that read the prompt', async () => {
  const suggest = suggestByModel(engineSaying('{"genre":"blues","mood":"sad"}', LARGE), byMeaning);
  const { understood } = await planSong(ORDER, { help: { suggest }, genres }, signal);
  assert.equal(understood.style.id, 'blues');
  assert.equal(understood.mood?.id, 'sad');
  assert.equal(understood.sources.genre, 'read by scripted');
});

test('a small model is not asked; nonsense, an unknown genre and silence are passed over', async () => {
  const engines = [
    engineSaying('{"genre":"blues","mood":"sad"}'),
    engineSaying('I would say blues!', LARGE),
    engineSaying('{"genre":"klingon opera","mood":"sad"}', LARGE),
    engineSaying(undefined, LARGE),
  ];
  for (const engine of engines) {
    const suggest = suggestByModel(engine, byMeaning, 50);
    const { understood } = await planSong(ORDER, { help: { suggest }, genres }, signal);
    assert.equal(understood.style.id, 'ambient');
    assert.equal(understood.sources.genre, 'meaning of the prompt');
  }
});

test('what the customer says outright is never asked of a model', async () => {
  const suggest = suggestByModel(engineSaying('{"genre":"blues","mood":"sad"}', LARGE), byMeaning);
  const { understood } = await planSong({ ...ORDER, genre: 'jazz' }, { help: { suggest }, genres }, signal);
  assert.equal(understood.style.id, 'jazz');
});
