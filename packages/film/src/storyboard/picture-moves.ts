// How the camera goes over a picture: a few shots, each looking at another part of it from another side.
import { chanceFromNumber } from '@atelier/kit';
import { type CameraMove, type Pose, STILL } from '../motion/camera.ts';
import type { PictureShot } from '../scene/picture.ts';
import { countShots, cutOnBeats, type Rhythm } from './cuts.ts';

export interface PictureDirection {
  prompt: string;
  imagePath: string;
  seconds: number;
  fps: number;
  seed: number;
  rhythm: Rhythm;
}

/** A picture holds fewer views than a described scene. */
const MAX_SHOTS = 4;

export function directPicture(direction: PictureDirection): PictureShot[] {
  const count = Math.min(MAX_SHOTS, Math.max(1, countShots(direction.seconds) - 1));
  const lengths = cutOnBeats({ seconds: direction.seconds, fps: direction.fps }, count, direction.rhythm);
  const chance = chanceFromNumber(direction.seed + 17);
  const way = chance() < 0.5 ? -1 : 1;
  const looks: Pick<PictureShot, 'closer' | 'look' | 'move'>[] = [
    { closer: 1, look: { x: 0.5, y: 0.5 }, move: orbit(way) },
    { closer: 1.45, look: { x: 0.5 + 0.08 * way, y: 0.45 }, move: push() },
    { closer: 1.25, look: { x: 0.5 - 0.16 * way, y: 0.58 }, move: orbit(-way) },
    { closer: 1.08, look: { x: 0.5, y: 0.5 }, move: pull() },
  ];
  return lengths.map((frames, index) => ({
    ...(looks[index % looks.length] ?? { closer: 1, look: { x: 0.5, y: 0.5 }, move: orbit(way) }),
    words: direction.prompt,
    imagePath: direction.imagePath,
    frames,
    seed: direction.seed + index,
  }));
}

function move(name: string, from: Partial<Pose>, to: Partial<Pose>): CameraMove {
  return { name, from: { ...STILL, ...from }, to: { ...STILL, ...to } };
}

function orbit(way: number): CameraMove {
  return move('orbit', { x: -0.42 * way, y: -0.08, zoom: 1.03 }, { x: 0.42 * way, y: 0.1, zoom: 1.09, z: 0.1 });
}

function push(): CameraMove {
  return move('push-in', { x: -0.12, zoom: 1.01 }, { x: 0.12, z: 0.3, zoom: 1.12 });
}

function pull(): CameraMove {
  return move('pull-back', { z: 0.3, zoom: 1.12, y: 0.1 }, { zoom: 1.01, y: -0.1 });
}
