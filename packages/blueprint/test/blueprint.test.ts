// The blueprint engine: prompts become the application they ask for, and edits change only what they name.
import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { type AppFile, FRAMEWORKS, type Requested } from '../src/blueprint.ts';
import { createBlueprintEngine } from '../src/engine.ts';
import { KINDS } from '../src/read/kind-rules.ts';
import { composeBlueprint } from '../src/read/read-blueprint.ts';
import { writeApp } from '../src/write/write-app.ts';

const engine = createBlueprintEngine({ now: () => new Date('2026-03-01T00:00:00Z') });
const signal = new AbortController().signal;
after(() => engine.close());

const KIND_PROMPTS: [string, string][] = [
  ['A landing page for a meditation app', 'landing'],
  ['Start a blog about urban gardening', 'blog'],
  ['An online shop for candles with a cart', 'shop'],
  ['A todo app', 'kanban'],
  ['Something like Slack for our club: a chat', 'chat'],
  ['A trivia quiz on history', 'quiz'],
  ['Pomodoro timer', 'timer'],
  ['a calculator', 'calculator'],
  ['Mortgage calculator', 'formula'],
  ['Build the snake game', 'snake'],
  ['2048 clone', '2048'],
  ['Tic tac toe against the computer', 'tictactoe'],
  ['A photo gallery of my travels', 'gallery'],
  ['Portfolio of an architect', 'portfolio'],
  ['Appointment booking for a dentist', 'booking'],
  ['Write invoices for my clients', 'invoice'],
  ['Weather dashboard', 'weather'],
  ['REST API for a library', 'api'],
  ['Habit tracker with streaks', 'habits'],
  ['Flashcards to learn Spanish', 'flashcards'],
  ['A note taking app', 'notes'],
  ['Inventory management for a bike shop', 'records'],
];

test('more than fifteen kinds of application are recognised beyond record keeping', async () => {
  for (const [prompt, kind] of KIND_PROMPTS) assert.equal((await engine.read(prompt, signal)).kind, kind, prompt);
});

test('unknown wishes become the things they name, with the fields they name', async () => {
  const hives = await engine.read('an app to track my bee hives', signal);
  assert.deepEqual(
    hives.entities.map((entity) => entity.name),
    ['beeHives', 'inspections'],
  );
  assert.ok(hives.entities[1]?.fields.some((field) => field.type === 'relation' && field.to === 'beeHives'));
  const stamps = await engine.read('an app to manage my stamp collection with country, year and value', signal);
  assert.deepEqual(
    stamps.entities[0]?.fields.map((field) => `${field.name}:${field.type}`),
    ['name:text', 'country:text', 'year:number', 'value:money'],
  );
  const odd = await engine.read('A tool for lighthouse keepers to log foghorn tests', signal);
  assert.equal(odd.entities[0]?.name, 'foghornTests');
});

test('colour, darkness, name and accounts are read from the words', async () => {
  const app = await engine.read('A recipe manager called Ladle in green with dark mode and login', signal);
  assert.equal(app.name, 'Ladle');
  assert.equal(app.theme.palette, 'green');
  assert.equal(app.theme.startsDark, true);
  assert.equal(app.hasAccounts, true);
});

test('every kind is written in every framework, the same way twice, with a page for every link', () => {
  for (const kind of KINDS) {
    const blueprint = composeBlueprint(
      'Something to track projects with tasks',
      kind,
      new Date('2026-03-01T00:00:00Z'),
    );
    assert.ok(blueprint.pages.some((page) => page.path === '/'));
    assert.equal(new Set(blueprint.pages.map((page) => page.path)).size, blueprint.pages.length, kind);
    for (const framework of FRAMEWORKS) {
      const files = writeApp(blueprint, framework);
      assert.deepEqual(files, writeApp(blueprint, framework));
      assert.ok(
        files.some((file) => file.path === 'README.md') && files.some((file) => /test/.test(file.path)),
        `${kind} ${framework}`,
      );
    }
  }
});

test('edits touch only the files that need them', async () => {
  const blueprint = await engine.read('A kanban board for my team with tasks', signal);
  const cases: [string, string[]][] = [
    ['add a due date to tasks', ['README.md', 'src/data/schema.js', 'src/data/seed.js']],
    ['make it green', ['src/styles/theme.css']],
    ['rename priority to urgency', ['README.md', 'src/data/schema.js']],
    ['rename the app to Drumbeat', ['README.md', 'index.html', 'src/data/app.js']],
    ['remove the assignee from tasks', ['README.md', 'src/data/schema.js', 'src/data/seed.js']],
  ];
  for (const [words, expected] of cases) {
    const edit = await engine.edit(blueprint, words, signal);
    assert.deepEqual(
      changedPaths(await engine.write(blueprint, 'react', signal), await engine.write(edit.blueprint, 'react', signal)),
      expected,
      words,
    );
  }
  assert.deepEqual((await engine.edit(blueprint, 'what do you think?', signal)).changes, []);
});

