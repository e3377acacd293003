// What the painter makes of people, poses, kinds with a colour in their name, dishes, views and neon.
import assert from 'node:assert/strict';
import test from 'node:test';
import { readPrompt } from '@atelier/reader';
import { composeWorld } from '../src/compose/compose.ts';
import { describeAround } from '../src/paint-one.ts';
import { describeScene } from '../src/prompt/describe.ts';
import { boxOf } from '../src/shapes/turn.ts';
import { kindNamed } from '../src/subjects/registry.ts';

const SQUARE = { width: 64, height: 64 };

function worldOf(prompt: string) {
  return composeWorld(describeScene(prompt), SQUARE, { seed: 3, style: 'realistic' });
}

function thingIn(prompt: string, name: string) {
  const thing = worldOf(prompt).things.find((one) => one.name === name);
  assert.ok(thing, `${name} in "${prompt}"`);
  return thing;
}

test('a fisherman with a white beard is old, bearded and no pirate, and nothing of it is missed', () => {
  const scene = describeScene('photorealistic portrait of an old fisherman with a white beard');
  const [fisherman] = scene.subjects;
  assert.equal(fisherman?.kind, 'fisherman');
  assert.deepEqual([fisherman?.traits?.old, fisherman?.traits?.beard], [true, '#ece8e0']);
  assert.deepEqual([scene.portrait, scene.undrawn], [true, []]);
});

test('a portrait shows head and shoulders, a plain prompt the whole figure', () => {
  const near = thingIn('portrait of a woman', 'woman');
  const far = thingIn('a woman', 'woman');
  assert.ok(-near.at[2] < 1.6 && -far.at[2] > 2.5, `${near.at[2]} and ${far.at[2]}`);
});

test('hair, sunglasses and beards belong to the person before them', () => {
  const { parts } = thingIn('a girl with long curly blonde hair and sunglasses', 'girl');
  const labels = new Set(parts.map(({ label }) => label));
  assert.ok(labels.has('hair') && labels.has('sunglasses'));
  assert.ok(parts.some(({ label, paint }) => label === 'hair' && paint === '#dcb458 fur'));
  const boat = describeScene('a fisherman with a white beard and a boat').subjects[1];
  assert.deepEqual([boat?.kind, boat?.colours], ['boat', []]);
});

test('animals sleep low, sit upright and stretch when they run', () => {
  const shapeOf = (prompt: string, name = 'dog') => {
    const { low, high } = boxOf(thingIn(prompt, name).parts);
    return { tall: high[1] - low[1], long: high[0] - low[0] };
  };
  const [standing, sleeping] = [shapeOf('a dog'), shapeOf('a sleeping dog')];
  const sitting = shapeOf('a dog sitting in a park');
  const [horse, running] = [shapeOf('a horse', 'horse'), shapeOf('a horse running in a field', 'horse')];
  assert.ok(sleeping.tall < standing.tall * 0.75, 'asleep, it lies');
  assert.ok(sitting.tall / sitting.long > standing.tall / standing.long, 'sitting, it is upright');
  assert.ok(running.long > horse.long * 1.1, 'running, it stretches');
});

test('who sits on a bench has its seat under the hips', () => {
  const scene = describeScene('a man sitting on a bench');
  assert.deepEqual([scene.subjects[0]?.pose, scene.subjects[0]?.relation], ['sitting', { kind: 'on', to: 1 }]);
  const seated = thingIn('a man sitting on a bench', 'man');
  const standing = thingIn('a man on a bench', 'man');
  assert.ok(seated.at[1] < standing.at[1], `${seated.at[1]} below ${standing.at[1]}`);
});

test('text that is set in type is no thing of the scene', () => {
  const prompt = "a storefront with 'Hello World' written on it";
  const scene = describeAround(readPrompt(prompt), prompt);
  assert.deepEqual(
    scene.subjects.map(({ kind }) => kind),
    ['shop'],
  );
});

test('two subjects before a verb share its pose', () => {
  assert.deepEqual(
    describeScene('a cat and a dog sleeping on a sofa').subjects.map(({ kind, pose }) => [kind, pose]),
    [
      ['cat', 'sleeping'],
      ['dog', 'sleeping'],
      ['sofa', undefined],
    ],
  );
});

test('a red fox is a kind, a red car a colour', () => {
  assert.deepEqual(describeScene('a red fox').subjects[0]?.colours, []);
  assert.deepEqual(describeScene('a red car').subjects[0]?.colours, ['red']);
});

