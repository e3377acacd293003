// The glossary check finds banned words where people read them, and nowhere else.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';

const SCRIPT = join(import.meta.dirname, '../../scripts/check-glossary.mjs');
const GLOSSARY = `# Glossary

| word | meaning | not |
|---|---|---|
| operator | Runs the service. | desk (except in packages), price group |
| credit | A unit. | coin (for credits) |
`;
const folders: string[] = [];
after(() => folders.map((folder) => rmSync(folder, { recursive: true })));

test('a banned word fails in names, comments and texts, in any spelling and number', () => {
  const found = check({
    'src/a.ts': 'export const useDesk = 1;\nexport class PriceGroups {\n  #desk = 1;\n}\n',
    'src/b.ts': '// The desk of the operator.\nexport const DESK_SIZE = 1;\n',
    'dashboard/src/c.tsx': 'export const page = <p>Your price group is new</p>;\n',
    'test/d.ts': "// A price group's test.\nexport const words = 'a desk';\n",
  });
  assert.equal(found.status, 1);
  assert.deepEqual(found.lines, [
    'dashboard/src/c.tsx:1: "price group" in a text: the glossary says "operator"',
    'src/a.ts:1: "desk" in the name useDesk: the glossary says "operator"',
    'src/a.ts:2: "price group" in the name PriceGroups: the glossary says "operator"',
    'src/a.ts:3: "desk" in the name desk: the glossary says "operator"',
    'src/b.ts:1: "desk" in a comment: the glossary says "operator"',
    'src/b.ts:2: "desk" in the name DESK_SIZE: the glossary says "operator"',
    'test/d.ts:1: "price group" in a comment: the glossary says "operator"',
  ]);
});

test('a bound is called MAX_', () => {
  assert.deepEqual(check({ 'src/a.ts': 'export const MOST_ROWS = 1;\n' }).lines, [
    'src/a.ts:1: "MOST_" in the name MOST_ROWS: the glossary says "MAX_"',
  ]);
});

test('other words, other meanings, excepted paths, SQL, values and names of the API pass', () => {
  const found = check({
    'src/a.ts': "// Desktops and coins.\nexport const kind = 'desk';\nexport const row = { desk_id: 1, coins: 2 };\n",
    'src/b.ts': 'export const rows = (sql: typeof String.raw) => sql`select one from desk where price group`;\n',
    'packages/painter/src/c.ts': '// A desk is furniture.\nexport const desk = 1;\n',
    'src/generated/d.ts': 'export const desk = 1;\n',
  });
  assert.deepEqual(found, { status: 0, lines: [] });
});

test('parentheses that the check cannot read, and a tree without files, fail', () => {
  const unclear = check({ 'src/a.ts': '' }, GLOSSARY.replace('for credits', 'see below'));
  assert.equal(unclear.status, 1);
  assert.equal(check({}).status, 1);
});

function check(files: Record<string, string>, glossary = GLOSSARY): { status: number | null; lines: string[] } {
  const root = mkdtempSync(join(tmpdir(), 'glossary-'));
  folders.push(root);
  for (const [path, text] of Object.entries({ ...files, 'docs/glossary.md': glossary })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const { status, stdout } = spawnSync(process.execPath, [SCRIPT, root], { encoding: 'utf8' });
  return {
    status,
    lines: stdout
      .split('\n')
      .filter((line) => line.includes(': "'))
      .sort(),
  };
}
