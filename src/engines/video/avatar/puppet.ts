// Moves a still head: each pixel of a frame looks up where it was in the picture before the head swayed, the jaw fell and the lids shut.
import type { Eye, Face } from './face.ts';
import { fillMouth, type MouthSpot, openMouth } from './mouth.ts';
import type { Pose } from './performance.ts';

/** A stage as large as the frame: the person, premultiplied RGBA, in front of what is behind. */
export interface Stage {
  width: number;
  height: number;
  person: Uint8Array;
  /** RGB; what shows where the person is not. */
  behind: Uint8Array;
  face: Face;
  /** How much a place goes along with the head, 0–1. */
  follow(x: number, y: number): number;
}

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

interface Lid extends Eye {
  top: number;
  shut: number;
}

const LEAST_FOLLOW = 0.004;

export class Puppet {
  readonly #stage: Stage;
  readonly #box: Box;
  readonly #follow: Float32Array;
  readonly #still: Uint8Array;

  constructor(stage: Stage) {
    this.#stage = stage;
    this.#box = findMovingBox(stage);
    this.#follow = mapFollow(stage, this.#box);
    this.#still = composeStill(stage);
  }

  /** Paints RGB into `frame`. */
  paint(pose: Pose, frame: Uint8Array): void {
    const { width, face } = this.#stage;
    const { left, top, right, bottom } = this.#box;
    frame.set(this.#still);
    const moveX = pose.moveX * face.radiusY;
    const moveY = pose.moveY * face.radiusY;
    const pivotY = face.y + face.radiusY * 1.6;
    const mouth = openMouth(face, pose);
    const lids = lidsOf(face, pose.blink);
    const spot: MouthSpot = { x: 0, y: 0, inside: 0, depth: 0, gap: 0, across: 0 };
    let place = 0;
    for (let y = top; y < bottom; y += 1) {
      for (let x = left; x < right; x += 1, place += 1) {
        const follow = this.#follow[place] ?? 0;
        if (follow < LEAST_FOLLOW) continue;
        const turn = pose.turn * follow;
        spot.x = x - moveX * follow + turn * (y - pivotY);
        spot.y = y - moveY * follow - turn * (x - face.x);
        spot.inside = 0;
        if (mouth.isNear(spot.x, spot.y)) mouth.lookUp(spot.x, spot.y, spot);
        const shade = lids.length > 0 ? shutLids(lids, spot) : 1;
        const to = (y * width + x) * 3;
        this.#sample(spot.x, spot.y, frame, to, shade);
        if (spot.inside > 0) fillMouth(frame, to, spot, face.mouth.halfWidth);
      }
    }
  }

  /** Between four pixels of the person, over what is behind. */
  #sample(x: number, y: number, frame: Uint8Array, to: number, shade: number): void {
    const { width, height, person, behind } = this.#stage;
    const boundedX = Math.min(width - 1.01, Math.max(0, x));
    const boundedY = Math.min(height - 1.01, Math.max(0, y));
    const column = boundedX | 0;
    const row = boundedY | 0;
    const right = boundedX - column;
    const down = boundedY - row;
    const a = (row * width + column) * 4;
    const b = a + 4;
    const c = a + width * 4;
    const d = c + 4;
    const wa = (1 - right) * (1 - down);
    const wb = right * (1 - down);
    const wc = (1 - right) * down;
    const wd = right * down;
    const alpha =
      (person[a + 3] ?? 0) * wa + (person[b + 3] ?? 0) * wb + (person[c + 3] ?? 0) * wc + (person[d + 3] ?? 0) * wd;
    const through = 1 - alpha / 255;
    for (let channel = 0; channel < 3; channel += 1) {
      const own =
        (person[a + channel] ?? 0) * wa +
        (person[b + channel] ?? 0) * wb +
        (person[c + channel] ?? 0) * wc +
        (person[d + channel] ?? 0) * wd;
      frame[to + channel] = own * shade + (behind[to + channel] ?? 0) * through + 0.5;
    }
  }
}

function lidsOf(face: Face, blink: number): Lid[] {
  if (blink < 0.02) return [];
  return face.eyes.map((eye) => ({ ...eye, top: eye.y - eye.radiusY, shut: blink * 2 * eye.radiusY }));
}

/** The lid is the skin above the eye, drawn down over it, with lashes at its edge. Answers how dark it is. */
function shutLids(lids: readonly Lid[], spot: MouthSpot): number {
  for (const lid of lids) {
    const across = (spot.x - lid.x) / lid.radiusX;
    const down = spot.y - lid.top;
    if (across < -1 || across > 1 || down < 0 || down > 2 * lid.radiusY) continue;
    const edge = lid.shut * (0.3 + 0.7 * (1 - across * across));
    if (down > edge) return 1;
    spot.y = lid.top - (edge - down) * 0.3 - 1;
    return down > edge - lid.radiusY * 0.2 ? 0.4 : 0.94;
  }
  return 1;
}

/** Looked for on a coarse grid: most of a frame stands still. */
function findMovingBox({ width, height, follow }: Stage): Box {
  const box = { left: width, top: height, right: 0, bottom: 0 };
  const step = 8;
  for (let y = 0; y < height; y += step)
    for (let x = 0; x < width; x += step) {
      if (follow(x, y) < LEAST_FOLLOW) continue;
      box.left = Math.min(box.left, Math.max(0, x - step));
      box.top = Math.min(box.top, Math.max(0, y - step));
      box.right = Math.max(box.right, Math.min(width, x + step));
      box.bottom = Math.max(box.bottom, Math.min(height, y + step));
    }
  return box;
}

/** Nothing moves where the person is not and cannot come. */
function mapFollow(stage: Stage, { left, top, right, bottom }: Box): Float32Array {
  const map = new Float32Array(Math.max(0, right - left) * Math.max(0, bottom - top));
  const isNear = nearPerson(stage);
  let place = 0;
  for (let y = top; y < bottom; y += 1)
    for (let x = left; x < right; x += 1, place += 1) if (isNear(x, y)) map[place] = stage.follow(x, y);
  return map;
}

/** The frame in cells: those with the person, and two more around them, further than any head sways. */
function nearPerson({ width, height, person }: Stage): (x: number, y: number) => boolean {
  const cell = Math.max(8, Math.round(Math.min(width, height) / 45));
  const columns = Math.ceil(width / cell);
  const near = new Uint8Array(columns * Math.ceil(height / cell));
  for (let y = 0; y < height; y += 2)
    for (let x = 0; x < width; x += 2) {
      if ((person[(y * width + x) * 4 + 3] ?? 0) === 0) continue;
      const at = Math.floor(y / cell) * columns + Math.floor(x / cell);
      if (near[at] === 2) continue;
      near[at] = 2;
      for (let row = -2; row <= 2; row += 1)
        for (let column = -2; column <= 2; column += 1) {
          const other = at + row * columns + column;
          if (near[other] === 0) near[other] = 1;
        }
    }
  return (x, y) => (near[Math.floor(y / cell) * columns + Math.floor(x / cell)] ?? 0) > 0;
}

function composeStill({ width, height, person, behind }: Stage): Uint8Array {
  const still = new Uint8Array(width * height * 3);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const through = 1 - (person[pixel * 4 + 3] ?? 0) / 255;
    for (let channel = 0; channel < 3; channel += 1)
      still[pixel * 3 + channel] = (person[pixel * 4 + channel] ?? 0) + (behind[pixel * 3 + channel] ?? 0) * through;
  }
  return still;
}
