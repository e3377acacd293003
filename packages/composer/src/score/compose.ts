// Composes the song: chords, tune, band, and transitions between sections.

import type { GenreStyle, Layer } from '../genres/style.ts';
import type { NamedInstrument } from '../understand/moods.ts';
import type { ScannedWord } from '../vocal-part.ts';
import type { Sheet } from './band.ts';
import { Hand, isLoud, playsIn } from './band.ts';
import { playBass } from './bass.ts';
import { DRUM_KEYS, playDrums, playPercussion } from './drums.ts';
import { BEATS_PER_BAR, type Form } from './form.ts';
import { layChords } from './harmony.ts';
import { playLayer } from './layers.ts';
import { writeMelody } from './melody.ts';
import type { Note, Score, Track } from './score.ts';
import type { Key } from './theory.ts';

export interface ComposeOrder {
  title: string;
  style: GenreStyle;
  form: Form;
  key: Key;
  tempo: number;
  seconds: number;
  seed: number;
  /** Scanned lines per label of a section; none for an instrumental. */
  words: Record<string, ScannedWord[][]>;
  isSung: boolean;
  range: { low: number; high: number };
  instruments: readonly NamedInstrument[];
}

export function composeScore(order: ComposeOrder): Score {
  const { style, form, key, tempo, seed } = order;
  for (const section of form.sections) section.lines = order.words[section.label] ?? [];
  const chords = layChords(form, { style, key, seed });
  const melody = writeMelody({ style, form, key, tempo, chords, seed, range: order.range, isSung: order.isSung });
  const sheet: Sheet = { style, form, tempo, chords, melody, seed };
  const tracks = [...arrangeBand(sheet, order.instruments), ...arrangeLead(sheet, order), ...arrangeEffects(sheet)];
  const kicks = tracks
    .filter((track) => track.name === 'drums')
    .flatMap((track) => track.notes.filter((note) => note.midi === DRUM_KEYS.k).map((note) => note.beat));
  for (const track of tracks) track.notes.sort((a, b) => a.beat - b.beat || a.midi - b.midi);
  return {
    title: order.title,
    style,
    key,
    tempo,
    beatsPerBar: BEATS_PER_BAR,
    seconds: order.seconds,
    sections: form.sections,
    chords,
    melody,
    tracks: tracks.filter((track) => track.notes.length > 0),
    kicks: kicks.sort((a, b) => a - b),
  };
}

function arrangeBand(sheet: Sheet, instruments: readonly NamedInstrument[]): Track[] {
  const { style } = sheet;
  const tracks: Track[] = [];
  if (style.drums) {
    tracks.push({
      ...track({ name: 'drums', stem: 'drums', sound: style.drums.kit }, playDrums(sheet, style.drums)),
      level: style.drums.level,
      reverb: style.drums.reverb,
      isDrums: true,
    });
  }
  if (style.percussion) {
    const { level, pan } = style.percussion;
    tracks.push({
      ...track({ name: 'percussion', stem: 'percussion', sound: 'latin' }, playPercussion(sheet, style.percussion)),
      level,
      pan,
      reverb: 0.15,
      isDrums: true,
    });
  }
  if (style.bass) {
    tracks.push({
      ...track({ name: 'bass', stem: 'bass', sound: style.bass.sound }, playBass(sheet, style.bass)),
      level: style.bass.level,
      duck: style.bass.duck ?? 0,
      reverb: 0.02,
    });
  }
  for (const layer of [...style.layers, ...extraLayers(style, instruments)]) {
    tracks.push({
      ...track({ name: layer.name, stem: layer.stem, sound: layer.sound }, playLayer(sheet, layer)),
      level: layer.level,
      pan: layer.pan ?? 0,
      reverb: layer.reverb ?? 0.15,
      delay: layer.delay ?? 0,
      duck: layer.duck ?? 0,
    });
  }
  return tracks;
}

/** Instruments that the prompt names and the genre lacks join the band. */
function extraLayers(style: GenreStyle, instruments: readonly NamedInstrument[]): Layer[] {
  return instruments
    .filter(
      (instrument) =>
        instrument.sound !== style.lead.sound && !style.layers.some((layer) => layer.sound === instrument.sound),
    )
    .map(
      (instrument, index): Layer => ({
        name: instrument.words[0] ?? instrument.sound,
        stem: instrument.stem,
        sound: instrument.sound,
        part: instrument.part,
        where: 'ivcbso',
        steps: instrument.part === 'arp' ? '1.3.2.4.3.2.4.3.' : 'X-------x---x---',
        centre: instrument.part === 'line' ? 69 : 64,
        level: -9,
        pan: index % 2 === 0 ? 0.3 : -0.3,
        reverb: 0.25,
      }),
    );
}

/** The lead carries the whole tune of an instrumental, and only the solos of a sung song. */
function arrangeLead(sheet: Sheet, order: ComposeOrder): Track[] {
  const { lead } = sheet.style;
  const sound = order.instruments.find((instrument) => instrument.leads)?.sound ?? lead.sound;
  const hand = new Hand(sheet, 'lead');
  const notes: Note[] = [];
  for (const line of sheet.melody) {
    const section = sheet.form.sections[line.section];
    if (!section || (order.isSung && line.words.length > 0)) continue;
    const octave = 12 * (lead.octave ?? 0);
    for (const note of line.notes)
      notes.push(
        hand.playAt({ beat: note.beat, beats: note.beats, midi: note.midi + octave, velocity: note.velocity }),
      );
  }
  return [
    {
      ...track({ name: 'lead', stem: 'lead', sound }, notes),
      level: order.isSung ? -3 : -2,
      reverb: lead.reverb ?? 0.2,
      delay: lead.delay ?? 0.1,
    },
  ];
}

/** A swell into each loud section and a hit where it opens, in genres produced that way. */
function arrangeEffects(sheet: Sheet): Track[] {
  const { style, form } = sheet;
  if (style.mix.glue < 0.4 || !style.drums?.crash) return [];
  const isMachine = style.form === 'dance' || style.drums.kit === 'dance' || style.drums.kit === 'linn';
  const rises: Note[] = [];
  const hits: Note[] = [];
  for (const [index, section] of form.sections.entries()) {
    const before = form.sections[index - 1];
    if (!before || !isLoud(section) || isLoud(before) || !playsIn('cs', section)) continue;
    const bars = Math.min(before.bars, isMachine ? 4 : 1);
    const beat = section.startBar * BEATS_PER_BAR;
    rises.push({ beat: beat - bars * BEATS_PER_BAR, beats: bars * BEATS_PER_BAR, midi: 60, velocity: 0.8 });
    hits.push({ beat, beats: 4, midi: 36, velocity: 0.9 });
  }
  const effects = { stem: 'effects' as const, reverb: 0.3 };
  return [
    {
      ...track({ name: 'riser', stem: 'effects', sound: isMachine ? 'riser' : 'swell' }, rises),
      ...effects,
      level: isMachine ? -12 : -16,
    },
    { ...track({ name: 'impact', stem: 'effects', sound: 'impact' }, hits), ...effects, level: -10 },
  ];
}

function track({ name, stem, sound }: { name: string; stem: Track['stem']; sound: string }, notes: Note[]): Track {
  return { name, stem, sound, notes, level: -10, pan: 0, reverb: 0.1, delay: 0, duck: 0, isDrums: false };
}
