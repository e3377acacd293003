// Places the subjects: first in the frame, as a painter would, then in depth to match the perspective.
import type { Camera, Thing } from '../render/world.ts';
import { kindOf } from '../subjects/registry.ts';
import {
  type Group,
  groupOf,
  isHeld,
  isLateral,
  isPortrait,
  placeFree,
  type Stage,
  shrink,
  sizeGroups,
} from './groups.ts';
import { holdThings, seatRiders } from './hold-and-ride.ts';
import { members, rowX, thingOf } from './members.ts';

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
        ? besideAnchor(stage, group, {
            anchor,
            things: anchors,
            also: relation.also !== undefined ? groups[relation.also] : undefined,
          })
        : standGroup(stage, group);
    done.set(group.index, made);
    things.push(...made);
    return made;
  };
  for (const group of groups) settle(group, 8);
  return things.map((thing, id) => ({ ...thing, id }));
}

/** Above this eye height, small things around a large one are visible. */
const LEAST_AROUND = 0.075;
/** The height of a thing in front, as a share of the thing behind it. */
const FRONT_SHARE = 0.8;

/** Where the hair of a portrait ends, as a share of the frame's height. */
const PORTRAIT_TOP = 0.93;

/** In a view from above, things are in the middle of the frame, as large as it allows. */
function fromAbove(stage: Stage, group: Group): Thing[] {
  const room = Math.min(0.8, (0.8 * stage.aspect) / Math.max(1, group.subject.count));
  const wide = Math.max(group.wide, 0.01);
  shrink(group, room / wide);
  const [low, high] = [group.figures[0]?.box.low[1] ?? 0, group.figures[0]?.box.high[1] ?? 1];
  const flat = Math.min(0.3, (high - low) * 0.3);
  return members(stage, group, (i) => ({ x: rowX(group, i), base: 0.5 - group.tall * flat, depth: 0 }));
}

/** Places a free group on the ground, on water, or in the air. */
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
  if (group.index === 0 && isPortrait(stage.scene)) {
    const feet = PORTRAIT_TOP - group.tall;
    return members(stage, { ...group, rows: 1 }, () => ({ x: 0, base: feet, depth: 0 }));
  }
  if (stage.scene.fromAbove) return fromAbove(stage, group);
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

/** Places a group relative to the things of another one. */
function besideAnchor(
  stage: Stage,
  group: Group,
  { anchor, things, also }: { anchor: Group; things: readonly Thing[]; also: Group | undefined },
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
      return seatRiders(group, anchor, things) ?? seatOn(stage, group, { anchor, things });
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
      // The thing in front never hides the one behind it.
      if (relation === 'in front of' && group.tall > (top - base) * FRONT_SHARE)
        shrink(group, ((top - base) * FRONT_SHARE) / group.tall);
      const lower = Math.max(0.04, base - (relation === 'under' ? 0.05 : 0.1));
      group.x = inFrame(
        (left + right) / 2 + (stage.chance() < 0.5 ? -1 : 1) * Math.max((right - left) * 0.22, group.wide * 0.3),
      );
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
      if (group.tall < LEAST_AROUND) shrink(group, LEAST_AROUND / group.tall);
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

/** The hip height of a sitting person, as a share of the whole. */
const SITTING_HIP = 0.24;

/** Puts a group on the seat or the top of the anchor's things, sized to fit there. */
function seatOn(stage: Stage, group: Group, { anchor, things }: { anchor: Group; things: readonly Thing[] }): Thing[] {
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
  if (group.wide * 1.24 > most) shrink(group, most / (group.wide * 1.24));
  const room = Math.max(0.14, 0.97 - (frameBox(camera, host, anchor).base + anchor.tall * kind.seat));
  if (group.tall > room) shrink(group, room / group.tall);
  return group.figures.map((member, i) => {
    const on = things[Math.min(things.length - 1, Math.floor(i / each))] ?? host;
    const seat = (figure.box.high[1] - Math.max(0, figure.box.low[1])) * kind.seat * on.scale;
    const slot = (i % each) - (Math.min(each, group.subject.count) - 1) / 2;
    const shift = slot * ((group.wide * 1.24 * depth) / camera.focal);
    // A sitting person has the seat under the hips, and the legs hang in front of it.
    const sits = group.subject.pose === 'sitting' && kindOf(group.subject.kind).group === 'person';
    const drop = sits ? (SITTING_HIP * group.tall * depth) / camera.focal : 0;
    const front = kind.seatFront * on.scale + drop * 0.4;
    const [c, s] = [Math.cos(on.yaw), Math.sin(on.yaw)];
    const at = {
      x: on.at[0] + shift * c + front * s,
      y: Math.max(0, on.at[1] + seat - drop),
      z: on.at[2] - shift * s + front * c,
      tall: (group.tall * depth) / camera.focal,
    };
    return thingOf({ ...group, air: true }, member, at);
  });
}
