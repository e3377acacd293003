// What an edit promises, and whether the built files keep it.
import type { Promised } from '../blueprint.ts';
import type { BuiltApp } from './built-app.ts';

export function isKept(app: BuiltApp, promised: Promised): boolean {
  const entity = 'entity' in promised ? app.entities.find(({ name }) => name === promised.entity) : undefined;
  switch (promised.kind) {
    case 'name':
      return app.name === promised.name;
    case 'colour':
      return app.hue === promised.hue;
    case 'theme':
      return app.startsDark === promised.startsDark;
    case 'page':
      return app.pages.some(({ view, path }) => view === promised.view && path === promised.path);
    case 'entity':
      return entity !== undefined && app.pages.some(({ props }) => props.entity === promised.entity);
    case 'field':
      return entity?.fields.some(({ name, label }) => name === promised.field && label === promised.label) ?? false;
    case 'no-field':
      return entity !== undefined && !entity.fields.some(({ name }) => name === promised.field);
  }
}
