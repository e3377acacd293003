// The builder's parts besides records and fields: how each is requested, and how to recognise it in the built files.
import { hueOf } from '../read/theme.ts';
import type { BuiltApp, BuiltPage } from './built-app.ts';

export type Outcome = 'done' | 'done_differently' | 'not_done';
export interface Finding {
  outcome: Outcome;
  note: string;
}
export interface Part {
  asked: RegExp;
  find(app: BuiltApp, words: string): Finding;
}

export function done(note: string): Finding {
  return { outcome: 'done', note };
}
export function differently(note: string): Finding {
  return { outcome: 'done_differently', note };
}
export function notDone(note: string): Finding {
  return { outcome: 'not_done', note };
}

/** In order: the first matching part answers. */
export const PARTS: readonly Part[] = [
  {
    asked:
      /\b(dark|light|night|theme|colou?r mode)\b.*\b(toggle|switch\w*|button|option|support)\b|\b(toggle|switch)\b.*\b(dark|light|theme)\b|\b(light and dark|dark and light)\b/,
    find: (app) =>
      hasToggle(app)
        ? done(`The ${app.startsDark ? 'sun' : 'moon'} button at the top switches between light and dark.`)
        : notDone('The app has no button for it.'),
  },
  {
    asked: /\b(dark|night)\b/,
    find: (app) => (app.startsDark ? done('The app starts dark.') : notDone('The app starts light.')),
  },
  {
    asked: /\blight (mode|theme)\b/,
    find: (app) => (app.startsDark ? notDone('The app starts dark.') : done('The app starts light.')),
  },
  {
    asked: /^(called|named|titled) /,
    find: (app, words) =>
      words.replace(/[^a-z0-9 ]/g, '').includes(app.name.toLowerCase().replace(/[^a-z0-9 ]/g, ''))
        ? done(`The app is called ${app.name}.`)
        : differently(`The app is called ${app.name}.`),
  },
  { asked: /\bcalendar\b/, find: findCalendar },
  {
    asked: /\b(kanban|boards?)\b/,
    find: (app) => pageFinding(pageOf(app, 'Board'), 'board', 'A board needs records with a status.'),
  },
  {
    asked: /\bdrag\b/,
    find: (app) =>
      pageOf(app, 'Board') && /dragstart/i.test(viewSource(app, 'Board', 'board'))
        ? done('Cards of the board are moved by dragging.')
        : notDone('Only cards of a board can be dragged, and there is no board.'),
  },
  { asked: /\b(log ?in|sign ?(up|in)|auth\w*|accounts?|members? area)\b/, find: findAccounts },
  {
    asked: /\bsearch\w*/,
    find: (app) =>
      pageOf(app, 'RecordList') && /type="?search|type: 'search'/.test(viewSource(app, 'RecordList', 'record-list'))
        ? done('Every list has a search field.')
        : notDone('There is no list to search.'),
  },
  {
    asked: /\bfilter\w*/,
    find: (app) =>
      pageOf(app, 'RecordList') && hasField(app, 'choice')
        ? done('Lists are filtered by their choices.')
        : notDone('No records have a choice to filter by.'),
  },
  {
    asked: /\bsort\w*/,
    find: (app) =>
      pageOf(app, 'RecordList') ? done('A click on a column sorts the list.') : notDone('There is no list to sort.'),
  },
  {
    asked: /\b(charts?|graphs?|statistics|stats|analytics|dashboard|overview|totals?)\b/,
    find: (app) =>
      pageFinding(pageOf(app, 'Dashboard'), 'overview with counts and charts', 'There is no overview page.'),
  },
  {
    asked: /\breports?\b/,
    find: (app) => {
      const overview = pageOf(app, 'Dashboard');
      return overview
        ? differently(`No reports are written; the overview at ${overview.path} shows counts and charts.`)
        : notDone('The builder has no part that writes reports.');
    },
  },
  {
    asked: /\b(forms?|crud|(add|create|edit|delete|remove)(,| and| or).*\b(edit|delete|remove|update)\w*)\b/,
    find: (app) =>
      pageFinding(pageOf(app, 'RecordForm'), 'form to add and edit records', 'There is nothing to fill in.'),
  },
  {
    asked: /\bvalidat\w+/,
    find: (app) =>
      app.source('lib/validate.js')
        ? done('Every record is checked before it is kept.')
        : notDone('No input is checked.'),
  },
  {
    asked: /\b(responsive|mobile(-| )friendly|phones?|tablets?)\b/,
    find: (app) =>
      /@media/.test(app.source('styles/layout.css'))
        ? done('The layout fits phones.')
        : notDone('The layout is fixed.'),
  },
  {
    asked: /\b(sqlite|database|postgres\w*|mysql|mongo\w*)\b/,
    find: (app) => {
      if (/sqlite3/.test(app.source('repository.py'))) return done('Records are kept in SQLite.');
      return differently(
        app.hasServer ? 'Records are kept in a file on the server.' : "Records are kept in the visitor's browser.",
      );
    },
  },
  {
    asked: /\b(rest(ful)? api|json api|api|endpoints?|backend|server)\b/,
    find: (app) =>
      app.hasServer
        ? done('The server answers at /api/….')
        : pageOf(app, 'ApiDocs')
          ? differently('The page describes the API; only Node.js and Python projects have the server for it.')
          : notDone('Only Node.js and Python projects have a server.'),
  },
  {
    asked: /\b(colou?rs?|red|orange|yellow|gold|green|teal|blue|navy|indigo|purple|violet|pink|brown)\b/,
    find: findColour,
  },
];

