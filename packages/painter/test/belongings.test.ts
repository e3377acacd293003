// What belongs to a thing is drawn with it; families, negations, misspellings and text are read as they are meant.
import assert from 'node:assert/strict';
import test from 'node:test';
import { readPrompt } from '@atelier/reader';
import { composeWorld } from '../src/compose/compose.ts';
import { setText } from '../src/graphics/set-type.ts';
import { describeAround } from '../src/paint-one.ts';
import { describeScene } from '../src/prompt/describe.ts';
import { unwornIn } from '../src/what-is-seen.ts';

function worldOf(prompt: string) {
  return composeWorld(describeScene(prompt), { width: 64, height: 64 }, { seed: 3, style: 'realistic' });
}

function kindsIn(prompt: string): [string, number][] {
  return describeScene(prompt).subjects.map(({ kind, count }) => [kind, count]);
}

/** The paints of the parts with this label. */
function paintsOf(prompt: string, label: string): string[] {
  const parts = worldOf(prompt).things.flatMap((thing) => thing.parts);
  return [...new Set(parts.filter((part) => part.label === label).map(({ paint }) => paint.split(' ')[0] ?? ''))];
}

test('ribbons, stripes, porches, knockers and what fills a jug are parts with their own colour', () => {
  assert.deepEqual(paintsOf('a gift with a green ribbon under a tree', 'ribbon'), ['green']);
  assert.deepEqual(paintsOf('a box and a present with a white bow', 'ribbon'), ['white']);
  assert.deepEqual(paintsOf('a flag with two horizontal stripes, red and white', 'stripe'), ['red', 'white']);
  assert.deepEqual(paintsOf('a flag with black and yellow stripes', 'stripe'), ['black', 'yellow']);
  assert.deepEqual(paintsOf('a yellow house with a blue porch', 'porch').includes('blue'), true);
  assert.deepEqual(paintsOf('a golden door knocker on a green door', 'doorknocker'), ['golden']);
  assert.deepEqual(paintsOf('a jug of milk on a table', 'milk'), ['white']);
  assert.deepEqual(paintsOf('a pitcher of lemonade', 'lemonade'), ['#f0dc60']);
});

test('a family is counted, of people and of animals', () => {
  assert.deepEqual(kindsIn('a bear family'), [['bear', 4]]);
  assert.deepEqual(kindsIn('a family of ducks on a lake'), [['duck', 4]]);
  assert.deepEqual(kindsIn('a family of five on the beach'), [['man', 5]]);
});

test('what a prompt denies is not drawn', () => {
  assert.deepEqual(kindsIn('a bench without people'), [['bench', 1]]);
  assert.deepEqual(kindsIn('a house and no trees'), [['house', 1]]);
  assert.deepEqual(kindsIn('a cat without any dogs'), [['cat', 1]]);
});

test('a thing that is named again with "the" is the same thing', () => {
  assert.deepEqual(kindsIn('a table with a lamp. Two cats sit beside the table.'), [
    ['table', 1],
    ['lamp', 1],
    ['cat', 2],
  ]);
  assert.deepEqual(kindsIn('a boat on a lake and a man next to the boat'), [
    ['boat', 1],
    ['man', 1],
  ]);
});

test('a doubled or halved letter does not hide a name, and a year is no number of things', () => {
  assert.deepEqual(kindsIn('a racoon'), [['raccoon', 1]]);
  assert.deepEqual(kindsIn('a girafe'), [['giraffe', 1]]);
  assert.deepEqual(kindsIn('a ballon'), [['balloon', 1]]);
  assert.deepEqual(kindsIn('a 1965 car'), [['car', 1]]);
});

test('who watches from above is no camera, and a view from above is one', () => {
  assert.equal(describeScene('a dog and an owl looking from above').fromAbove, false);
  assert.equal(describeScene('a cat, moonlight shining from above').fromAbove, false);
  assert.equal(describeScene('a plate of pasta from above').fromAbove, true);
});

test('what is below a small thing has it above itself', () => {
  for (const [prompt, upper, lower] of [
    ['a dog below a banana', 'banana', 'dog'],
    ['a cat under a skateboard', 'skateboard', 'cat'],
    ['a duck underneath a cup', 'cup', 'duck'],
  ] as const) {
    const { things } = worldOf(prompt);
    const heightOf = (name: string) => things.find((thing) => thing.name === name)?.at[1] ?? Number.NaN;
    assert.ok(heightOf(upper) > heightOf(lower) + 0.2, prompt);
  }
});

