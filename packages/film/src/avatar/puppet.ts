// Animates a still head: each pixel of a frame looks up its place in the image before the head moved, the jaw fell and
// the lids closed.
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
  /** How much a place moves with the head, 0–1. */
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
    const { width, height, face, person, behind } = this.#stage;
    const { left, top, right, bottom } = this.#box;
    const follows = this.#follow;
    frame.set(this.#still);
    const moveX = pose.moveX * face.radiusY;
    const moveY = pose.moveY * face.radiusY;
    const pivotY = face.y + face.radiusY * 1.6;
    const mouth = openMouth(face, pose);
    const lids = lidsOf(face, pose.blink);
    const spot: MouthSpot = { x: 0, y: 0, inside: 0, depth: 0, gap: 0, across: 0 };
    const [lastX, lastY] = [width - 1.01, height - 1.01];
    for (let y = top, place = 0; y < bottom; y += 1) {
      for (let x = left; x < right; x += 1, place += 1) {
        const follow = follows[place] ?? 0;
        if (follow < LEAST_FOLLOW) continue;
        const turn = pose.turn * follow;
        let fromX = x - moveX * follow + turn * (y - pivotY);
        let fromY = y - moveY * follow - turn * (x - face.x);
        let shade = 1;
        spot.inside = 0;
        const isMouth = mouth.isNear(fromX, fromY);
        if (isMouth || lids.length > 0) {
          spot.x = fromX;
          spot.y = fromY;
          if (isMouth) mouth.lookUp(fromX, fromY, spot);
          else shade = shutLids(lids, spot);
          fromX = spot.x;
          fromY = spot.y;
        }
        fromX = fromX < 0 ? 0 : Math.min(fromX, lastX);
        fromY = fromY < 0 ? 0 : Math.min(fromY, lastY);
        // Between four pixels of the person, over what is behind. Written out: it is done a million times a frame.
        const column = fromX | 0;
        const row = fromY | 0;
        const across = fromX - column;
        const down = fromY - row;
        const a = (row * width + column) * 4;
        const c = a + width * 4;
        const wd = across * down;
        const wb = across - wd;
        const wc = down - wd;
        const wa = 1 - across - wc;
        const to = (y * width + x) * 3;
        const alpha =
          (person[a + 3] ?? 0) * wa + (person[a + 7] ?? 0) * wb + (person[c + 3] ?? 0) * wc + (person[c + 7] ?? 0) * wd;
        const red =
          (person[a] ?? 0) * wa + (person[a + 4] ?? 0) * wb + (person[c] ?? 0) * wc + (person[c + 4] ?? 0) * wd;
        const green =
          (person[a + 1] ?? 0) * wa + (person[a + 5] ?? 0) * wb + (person[c + 1] ?? 0) * wc + (person[c + 5] ?? 0) * wd;
        const blue =
          (person[a + 2] ?? 0) * wa + (person[a + 6] ?? 0) * wb + (person[c + 2] ?? 0) * wc + (person[c + 6] ?? 0) * wd;
        const through = alpha > 254.5 ? 0 : 1 - alpha / 255;
        frame[to] = red * shade + (behind[to] ?? 0) * through + 0.5;
        frame[to + 1] = green * shade + (behind[to + 1] ?? 0) * through + 0.5;
        frame[to + 2] = blue * shade + (behind[to + 2] ?? 0) * through + 0.5;
        if (spot.inside > 0) fillMouth({ frame, to }, spot, face.mouth);
      }
    }
  }
}

function lidsOf(face: Face, blink: number): Lid[] {
  if (blink < 0.02) return [];
  return face.eyes.map((eye) => ({ ...eye, top: eye.y - eye.radiusY, shut: blink * 2 * eye.radiusY }));
}

/** The lid is the skin above the eye, drawn down over it, with lashes at its edge. Returns how dark it is. */
function shutLids(lids: readonly Lid[], spot: MouthSpot): number {
  for (const lid of lids) {
    const across = (spot.x - lid.x) / lid.radiusX;
    const down = spot.y - lid.top;
    if (across < -1 || across > 1 || down < 0 || down > 2 * lid.radiusY) continue;
    const edge = lid.shut * (0.3 + 0.7 * (1 - across * across));
    if (down > edge) return 1;
    spot.y = lid.top - (edge - down) * 0.3 - 1;
    // Soft towards the skin, so that the line does not step from pixel to pixel.
    const lash = Math.min(1, Math.max(0, 1 - (edge - down) / (lid.radiusY * 0.28)));
    return 0.95 - 0.5 * lash;
  }
  return 1;
}

/** Searched on a coarse grid, because most of a frame does not move. */
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
