// Groups of equal things: their size in the frame, and how they share its width.

import type { Chance } from '@atelier/kit';
import { isHeldBy } from '../prompt/bodies.ts';
import type { SceneDescription, SceneSubject } from '../prompt/scene.ts';
import type { Camera, WaterLook } from '../render/world.ts';
import { RIDER_ABOVE } from '../subjects/person-limbs.ts';
import { kindOf } from '../subjects/registry.ts';
import { buildFigure, type Figure } from './figure.ts';

/** A portrait shows head and shoulders of one person, or the head of one animal. */
export function isPortrait({ portrait, subjects }: SceneDescription): boolean {
  const [first] = subjects;
  return portrait && first !== undefined && first.count === 1 && kindOf(first.kind).group === 'person';
}
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
export interface Group {
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
export function groupOf(stage: Stage, subject: SceneSubject, index: number): Group {
  const kind = kindOf(subject.kind);
  const figures = Array.from({ length: subject.count }, (_, i) =>
    buildFigure(kindOfMember(subject, i), subject, {
      seed: stage.seed * 31 + index * 101 + i * 7 + 1,
      season: stage.scene.season,
    }),
  );
  const air =
    subject.airborne || (!stage.grounded && kind.stance !== 'ground') || kind.stance === 'sea' || !stage.grounded;
  return { index, subject, figures, tall: 0, wide: 0, span: 0, rows: 1, x: 0, base: 0, air, placed: false };
}
/** People alternate between men and women. */
function kindOfMember({ kind, word, count }: SceneSubject, i: number) {
  const isMixed = kind === 'man' && count > 1 && MIXED.has(word);
  return kindOf(isMixed && i % 2 === 1 ? 'woman' : kind);
}
const MIXED = new Set(['people', 'persons', 'humans', 'crowd', 'crowds', 'audience', 'mob', 'family']);
function shapeOf(group: Group): { height: number; width: number } {
  const figure = group.figures[0];
  if (!figure) return { height: 1, width: 1 };
  const { low, high } = figure.box;
  const [c, s] = [Math.abs(Math.cos(figure.yaw)), Math.abs(Math.sin(figure.yaw))];
  return {
    height: high[1] - (group.air ? low[1] : Math.min(0, low[1])),
    width: (high[0] - low[0]) * c + (high[2] - low[2]) * s,
  };
}
/** The height of a whole figure in a portrait, in frame heights. */
const PORTRAIT_HEIGHTS = 2.1;
/** Compresses real sizes: a cat beside a house stays visible, but smaller than the house. */
export function sizeGroups(stage: Stage, groups: Group[]): void {
  const largest = Math.max(0.05, ...groups.map((group) => kindOf(group.subject.kind).metres));
  const zoom = stage.scene.framing === 'close' ? 1.4 : stage.scene.framing === 'wide' ? 0.62 : 1;
  for (const group of groups) {
    const kind = kindOf(group.subject.kind);
    const share = (kind.metres / largest) ** 0.3;
    const { height, width } = shapeOf(group);
    const solo = groups.length === 1 ? 0.56 : 0.5;
    const crowd = 1 / (1 + 0.13 * Math.min(MAX_TO_SHRINK, group.subject.count - 1));
    group.tall = Math.min(
      0.88,
      solo * share * zoom * crowd * Math.min(1.5, Math.max(0.5, group.subject.size)) * (group.air ? 0.82 : 1),
    );
    const rider = riderOf(group, groups);
    if (rider) group.tall = RIDDEN_TALL * zoom * Math.min(1, group.subject.size) * rider;
    group.wide = (group.tall * width) / height;
    if (group.index === 0 && isPortrait(stage.scene)) {
      const reach = PORTRAIT_HEIGHTS * (kind.metres < 1.5 ? 0.8 : 1);
      Object.assign(group, { tall: reach, wide: (reach * width) / height, span: (reach * width) / height });
      continue;
    }
    const most = Math.min(0.84 * stage.aspect, 1.1);
    if (group.wide > most) shrink(group, most / group.wide);
    const limit = 0.9 * stage.aspect;
    group.rows = group.subject.count > 12 ? 3 : group.subject.count > (group.air ? 4 : 6) ? 2 : 1;
    const perRow = Math.ceil(group.subject.count / group.rows);
    group.span = perRow * group.wide * (group.rows > 2 ? 0.95 : 1.22);
    if (group.span > limit) shrink(group, limit / group.span);
  }
}
/** From this number on, members stand in rows. */
const MAX_TO_SHRINK = 8;
/** The height of a ridden thing and its rider in the frame. */
const RIDDEN_TALL = 0.68;
/** The ridden thing's own share of that height; undefined if nobody rides it. */
function riderOf(group: Group, groups: readonly Group[]): number | undefined {
  const { saddle, metres } = kindOf(group.subject.kind);
  const isRidden = groups.some(({ subject }) => subject.relation?.to === group.index && subject.pose === saddle?.pose);
  const figure = group.figures[0];
  if (!saddle || !isRidden || !figure) return undefined;
  const own = figure.box.high[1] - Math.min(0, figure.box.low[1]);
  return own / Math.max(own, saddle.at[1] + (RIDER_ABOVE * own) / metres);
}
export function shrink(group: Group, by: number): void {
  group.tall *= by;
  group.wide *= by;
  group.span *= by;
}
/** Groups that are not placed relative to another one share the width of the frame, in the order of the prompt. */
export function placeFree(stage: Stage, groups: Group[]): void {
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
export function isLateral(group: Group, groups: readonly Group[]): boolean {
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
export function isHeld(group: Group, anchor: Group): boolean {
  return isHeldBy(group.subject, anchor.subject);
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
