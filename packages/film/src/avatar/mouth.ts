// Opens a closed mouth in an image: the lips part, the jaw moves the chin, and the inside is painted.
import type { Face } from './face.ts';
import type { Pose } from './performance.ts';

/** What one place of the frame shows: a place of the image, and how far inside the mouth it is. */
export interface MouthSpot {
  x: number;
  y: number;
  /** 0–1; soft at the lips. */
  inside: number;
  /** Pixels below the upper lip, and how many there are down to the lower one. */
  depth: number;
  gap: number;
  /** −1 at one corner, 1 at the other. */
  across: number;
}

export interface OpenMouth {
  isNear(x: number, y: number): boolean;
  lookUp(x: number, y: number, spot: MouthSpot): void;
}

const REACH_ASIDE = 2.1;
const REACH_UP = 1.2;
const UPPER_LIP_SHARE = 0.22;

export function openMouth({ mouth, chinY }: Face, { open, wide }: Pick<Pose, 'open' | 'wide'>): OpenMouth {
  const { x: middleX, y: middleY, halfWidth, smile, showsTeeth } = mouth;
  const reachDown = chinY - middleY;
  // A mouth that smiles in the image opens less, because it is already stretched.
  const drop = open * Math.min(halfWidth * (showsTeeth ? 0.55 : 0.95), reachDown * 0.55);
  const stretch = (1 + (wide > 0 ? 0.14 : 0.3) * wide) * (1 - 0.08 * open);
  const top = middleY - REACH_UP * halfWidth;
  const bottom = middleY + 1.6 * reachDown + drop;

  function lookUp(x: number, y: number, spot: MouthSpot): void {
    const aside = (x - middleX) / halfWidth;
    const down = (y - middleY) / halfWidth;
    const near = 1 - (aside * aside) / (REACH_ASIDE * REACH_ASIDE) - (down * down) / 2.89;
    const pulled = near > 0 ? 1 + (1 / stretch - 1) * near : 1;
    const across = aside * pulled;
    const rim = 1 - across * across;
    const round = rim > 0 ? Math.sqrt(rim) : 0;
    const line = middleY - smile * Math.min(1, across * across);
    const lower = drop * round;
    const upper = lower * UPPER_LIP_SHARE;
    const below = y - line;
    spot.x = middleX + across * halfWidth;
    spot.across = across;
    spot.gap = upper + lower;
    spot.depth = below + upper;
    if (below > -upper && below < lower) {
      spot.inside = Math.min(1, Math.min(below + upper, lower - below) / 1.5);
      spot.y = below < (lower - upper) / 2 ? line - 0.5 : line + 0.5;
      return;
    }
    spot.inside = 0;
    if (below <= 0) {
      const left = Math.max(0, 1 + (below + upper) / (REACH_UP * halfWidth));
      spot.y = y + upper * left * left;
      return;
    }
    const far = (below - lower) / reachDown;
    const jaw = Math.max(0, 1 - (aside / REACH_ASIDE) ** 2) ** 2 * drop;
    const moved = lower + (jaw - lower) * rise(0, 0.5, far);
    spot.y = y - moved * (1 - rise(0.75, 1.55, far));
  }

  const isStill = open < 0.001 && wide === 0;
  const reachAside = REACH_ASIDE * halfWidth;
  return {
    isNear: (x, y) => !isStill && y > top && y < bottom && x > middleX - reachAside && x < middleX + reachAside,
    lookUp,
  };
}

const TEETH = [232, 226, 216] as const;
const DARK = [52, 14, 18] as const;
const TONGUE = [168, 70, 74] as const;

/** Dark, with the edge of the upper teeth and, wide open, the tongue. */
export function fillMouth(
  { frame, to }: { frame: Uint8Array; to: number },
  spot: MouthSpot,
  mouth: Face['mouth'],
): void {
  const { depth, gap, across, inside } = spot;
  const { halfWidth, showsTeeth } = mouth;
  const teethHeight = Math.min(gap * 0.4, halfWidth * 0.26);
  const teeth =
    (showsTeeth ? 0 : 1) *
    (1 - rise(teethHeight - 1.5, teethHeight + 0.5, depth)) *
    (1 - rise(0.6, 0.85, Math.abs(across))) *
    rise(0.1 * halfWidth, 0.25 * halfWidth, gap);
  const tongueTop = gap * (0.62 + 0.25 * across * across);
  const tongue =
    rise(tongueTop, tongueTop + 0.2 * gap + 1, depth) * rise(0.35 * halfWidth, 0.6 * halfWidth, gap) * 0.85;
  for (let channel = 0; channel < 3; channel += 1) {
    const dark = DARK[channel] ?? 0;
    const withTongue = dark + ((TONGUE[channel] ?? 0) - dark) * tongue;
    const colour = withTongue + ((TEETH[channel] ?? 0) - withTongue) * teeth * 0.92;
    const skin = frame[to + channel] ?? 0;
    frame[to + channel] = skin + (colour - skin) * inside;
  }
}

function rise(from: number, to: number, value: number): number {
  const part = Math.min(1, Math.max(0, (value - from) / (to - from)));
  return part * part * (3 - 2 * part);
}
