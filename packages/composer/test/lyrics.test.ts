// Shows that lyrics rhyme, scan, speak of what was asked for and stay the same for a seed, whoever writes them.
import assert from 'node:assert/strict';
import test from 'node:test';
import { engineSaying } from '../../kit/test/support/scripted-text.ts';
import { Lyricist } from '../src/lyrics/lyricist.ts';
import { ModelLyrics } from '../src/lyrics/model-lyrics.ts';
import { ENDINGS, HOOKS } from '../src/lyrics/phrases.ts';
import { lastWordOf, rhymeSound, rhymes } from '../src/lyrics/pronunciations.ts';
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

test('every group of endings rhymes by the dictionary, and every hook can be answered', () => {
  for (const group of ENDINGS) {
    const sounds = new Set(group.map((ending) => rhymeSound(lastWordOf(ending))));
    assert.equal(sounds.size, 1, `${group.join(' / ')} should share one sound`);
    assert.ok(!sounds.has(undefined));
  }
  for (const hook of HOOKS) {
    const answers = ENDINGS.flat().filter((ending) => rhymes(lastWordOf(ending), lastWordOf(hook)));
    assert.ok(answers.length >= 2, `nothing rhymes with "${hook}"`);
  }
});

test('the built-in lyricist writes the asked form in rhyme and metre about the subject of the prompt', async () => {
  for (let seed = 1; seed <= 20; seed += 1) {
    const written = await new Lyricist().write({ ...BRIEF, seed });
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
  const once = await new Lyricist().write(BRIEF);
  assert.deepEqual(await new Lyricist().write(BRIEF), once);
  assert.notDeepEqual((await new Lyricist().write({ ...BRIEF, seed: 8 })).sections, once.sections);
});

test('a hurtful prompt does not reach the words', async () => {
  const written = await new Lyricist().write({ ...BRIEF, prompt: 'a song about a stupid bitch and the ocean' });
  assert.doesNotMatch(written.sections.flatMap((one) => one.lines).join(' '), /bitch/i);
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
  const written = await new ModelLyrics({ engine, fallback: new Lyricist() }).write(BRIEF, signal);
  assert.deepEqual(written.sections[0]?.lines, good);
  assert.equal(written.sections[1]?.lines.length, 4);
  assert.doesNotMatch(written.sections[1]?.lines.join(' ') ?? '', /lorem/);
  assert.match(written.source, /scripted.*built-in/);
});

test('a model that talks nonsense, fails or is too slow is passed over', async () => {
  const own = await new Lyricist().write(BRIEF);
  const nonsense = new ModelLyrics({ engine: engineSaying('Sure! Here are your lyrics.'), fallback: new Lyricist() });
  assert.deepEqual(await nonsense.write(BRIEF, signal), own);
  const slow = new ModelLyrics({ engine: engineSaying(undefined), fallback: new Lyricist(), timeoutMs: 50 });
  assert.deepEqual(await slow.write(BRIEF, signal), own);
});
