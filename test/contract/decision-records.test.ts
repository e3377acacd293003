// The decision records: each with a number of its own, all after one template, all in the index.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { ROOT } from '../support/documents.ts';

const FOLDER = join(ROOT, 'docs/decisions');
const RECORD =
  /^# (\d{4}) · (.+)\n\n- Date: (\d{4}-\d\d-\d\d)\n- Status: (accepted|superseded by (\d{4}))\n\n## Context\n/;
const HEADINGS = ['Context', 'Decision', 'Consequences'];
const files = readdirSync(FOLDER).filter((name) => name !== 'README.md');

interface DecisionRecord {
  number: string;
  title: string;
  date: string;
  status: string;
  replacement: string | undefined;
}

function readRecord(file: string): DecisionRecord {
  const text = readFileSync(join(FOLDER, file), 'utf8');
  const head = RECORD.exec(text);
  assert.ok(head, `${file} does not begin as docs/decisions/README.md says`);
  const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
  assert.deepEqual(headings, HEADINGS, file);
  for (const part of text.split(/^## .+$/m).slice(1)) assert.ok(part.trim(), `${file} has an empty part`);
  const [, number = '', title = '', date = '', status = '', replacement] = head;
  return { number, title, date, status, replacement };
}

test('each decision record has a number of its own', () => {
  assert.ok(files.length > 0);
  const numbers = files.map((name) => name.slice(0, 5));
  assert.deepEqual(
    numbers.filter((number) => !/^\d{4}-$/.test(number)),
    [],
  );
  assert.equal(new Set(numbers).size, files.length);
});

test('every decision record follows the template, under the number of its file', () => {
  for (const file of files) {
    const { number, replacement } = readRecord(file);
    assert.equal(number, file.slice(0, 4), file);
    if (replacement)
      assert.ok(
        files.some((name) => name.startsWith(`${replacement}-`)),
        `${file}: ${replacement} is missing`,
      );
  }
});

test('the index lists every decision record with its title, status and date', () => {
  const index = readFileSync(join(FOLDER, 'README.md'), 'utf8');
  const rows = index.split('\n').filter((line) => line.startsWith('| ['));
  const expected = files.sort().map((file) => {
    const { number, title, status, date } = readRecord(file);
    return `| [${number}](${file}) | ${title} | ${status} | ${date} |`;
  });
  assert.equal(rows.join('\n'), expected.join('\n'));
});

test('every link between decision records leads to a file', () => {
  for (const file of [...files, 'README.md'])
    for (const [, link = ''] of readFileSync(join(FOLDER, file), 'utf8').matchAll(/\]\((\d{4}-[^)#]+)\)/g))
      assert.ok(files.includes(link), `${file}: ${link}`);
});
