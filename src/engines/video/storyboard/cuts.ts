// Where the cuts fall: near an even share for each shot, on a beat of the soundtrack, on the first of a bar where one is close.
export interface Rhythm {
  tempo: number;
  beatsPerBar: number;
}

const SHOT_SECONDS = 3.4;
const LEAST_SHOTS = 2;
const MOST_SHOTS = 8;
const LEAST_SHOT_SECONDS = 1;

export function countShots(seconds: number): number {
  return Math.min(MOST_SHOTS, Math.max(LEAST_SHOTS, Math.round(seconds / SHOT_SECONDS)));
}

/** Frames of each shot; together exactly the film. */
export function cutOnBeats(seconds: number, fps: number, count: number, { tempo, beatsPerBar }: Rhythm): number[] {
  const total = Math.round(seconds * fps);
  const beat = 60 / tempo;
  const share = seconds / count;
  const ends: number[] = [];
  for (let i = 1; i < count; i++) {
    const ideal = share * i;
    const bar = Math.round(ideal / (beat * beatsPerBar)) * beat * beatsPerBar;
    const at = Math.abs(bar - ideal) < share * 0.22 ? bar : Math.round(ideal / beat) * beat;
    const earliest = (ends.at(-1) ?? 0) + LEAST_SHOT_SECONDS * fps;
    const end = Math.round(at * fps);
    ends.push(end >= earliest && end <= total - LEAST_SHOT_SECONDS * fps ? end : Math.round(ideal * fps));
  }
  return [...ends, total].map((end, i) => end - (ends[i - 1] ?? 0));
}
