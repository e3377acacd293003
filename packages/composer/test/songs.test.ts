// Shows that songs of a hundred briefs, written by others, are about what the briefs name, in grammatical lines that rhyme.
import assert from 'node:assert/strict';
import test from 'node:test';
import { readPrompt } from '@atelier/reader';
import { Lyricist } from '../src/lyrics/lyricist.ts';
import { judgeSong, SONG_BRIEFS, type SongBrief, type Verdict } from './support/song-judge.ts';

const LYRICIST = new Lyricist(readPrompt);
let verdicts: Verdict[] = [];

test.before(async () => {
  verdicts = await Promise.all(SONG_BRIEFS.map((brief, index) => judgeSong(LYRICIST, brief, index + 1)));
});

test('no song is about a word that is no noun of its brief', () => {
  assert.deepEqual(
    verdicts.filter((one) => one.hasWrongSubject).map(({ brief, subject }) => `${subject} <- ${brief}`),
    [],
  );
  const named = SONG_BRIEFS.filter(({ about }) => about.length > 0).length;
  const found = verdicts.filter(({ subject }) => subject !== undefined).length;
  assert.ok(found >= named - 2, `${found} of ${named} subjects were found`);
});

test('no line is ungrammatical', () => {
  assert.deepEqual(
    verdicts.flatMap(({ faults }) => faults),
    [],
  );
});

test('couplets rhyme, verses differ, and every verse and chorus names the subject', () => {
  assert.deepEqual(
    verdicts.flatMap(({ unrhymed }) => unrhymed),
    [],
  );
  assert.deepEqual(
    verdicts.flatMap(({ sharedLines }) => sharedLines),
    [],
  );
  assert.deepEqual(
    verdicts.flatMap(({ strayed, brief }) => strayed.map((label) => `${label}: ${brief}`)),
    [],
  );
});

test('driving along the coast with friends is a song about the coast', async () => {
  const brief: SongBrief = {
    source: '',
    text: 'pop song about driving along the coast with friends',
    about: ['coast', 'friends'],
  };
  for (let seed = 1; seed <= 8; seed += 1) {
    const verdict = await judgeSong(LYRICIST, brief, seed);
    assert.equal(verdict.title, 'Driving along the Coast');
    assert.equal(verdict.subject, 'coast');
    assert.deepEqual([verdict.faults, verdict.unrhymed, verdict.strayed], [[], [], []]);
  }
});

test('words of another language, noise and nothing give a song of the mood', async () => {
  for (const text of [
    'ein Lied über den Regen und die Nacht',
    '一首关于雨的歌',
    'zzxq blorf',
    '...',
    'a song about',
    'song about 12345',
  ]) {
    const verdict = await judgeSong(LYRICIST, { source: '', text, about: [] }, 1);
    assert.equal(verdict.subject, undefined, text);
    assert.deepEqual(verdict.faults, [], text);
  }
});
