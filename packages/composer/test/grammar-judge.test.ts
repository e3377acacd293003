// Shows that the judge of lyrics finds what is wrong and lets good lines pass.
import assert from 'node:assert/strict';
import test from 'node:test';
import { faultsOf, lacksArticle } from './support/grammar.ts';
import { SONG_BRIEFS } from './support/song-judge.ts';

test('lines that nobody would sing are found', () => {
  const bad = [
    'Oh, I saw the along tonight',
    'The leaving found me through the door',
    'You are my chasing in black and white',
    'I will find you you and I',
    'The road trips is everywhere',
    'The values is my song',
    'The stars is shining on the sea',
    'The river are my only friend',
    'I saw an river in the night',
    'We will being there for you',
    'She have a heart of gold',
    'They was waiting for the',
    'Every mornings I wake up',
    'The till dawn will stay',
    'I sing of the zzyntharq',
  ];
  for (const line of bad) assert.notDeepEqual(faultsOf(line), [], line);
  assert.ok(lacksArticle('I followed coast all through the night', 'coast'));
});

test('lines that people sing pass', () => {
  const good = [
    'I walk alone beneath the stars',
    'You and I are wild and free',
    'The streets were shining in the rain',
    'And when the morning comes, I will be there',
    'Let me be near you, let me stay',
    'All the roads that lead me home',
    'With all my might, on my own',
    'The end of the days is near',
    'No one knows the way I feel',
    "I can't believe that you are here",
  ];
  for (const line of good) assert.deepEqual(faultsOf(line), [], line);
  assert.ok(!lacksArticle('Oh, the coast is calling me', 'coast'));
  assert.ok(!lacksArticle('Summer, stay a while with me', 'summer'));
});

test('there are a hundred briefs, each with its source', () => {
  assert.equal(SONG_BRIEFS.length, 100);
  assert.equal(new Set(SONG_BRIEFS.map(({ text }) => text)).size, 100);
  assert.ok(SONG_BRIEFS.every(({ source }) => source !== ''));
});
