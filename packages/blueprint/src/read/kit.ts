// The parts that each kind of application is put together from.
import type { Copy, Entity, FieldValue, Page, SeedRecord, ViewName } from '../blueprint.ts';
import { fieldFromNotation } from './fields.ts';
import { sentenceCase, singularOf } from './words.ts';

export interface KindParts {
  name: string;
  tagline: string;
  layout: 'app' | 'site';
  entities: Entity[];
  pages: Page[];
  copy: Copy;
  hue?: number | undefined;
}

export interface KindOrder {
  prompt: string;
  /** The customer's own subject, such as `a coffee roastery`, or null. */
  subject: string | null;
  today: Date;
}

export function entityOf(
  { name, icon }: { name: string; icon: string },
  notation: string[],
  rows: Record<string, FieldValue>[] = [],
): Entity {
  const seed: SeedRecord[] = rows.map((row, index) => ({ id: `${name}-${index + 1}`, ...row }));
  const fields = notation.map(fieldFromNotation);
  return { name, singular: singularOf(name), plural: sentenceCase(name), icon, fields, seed };
}

export function page(
  { path, title, icon }: { path: string; title: string; icon: string },
  view: ViewName,
  props: Record<string, string> = {},
): Page {
  return { path, title, view, icon, props, inNav: true };
}

export function hidden(
  { path, title }: { path: string; title: string },
  view: ViewName,
  props: Record<string, string> = {},
): Page {
  return { path, title, view, icon: 'file', props, inNav: false };
}

/** List, form and detail pages of an entity. */
export function recordPages(entity: Entity, isInNav: boolean, detail: ViewName = 'RecordDetail'): Page[] {
  const props = { entity: entity.name };
  return [
    { path: `/${entity.name}`, title: entity.plural, view: 'RecordList', icon: entity.icon, props, inNav: isInNav },
    hidden({ path: `/${entity.name}/new`, title: `New ${entity.singular}` }, 'RecordForm', props),
    hidden({ path: `/${entity.name}/:id/edit`, title: `Edit ${entity.singular}` }, 'RecordForm', props),
    hidden({ path: `/${entity.name}/:id`, title: entity.singular }, detail, detail === 'RecordDetail' ? props : {}),
  ];
}
