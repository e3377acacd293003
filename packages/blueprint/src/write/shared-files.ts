// The files that every generated app shares, whatever its framework: data, plain code, styles, tests.
import type { AppFile, Blueprint, Entity } from '../blueprint.ts';
import { collectLib, collectViews, type LibraryView, readTemplate } from '../views/view-library.ts';
import { printTheme } from './print-theme.ts';
import { printValue } from './print-value.ts';

const TESTED = ['snake', 'merge-board', 'arithmetic', 'tic-tac-toe', 'invoice-total', 'streak', 'formulas', 'cart'];
const STYLES = ['base', 'layout', 'parts', 'tables', 'kinds', 'site', 'play', 'games'];

export function appViews(blueprint: Blueprint): LibraryView[] {
  return collectViews(['Shell', ...blueprint.pages.map((each) => each.view)]);
}

/** Controllers, the library code they need, and `extra` entry points of the framework's own. */
export function codeFiles(views: LibraryView[], extra: string[]): AppFile[] {
  const controllers = views.flatMap((view) =>
    view.controller ? [{ path: `controllers/${view.file}.js`, content: view.controller }] : [],
  );
  const sources = [
    ...controllers.map((file) => file.content),
    ...views.flatMap((view) => view.uses.map((use) => `from '${use.from}'`)),
    ...extra,
  ];
  return [...controllers, ...collectLib(sources)];
}

export function schemaOf(blueprint: Blueprint): Record<string, Omit<Entity, 'name' | 'seed'>> {
  return Object.fromEntries(blueprint.entities.map(({ name, seed: _seed, ...meta }) => [name, meta]));
}

export function seedOf(blueprint: Blueprint): Record<string, Entity['seed']> {
  return Object.fromEntries(blueprint.entities.map((entity) => [entity.name, entity.seed]));
}

export function printSchema(blueprint: Blueprint): string {
  return `// What this app keeps: every kind of record with its fields.\nexport const schema = ${printValue(schemaOf(blueprint))};\n`;
}

export function printSeed(blueprint: Blueprint): string {
  return `// The example records that the app starts with.\nexport const seed = ${printValue(seedOf(blueprint))};\n`;
}

export function printApp(blueprint: Blueprint): string {
  const app = {
    name: blueprint.name,
    initial: blueprint.name.charAt(0).toUpperCase(),
    tagline: blueprint.tagline,
    layout: blueprint.layout,
    startsDark: blueprint.theme.startsDark,
    madeOn: blueprint.madeOn,
    nav: blueprint.pages.filter((each) => each.inNav).map(({ path, title, icon }) => ({ path, title, icon })),
    copy: blueprint.copy,
  };
  return `// The app's name, navigation and words.\nexport const app = ${printValue(app)};\n`;
}

export function styleFiles(folder: string, blueprint: Blueprint): AppFile[] {
  const names = ['theme', ...STYLES];
  return [
    { path: `${folder}/index.css`, content: names.map((name) => `@import "./${name}.css";\n`).join('') },
    { path: `${folder}/theme.css`, content: printTheme(blueprint.theme) },
    ...STYLES.map((name) => ({ path: `${folder}/${name}.css`, content: readTemplate(`style/${name}.css`) })),
  ];
}

/** Tests of the records and of each piece of tested library code that the app has. */
export function testFiles(code: AppFile[], source: string): AppFile[] {
  const names = TESTED.filter((name) => code.some((file) => file.path === `lib/${name}.js`));
  return ['records', ...names].map((name) => ({
    path: `test/${name}.test.js`,
    content: readTemplate(`tests/${name}.test.js`).replaceAll("'../src/", `'${source}`),
  }));
}
