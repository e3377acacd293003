// Places the subjects: first in the frame, as a painter would, then in depth so that perspective agrees.
import type { SceneDescription, SceneSubject } from '../prompt/scene.ts';
import type { Chance } from '../render/noise.ts';
import type { Camera, Thing, WaterLook } from '../render/world.ts';
import { kindOf } from '../subjects/registry.ts';
import { buildFigure, type Figure } from './figure.ts';

export interface Stage {
  scene: SceneDescription;
  camera: Camera;
  aspect: number;
  seed: number;
  chance: Chance;
  water?: WaterLook;
  grounded: boolean;
  indoors: boolean;
}

/** A group of equal things with its box in the frame: heights are shares of the frame's height, x is 0 in the middle. */
interface Group {
  index: number;
  subject: SceneSubject;
  figures: Figure[];
  /** Height and width of one member in the frame, and the group's width. */
  tall: number;
  wide: number;
  span: number;
  rows: number;
  x: number;
  base: number;
  air: boolean;
  placed: boolean;
}

export function arrange(stage: Stage): Thing[] {
  const groups = stage.scene.subjects.map((subject, index) => groupOf(stage, subject, index));
  sizeGroups(stage, groups);
  placeFree(stage, groups);
  const things: Thing[] = [];
  const done = new Map<number, Thing[]>();
  const settle = (group: Group, depthLeft: number): Thing[] => {
    const known = done.get(group.index);
    if (known) return known;
    const relation = group.subject.relation;
    const anchor = relation ? groups[relation.to] : undefined;
    const anchors =
      anchor && anchor !== group && depthLeft > 0 && !isLateral(group, groups)
        ? settle(anchor, depthLeft - 1)
        : undefined;
    const made =
      anchors && anchor && relation
        ? besideAnchor(stage, group, anchor, anchors, relation.also !== undefined ? groups[relation.also] : undefined)
        : standGroup(stage, group);
    done.set(group.index, made);
    things.push(...made);
    return made;
  };
  for (const group of groups) settle(group, 8);
  return things.map((thing, id) => ({ ...thing, id }));
}

function groupOf(stage: Stage, subject: SceneSubject, index: number): Group {
  const kind = kindOf(subject.kind);
  const figures = Array.from({ length: subject.count }, (_, i) =>
    buildFigure(kind, subject, stage.seed * 31 + index * 101 + i * 7 + 1, stage.scene.season),
  );
  const air =
    subject.airborne || (!stage.grounded && kind.stance !== 'ground') || kind.stance === 'sea' || !stage.grounded;
  return { index, subject, figures, tall: 0, wide: 0, span: 0, rows: 1, x: 0, base: 0, air, placed: false };
}

function shapeOf(group: Group): { height: number; width: number } {
  const figure = group.figures[0];
  if (!figure) return { height: 1, width: 1 };
  const { low, high } = figure.box;
  const [c, s] = [Math.abs(Math.cos(figure.yaw)), Math.abs(Math.sin(figure.yaw))];
  return { height: high[1] - Math.min(0, low[1]), width: (high[0] - low[0]) * c + (high[2] - low[2]) * s };
}

/** Real sizes are compressed: a cat beside a house stays visible, and still smaller. */
function sizeGroups(stage: Stage, groups: Group[]): void {
  const largest = Math.max(0.05, ...groups.map((group) => kindOf(group.subject.kind).metres));
  const zoom = stage.scene.framing === 'close' ? 1.4 : stage.scene.framing === 'wide' ? 0.62 : 1;
  for (const group of groups) {
    const kind = kindOf(group.subject.kind);
    const share = (kind.metres / largest) ** 0.3;
    const { height, width } = shapeOf(group);
    const solo = groups.length === 1 ? 0.56 : 0.5;
    const crowd = group.subject.count > 1 ? 1 / (1 + 0.13 * (group.subject.count - 1)) : 1;
    group.tall = Math.min(
      0.88,
      solo * share * zoom * crowd * Math.min(1.5, Math.max(0.5, group.subject.size)) * (group.air ? 0.82 : 1),
    );
    group.wide = (group.tall * width) / height;
    const most = Math.min(0.84 * stage.aspect, 1.1);
    if (group.wide > most) shrink(group, most / group.wide);
    const limit = 0.9 * stage.aspect;
    group.rows = group.subject.count > (group.air ? 4 : 6) ? 2 : 1;
    const perRow = Math.ceil(group.subject.count / group.rows);
    group.span = perRow * group.wide * 1.22;
    if (group.span > limit) shrink(group, limit / group.span);
  }
}

function shrink(group: Group, by: number): void {
  group.tall *= by;
  group.wide *= by;
  group.span *= by;
}