test('a bowl of ramen with egg is one dish, seen from above when asked', () => {
  const scene = describeScene('a bowl of ramen with egg, top view');
  assert.deepEqual([scene.subjects.map(({ kind }) => kind), scene.fromAbove, scene.undrawn], [['ramen'], true, []]);
  assert.ok(thingIn('a bowl of ramen with egg, top view', 'ramen').parts.some(({ label }) => label === 'egg'));
  assert.deepEqual(
    describeScene('a bowl of oranges').subjects.map(({ kind }) => kind),
    ['bowl', 'orange'],
  );
});

test('rain falls behind the window of a room, snow covers all of a winter forest, which has many trees', () => {
  const room = worldOf('a cat sleeping on a blue sofa in a living room with rain').room;
  assert.deepEqual([room?.window, room?.weather], [true, 'rain']);
  const forest = worldOf('a red fox running through a snowy forest at dawn');
  assert.equal(forest.ground.kind, 'snow');
  assert.ok(Math.min(...forest.ground.second) > 0.6, 'no brown patches');
  assert.ok(forest.things.filter(({ name }) => name === 'tree').length >= 6);
});

test('neon makes a town a street at night with signs that shine', () => {
  const world = worldOf('cyberpunk city street at night with neon signs');
  assert.ok(world.light.night > 0.8);
  const shining = world.things.filter(({ paints }) => paints.some(({ finish }) => finish === 'glow'));
  assert.ok(shining.length >= 6, `${shining.length} things shine`);
});

test('common things of photographs are known', () => {
  const nouns =
    'parking meter,fire hydrant,stop sign,traffic light,toilet,sink,microwave,hair drier,tennis racket,skis,hot dog,tie';
  assert.deepEqual(
    nouns.split(',').filter((noun) => !kindNamed(noun)),
    [],
  );
});

test('a rider sits in the saddle: soles above the ground, hips at the back, looking ahead', () => {
  const prompt = 'an astronaut riding a horse on the moon';
  const [rider, horse] = [thingIn(prompt, 'astronaut'), thingIn(prompt, 'horse')];
  const topOf = ({ parts, scale, at }: typeof rider) => at[1] + boxOf(parts).high[1] * scale;
  const solesOf = ({ parts, scale, at }: typeof rider) => at[1] + boxOf(parts).low[1] * scale;
  const back = 1.26 * horse.scale;
  assert.ok(solesOf(rider) > 0.1 * topOf(horse) && solesOf(rider) < back, 'the legs hang at the sides');
  assert.ok(topOf(rider) > topOf(horse), 'the head is above the horse');
  assert.ok(topOf(rider) < 1.6 * topOf(horse), 'nobody floats');
  assert.ok(Math.abs(rider.yaw - horse.yaw - Math.PI / 2) < 1e-9);
});

test('on the moon is the moon’s ground under a black sky with the earth, under the moon is a night', () => {
  const moon = worldOf('an astronaut on the moon');
  assert.deepEqual([moon.ground.kind, moon.sky.kind], ['moon', 'space']);
  assert.ok(moon.things.some(({ name }) => name === 'earth'));
  assert.equal(describeScene('a wolf under the moon').time, 'night');
});

test('a crowd is many people, men and women', () => {
  for (const prompt of ['a crowd of people', 'a crowd at a concert']) {
    const people = worldOf(prompt).things.filter(({ name }) => name === 'people' || name === 'crowd');
    assert.equal(people.length, 18, prompt);
    assert.ok(new Set(people.map(({ parts }) => parts.length)).size > 1, 'not all are the same');
  }
});

test('what a person holds is in the hand', () => {
  for (const [who, what] of [
    ['woman', 'apple'],
    ['girl', 'balloon'],
    ['king', 'sword'],
  ] as const) {
    const world = worldOf(`a ${who} holding a ${what}`);
    const [holder, held] = [who, what].map((name) => world.things.find((one) => one.name === name));
    assert.ok(holder && held);
    const hand = holder.parts.find(({ label }) => label === 'hand');
    assert.ok(hand, `${who} has a hand`);
    const [c, s] = [Math.cos(holder.yaw), Math.sin(holder.yaw)];
    const x = holder.at[0] + (hand.at[0] * c + hand.at[2] * s) * holder.scale;
    const y = holder.at[1] + hand.at[1] * holder.scale;
    const box = boxOf(held.parts);
    assert.ok(Math.abs(held.at[0] - x) < 0.1 * holder.scale, `${what} is beside the hand`);
    const [low, high] = [box.low[1], box.high[1]].map((edge) => held.at[1] + edge * held.scale);
    assert.ok((low ?? 0) - 0.06 * holder.scale < y && y < (high ?? 0), `${what} is at the hand's height`);
  }
});
