// Presents the singing voices.
import type { Voice } from '../../engines/speech/port.ts';

const NOTES = ['C', 'C#', 'D', 'D#', 'E', 'F', 'F#', 'G', 'G#', 'A', 'A#', 'B'];

export function listVoices(voices: readonly Voice[], base: string): object[] {
  return voices.map((voice) => ({
    id: voice.id,
    name: voice.name,
    gender: voice.gender,
    language: voice.language,
    accent: voice.accent,
    style: voice.style,
    range: { low: nameNote(voice.range.low), high: nameNote(voice.range.high) },
    preview_url: `${base}/music/voices/${encodeURIComponent(voice.id)}/preview`,
  }));
}

function nameNote(midi: number): string {
  return `${NOTES[midi % 12]}${Math.floor(midi / 12) - 1}`;
}