/** Groups that lean on no other share the width of the frame, in the order the prompt names them. */
function placeFree(stage: Stage, groups: Group[]): void {
  const free = groups.filter(
    (group) =>
      group.subject.relation === undefined || group.subject.relation.to === group.index || isLateral(group, groups),
  );
  for (const row of [free.filter((group) => !group.air), free.filter((group) => group.air)]) {
    const order = inOrder(row, groups);
    const room = stage.aspect * 0.96;
    const total = order.reduce((sum, group) => sum + group.span, 0);
    if (total > room) for (const group of order) shrink(group, Math.max(0.45, room / total));
    const used = order.reduce((sum, group) => sum + group.span, 0);
    const gap = order.length > 1 ? Math.min(0.18, Math.max(0, (room - used) / (order.length + 1))) : 0;
    const whole = used + gap * Math.max(0, order.length - 1);
    const drift = order.length === 1 ? (stage.chance() - 0.5) * 0.22 * Math.max(0, stage.aspect - whole) : 0;
    let left = -whole / 2 + drift;
    for (const group of order) {
      group.x = left + group.span / 2;
      left += group.span + gap;
      const side = group.subject.place;
      if (side === 'left') group.x = Math.min(group.x, -stage.aspect * 0.24);
      if (side === 'right') group.x = Math.max(group.x, stage.aspect * 0.24);
      if (side === 'centre') group.x = 0;
    }
  }
}

/** Side by side on the same level: such a pair shares the row instead of one being squeezed beside the other. */
function isLateral(group: Group, groups: readonly Group[]): boolean {
  const relation = group.subject.relation;
  const anchor = relation ? groups[relation.to] : undefined;
  if (!relation || !anchor || anchor.air !== group.air || anchor === group || isHeld(group, anchor)) return false;
  const free = anchor.subject.relation === undefined || anchor.subject.relation.to === group.index;
  return (
    free &&
    (relation.kind === 'left of' ||
      relation.kind === 'right of' ||
      relation.kind === 'beside' ||
      relation.kind === 'with')
  );
}

/** Small things that someone has with them are held, or worn. */
function isHeld(group: Group, anchor: Group): boolean {
  const [own, holder] = [kindOf(group.subject.kind), kindOf(anchor.subject.kind)];
  const person = holder.group === 'person' || holder.name === 'robot';
  return (
    group.subject.relation?.kind === 'with' &&
    person &&
    own.metres <= 1.1 &&
    (own.group === 'object' || own.group === 'food' || own.group === 'plant' || own.group === 'furniture')
  );
}

function holdThings(group: Group, anchor: Group, things: readonly Thing[]): Thing[] {
  const own = kindOf(group.subject.kind);
  const worn = own.name === 'hat' || own.name === 'crown';
  return group.figures.flatMap((figure, i) => {
    const holder = things[i % things.length];
    const body = anchor.figures[0];
    if (!holder || !body) return [];
    const tall = (body.box.high[1] - Math.min(0, body.box.low[1])) * holder.scale;
    const share = worn ? 0.16 : Math.min(0.8, Math.max(0.26, (own.metres / kindOf(anchor.subject.kind).metres) * 1.3));
    const side = i % 2 === 0 ? 1 : -1;
    const at = worn
      ? { x: holder.at[0], y: holder.at[1] + tall * 0.93, z: holder.at[2] }
      : {
          x: holder.at[0] + side * tall * (own.stance === 'air' ? 0.3 : 0.2),
          y: holder.at[1] + tall * (own.stance === 'air' ? 0.38 : 0.4),
          z: holder.at[2] + tall * 0.1,
        };
    return [thingOf(group, figure, { ...at, tall: tall * share })];
  });
}

function inOrder(row: readonly Group[], groups: readonly Group[]): Group[] {
  const order = row.filter((group) => !isLateral(group, groups)).sort((a, b) => sideOf(a) - sideOf(b));
  for (const group of row) {
    if (!isLateral(group, groups)) continue;
    const anchor = group.subject.relation ? order.findIndex((other) => other.index === group.subject.relation?.to) : -1;
    order.splice(group.subject.relation?.kind === 'left of' ? Math.max(0, anchor) : anchor + 1, 0, group);
  }
  return order;
}

function sideOf(group: Group): number {
  return group.subject.place === 'left' ? -1 : group.subject.place === 'right' ? 1 : 0;
}