test('a meaning is asked for only where the rules see nothing, and may fail', async () => {
  let asked = 0;
  const failing = createBlueprintEngine({
    embed: async () => {
      asked += 1;
      throw new Error('no model');
    },
  });
  assert.equal((await failing.read('Pomodoro timer', signal)).kind, 'timer');
  assert.equal(asked, 0);
  assert.equal((await failing.read('Things of my grandmother', signal)).kind, 'records');
  assert.equal(asked, 1);
});

const outcomesOf = (requested: Requested[]) => requested.map(({ item, outcome }) => [item, outcome]);

test('every item of a prompt is answered by what the files of each framework show', async () => {
  const prompt =
    'An app to track my bee hives and their inspections, with a calendar, drag and drop and weekly e-mail reports';
  for (const framework of FRAMEWORKS) {
    const files = await engine.write(await engine.read(prompt, signal), framework, signal);
    const requested = await engine.review({ prompt, files }, signal);
    assert.deepEqual(
      outcomesOf(requested),
      [
        ['An app to track my bee hives and their inspections', 'done'],
        ['calendar', 'done'],
        ['drag and drop', 'not_done'],
        ['weekly e-mail reports', 'not_done'],
      ],
      framework,
    );
    assert.match(requested[1]?.note ?? '', /Inspections by date/);
    const broken = files.filter(({ path }) => !/views\/calendar\.|views\/Calendar\./.test(path));
    const [, calendar] = await engine.review({ prompt, files: broken }, signal);
    assert.equal(calendar?.outcome, 'not_done', `${framework}: a page without its view is not done`);
  }
});

test('an account without a server is done differently, and a colour that was not used is not done', async () => {
  const prompt = 'A recipe manager called Ladle in green with login';
  const files = await engine.write(await engine.read(prompt, signal), 'react', signal);
  assert.deepEqual(outcomesOf(await engine.review({ prompt, files }, signal)), [
    ['A recipe manager', 'done'],
    ['called Ladle', 'done'],
    ['green', 'done'],
    ['login', 'done_differently'],
  ]);
  const red = files.map((file) => ({ ...file, content: file.content.replaceAll(' 150)', ' 25)') }));
  assert.equal((await engine.review({ prompt, files: red }, signal))[2]?.outcome, 'not_done');
});

test('an instruction is taken apart: one item is done, another was there, another is refused', async () => {
  const blueprint = await engine.read('A kanban board for my team with tasks', signal);
  const before = await engine.write(blueprint, 'react', signal);
  const edit = await engine.edit(
    blueprint,
    'add a dark mode toggle, weekly e-mail reports and a calendar. Add a due date and a reminder to tasks',
    signal,
  );
  assert.equal(edit.blueprint.theme.startsDark, false, 'a toggle does not turn the app dark');
  assert.deepEqual(
    edit.blueprint.entities.map(({ name }) => name),
    blueprint.entities.map(({ name }) => name),
    'reports are not taken for records',
  );
  const files = await engine.write(edit.blueprint, 'react', signal);
  const requested = await engine.review({ requests: edit.requests, before, files }, signal);
  assert.deepEqual(outcomesOf(requested), [
    ['add a dark mode toggle', 'done'],
    ['add weekly e-mail reports', 'not_done'],
    ['add a calendar', 'done'],
    ['Add a due date to tasks', 'done'],
    ['Add a reminder to tasks', 'not_done'],
  ]);
  assert.match(requested[0]?.note ?? '', /there already/);
  const unbuilt = await engine.review({ requests: edit.requests, before, files: before }, signal);
  assert.deepEqual(
    unbuilt.map(({ outcome }) => outcome),
    ['done', 'not_done', 'not_done', 'not_done', 'not_done'],
    'what the files do not show is not done',
  );
});

function changedPaths(before: readonly AppFile[], after: readonly AppFile[]): string[] {
  const contents = (files: readonly AppFile[]) => new Map(files.map(({ path, content }) => [path, content]));
  const [old, now] = [contents(before), contents(after)];
  return [...new Set([...old.keys(), ...now.keys()])].filter((path) => old.get(path) !== now.get(path)).sort();
}
