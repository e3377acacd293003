// The glossary check of `npm run check`: fails on words that docs/glossary.md replaces, in identifiers, comments and texts of the interface, and on bounds that are not called MAX_.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';

const ROOT = process.argv[2] ?? join(import.meta.dirname, '..');
const FOLDERS = [
  'src',
  'dashboard/src',
  'client/src',
  'cli/src',
  'packages/*/src',
  'packages/*/test',
  'scripts',
  'bench',
  'test',
];
const EXCLUDED = ['**/generated/**', 'test/fixtures/**'];
const MAX_NAME = 100;
/** Where strings are texts that people read. */
const INTERFACE = ['src/', 'dashboard/src/', 'client/src/', 'cli/src/'];

const words = readGlossary(readFileSync(join(ROOT, 'docs/glossary.md'), 'utf8'));
words.push({ banned: 'MOST_', use: 'MAX_', paths: [], pattern: /(?<![A-Za-z])MOST_/g });
const files = globSync(
  FOLDERS.map((folder) => `${folder}/**/*.{ts,tsx,mts,mjs}`),
  { cwd: ROOT, exclude: EXCLUDED },
);
const problems = files.flatMap(checkFile);
for (const problem of problems) console.log(problem);
console.log(`${words.length} words, ${files.length} files, ${problems.length} problems`);
process.exitCode = problems.length === 0 && files.length > 0 ? 0 : 1;

/** The last column of each row: words that are banned everywhere, or `except in` paths. Those `for` one concept are left to readers. */
function readGlossary(markdown) {
  const rows = markdown.split('\n').filter((line) => line.startsWith('|') && !line.startsWith('|-'));
  return rows.slice(1).flatMap((row) => {
    const [, use = '', , last = ''] = row.split('|').map((cell) => cell.trim());
    return last.split(/,\s*(?![^(]*\))/).flatMap((entry) => readWord(entry, use));
  });
}

function readWord(entry, use) {
  const [, banned = '', context = ''] = /^([^()]*?)(?: \(([^()]*)\))?$/.exec(entry) ?? [];
  if (banned === '' || context.startsWith('for ')) return [];
  const paths = context.startsWith('except in ') ? context.slice('except in '.length).split(', ') : [];
  if (context !== '' && paths.length === 0)
    throw new Error(`docs/glossary.md: "${entry}": the words in parentheses begin with "for" or "except in"`);
  return [{ banned, use, paths, pattern: patternOf(banned) }];
}

/** Finds the words also in camelCase and capitals, joined or in the plural. */
function patternOf(banned) {
  const parts = banned.split(' ');
  const capitals = parts.map((part) => part[0].toUpperCase() + part.slice(1));
  const lower = parts.map((part, index) => `[${part[0]}${capitals[index][0]}]${part.slice(1)}`);
  return new RegExp(
    `(?:(?:(?<![A-Za-z])${lower[0]}|(?<=[a-z0-9])${capitals[0]})${lower
      .slice(1)
      .map((part) => `[ _-]?${part}`)
      .join('')}s?(?![a-z])` + `|(?<![A-Za-z])${parts.map((part) => part.toUpperCase()).join('[ _]')}S?(?![A-Za-z]))`,
    'g',
  );
}

function checkFile(path) {
  const text = readFileSync(join(ROOT, path), 'utf8');
  const hits = words
    .filter(({ paths }) => !paths.some((prefix) => path.startsWith(`${prefix}/`)))
    .flatMap(({ banned, use, pattern }) => [...text.matchAll(pattern)].map(({ index }) => ({ banned, use, index })));
  if (hits.length === 0) return [];
  const places = placesOf(path, text);
  return hits.flatMap(({ banned, use, index }) => {
    if (isWireName(text, index)) return [];
    const place = places.find(({ start, end }) => start <= index && index < end);
    const line = text.slice(0, index).split('\n').length;
    return place ? [`${path}:${line}: "${banned}" in ${place.kind}: the glossary says "${use}"`] : [];
  });
}

function placesOf(path, text) {
  const { program, comments } = parseSync(path, text);
  const places = comments.map(({ start, end }) => ({ start, end, kind: 'a comment' }));
  collect(
    program,
    INTERFACE.some((folder) => path.startsWith(folder)),
    places,
  );
  return places;
}

function collect(node, readsTexts, places) {
  if (Array.isArray(node)) for (const child of node) collect(child, readsTexts, places);
  if (node === null || typeof node !== 'object' || Array.isArray(node)) return;
  const { type, start, end, name } = node;
  if (type === 'Identifier' || type === 'PrivateIdentifier') places.push({ start, end, kind: `the name ${name}` });
  if (readsTexts && /\s/.test(textOf(node))) places.push({ start, end, kind: 'a text' });
  for (const child of Object.values(node)) collect(child, readsTexts && !isSql(node), places);
}

/** Names with underscores in small letters are those of the API and the database. */
function isWireName(text, index) {
  const [before] = /\w*$/.exec(text.slice(Math.max(0, index - MAX_NAME), index));
  const [after] = /^\w*/.exec(text.slice(index, index + MAX_NAME));
  return /^[a-z0-9]+(?:_[a-z0-9]+)+$/.test(before + after);
}

function textOf({ type, value }) {
  if (type === 'TemplateElement') return value.cooked ?? '';
  return ['Literal', 'JSXText'].includes(type) && typeof value === 'string' ? value : '';
}

function isSql({ type, tag }) {
  return type === 'TaggedTemplateExpression' && tag.name === 'sql';
}
