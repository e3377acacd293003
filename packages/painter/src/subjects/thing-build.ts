// The larger builds among toys, clothes and things found outdoors, and the short form in which things are listed.
import { ball, box, cone, dome, drum, leftAndRight, limb, type Part, ring, type Vec } from '../shapes/part.ts';
import { type KindFacts, kind, type Look } from './kind.ts';

export function balloon(): Part[] {
  return [
    ball([0, 1.0, 0], [0.34, 0.4, 0.34], 'main gloss'),
    cone([0, 0.6, 0], 0.05, 0.02, 0.03, 'main gloss', { blend: 0.05 }),
    limb([0, 0.58, 0], [0.03, 0.3, 0], 0.007, '#706860 matte plain'),
    limb([0.03, 0.3, 0], [-0.02, 0, 0], 0.007, '#706860 matte plain'),
  ];
}
export function umbrella(): Part[] {
  return [
    dome([0, 0.9, 0], [0.62, 0.38, 0.62], 'main cloth'),
    ...Array.from({ length: 10 }, (_, i) =>
      ball([Math.sin(i * 0.628) * 0.52, 0.84, Math.cos(i * 0.628) * 0.52], [0.18, 0.1, 0.18], 'main cloth', {
        carve: true,
        blend: 0.03,
      }),
    ),
    limb([0, 1.36, 0], [0, 0.14, 0], 0.018, '#705030 wood plain'),
    ring([0.06, 0.1, 0], 0.06, 0.018, '#705030 wood plain', { turn: [90, 0, 0] }),
  ];
}
export function teddy(): Part[] {
  return [
    ball([0, 0.36, 0], [0.3, 0.34, 0.26], 'main fur'),
    ball([0, 0.34, 0.12], [0.2, 0.23, 0.17], 'second fur'),
    ball([0, 0.86, 0.02], [0.27, 0.25, 0.24], 'main fur', { blend: 0.04 }),
    ball([0, 0.8, 0.2], [0.12, 0.1, 0.1], 'second fur'),
    ball([0, 0.84, 0.29], [0.045, 0.035, 0.03], 'black gloss plain'),
    ...leftAndRight(
      ball([0.2, 1.06, 0], [0.1, 0.1, 0.06], 'main fur'),
      ball([0.2, 1.06, 0.04], [0.06, 0.06, 0.04], 'second fur'),
      ball([0.1, 0.92, 0.22], 0.035, 'black gloss plain'),
      limb([0.24, 0.54, 0.02], [0.4, 0.34, 0.14], [0.1, 0.11], 'main fur', { blend: 0.03 }),
      limb([0.16, 0.14, 0.1], [0.3, 0.1, 0.36], [0.13, 0.13], 'main fur', { blend: 0.03 }),
      ball([0.31, 0.11, 0.47], [0.08, 0.08, 0.03], 'second fur'),
    ),
  ];
}
export function snowman(): Part[] {
  return [
    ball([0, 0.38, 0], [0.44, 0.4, 0.42], 'main snow'),
    ball([0, 0.96, 0], 0.31, 'main snow', { blend: 0.03 }),
    ball([0, 1.42, 0], 0.23, 'main snow', { blend: 0.03 }),
    cone([0, 1.42, 0.34], 0.05, 0.005, 0.14, 'orange matte', { turn: [90, 0, 0] }),
    ...leftAndRight(
      ball([0.08, 1.5, 0.2], 0.032, 'black gloss'),
      limb([0.28, 1.04, 0], [0.66, 1.3, 0.05], 0.022, '#5a3c20 bark'),
      limb([0.55, 1.22, 0.03], [0.62, 1.12, 0.1], 0.014, '#5a3c20 bark'),
    ),
    ...[0.84, 0.98, 1.12].map((y) => ball([0, y, 0.3 - Math.abs(y - 0.96) * 0.2], 0.034, 'black gloss')),
    ring([0, 1.23, 0], 0.2, 0.06, 'red cloth'),
    limb([0.12, 1.2, 0.2], [0.16, 0.95, 0.3], 0.055, 'red cloth'),
    drum([0, 1.6, 0], 0.27, 0.02, 'black cloth'),
    drum([0, 1.76, 0], 0.17, 0.15, 'black cloth'),
  ];
}
export function crystal(): Part[] {
  const gem = (
    { x, z, height: h, radius: r }: { x: number; z: number; height: number; radius: number },
    tilt: Vec,
  ): Part[] => [
    drum([x, h * 0.4, z], r, h * 0.4, 'main glass', { turn: tilt }),
    cone([x - Math.sin((tilt[2] * Math.PI) / 180) * h * 0.58, h * 0.98, z], r * 0.98, 0.01, h * 0.2, 'main glass', {
      turn: tilt,
    }),
  ];
  return [
    ...gem({ x: 0, z: 0, height: 1.1, radius: 0.17 }, [0, 0, 0]),
    ...gem({ x: 0.24, z: 0.05, height: 0.7, radius: 0.12 }, [0, 0, -16]),
    ...gem({ x: -0.24, z: 0.06, height: 0.62, radius: 0.12 }, [0, 0, 18]),
  ];
}
export function kite(): Part[] {
  return [
    box([0, 0.9, 0], [0.36, 0.36, 0.012], 'main cloth', 0.01, { turn: [0, 0, 45] }),
    limb([0, 0.38, 0.02], [0, 1.42, 0.02], 0.015, '#705030 wood plain'),
    limb([-0.5, 0.9, 0.02], [0.5, 0.9, 0.02], 0.015, '#705030 wood plain'),
    ...[0, 1, 2].flatMap((i) => [
      limb(
        [Math.sin(i) * 0.08, 0.38 - i * 0.14, 0],
        [Math.sin(i + 1) * 0.08, 0.24 - i * 0.14, 0],
        0.01,
        '#705030 matte plain',
      ),
      ball([Math.sin(i + 1) * 0.08, 0.24 - i * 0.14, 0], [0.09, 0.035, 0.02], 'second cloth'),
    ]),
  ];
}
export const TABLE_TOP = 'table top';
export const BRIGHT = ['red', 'azure', 'yellow', 'orange', 'lime', 'magenta'];
export const thing = (name: string, facts: Omit<KindFacts, 'group'>, build: (look: Look) => Part[]) =>
  kind(name, { group: 'object', yaw: 18, ...facts }, build);
