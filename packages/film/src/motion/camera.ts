// The camera at a moment of a shot: from one pose to another at an even pace, with slight hand-held motion.
export interface Pose {
  /** Metres to the right, up and forward of where the plates were painted. */
  x: number;
  y: number;
  z: number;
  zoom: number;
  /** Shift of the picture, in frame heights. */
  panX: number;
  panY: number;
}

export interface CameraMove {
  name: string;
  from: Pose;
  to: Pose;
}

export const STILL: Pose = { x: 0, y: 0, z: 0, zoom: 1, panX: 0, panY: 0 };
const BREATH = 0.0016;

/** `share` runs from 0 to 1 over the shot. The pace is nearly even, so that no second stands still. */
export function poseAt(move: CameraMove, share: number, seconds: number): Pose {
  const eased = 0.82 * share + 0.18 * share * share * (3 - 2 * share);
  const mix = (key: keyof Pose) => move.from[key] + (move.to[key] - move.from[key]) * eased;
  return {
    x: mix('x'),
    y: mix('y'),
    z: mix('z'),
    zoom: mix('zoom'),
    panX: mix('panX') + BREATH * (Math.sin(seconds * 1.3) + 0.5 * Math.sin(seconds * 2.9 + 1)),
    panY: mix('panY') + BREATH * (Math.cos(seconds * 1.1) + 0.5 * Math.sin(seconds * 2.3 + 2)),
  };
}
