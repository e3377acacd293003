// Lists the functions of src and packages that take more than three parameters, with their number by folder, and fails
// when a folder has more of them than LEFT allows: node scripts/count-parameters.mjs [folder…]
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from '@swc/core';

const MOST = 3;
/** The remaining functions. A folder without a number has none; lower a number when functions are changed. */
const LEFT = {
  // The shape primitives of shapes/part.ts: their calls are the drawings themselves, and names would triple their
  // length.
  'packages/painter': 11,
  // compose, master and sing, make: the ports that the service's adapters implement.
  'packages/composer': 3,
  'packages/film': 2,
  'src/engines': 19,
  'src/models': 9,
  'src/modules': 8,
  'src/net': 2,
};
const folders = process.argv.length > 2 ? process.argv.slice(2) : ['src', 'packages'];
const root = fileURLToPath(new URL('..', import.meta.url));

const found = folders.flatMap(listSources).flatMap(longSignaturesIn);
for (const { place, count } of found) console.log(`${place} takes ${count}`);
const byFolder = Map.groupBy(found, ({ place }) => place.split('/').slice(0, 2).join('/'));
for (const [folder, list] of byFolder) console.log(`${String(list.length).padStart(4)}  ${folder}`);
console.log(`${String(found.length).padStart(4)}  functions with more than ${MOST} parameters`);
for (const [folder, list] of byFolder) {
  if (list.length <= (LEFT[folder] ?? 0)) continue;
  console.error(`${folder} has ${list.length}, ${LEFT[folder] ?? 0} allowed: give the new one an options object.`);
  process.exitCode = 1;
}

function listSources(folder) {
  return readdirSync(join(root, folder), { recursive: true })
    .filter((name) => /\.ts$/.test(name) && !/(^|\/)(node_modules|dist|test)\//.test(name) && !name.endsWith('.d.ts'))
    .map((name) => join(folder, name))
    .sort();
}

function longSignaturesIn(path) {
  const text = readFileSync(join(root, path), 'utf8');
  const module = parseSync(text, { syntax: 'typescript', target: 'es2024' });
  // Positions count bytes over all files that were parsed; a comment before the first token is not part of the module.
  const bytes = Buffer.from(text);
  const start = module.span.end - bytes.length;
  const lineOf = (position) =>
    bytes
      .subarray(0, position - start)
      .toString()
      .split('\n').length;
  const list = [];
  visit(module, (node) => {
    const parameters = node.type === 'ArrowFunctionExpression' ? node.params : (node.params ?? node.function?.params);
    const isFunction =
      /^(ArrowFunctionExpression|FunctionDeclaration|FunctionExpression|ClassMethod|PrivateMethod|Constructor)$/.test(
        node.type,
      );
    if (isFunction && parameters.length > MOST) {
      const span = node.span ?? node.function.span;
      list.push({ place: `${path}:${lineOf(span.start)}`, count: parameters.length });
    }
  });
  return list;
}

function visit(node, see) {
  if (Array.isArray(node)) {
    for (const item of node) visit(item, see);
  } else if (node && typeof node === 'object') {
    if (typeof node.type === 'string') see(node);
    for (const value of Object.values(node)) visit(value, see);
  }
}
