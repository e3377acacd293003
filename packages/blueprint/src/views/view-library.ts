// The library of views and their plain code, read once from the templates folder.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readView, type ViewSource } from './view-tree.ts';

const TEMPLATES = fileURLToPath(new URL('../templates/', import.meta.url));

export interface LibraryView extends ViewSource {
  /** File name without ending: record-list. */
  file: string;
  /** The source of its controller, when it has one. */
  controller: string | null;
}

let library: Map<string, LibraryView> | undefined;

function viewLibrary(): Map<string, LibraryView> {
  library ??= readLibrary();
  return library;
}

export function readTemplate(path: string): string {
  return readFileSync(`${TEMPLATES}${path}`, 'utf8');
}

/** The named views, every view they show, and the library code they import. */
export function collectViews(names: readonly string[]): LibraryView[] {
  const found = new Map<string, LibraryView>();
  const visit = (name: string): void => {
    const view = viewLibrary().get(name);
    if (!view || found.has(name)) return;
    found.set(name, view);
    for (const part of view.parts) visit(part);
  };
  for (const name of names) visit(name);
  return [...found.values()].sort((a, b) => a.file.localeCompare(b.file));
}

/** The lib files that sources import, and those that these import in turn. */
export function collectLib(sources: readonly string[]): { path: string; content: string }[] {
  const found = new Map<string, string>();
  const visit = (source: string): void => {
    for (const match of source.matchAll(/from '(?:\.\.?\/lib|\.)\/([\w-]+\.js)'/g)) {
      const file = match[1] ?? '';
      if (found.has(file) || !existsSync(`${TEMPLATES}lib/${file}`)) continue;
      const content = readTemplate(`lib/${file}`);
      found.set(file, content);
      visit(content);
    }
  };
  for (const source of sources) visit(source);
  return [...found].sort().map(([file, content]) => ({ path: `lib/${file}`, content }));
}

function readLibrary(): Map<string, LibraryView> {
  const views = new Map<string, LibraryView>();
  for (const name of readdirSync(`${TEMPLATES}views`)) {
    const file = name.replace(/\.view$/, '');
    const controllerPath = `controllers/${file}.js`;
    const controller = existsSync(`${TEMPLATES}${controllerPath}`) ? readTemplate(controllerPath) : null;
    const view = readView(readTemplate(`views/${name}`));
    views.set(view.name, { ...view, file, controller });
  }
  return views;
}
