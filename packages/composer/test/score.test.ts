// What the composer writes before a sound is made: forms, tunes, words on beats, prompts understood.
import assert from 'node:assert/strict';
import test from 'node:test';
import { BasicMIDI } from 'spessasynth_core';
import { findGenre, GENRES } from '../src/genres/catalogue.ts';
import { readLyrics } from '../src/lyrics/lyric-sheet.ts';
import type { MusicOrder } from '../src/order.ts';
import { type ComposeOrder, composeScore } from '../src/score/compose.ts';
import { BEATS_PER_BAR, planForm } from '../src/score/form.ts';
import { writeMidi } from '../src/score/midi.ts';
import type { Score } from '../src/score/score.ts';
import { nameKey } from '../src/score/theory.ts';
import { writeVocals } from '../src/score/vocals.ts';
import { readOrder } from '../src/understand/prompt.ts';
import type { ScannedWord, Stress } from '../src/vocal-part.ts';

const SINGER = {
  id: 'one',
  name: 'One',
  gender: 'female' as const,
  language: 'en-US',
  accent: 'American',
  range: { low: 57, high: 76 },
};
const OTHER = {
  id: 'two',
  name: 'Two',
  gender: 'male' as const,
  language: 'en-US',
  accent: 'American',
  range: { low: 45, high: 64 },
};

function orderOf(fields: Partial<MusicOrder>): MusicOrder {
  return {
    prompt: 'a song',
    durationSeconds: 60,
    seed: 1,
    instrumental: true,
    voices: [],
    mastering: { preset: 'streaming' },
    ...fields,
  };
}

function write(genre: string, seconds: number, seed: number, words: ComposeOrder['words'] = {}): Score {
  const understood = readOrder(orderOf({ genre, durationSeconds: seconds, seed }));
  const form = planForm(understood.style, { seconds, tempo: understood.tempo });
  const isSung = Object.keys(words).length > 0;
  return composeScore({
    title: 'Test',
    ...understood,
    form,
    seconds,
    seed,
    words,
    isSung,
    range: { low: 60, high: 79 },
  });
}

/** "hold ME now" with capitals for stress. */
function words(line: string): ScannedWord[] {
  return line.split(' ').map((text) => ({
    text,
    syllables: text.split('·').map((part) => ({ text: part, stress: (part === part.toUpperCase() ? 1 : 0) as Stress })),
  }));
}

/** The tune of the n-th section of a kind: what sounds at each eighth, relative to the key. */
function tuneOf(score: Score, kind: string, nth: number): (number | null)[] {
  const index =
    score.sections.map((section, place) => ({ section, place })).filter(({ section }) => section.kind === kind)[nth]
      ?.place ?? -1;
  const section = score.sections[index];
  assert.ok(section, `no ${kind} ${nth}`);
  const notes = score.melody.filter((line) => line.section === index).flatMap((line) => line.notes);
  const start = section.startBar * BEATS_PER_BAR;
  return Array.from({ length: section.bars * BEATS_PER_BAR * 2 }, (_, eighth) => {
    const beat = start + eighth / 2 + 0.01;
    const note = notes.find((one) => one.beat <= beat && one.beat + one.beats > beat);
    return note ? note.midi - section.lift : null;
  });
}

/** Share of the moments where at least one sings and both are on the same note. */
function similarity(a: readonly (number | null)[], b: readonly (number | null)[]): number {
  const length = Math.min(a.length, b.length);
  let same = 0;
  let sounding = 0;
  for (let index = 0; index < length; index += 1) {
    if (a[index] === null && b[index] === null) continue;
    sounding += 1;
    if (a[index] === b[index]) same += 1;
  }
  return sounding === 0 ? 0 : same / sounding;
}

test('there are at least 24 genres, each with its own instruments, grooves and harmony', () => {
  assert.ok(GENRES.length >= 24, String(GENRES.length));
  const bands = new Set(GENRES.map((genre) => genre.layers.map((layer) => layer.sound).join() + genre.lead.sound));
  const grooves = new Set(GENRES.map((genre) => JSON.stringify(genre.drums)));
  assert.equal(bands.size, GENRES.length);
  assert.ok(grooves.size >= GENRES.length - 2);
});

