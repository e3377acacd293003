// Writes the score as a standard MIDI file: one track for each player, the words as lyric events.
import { instrumentOf } from '../sound/instruments.ts';
import type { MelodyLine, Note, Score, Track } from './score.ts';

const TICKS_PER_BEAT = 480;
const DRUM_CHANNEL = 9;

interface Event {
  tick: number;
  /** Offs before ons at the same tick. */
  order: number;
  bytes: number[];
}

export function writeMidi(score: Score): Uint8Array {
  const chunks = [tempoChunk(score)];
  const sung = score.melody.filter((line) => line.words.length > 0);
  if (sung.length > 0) chunks.push(vocalChunk(sung));
  let channel = 0;
  for (const track of score.tracks) {
    chunks.push(trackChunk(track, track.isDrums ? DRUM_CHANNEL : channel));
    if (!track.isDrums) channel = nextChannel(channel);
  }
  const header = [...text('MThd'), ...number32(6), 0, 1, ...number16(chunks.length), ...number16(TICKS_PER_BEAT)];
  return Uint8Array.from([...header, ...chunks.flat()]);
}

function nextChannel(channel: number): number {
  const next = (channel + 1) % 16;
  return next === DRUM_CHANNEL ? next + 1 : next;
}

function tempoChunk(score: Score): number[] {
  const micros = Math.round(60_000_000 / score.tempo);
  const events: Event[] = [
    { tick: 0, order: 0, bytes: meta(0x03, text(score.title)) },
    { tick: 0, order: 0, bytes: meta(0x51, [(micros >> 16) & 255, (micros >> 8) & 255, micros & 255]) },
    { tick: 0, order: 0, bytes: meta(0x58, [score.beatsPerBar, 2, 24, 8]) },
  ];
  for (const section of score.sections) {
    events.push({
      tick: ticks(section.startBar * score.beatsPerBar),
      order: 1,
      bytes: meta(0x06, text(section.label)),
    });
  }
  return chunk(events);
}

function trackChunk(track: Track, channel: number): number[] {
  const events: Event[] = [{ tick: 0, order: 0, bytes: meta(0x03, text(track.name)) }];
  events.push({ tick: 0, order: 0, bytes: [0xc0 | channel, instrumentOf(track.sound).program] });
  for (const note of track.notes) pushNote(events, note, channel);
  return chunk(events);
}

function vocalChunk(lines: readonly MelodyLine[]): number[] {
  const events: Event[] = [{ tick: 0, order: 0, bytes: meta(0x03, text('vocals')) }];
  events.push({ tick: 0, order: 0, bytes: [0xcf, 52] });
  for (const line of lines) {
    const syllables = line.words.flatMap((word) =>
      word.syllables.map((one, index) => (index === word.syllables.length - 1 ? `${one.text} ` : one.text)),
    );
    let sung = -1;
    for (const note of line.notes) {
      pushNote(events, note, 15);
      if (note.syllable !== sung)
        events.push({ tick: ticks(note.beat), order: 1, bytes: meta(0x05, text(syllables[note.syllable] ?? '')) });
      sung = note.syllable;
    }
  }
  return chunk(events);
}

function pushNote(events: Event[], note: Note, channel: number): void {
  const midi = Math.min(127, Math.max(0, note.midi));
  const velocity = Math.min(127, Math.max(1, Math.round(note.velocity * 127)));
  events.push({ tick: ticks(note.beat), order: 2, bytes: [0x90 | channel, midi, velocity] });
  events.push({
    tick: Math.max(ticks(note.beat) + 1, ticks(note.beat + note.beats)),
    order: 1,
    bytes: [0x80 | channel, midi, 0],
  });
}

function chunk(events: Event[]): number[] {
  events.sort((a, b) => a.tick - b.tick || a.order - b.order);
  const body: number[] = [];
  let tick = 0;
  for (const event of events) {
    body.push(...variable(event.tick - tick), ...event.bytes);
    tick = event.tick;
  }
  body.push(0, ...meta(0x2f, []));
  return [...text('MTrk'), ...number32(body.length), ...body];
}

function meta(kind: number, bytes: readonly number[]): number[] {
  return [0xff, kind, ...variable(bytes.length), ...bytes];
}

function variable(value: number): number[] {
  const bytes = [value & 127];
  for (let rest = value >> 7; rest > 0; rest >>= 7) bytes.unshift((rest & 127) | 128);
  return bytes;
}

function ticks(beat: number): number {
  return Math.max(0, Math.round(beat * TICKS_PER_BEAT));
}

function text(value: string): number[] {
  return [...Buffer.from(value, 'utf8')];
}

function number16(value: number): number[] {
  return [(value >> 8) & 255, value & 255];
}

function number32(value: number): number[] {
  return [...number16(value >>> 16), ...number16(value & 65535)];
}
