// How a prompt becomes shots: sequences, what carries over, cuts on beats, and what a text model may add.
import assert from 'node:assert/strict';
import test from 'node:test';
import { readPrompt } from '@atelier/reader';
import { engineSaying } from '../../kit/test/support/scripted-text.ts';
import { readActs, readClauses } from '../src/storyboard/clauses.ts';
import { cutOnBeats } from '../src/storyboard/cuts.ts';
import { directFilm } from '../src/storyboard/direct.ts';
import { askForBoard } from '../src/storyboard/model-board.ts';
import { fitSoundtrack } from '../src/storyboard/soundtrack.ts';

const never = new AbortController().signal;

test('a sequence is shot in its order, and each scene keeps what the one before has said', () => {
  const clauses = readClauses(
    'A red boat on a lake at sunset. Then it starts to rain, then a dog on the beach at night.',
  );
  assert.deepEqual(
    clauses.map(({ scene }) => [scene.subjects[0]?.kind, scene.place, scene.time, scene.weather]),
    [
      ['boat', 'lake', 'sunset', 'fair'],
      ['boat', 'lake', 'sunset', 'rain'],
      ['dog', 'beach', 'night', 'rain'],
    ],
  );
});

test('words on style alone make no scene of their own', () => {
  const clauses = readClauses('A castle on a hill. A dragon above the sea. In anime style.');
  assert.equal(clauses.length, 2);
  assert.equal(clauses[1]?.scene.style, 'anime');
});

test('the shots together are exactly the film, and cuts fall on beats', () => {
  for (const seconds of [5, 7, 12, 31, 60])
    for (const fps of [24, 30])
      for (const tempo of [72, 97, 128]) {
        const count = 4;
        const frames = cutOnBeats({ seconds, fps }, count, { tempo, beatsPerBar: 4 });
        assert.equal(
          frames.reduce((sum, one) => sum + one, 0),
          seconds * fps,
        );
        assert.ok(frames.every((one) => one >= Math.floor(0.8 * fps)));
        let at = 0;
        for (const one of frames.slice(0, -1)) {
          at += one;
          const beats = (at / fps) * (tempo / 60);
          assert.ok(Math.abs(beats - Math.round(beats)) <= (tempo / 60) * (0.51 / fps), `${seconds} s: beat ${beats}`);
        }
      }
});

test('a film has two to eight shots, no two of which stand and move alike', () => {
  for (const [seconds, count] of [
    [5, 2],
    [10, 3],
    [60, 8],
  ] as const) {
    const prompt = 'a white horse in a meadow';
    const clauses = readClauses(prompt);
    const rhythm = fitSoundtrack(prompt, clauses, undefined);
    const shots = directFilm(clauses, { seconds, fps: 24, aspect: 16 / 9, seed: 3, rhythm });
    assert.equal(shots.length, count);
    const looks = shots.map(({ stand, move, seed }) => JSON.stringify({ stand, move, seed }));
    assert.equal(new Set(looks).size, count);
  }
});

test('the same seed directs the same film', () => {
  const clauses = readClauses('a rocket in space');
  const direction = { seconds: 12, fps: 24, aspect: 16 / 9, seed: 9, rhythm: { tempo: 100, beatsPerBar: 4 } };
  assert.deepEqual(directFilm(clauses, direction), directFilm(clauses, direction));
  assert.notDeepEqual(directFilm(clauses, direction), directFilm(clauses, { ...direction, seed: 10 }));
});

test('a text model’s shots are taken when they are about the prompt, and left when they are not', async () => {
  const prompt = 'a lighthouse by the sea in a storm';
  const ask = (reply: string) => askForBoard(engineSaying(reply), { prompt, shots: 3, seed: 1 }, never);
  const good = await ask('{"shots":["a lighthouse by the sea","waves of the sea at night","a boat on the sea"]}');
  assert.equal(good?.clauses[0]?.scene.weather, 'storm', 'the film begins with what was asked for');
  assert.ok((good?.clauses.length ?? 0) >= 2);
  assert.equal(await ask('{"shots":["my cat likes pizza","a car in the city","buy now"]}'), undefined);
  assert.equal(await ask('I am sorry, I cannot'), undefined);
  assert.equal(await askForBoard(undefined, { prompt, shots: 3, seed: 1 }, never), undefined);
});

test('what the prompt says a thing does decides how it moves, by what the thing is', async () => {
  const manners = async (prompt: string) =>
    (await readActs(readClauses(prompt), readPrompt)).map(({ acts = [] }) =>
      acts.map(({ word, manner }) => `${word} ${manner}`).join(', '),
    );
  for (const [prompt, expected] of [
    ['a red fox running through a snowy forest', 'red fox run'],
    ['a running dog', 'dog run'],
    ['a car racing on a road', 'car drive'],
    ['a knight riding a horse', 'horse run'],
    ['a fish swimming in the sea', 'fish swim'],
    ['a sailboat sailing on the sea', 'sailboat sail'],
    ['an apple falling in a garden', 'apple fall'],
    ['a white horse in a meadow', 'horse walk'],
    ['a cat sleeping in a meadow', ''],
    ['a castle rising over a lake', ''],
    ['ein roter Fuchs im Wald', ''],
  ] as const)
    assert.deepEqual(await manners(prompt), [expected], prompt);
  assert.deepEqual(await manners('A horse standing in a meadow. Then it gallops away.'), ['', 'horse run']);
});

test('every shot of a film frames what moves', async () => {
  const clauses = await readActs(readClauses('a red fox running past a house'), readPrompt);
  const shots = directFilm(clauses, {
    seconds: 10,
    fps: 24,
    aspect: 16 / 9,
    seed: 3,
    rhythm: { tempo: 90, beatsPerBar: 4 },
  });
  assert.deepEqual(
    shots.map(({ move }) => move.name),
    ['follow', 'follow', 'follow'],
  );
});
