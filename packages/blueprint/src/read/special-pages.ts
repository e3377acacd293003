// Boards and calendars: the pages that show records by a stage or by a day.
import type { Blueprint, Entity, Field, Page } from '../blueprint.ts';
import { fieldFrom } from './fields.ts';
import { page } from './kit.ts';
import { exampleValue } from './seed.ts';

export type SpecialView = 'Board' | 'Calendar';

/** A board for the first choice that looks like stages, a calendar for the first date. */
export function specialPages(entity: Entity): Page[] {
  const stage = entity.fields.find(
    (field) => field.type === 'choice' && /status|stage|state|progress/i.test(field.name),
  );
  const date = entity.fields.find((field) => field.type === 'date' && !/birth/i.test(field.name));
  return [
    ...(stage
      ? [
          page({ path: `/${entity.name}/board`, title: 'Board', icon: 'board' }, 'Board', {
            entity: entity.name,
            field: stage.name,
          }),
        ]
      : []),
    ...(date
      ? [
          page({ path: `/${entity.name}/calendar`, title: 'Calendar', icon: 'calendar' }, 'Calendar', {
            entity: entity.name,
            field: date.name,
          }),
        ]
      : []),
  ];
}

/** Adds the page for the named records, else for the first suitable ones; adds a missing date or status. */
export function addSpecialPage(
  app: Pick<Blueprint, 'entities' | 'pages' | 'madeOn'>,
  wanted: SpecialView,
  named?: Entity,
): Page | null {
  const pagesOf = (entity: Entity) => specialPages(entity).filter((each) => each.view === wanted);
  const entity = named ?? app.entities.find((each) => pagesOf(each).length > 0) ?? app.entities[0];
  if (!entity) return null;
  if (pagesOf(entity).length === 0) giveField(entity, fieldFrom(wanted === 'Board' ? 'status' : 'date'), app.madeOn);
  const found = pagesOf(entity).find((each) => !app.pages.some((own) => isSamePage(own, each)));
  if (!found) return null;
  app.pages.splice(1, 0, found);
  return found;
}

function isSamePage(a: Page, b: Page): boolean {
  return a.path === b.path || (a.view === b.view && a.props.entity === b.props.entity);
}

/** The field, and a value for it in every example. */
export function giveField(entity: Entity, field: Field, madeOn: string): void {
  const today = new Date(`${madeOn}T00:00:00Z`);
  entity.fields.push(field);
  entity.seed.forEach((record, index) => {
    record[field.name] = exampleValue(field, index, today);
  });
}