function pageOf(app: BuiltApp, view: string): BuiltPage | undefined {
  return app.pages.find((page) => page.view === view && hasEntity(app, page));
}

function hasEntity(app: BuiltApp, { props }: BuiltPage): boolean {
  return props.entity === undefined || app.entities.some(({ name }) => name === props.entity);
}

function pageFinding(page: BuiltPage | undefined, what: string, missing: string): Finding {
  return page ? done(`There is ${/^[aeiou]/.test(what) ? 'an' : 'a'} ${what} at ${page.path}.`) : notDone(missing);
}

function viewSource(app: BuiltApp, view: string, file: string): string {
  return app.source(`views/${file}.jsx`) || app.source(`views/${file}.js`) || app.source(`views/${view}.vue`);
}

function hasToggle(app: BuiltApp): boolean {
  return (
    /toggleTheme/.test(viewSource(app, 'Shell', 'shell')) &&
    /toggleTheme/.test(app.source('controllers/shell.js')) &&
    /html\[data-theme="dark"\]/.test(app.source('styles/theme.css'))
  );
}

function hasField(app: BuiltApp, type: string): boolean {
  return app.entities.some(({ fields }) => fields.some((field) => field.type === type));
}

/** A calendar is done when it shows something: its page, and records with dates. */
function findCalendar(app: BuiltApp): Finding {
  const page = pageOf(app, 'Calendar');
  const dated = app.entities.flatMap(({ plural, fields }) =>
    fields
      .filter(({ type, name }) => type === 'date' && !/birth/i.test(name))
      .map(({ label }) => `${plural} by ${label.toLowerCase()}`),
  );
  if (!page) return notDone('A calendar needs records with dates, and this app has none.');
  return dated.length > 0
    ? done(`The calendar at ${page.path} shows ${dated.join(', ')}.`)
    : notDone('The calendar would stay empty: no records have dates.');
}

function findAccounts(app: BuiltApp): Finding {
  if (!pageOf(app, 'Account')) return notDone('There is no account page.');
  return app.hasServer
    ? done('People sign up and sign in at /account; the server keeps their passwords as hashes.')
    : differently('The profile at /account stays on one device and protects nothing: this framework has no server.');
}

function findColour(app: BuiltApp, words: string): Finding {
  const colour = words.split(/[^a-z]+/).find((word) => hueOf(word) !== undefined);
  if (!colour) return notDone('The colour is not known.');
  return app.hue === hueOf(colour) ? done(`The colour is ${colour}.`) : notDone(`The colour is not ${colour}.`);
}
