// Turns a group's place in the frame into things in the world, one for each member.
import type { Thing } from '../render/world.ts';
import type { Figure } from './figure.ts';
import type { Group, Stage } from './groups.ts';

export function rowX(group: Group, i: number): number {
  const perRow = Math.ceil(group.subject.count / group.rows);
  const inRow = Math.min(perRow, group.subject.count - Math.floor(i / perRow) * perRow);
  // With three rows, nobody stands directly behind another.
  const stagger = group.rows > 2 ? (Math.floor(i / perRow) % 2 === 0 ? -0.25 : 0.25) : 0;
  return group.x + ((i % perRow) - (inRow - 1) / 2 + stagger) * (group.span / perRow);
}

interface Spot {
  x: number;
  base: number;
  /** Distance from the eye; 0 if the ground under `base` determines it. */
  depth: number;
}

export function members(stage: Stage, group: Group, spotOf: (i: number, row: number) => Spot): Thing[] {
  const perRow = Math.ceil(group.subject.count / group.rows);
  return group.figures.map((figure, i) => {
    const spot = spotOf(i, Math.floor(i / perRow));
    const { camera } = stage;
    const depth =
      spot.depth > 0
        ? spot.depth
        : Math.min(200, (camera.at[1] * camera.focal) / Math.max(0.006, camera.horizon - spot.base));
    const y = spot.depth > 0 ? camera.at[1] + ((spot.base - camera.horizon) * depth) / camera.focal : 0;
    return thingOf(group, figure, {
      x: (spot.x * depth) / camera.focal,
      y,
      z: -depth,
      tall: (group.tall * depth) / camera.focal,
    });
  });
}

export function thingOf(group: Group, figure: Figure, at: { x: number; y: number; z: number; tall: number }): Thing {
  const { low, high } = figure.box;
  // In the air the thing's lowest point counts; on the ground its feet are at zero.
  const foot = group.air ? low[1] : Math.min(0, low[1]);
  const scale = at.tall / (high[1] - foot);
  return {
    id: 0,
    name: group.subject.word,
    parts: figure.parts,
    paints: figure.paints,
    at: [at.x, group.air ? at.y - foot * scale : at.y, at.z],
    yaw: figure.yaw,
    scale,
    motion: figure.kind.motion,
    afloat: figure.kind.stance === 'water',
  };
}