/** Stands a free group on the ground, on water, or in the air. */
function standGroup(stage: Stage, group: Group): Thing[] {
  const { camera } = stage;
  if (group.air) {
    const top = group.subject.place === 'top' ? 0.97 : 0.93;
    const floor = stage.grounded ? camera.horizon + 0.06 : 0.12;
    const tall = Math.min(group.tall, (top - floor) / group.rows);
    if (tall < group.tall) shrink(group, tall / group.tall);
    const base = Math.max(floor, floor + (top - floor - group.tall * group.rows) * (0.45 + 0.35 * stage.chance()));
    return members(stage, group, (i, row) => ({
      x: rowX(group, i),
      base:
        base +
        row * group.tall * 1.06 +
        (stage.chance() - 0.5) * 0.4 * (top - floor - group.tall * group.rows) * (group.rows > 1 ? 0 : 0.6),
      depth: 11,
    }));
  }
  const kind = kindOf(group.subject.kind);
  const lowest = stage.scene.framing === 'close' ? 0.03 : 0.1;
  const big = kind.metres > 4 ? 0.6 : 0.3;
  const far = kind.stance === 'backdrop' ? 0.97 : stage.indoors ? Math.min(big, 0.45) : big;
  const span = camera.horizon - lowest;
  const waterline = stage.water ? camera.horizon - (camera.at[1] * camera.focal) / (stage.water.from + 1.6) : 0;
  let base = lowest + span * far * (0.7 + 0.3 * stage.chance());
  if (kind.stance === 'water' && stage.water) base = Math.max(waterline, camera.horizon - (span - 0.02) * 0.62);
  else if (stage.water) base = Math.min(base, Math.max(lowest, waterline - 0.06));
  const ceiling = 0.96 - base;
  if (group.tall > ceiling) shrink(group, ceiling / group.tall);
  const step = Math.min(span * 0.3, group.tall * 0.55);
  return members(stage, group, (i, row) => ({
    x: rowX(group, i),
    base: base + row * step + (group.rows > 1 || group.subject.count === 1 ? 0 : (i % 2) * span * 0.06),
    depth: 0,
  }));
}

function rowX(group: Group, i: number): number {
  const perRow = Math.ceil(group.subject.count / group.rows);
  const inRow = Math.min(perRow, group.subject.count - Math.floor(i / perRow) * perRow);
  return group.x + ((i % perRow) - (inRow - 1) / 2) * (group.span / perRow);
}

interface Spot {
  x: number;
  base: number;
  /** Distance from the eye; 0 when the ground under `base` decides it. */
  depth: number;
}