test('every genre fills every duration without a gap, an overlap or a bar too many', () => {
  for (const genre of GENRES) {
    for (const seconds of [30, 41, 60, 97, 120, 180, 240]) {
      for (const tempo of genre.tempo) {
        const form = planForm(genre, { seconds, tempo });
        let bar = 0;
        for (const section of form.sections) {
          assert.equal(section.startBar, bar, `${genre.id} ${seconds} ${section.label}`);
          assert.ok(section.bars > 0);
          bar += section.bars;
        }
        assert.equal(bar, form.totalBars, `${genre.id} ${seconds} s at ${tempo}`);
        const ends = (bar * BEATS_PER_BAR * 60) / tempo;
        assert.ok(ends <= seconds && ends > seconds - 8, `${genre.id} ${seconds} s ends at ${ends}`);
      }
    }
  }
});

test('the chorus is the chorus: it returns with its tune, and the verse has another', () => {
  const misses: string[] = [];
  let compared = 0;
  for (const genre of GENRES) {
    for (const seed of [1, 2, 3]) {
      const score = write(genre.id, 75, seed);
      const choruses = score.sections.filter((section) => section.kind === 'chorus').length;
      if (choruses < 2) continue;
      compared += 1;
      const again = similarity(tuneOf(score, 'chorus', 0), tuneOf(score, 'chorus', 1));
      const apart = similarity(tuneOf(score, 'verse', 0), tuneOf(score, 'chorus', 0));
      if (again < 0.9 || apart > 0.6)
        misses.push(`${genre.id} seed ${seed}: again ${again.toFixed(2)}, apart ${apart.toFixed(2)}`);
    }
  }
  assert.ok(compared >= 90, `${compared} songs had two choruses`);
  assert.deepEqual(misses, []);
});

test('stressed syllables fall on stronger beats than unstressed ones', () => {
  const line = words('i LEFT the CITY in the MOR·ning RAIN');
  const lines = { Verse: [line, line], 'Verse 1': [line, line, line, line], Chorus: [line, line, line, line] };
  const weights: Record<'stressed' | 'unstressed', number[]> = { stressed: [], unstressed: [] };
  for (const seed of [1, 2, 3, 4, 5, 6, 7, 8]) {
    const score = write('folk', 60, seed, lines);
    for (const sung of score.melody.filter((one) => one.words.length > 0)) {
      const stresses = sung.words.flatMap((word) => word.syllables.map((syllable) => syllable.stress));
      for (const note of sung.notes) {
        const place = Math.round((note.beat % 4) * 4) % 16;
        const strength = place === 0 ? 3 : place === 8 ? 2.5 : place % 4 === 0 ? 2 : place % 2 === 0 ? 1 : 0;
        (stresses[note.syllable] ? weights.stressed : weights.unstressed).push(strength);
      }
    }
  }
  const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  assert.ok(
    mean(weights.stressed) > mean(weights.unstressed) + 0.7,
    `${mean(weights.stressed)} and ${mean(weights.unstressed)}`,
  );
});

test('sung parts keep every syllable, in order, inside the voice, without overlap', () => {
  const line = words('we RUN a·LONG the SHORE');
  const score = write('pop', 60, 3, {
    'Verse 1': [line, line],
    'Verse 2': [line, line],
    Chorus: [line, line, line, line],
  });
  const parts = writeVocals(score, [SINGER, OTHER]);
  assert.deepEqual(
    parts.map((part) => [part.voice, part.role]),
    [
      ['one', 'lead'],
      ['two', 'lead'],
      ['two', 'harmony'],
    ],
  );
  for (const part of parts) {
    let last = 0;
    for (const phrase of part.phrases) {
      assert.equal(phrase.text, 'we RUN a·LONG the SHORE');
      assert.ok(phrase.startSeconds >= last - 1e-6, 'phrases overlap');
      last = phrase.endSeconds;
      const notes = phrase.words.flatMap((word) => word.syllables.flatMap((syllable) => syllable.notes));
      assert.ok(phrase.words.every((word) => word.syllables.every((syllable) => syllable.notes.length > 0)));
      for (const [index, note] of notes.entries()) {
        assert.ok(note.endSeconds > note.startSeconds);
        assert.ok(note.startSeconds >= (notes[index - 1]?.endSeconds ?? 0) - 1e-6);
      }
    }
  }
});