test('text that is all there is may name what is shown, and lettered books show their cover', () => {
  const around = (prompt: string) => describeAround(readPrompt(prompt), prompt);
  assert.deepEqual(
    around("photos of 'Garden Cottage'").subjects.map(({ kind }) => kind),
    ['cottage'],
  );
  const scene = around("two books with the word 'Maths' on them");
  const { things } = composeWorld(scene, { width: 64, height: 64 }, { seed: 3, style: 'realistic' });
  assert.equal(things.filter(({ parts }) => parts.some(({ label }) => label === 'board')).length, 2);
});

test('the screen of a computer is no television beside it', () => {
  assert.deepEqual(
    kindsIn('a laptop with a cat on the screen')
      .map(([kind]) => kind)
      .includes('television'),
    false,
  );
  assert.deepEqual(kindsIn('a computer with a bright screen'), [['laptop', 1]]);
  assert.deepEqual(kindsIn('a screen'), [['television', 1]]);
});

test('outlines of letters never hold a coordinate that is no number', async () => {
  for (let width = 60; width < 300; width += 7.3)
    for (const face of ['serif', 'sans'] as const) {
      const box = { left: 28.8, top: width / 9, width, height: width / 3 };
      assert.doesNotMatch(await setText('Recipes from Peru', box, { face, fill: '#000000' }), /NaN|undefined/);
    }
});

test('animals wear their jackets, and rock that is played is no stone', () => {
  for (const prompt of ['a fox in a leather jacket', 'a dog wearing a black jacket', 'a cat in a red coat']) {
    assert.equal(kindsIn(prompt).length, 1, prompt);
    assert.equal(paintsOf(prompt, 'jacket').length > 0, true, prompt);
  }
  assert.deepEqual(kindsIn('a punk rock fox in a jacket next to a tree'), [
    ['fox', 1],
    ['tree', 1],
  ]);
});

test('birds wear scarves; what an animal cannot wear is told', () => {
  for (const prompt of ['a penguin in a blue scarf', 'an owl wearing a blue scarf', 'a small bird with a blue scarf']) {
    assert.deepEqual(paintsOf(prompt, 'scarf'), ['blue'], prompt);
    assert.deepEqual(unwornIn(worldOf(prompt), describeScene(prompt)), [], prompt);
  }
  for (const [prompt, unworn] of [
    ['a duck in a yellow raincoat', ['jacket']],
    ['a turtle wearing a scarf', ['scarf']],
    ['a man in a red jacket and a dog', []],
  ] as const)
    assert.deepEqual(unwornIn(worldOf(prompt), describeScene(prompt)), unworn, prompt);
});

test('clothes have the colour that is named, and the wearer keeps its own', () => {
  for (const [prompt, label, colour] of [
    ['a cat in a red coat', 'jacket', 'red'],
    ['a dog in a yellow raincoat', 'jacket', 'yellow'],
    ['a fox wearing a green leather jacket', 'jacket', 'green'],
    ['a bear wearing a blue scarf', 'scarf', 'blue'],
    ['a rabbit with a purple knitted scarf', 'scarf', 'purple'],
    ['a woman wearing a white hat', 'hat', 'white'],
  ] as const) {
    assert.equal(kindsIn(prompt).length, 1, prompt);
    assert.ok(paintsOf(prompt, label).includes(colour), `${prompt}: ${paintsOf(prompt, label)}`);
    assert.deepEqual(describeScene(prompt).subjects[0]?.colours, [], prompt);
  }
  const man = worldOf('a man in a red jacket').things.flatMap(({ parts }) => parts);
  assert.ok(man.some(({ paint }) => paint === 'red cloth'));
  assert.deepEqual(paintsOf('a fox in a leather jacket', 'jacket'), ['#1c1a1c']);
  const both = 'a bear in a yellow coat and a blue scarf';
  assert.deepEqual([paintsOf(both, 'jacket'), paintsOf(both, 'scarf')], [['yellow'], ['blue']]);
});