function members(stage: Stage, group: Group, spotOf: (i: number, row: number) => Spot): Thing[] {
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

function thingOf(group: Group, figure: Figure, at: { x: number; y: number; z: number; tall: number }): Thing {
  const { low, high } = figure.box;
  const scale = at.tall / (high[1] - Math.min(0, low[1]));
  return {
    id: 0,
    name: group.subject.word,
    parts: figure.parts,
    paints: figure.paints,
    at: [at.x, at.y, at.z],
    yaw: figure.yaw,
    scale,
    motion: figure.kind.motion,
    afloat: figure.kind.stance === 'water',
  };
}

/** Places a group with respect to the things of another one. */
function besideAnchor(
  stage: Stage,
  group: Group,
  anchor: Group,
  things: readonly Thing[],
  also: Group | undefined,
): Thing[] {
  const { camera } = stage;
  if (isHeld(group, anchor)) return holdThings(group, anchor, things);
  const relation = group.subject.relation?.kind ?? 'beside';
  const boxes = things.map((thing) => frameBox(camera, thing, anchor));
  const left = Math.min(...boxes.map((box) => box.left));
  const right = Math.max(...boxes.map((box) => box.right));
  const top = Math.max(...boxes.map((box) => box.top));
  const base = Math.min(...boxes.map((box) => box.base));
  const depth = things.reduce((sum, thing) => sum - thing.at[2], 0) / Math.max(1, things.length);
  const edge = stage.aspect / 2;
  const own = group.span / 2;
  const inFrame = (x: number) => Math.max(-edge + own * 0.9, Math.min(edge - own * 0.9, x));
  switch (relation) {
    case 'on':
    case 'in':
      return seatOn(stage, group, anchor, things);
    case 'above': {
      const room = 0.97 - top;
      if (group.tall * group.rows > Math.max(0.16, room - 0.04))
        shrink(group, Math.max(0.16, room - 0.04) / (group.tall * group.rows));
      group.x = inFrame((left + right) / 2);
      const lift = Math.min(
        0.98 - group.tall * group.rows,
        top + Math.max(0.03, (room - group.tall * group.rows) * 0.4),
      );
      return members(stage, group, (i, row) => ({ x: rowX(group, i), base: lift + row * group.tall * 1.06, depth }));
    }
    case 'left of':
    case 'right of':
    case 'beside':
    case 'with': {
      const toLeft = relation === 'left of' || (relation !== 'right of' && (left + right) / 2 > 0.02);
      const gap = 0.03 + group.wide * 0.1;
      group.x = inFrame(toLeft ? left - gap - own : right + gap + own);
      if (group.air && relation !== 'with')
        return members(stage, group, (i) => ({ x: rowX(group, i), base: Math.max(camera.horizon, base), depth }));
      if (anchor.air || things.some((thing) => thing.at[1] > 0.3))
        return members(stage, group, (i) => ({ x: rowX(group, i), base, depth }));
      return members(stage, group, (i) => ({
        x: rowX(group, i),
        base: Math.max(0.05, base - 0.012 * (1 + (i % 2))),
        depth: 0,
      }));
    }
    case 'between': {
      group.x = inFrame(also ? (anchor.x + also.x) / 2 : (left + right) / 2);
      return members(stage, group, (i) => ({ x: rowX(group, i), base: Math.max(0.05, base - 0.03), depth: 0 }));
    }
    case 'under':
    case 'in front of': {
      const lower = Math.max(0.04, base - (relation === 'under' ? 0.05 : 0.1));
      group.x = inFrame((left + right) / 2 + (stage.chance() < 0.5 ? -1 : 1) * (right - left) * 0.22);
      if (!stage.grounded || anchor.air)
        return members(stage, group, (i) => ({
          x: rowX(group, i),
          base:
            anchor.air && stage.grounded
              ? Math.min(camera.horizon - 0.08, 0.2)
              : Math.max(0.04, base - group.tall - 0.04),
          depth: anchor.air && stage.grounded ? 0 : depth,
        }));
      return members(stage, group, (i) => ({ x: rowX(group, i), base: lower, depth: 0 }));
    }
    case 'behind': {
      group.x = inFrame((left + right) / 2 + (stage.chance() < 0.5 ? -1 : 1) * (right - left) * 0.42);
      const higher = Math.min(camera.horizon - 0.03, base + 0.12);
      return members(stage, group, (i) => ({ x: rowX(group, i), base: higher, depth: anchor.air ? depth + 4 : 0 }));
    }
    case 'around': {
      const middle = (left + right) / 2;
      const reach = (right - left) / 2 + group.wide * 0.7;
      return members(stage, group, (i) => {
        const angle = (i / group.subject.count) * Math.PI * 2 + 0.4;
        const x = Math.max(-edge + group.wide / 2, Math.min(edge - group.wide / 2, middle + Math.cos(angle) * reach));
        return {
          x,
          base:
            group.air || anchor.air
              ? Math.max(0.05, (base + top) / 2 + Math.sin(angle) * reach * 0.6 - group.tall / 2)
              : Math.max(0.04, Math.min(camera.horizon - 0.04, base - Math.sin(angle) * 0.1)),
          depth: group.air || anchor.air ? depth : 0,
        };
      });
    }
  }
}

function frameBox(
  camera: Camera,
  thing: Thing,
  group: Group,
): { left: number; right: number; top: number; base: number } {
  const depth = -thing.at[2];
  const x = (thing.at[0] * camera.focal) / depth;
  const base = camera.horizon + ((thing.at[1] - camera.at[1]) * camera.focal) / depth;
  return { left: x - group.wide / 2, right: x + group.wide / 2, top: base + group.tall, base };
}

/** Puts a group on the seat or the top of the anchor's things, sized to fit there. */
function seatOn(stage: Stage, group: Group, anchor: Group, things: readonly Thing[]): Thing[] {
  const { camera } = stage;
  const hosts = Math.min(things.length, group.subject.count);
  const each = Math.ceil(group.subject.count / hosts);
  const host = things[0];
  const figure = anchor.figures[0];
  if (!host || !figure) return standGroup(stage, group);
  const kind = figure.kind;
  const width = (figure.box.high[0] - figure.box.low[0]) * host.scale;
  const depth = -host.at[2];
  const frameWidth = (width * camera.focal) / depth;
  const most = (frameWidth * 0.86) / each;
  if (group.wide * 1.06 > most) shrink(group, most / (group.wide * 1.06));
  const room = Math.max(0.14, 0.97 - (frameBox(camera, host, anchor).base + anchor.tall * kind.seat));
  if (group.tall > room) shrink(group, room / group.tall);
  return group.figures.map((member, i) => {
    const on = things[Math.min(things.length - 1, Math.floor(i / each))] ?? host;
    const seat = (figure.box.high[1] - Math.max(0, figure.box.low[1])) * kind.seat * on.scale;
    const slot = (i % each) - (Math.min(each, group.subject.count) - 1) / 2;
    const shift = slot * ((group.wide * 1.08 * depth) / camera.focal);
    const front = kind.seatFront * on.scale;
    const [c, s] = [Math.cos(on.yaw), Math.sin(on.yaw)];
    const at = {
      x: on.at[0] + shift * c + front * s,
      y: on.at[1] + seat,
      z: on.at[2] - shift * s + front * c,
      tall: (group.tall * depth) / camera.focal,
    };
    return thingOf({ ...group, air: true }, member, at);
  });
}
