// Walls, roofs, towers and windows that buildings share.
import { ball, box, cone, dome, drum, leftAndRight, limb, type Part, type Vec, wedge } from '../shapes/part.ts';

export const GLASS = '#263a50 glass plain';
export const DOOR = '#5a3418 wood plain';
export function pane([x, y, z]: Vec, w = 0.1): Part[] {
  return [
    box([x, y, z], [w * 1.25, w * 1.4, 0.02], 'white matte plain', 0.01),
    box([x, y, z + 0.012], [w, w * 1.15, 0.02], '#ffd890 glow plain', 0.005),
    box([x, y, z + 0.02], [0.01, w * 1.15, 0.018], 'white matte plain', 0),
    box([x, y, z + 0.02], [w, 0.01, 0.018], 'white matte plain', 0),
  ];
}
export function house(wall: string, roof: string, more: Part[] = []): Part[] {
  return [
    box([0, 0.42, 0], [0.66, 0.42, 0.5], wall, 0.01),
    wedge([0, 1.08, 0], [0.66, 0.27, 0.5], wall),
    ...leftAndRight(box([0.4, 1.1, 0], [0.54, 0.04, 0.6], roof, 0.02, { turn: [0, 0, -39] })),
    box([0.36, 1.36, -0.1], [0.08, 0.24, 0.08], '#8a4a38 brick plain', 0.01),
    box([0, 0.26, 0.5], [0.13, 0.26, 0.03], DOOR, 0.02),
    ball([0.08, 0.26, 0.54], 0.02, 'gold metal plain'),
    ...pane([-0.4, 0.46, 0.5]),
    ...pane([0.4, 0.46, 0.5]),
    ...pane([0, 0.98, 0.5], 0.08),
    box([0, 0.02, 0.62], [0.2, 0.03, 0.12], '#8a8880 stone plain', 0.01),
    ...more,
  ];
}
/** A deck with a roof on posts along the front and one side. */
export function porchOf(colour: string): Part[] {
  const paint = `${colour} wood plain`;
  const label = 'porch';
  return [
    box([0.14, 0.05, 0.2], [0.98, 0.05, 0.66], '#a08868 wood plain', 0.01, { label }),
    box([0.14, 0.62, 0.68], [1.0, 0.03, 0.24], '#6a5a50 tiles plain', 0.01, { turn: [16, 0, 0], label }),
    box([0.9, 0.64, 0.1], [0.26, 0.03, 0.6], '#6a5a50 tiles plain', 0.01, { turn: [0, 0, -14], label }),
    ...[-0.8, -0.34, 0.3, 0.7, 1.08].map((x) => box([x, 0.34, 0.82], [0.03, 0.28, 0.03], paint, 0.01, { label })),
    ...[-0.3, 0.26].map((z) => box([1.08, 0.34, z], [0.03, 0.28, 0.03], paint, 0.01, { label })),
    ...[-0.57, 0.69].map((x) => box([x, 0.24, 0.82], [0.24, 0.02, 0.02], paint, 0.005, { label })),
  ];
}
export function tower(
  { x, z, radius: r, height: h }: { x: number; z: number; radius: number; height: number },
  wall: string,
  roof: string,
): Part[] {
  return [
    drum([x, h / 2, z], r, h / 2, wall),
    drum([x, h, z], r * 1.16, 0.06, wall),
    cone([x, h + r * 1.2, z], r * 1.25, 0.01, r * 1.2, roof),
    box([x, h * 0.68, z + r * 0.97], [r * 0.18, r * 0.34, 0.03], '#201c1a matte plain', 0.03),
  ];
}
function battlements({ width: w, y, z }: { width: number; y: number; z: number }, paint: string): Part[] {
  return Array.from({ length: 7 }, (_, i) => box([-w + (i / 6) * 2 * w, y, z], [0.05, 0.06, 0.06], paint, 0.005));
}
export function castle(): Part[] {
  const stone = 'main brick';
  const roof = 'second tiles';
  return [
    box([0, 0.4, 0], [0.72, 0.4, 0.3], stone, 0.01),
    ...battlements({ width: 0.7, y: 0.85, z: 0.26 }, stone),
    box([0, 0.85, -0.2], [0.32, 0.5, 0.2], stone, 0.01),
    ...tower({ x: -0.78, z: 0.2, radius: 0.2, height: 1.05 }, stone, roof),
    ...tower({ x: 0.78, z: 0.2, radius: 0.2, height: 1.05 }, stone, roof),
    ...tower({ x: -0.34, z: -0.2, radius: 0.16, height: 1.5 }, stone, roof),
    ...tower({ x: 0.36, z: -0.25, radius: 0.18, height: 1.75 }, stone, roof),
    box([0, 0.24, 0.3], [0.15, 0.24, 0.04], '#3a2414 wood plain', 0.02),
    drum([0, 0.46, 0.3], 0.15, 0.04, '#3a2414 wood plain', { turn: [90, 0, 0] }),
    limb([0.36, 2.1, -0.25], [0.36, 2.4, -0.25], 0.012, '#403020 wood plain'),
    box([0.48, 2.33, -0.25], [0.12, 0.06, 0.008], 'red cloth plain', 0.004),
  ];
}
export function pagoda(): Part[] {
  const tiers = [0, 1, 2, 3].flatMap((i) => {
    const w = 0.5 - i * 0.09;
    const y = 0.24 + i * 0.42;
    return [
      box([0, y, 0], [w * 0.72, 0.2, w * 0.72], 'main wood', 0.01),
      box([0, y, w * 0.7], [w * 0.3, 0.13, 0.03], '#2a1a14 matte plain', 0.01),
      cone([0, y + 0.24, 0], w * 1.35, w * 0.6, 0.06, 'second tiles'),
      ...[-1, 1].flatMap((x) =>
        [-1, 1].map((z) =>
          cone([x * w * 0.92, y + 0.22, z * w * 0.92], 0.06, 0.005, 0.06, 'second tiles', {
            turn: [z * 40, 0, x * -40],
          }),
        ),
      ),
    ];
  });
  return [
    box([0, 0.03, 0], [0.62, 0.04, 0.62], '#9a968c stone plain', 0.01),
    ...tiers,
    cone([0, 1.94, 0], 0.06, 0.01, 0.18, 'gold metal plain'),
  ];
}
export function windmill(): Part[] {
  const sails = [0, 1, 2, 3].map((i) =>
    box(
      [Math.sin(i * 1.571 + 0.5) * 0.4, 1.05 + Math.cos(i * 1.571 + 0.5) * 0.4, 0.34],
      [0.09, 0.36, 0.012],
      'cream cloth plain',
      0.01,
      { turn: [0, 0, -(i * 90 + 28.6)] },
    ),
  );
  const spars = [0, 1].map((i) =>
    limb(
      [Math.sin(i * 1.571 + 0.5) * 0.8, 1.05 + Math.cos(i * 1.571 + 0.5) * 0.8, 0.36],
      [-Math.sin(i * 1.571 + 0.5) * 0.8, 1.05 - Math.cos(i * 1.571 + 0.5) * 0.8, 0.36],
      0.016,
      '#6a4a2c wood plain',
    ),
  );
  return [
    cone([0, 0.5, 0], 0.36, 0.24, 0.5, 'main plaster'),
    dome([0, 1.0, 0], [0.26, 0.26, 0.26], 'second tiles'),
    limb([0, 1.05, 0], [0, 1.05, 0.4], 0.04, '#6a4a2c wood plain'),
    ...sails,
    ...spars,
    box([0, 0.18, 0.32], [0.09, 0.18, 0.04], DOOR, 0.02),
    ...pane([0, 0.64, 0.27], 0.05),
  ];
}
export function lighthouse(): Part[] {
  return [
    drum([0, 0.05, 0], 0.42, 0.06, '#8a8a86 stone plain'),
    ...[0, 1, 2, 3, 4].map((i) => {
      const low = 0.3 - i * 0.028;
      return cone([0, 0.24 + i * 0.26, 0], low, low - 0.028, 0.13, i % 2 ? 'second plaster' : 'main plaster');
    }),
    drum([0, 1.44, 0], 0.22, 0.03, '#303438 metal'),
    drum([0, 1.56, 0], 0.12, 0.1, '#fff0a8 glow'),
    ...[0, 1, 2, 3, 4, 5].map((i) =>
      limb(
        [Math.sin(i * 1.047) * 0.125, 1.46, Math.cos(i * 1.047) * 0.125],
        [Math.sin(i * 1.047) * 0.125, 1.66, Math.cos(i * 1.047) * 0.125],
        0.012,
        '#303438 metal',
      ),
    ),
    cone([0, 1.75, 0], 0.17, 0.01, 0.09, 'main tiles'),
    box([0, 0.24, 0.29], [0.07, 0.13, 0.04], DOOR, 0.02),
  ];
}
