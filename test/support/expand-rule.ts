// Compares two schemas and names every change that a node of the earlier release does not survive.
import type { Definition, SchemaSurface } from './schema-surface.ts';

/** What the authors of migrations say in comments: `-- unused since 0.2.0: jobs.note` and `-- wider: jobs.jobs_status_check`. */
export interface Notes {
  unused: ReadonlySet<string>;
  wider: ReadonlySet<string>;
}

export function findBreaks(old: SchemaSurface, now: SchemaSurface, notes: Notes): string[] {
  const breaks = [
    ...changedColumns(old, now),
    ...addedColumns(old, now),
    ...changedFunctions(old, now),
    ...changedConstraints(old, now),
    ...changedIndexes(old, now),
    ...addedTriggers(old, now),
  ];
  return breaks
    .filter(({ name, isTighter }) => !(isTighter ? notes.wider : notes.unused).has(name))
    .map(({ name, what }) => `${name} ${what}`);
}

interface Break {
  name: string;
  what: string;
  /** A restriction that may be none in fact, which only the author knows. */
  isTighter?: boolean;
}

function changedColumns(old: SchemaSurface, now: SchemaSurface): Break[] {
  return Object.entries(old.columns).flatMap(([name, was]): Break[] => {
    const is = now.columns[name];
    if (is === undefined) return [{ name, what: 'is gone' }];
    return isCompatible(was, is) ? [] : [{ name, what: `was "${was}" and is "${is}"` }];
  });
}

/** A column may lose NOT NULL and may gain a default. */
function isCompatible(was: string, is: string): boolean {
  const [before, after] = [readColumn(was), readColumn(is)];
  return (
    before.type === after.type &&
    before.isGenerated === after.isGenerated &&
    (before.isRequired || !after.isRequired) &&
    (!before.hasDefault || after.hasDefault)
  );
}

function readColumn(text: string): { type: string; isRequired: boolean; hasDefault: boolean; isGenerated: boolean } {
  const type = text.replace(/ (not null|default|generated)/g, '');
  return {
    type,
    isRequired: text.includes(' not null'),
    hasDefault: text.includes(' default'),
    isGenerated: text.includes(' generated'),
  };
}

function addedColumns(old: SchemaSurface, now: SchemaSurface): Break[] {
  const tables = tablesOf(old);
  return Object.entries(now.columns)
    .filter(([name]) => !(name in old.columns) && tables.has(tableOf(name)))
    .filter(([, text]) => /^(?!.*( default| generated)).* not null/.test(text))
    .map(([name]) => ({ name, what: 'is new and NOT NULL without a default: old writers leave it out' }));
}

/** A second function of the same name makes calls ambiguous, even if the first stays. */
function changedFunctions(old: SchemaSurface, now: SchemaSurface): Break[] {
  return Object.entries(old.functions).flatMap(([name, was]): Break[] => {
    const is = now.functions[name];
    if (!is) return [{ name, what: 'is gone' }];
    if (JSON.stringify(was) === JSON.stringify(is)) return [];
    return [{ name, what: `was ${was.join(' and ')} and is ${is.join(' and ')}: give the new one another name` }];
  });
}

function changedConstraints(old: SchemaSurface, now: SchemaSurface): Break[] {
  return restrictions(old, now, 'constraints').filter(
    ({ name, columns }) => !columns.length || columns.some((column) => `${tableOf(name)}.${column}` in old.columns),
  );
}

function changedIndexes(old: SchemaSurface, now: SchemaSurface): Break[] {
  const tables = tablesOf(now);
  const gone = Object.entries(old.unique)
    .filter(([name, { text }]) => tables.has(tableOf(name)) && !hasSame(now.unique, name, text))
    .map(([name]) => ({ name, what: 'is gone: `on conflict` needs it' }));
  // A new column that old writers leave null breaks no unique index.
  const added = restrictions(old, now, 'unique').filter(({ name, columns }) =>
    columns.every((column) => {
      const path = `${tableOf(name)}.${column}`;
      return path in old.columns || / default| generated/.test(now.columns[path] ?? '');
    }),
  );
  return [...gone, ...added];
}

function restrictions(
  old: SchemaSurface,
  now: SchemaSurface,
  kind: 'constraints' | 'unique',
): (Break & { columns: string[] })[] {
  const tables = tablesOf(old);
  return Object.entries(now[kind])
    .filter(([name, { text }]) => tables.has(tableOf(name)) && !hasSame(old[kind], name, text))
    .map(([name, { text, columns }]) => ({
      name,
      columns,
      isTighter: true,
      what: `is new (${text.trim()}): old rows and writers may break it`,
    }));
}

/** By its text: a renamed constraint restricts nothing new. */
function hasSame(definitions: Record<string, Definition>, name: string, text: string): boolean {
  return Object.entries(definitions).some(([other, its]) => its.text === text && tableOf(other) === tableOf(name));
}

function addedTriggers(old: SchemaSurface, now: SchemaSurface): Break[] {
  const tables = tablesOf(old);
  return Object.keys(now.triggers)
    .filter((name) => !(name in old.triggers) && tables.has(tableOf(name)))
    .map((name) => ({ name, isTighter: true, what: 'is a new trigger: old writers must be able to pass it' }));
}

function tablesOf({ columns }: SchemaSurface): Set<string> {
  return new Set(Object.keys(columns).map(tableOf));
}

function tableOf(name: string): string {
  return name.split('.')[0] ?? '';
}