test('tags in the lyrics decide the form; a bare chorus tag repeats the chorus', () => {
  const sections = readLyrics(
    '[Verse 1]\nOne line here\nAnother line\n\n[Chorus]\nSing it loud\n[Verse]\nThird line\n[Chorus]\n[Bridge]\nOver the water',
  );
  assert.deepEqual(
    sections.map((section) => [section.label, section.lines.length]),
    [
      ['Verse 1', 2],
      ['Chorus', 1],
      ['Verse 2', 1],
      ['Chorus', 1],
      ['Bridge', 1],
    ],
  );
  const pop = findGenre('pop');
  assert.ok(pop);
  const form = planForm(pop, { seconds: 60, tempo: 110, lyrics: sections });
  const labels = form.sections.map((section) => section.label);
  const order = ['Verse 1', 'Chorus', 'Verse 2', 'Chorus', 'Bridge'];
  assert.deepEqual(labels.filter((label) => order.includes(label)).slice(0, 5), order);
  const crowded = planForm(pop, {
    seconds: 30,
    tempo: 60,
    lyrics: readLyrics(`[Verse]\n${'a line of words to sing\n'.repeat(60)}`),
  });
  assert.match(crowded.warnings.join(), /do not fit/);
});

test('fields win over words, words over chance', () => {
  const cases: [Partial<MusicOrder>, Record<string, unknown>][] = [
    [{ prompt: 'a slow blues in E minor about rain' }, { genre: 'blues', key: 'E minor' }],
    [{ prompt: 'Dark hypnotic warehouse techno at 132 bpm' }, { genre: 'techno', tempo: 132 }],
    [
      { prompt: 'dnb roller', tempo: 170 },
      { genre: 'drum-and-bass', tempo: 170 },
    ],
    [{ prompt: 'something with a banjo', genre: 'Hip Hop' }, { genre: 'hip-hop' }],
    [{ prompt: 'music for studying on a rainy day' }, { genre: 'lo-fi' }],
    [{ prompt: 'a battle with dragons, epic' }, { genre: 'cinematic' }],
    [{ prompt: 'anything', key: 'F# minor' }, { key: 'F# minor' }],
  ];
  for (const [fields, expected] of cases) {
    const understood = readOrder(orderOf(fields));
    const seen: Record<string, unknown> = {
      genre: understood.style.id,
      tempo: understood.tempo,
      key: nameKey(understood.key),
    };
    for (const [name, value] of Object.entries(expected)) assert.equal(seen[name], value, `${fields.prompt}: ${name}`);
  }
  const happy = readOrder(orderOf({ prompt: 'a happy k-pop song' }));
  const sad = readOrder(orderOf({ prompt: 'a sad lonely k-pop song' }));
  assert.deepEqual([happy.key.mode, sad.key.mode], ['major', 'minor']);
  assert.ok(sad.tempo < happy.tempo);
});

test('the MIDI file is read by another library, with the same tempo and every note', () => {
  const score = write('salsa', 45, 4);
  const bytes = writeMidi(score);
  const midi = BasicMIDI.fromArrayBuffer(new Uint8Array(bytes).buffer);
  const ons = midi.tracks.flatMap((track) => track.events).filter((event) => (event.statusByte & 0xf0) === 0x90).length;
  assert.equal(
    ons,
    score.tracks.reduce((sum, track) => sum + track.notes.length, 0),
  );
  assert.ok(midi.tempoChanges.some((change) => Math.abs(change.tempo - score.tempo) < 0.01));
});

test('one seed is one song, another is another', () => {
  const first = JSON.stringify(write('indie', 60, 5));
  assert.equal(JSON.stringify(write('indie', 60, 5)), first);
  assert.notEqual(JSON.stringify(write('indie', 60, 6)), first);
});
