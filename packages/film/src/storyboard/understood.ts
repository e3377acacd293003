// Says in words what was read out of the prompt, shot by shot.
import type { FilmPlan } from '../process/film-plan.ts';
import type { Soundtrack } from './soundtrack.ts';

export interface Sounding {
  track: Soundtrack | undefined;
  key: string | undefined;
  /** Who wrote the storyboard. */
  storyboard: string;
}

export function describeShots(plan: FilmPlan, { track, key, storyboard }: Sounding): Record<string, unknown> {
  let at = 0;
  const shots = plan.shots.map((shot) => {
    const start = at;
    at += shot.frames;
    return {
      start: seconds(start, plan.fps),
      end: seconds(at, plan.fps),
      shows: shot.words,
      framing: 'framing' in shot ? shot.framing : shot.closer > 1.2 ? 'close' : 'wide',
      camera: shot.move.name,
      ...('scene' in shot ? { place: shot.scene.place, time: shot.scene.time, weather: shot.scene.weather } : {}),
    };
  });
  return {
    storyboard,
    shots,
    ...(track ? { soundtrack: { genre: track.genre, mood: track.mood, tempo: track.tempo, key } } : {}),
  };
}

function seconds(frames: number, fps: number): number {
  return Math.round((frames / fps) * 1000) / 1000;
}
