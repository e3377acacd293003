// Reads from an app's files what it offers: pages, records, theme and server. Nothing comes from the prompt.
import type { AppFile, Field, SeedRecord } from '../blueprint.ts';
import { readExport } from './read-value.ts';

export interface BuiltPage {
  path: string;
  view: string;
  props: Record<string, string>;
}

export interface BuiltEntity {
  name: string;
  singular: string;
  plural: string;
  fields: Field[];
  seed: SeedRecord[];
}

export interface BuiltApp {
  name: string;
  startsDark: boolean;
  hue: number | null;
  pages: BuiltPage[];
  entities: BuiltEntity[];
  /** The texts of its pages. */
  copy: string;
  hasServer: boolean;
  /** The first file whose path ends with this. */
  source(ending: string): string;
}

export function readBuiltApp(files: readonly AppFile[]): BuiltApp {
  const source = (ending: string) =>
    files.find(({ path }) => path === ending || path.endsWith(`/${ending}`))?.content ?? '';
  const app = recordOf(readExport(source('data/app.js'), 'app'));
  const seed = recordOf(
    readExport(source('data/seed.js') || source('server/seed.js'), 'seed') ?? json(source('seed.json')),
  );
  const schema = recordOf(readExport(source('data/schema.js'), 'schema') ?? json(source('data/schema.json')));
  const accent = /--accent: oklch\(\d+% [\d.]+ (\d+)\)/.exec(source('styles/theme.css'));
  return {
    name: String(app.name ?? ''),
    startsDark: app.startsDark === true,
    hue: accent ? Number(accent[1]) : null,
    pages: [...routedPages(source('routes.jsx') || source('routes.js')), ...nextPages(files)].filter(({ view }) =>
      hasView(files, view),
    ),
    entities: Object.entries(schema).map(([name, meta]) => entityOf(name, recordOf(meta), seed[name])),
    copy: `${String(app.tagline ?? '')} ${JSON.stringify(app.copy ?? {})}`,
    hasServer: files.some(({ path }) => path === 'server.js' || path === 'app.py'),
    source,
  };
}

function entityOf(name: string, meta: Record<string, unknown>, seed: unknown): BuiltEntity {
  return {
    name,
    singular: String(meta.singular ?? name),
    plural: String(meta.plural ?? name),
    fields: Array.isArray(meta.fields) ? (meta.fields as Field[]) : [],
    seed: Array.isArray(seed) ? (seed as SeedRecord[]) : [],
  };
}

/** `{ path: '/', view: Board, create: …, props: {…} },` */
function routedPages(routes: string): BuiltPage[] {
  return [...routes.matchAll(/\{ path: '([^']*)', view: (\w+),.*?props: (\{[^}]*\})/g)].map((match) => ({
    path: match[1] ?? '',
    view: match[2] ?? '',
    props: textsOf(json(match[3] ?? '{}')),
  }));
}

/** A Next.js app has a file for each page: `return <Board entity="tasks" field="status" />`. */
function nextPages(files: readonly AppFile[]): BuiltPage[] {
  return files.flatMap(({ path, content }) => {
    const folder = /^app(\/.*)?\/page\.jsx$/.exec(path);
    const shown = /return <(\w+)([^>]*)\/>/.exec(content);
    if (!folder || !shown) return [];
    const props = [...(shown[2] ?? '').matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value] as const);
    return [
      {
        path: (folder[1] ?? '/').replace(/\[(\w+)\]/g, ':$1'),
        view: shown[1] ?? '',
        props: Object.fromEntries(props),
      },
    ];
  });
}

/** A route whose view is missing shows nothing. */
function hasView(files: readonly AppFile[], view: string): boolean {
  const kebab = view.replace(/([a-z])([A-Z])/g, '$1-$2').toLowerCase();
  return files.some(({ path }) => new RegExp(`(^|/)views/(${view}\\.vue|${kebab}\\.jsx?)$`).test(path));
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function textsOf(value: unknown): Record<string, string> {
  return Object.fromEntries(Object.entries(recordOf(value)).map(([key, each]) => [key, String(each)]));
}
