// Record keeping: an overview, lists, forms and details, with a board and a calendar where the fields allow.
import type { Entity, Page } from '../blueprint.ts';
import { findEntities } from './entities.ts';
import { type KindOrder, type KindParts, page, recordPages } from './kit.ts';
import { seedEntities } from './seed.ts';
import { specialPages } from './special-pages.ts';
import { pluralOf, titleCase } from './words.ts';

export function composeRecords(
  { prompt, today }: KindOrder,
  first: 'dashboard' | 'board' | 'calendar' = 'dashboard',
): KindParts {
  const { entities, names, hue } = findEntities(prompt);
  if (first === 'board') putStagesFirst(entities);
  seedEntities(entities, (entity) => names.get(entity.name) ?? [], today);
  const main = entities[0];
  const things = entities.map((entity) => pluralOf(entity.singular)).join(' and ');
  return {
    name: `${titleCase(main?.singular ?? 'Record')} ${first === 'board' ? 'Board' : first === 'calendar' ? 'Calendar' : 'Keeper'}`,
    tagline: `Keep your ${things} in one calm place.`,
    layout: 'app',
    entities,
    pages: pagesFor(entities, first),
    copy: {},
    hue,
  };
}

/** A board needs an entity with stages, which is then the app's main one. */
function putStagesFirst(entities: Entity[]): void {
  const place = entities.findIndex((entity) => specialPages(entity).some((each) => each.view === 'Board'));
  if (place > 0) entities.unshift(...entities.splice(place, 1));
}

function pagesFor(entities: Entity[], first: 'dashboard' | 'board' | 'calendar'): Page[] {
  const [main] = entities;
  const extra = main ? specialPages(main) : [];
  const overview = page({ path: '/', title: 'Overview', icon: 'chart' }, 'Dashboard');
  const chosen = extra.find((each) => each.view === (first === 'board' ? 'Board' : 'Calendar'));
  const home = first === 'dashboard' || !chosen ? overview : { ...chosen, path: '/' };
  const rest =
    home === overview ? extra : [{ ...overview, path: '/overview' }, ...extra.filter((each) => each !== chosen)];
  return [home, ...rest, ...entities.flatMap((entity) => recordPages(entity, true))];
}
