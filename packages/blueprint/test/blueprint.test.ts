// The blueprint engine: prompts become the application they ask for, and edits change only what they name.
import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { type AppFile, FRAMEWORKS } from '../src/blueprint.ts';
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

function changedPaths(before: readonly AppFile[], after: readonly AppFile[]): string[] {
  const contents = (files: readonly AppFile[]) => new Map(files.map(({ path, content }) => [path, content]));
  const [old, now] = [contents(before), contents(after)];
  return [...new Set([...old.keys(), ...now.keys()])].filter((path) => old.get(path) !== now.get(path)).sort();
}
