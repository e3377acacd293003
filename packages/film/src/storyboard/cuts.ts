// Where the cuts fall: near an even share for each shot, on a beat of the soundtrack, on the first of a bar where one is close.
export interface Rhythm {
  tempo: number;
  beatsPerBar: number;
}

const SHOT_SECONDS = 3.4;
const LEAST_SHOTS = 2;
const MAX_SHOTS = 8;
const LEAST_SHOT_SECONDS = 0.8;

export function countShots(seconds: number): number {
  return Math.min(MAX_SHOTS, Math.max(LEAST_SHOTS, Math.round(seconds / SHOT_SECONDS)));
}

/** Frames of each shot; together exactly the film. */
export function cutOnBeats(
  { seconds, fps }: { seconds: number; fps: number },
  count: number,
  { tempo, beatsPerBar }: Rhythm,
): number[] {
  const total = Math.round(seconds * fps);
  const beat = 60 / tempo;
  const share = seconds / count;
  const ends: number[] = [];
  for (let i = 1; i < count; i++) {
    const ideal = share * i;
    const earliest = (ends.at(-1) ?? 0) / fps + LEAST_SHOT_SECONDS;
    const latest = seconds - (count - i) * LEAST_SHOT_SECONDS;
    const bar = nearest(ideal, beat * beatsPerBar, { earliest, latest });
    const at =
      bar !== undefined && Math.abs(bar - ideal) < share * 0.22 ? bar : nearest(ideal, beat, { earliest, latest });
    ends.push(Math.round((at ?? Math.min(latest, Math.max(earliest, ideal))) * fps));
  }
  return [...ends, total].map((end, i) => end - (ends[i - 1] ?? 0));
}

/** The multiple of a step that is nearest to a moment, within bounds. */
function nearest(
  ideal: number,
  step: number,
  { earliest, latest }: { earliest: number; latest: number },
): number | undefined {
  const first = Math.ceil(earliest / step);
  const last = Math.floor(latest / step);
  return first > last ? undefined : step * Math.min(last, Math.max(first, Math.round(ideal / step)));
}
