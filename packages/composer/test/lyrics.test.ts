// Shows that lyrics rhyme, scan, speak of what was asked for and stay the same for a seed, whoever writes them.
import assert from 'node:assert/strict';
import test from 'node:test';
import { readPrompt } from '@atelier/reader';
import { engineSaying } from '../../kit/test/support/scripted-text.ts';
import {
  ABOUT_THE_SUBJECT,
  ANSWERS,
  BRIDGE_COUPLETS,
  CHORUS_COUPLETS,
  RISING_COUPLETS,
  THEMES,
} from '../src/lyrics/couplets.ts';
import { Lyricist } from '../src/lyrics/lyricist.ts';
import { ModelLyrics } from '../src/lyrics/model-lyrics.ts';
import { lastWordOf, rhymes } from '../src/lyrics/pronunciations.ts';
import { countSyllables, DictionaryScansion } from '../src/lyrics/scansion.ts';
import type { LyricsBrief } from '../src/vocal-part.ts';

const BRIEF: LyricsBrief = {
  prompt: 'an upbeat pop song about summer rain',
  genre: 'pop',
  mood: 'happy',
  seed: 7,
  duet: false,
  sections: [
    { kind: 'verse', label: 'Verse 1', lines: 4, syllablesPerLine: 8 },
    { kind: 'chorus', label: 'Chorus', lines: 4, syllablesPerLine: 7 },
    { kind: 'bridge', label: 'Bridge', lines: 2, syllablesPerLine: 9 },
  ],
};
const signal = new AbortController().signal;
const LYRICIST = new Lyricist(readPrompt);

test('a line is scanned into words whose syllables join to the word and carry the dictionary’s stress', () => {
  const scanned = new DictionaryScansion().scan('Wonderful tonight, Zyntharia sings!');
  assert.deepEqual(
    scanned.map((word) => word.text),
    ['Wonderful', 'tonight,', 'Zyntharia', 'sings!'],
  );
  for (const word of scanned) assert.equal(word.syllables.map((one) => one.text).join(''), word.text);
  assert.deepEqual(
    scanned[0]?.syllables.map((one) => one.stress),
    [1, 0, 0],
  );
  assert.deepEqual(
    scanned[1]?.syllables.map((one) => one.stress),
    [0, 1],
  );
  assert.ok((scanned[2]?.syllables.length ?? 0) >= 3, 'an unknown word is split by rule');
});

test('every couplet of the stock rhymes by the dictionary, and every answer has another', () => {
  const stock = [
    ...Object.values(THEMES).flat(),
    ...ABOUT_THE_SUBJECT,
    ...CHORUS_COUPLETS,
    ...RISING_COUPLETS,
    ...BRIDGE_COUPLETS,
  ];
  for (const [first, second] of stock) assert.ok(rhymes(lastWordOf(first), lastWordOf(second)), `${first} / ${second}`);
  for (const answer of ANSWERS)
    assert.ok(
      ANSWERS.some((other) => rhymes(lastWordOf(answer), lastWordOf(other))),
      answer,
    );
});

test('the built-in lyricist writes the asked form in rhyme and metre about the subject of the prompt', async () => {
  for (let seed = 1; seed <= 20; seed += 1) {
    const written = await LYRICIST.write({ ...BRIEF, seed }, signal);
    assert.deepEqual(
      written.sections.map((one) => [one.label, one.lines.length]),
      [
        ['Verse 1', 4],
        ['Chorus', 4],
        ['Bridge', 2],
      ],
    );
    const all = written.sections.flatMap((one) => one.lines);
    assert.match(all.join(' ').toLowerCase(), /summer rain/);
    const [verse, chorus] = written.sections;
    const ends = verse?.lines.map(lastWordOf) ?? [];
    assert.ok(rhymes(ends[0] ?? '', ends[1] ?? '') && rhymes(ends[2] ?? '', ends[3] ?? ''), verse?.lines.join(' / '));
    assert.ok(chorus?.lines[0]?.toLowerCase().includes(written.title.toLowerCase()), 'the chorus opens with the title');
    written.sections.forEach((section, index) => {
      const wanted = BRIEF.sections[index]?.syllablesPerLine ?? 0;
      for (const line of section.lines)
        assert.ok(Math.abs(countSyllables(line) - wanted) <= 4, `${line}: ${countSyllables(line)} for ${wanted}`);
    });
  }
});

test('the same seed gives the same words, another seed others', async () => {
  const once = await LYRICIST.write(BRIEF, signal);
  assert.deepEqual(await LYRICIST.write(BRIEF, signal), once);
  assert.notDeepEqual((await LYRICIST.write({ ...BRIEF, seed: 8 }, signal)).sections, once.sections);
});

test('a hurtful prompt does not reach the words', async () => {
  const written = await LYRICIST.write({ ...BRIEF, prompt: 'a song about a stupid bitch and the ocean' }, signal);
  assert.doesNotMatch(written.sections.flatMap((one) => one.lines).join(' '), /bitch/i);
});

test('a title that nothing rhymes with opens the chorus and closes it', async () => {
  const written = await LYRICIST.write({ ...BRIEF, title: 'Orange Silver Month' }, signal);
  const chorus = written.sections[1]?.lines ?? [];
  assert.equal(written.title, 'Orange Silver Month');
  assert.match(chorus[0] ?? '', /orange silver month$/i);
  assert.equal(chorus[3], chorus[0]);
});

test('prompts are read in a thread, and a song can be aborted while it waits for it', async () => {
  const lyricist = new Lyricist();
  const written = await lyricist.write(BRIEF, signal);
  assert.deepEqual(written, await LYRICIST.write(BRIEF, signal));
  await assert.rejects(lyricist.write(BRIEF, AbortSignal.abort(new Error('enough'))), /enough/);
});

test('a model’s words are taken where they hold up and replaced section by section where they do not', async () => {
  const good = [
    'We run along the river road',
    'We carry such a heavy load',
    'The summer rain is coming down',
    'And washes all the dusty town',
  ];
  const engine = engineSaying(
    JSON.stringify({
      title: 'River Road',
      sections: [{ lines: good }, { lines: ['lorem ipsum dolor'] }, { lines: [] }],
    }),
  );
  const written = await new ModelLyrics({ engine, fallback: LYRICIST }).write(BRIEF, signal);
  assert.deepEqual(written.sections[0]?.lines, good);
  assert.equal(written.sections[1]?.lines.length, 4);
  assert.doesNotMatch(written.sections[1]?.lines.join(' ') ?? '', /lorem/);
  assert.match(written.source, /scripted.*built-in/);
});

test('a model that talks nonsense, fails or is too slow is passed over', async () => {
  const own = await LYRICIST.write(BRIEF, signal);
  const nonsense = new ModelLyrics({ engine: engineSaying('Sure! Here are your lyrics.'), fallback: LYRICIST });
  assert.deepEqual(await nonsense.write(BRIEF, signal), own);
  const slow = new ModelLyrics({ engine: engineSaying(undefined), fallback: LYRICIST, timeoutMs: 50 });
  assert.deepEqual(await slow.write(BRIEF, signal), own);
});
