// What a prompt refuses is left out of the app, and the rest of the prompt is built as if it had not been named.
import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { createBlueprintEngine } from '../src/engine.ts';
import { readWishes } from '../src/read/wishes.ts';

const engine = createBlueprintEngine({ now: () => new Date('2026-03-01T00:00:00Z') });
const signal = new AbortController().signal;
after(() => engine.close());

const PROMPTS: [prompt: string, refused: string[], shown: { accounts?: boolean; dark?: boolean; views?: string[] }][] =
  [
    ['a todo app with no login', ['login'], {}],
    ['a recipe tracker without dark mode', ['dark mode'], {}],
    ['a task manager without a calendar and no accounts', ['calendar', 'accounts'], { views: ['Board'] }],
    ['an expense tracker, no sign up needed', ['sign up'], { views: ['Calendar'] }],
    ['a book collection without login or dark mode', ['login', 'dark mode'], { views: ['Board'] }],
    ['a habit tracker with no board', ['board'], { views: ['Habits'] }],
    ['a plant diary with login but no calendar', ['calendar'], { accounts: true }],
    ['a project tracker without user accounts, with a calendar', ['user accounts'], { views: ['Board', 'Calendar'] }],
    ['a movie list that is not dark, without kanban board', ['kanban board'], {}],
    ['a workout log with a dark theme and no login', ['login'], { dark: true, views: ['Calendar'] }],
  ];

for (const [prompt, refused, { accounts = false, dark = false, views }] of PROMPTS)
  test(prompt, async () => {
    const app = await engine.read(prompt, signal);
    assert.deepEqual(readWishes(prompt).refused, refused);
    assert.equal(app.hasAccounts, accounts);
    assert.equal(app.theme.startsDark, dark);
    const special = new Set(['Board', 'Calendar', 'Habits']);
    const shown = app.pages.map(({ view }) => view).filter((view) => special.has(view));
    if (views) assert.deepEqual([...new Set(shown)].sort(), views);
    for (const [view, word] of [
      ['Board', /board/],
      ['Calendar', /calendar/],
    ] as const)
      if (refused.some((words) => word.test(words))) assert.ok(!shown.includes(view), `${view} is there`);
    assert.ok(app.understood.includes(`Left out: ${refused.join(', ')}.`), app.understood.join(' '));
    const files = await engine.write(app, 'react', signal);
    const answers = await engine.review({ prompt, files }, signal);
    for (const words of refused)
      assert.equal(answers.find(({ item }) => item === `no ${words}`)?.outcome, 'done', JSON.stringify(answers));
  });

test('words of denial that refuse nothing leave the prompt as it is', () => {
  for (const prompt of [
    'a reminder app so that I never forget birthdays',
    'a no-code  gallery',
    'no login',
    'a todo app',
  ])
    assert.deepEqual(readWishes(prompt), { wanted: prompt, refused: [] });
});

test('a hostile prompt is read within a second', () => {
  const started = performance.now();
  for (const text of [
    `${'no login '.repeat(400)}`,
    `a todo app${' '.repeat(3900)}no login`,
    'and '.repeat(1000),
    'no a (['.repeat(500),
  ])
    readWishes(text);
  assert.ok(performance.now() - started < 4000, `${performance.now() - started} ms`);
});
