// ComfyUI with the operator's own workflows over real HTTP: checked at the start, filled, followed, cancelled.
import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { wholeReason } from '../../src/core/upstream-failure.ts';
import type { ImageEngine, ImageOrder } from '../../src/engines/image/port.ts';
import { createStudio } from '../../src/engines/image/studio/studio.ts';
import { connectImageUpstreams } from '../../src/engines/image/upstream/connect.ts';
import type { VideoOrder } from '../../src/engines/video/port.ts';
import { connectVideoUpstreams } from '../../src/engines/video/upstream/connect.ts';
import { type ComfyStandIn, startComfyUi } from '../support/comfyui-stand-in.ts';
import { makeSmallFilm } from '../support/film-server.ts';
import { plain, rawOf } from '../support/pictures.ts';
import { until } from '../support/until.ts';

const EXAMPLES = new URL('../../docs/examples/comfyui/', import.meta.url).pathname;
const never = new AbortController().signal;
const studio = createStudio();
let root: string;
let comfy: ComfyStandIn;
let picture: Uint8Array;

before(async () => {
  root = await mkdtemp(join(tmpdir(), 'atelier-comfy-'));
  picture = await plain(64, 64, '#00aa00');
  comfy = await startComfyUi(picture);
});
after(async () => {
  comfy.close();
  studio.close();
  await rm(root, { recursive: true, force: true });
});

const ORDER: ImageOrder = {
  model: 'painted-1',
  prompt: 'a fox, $& {{seed}}',
  width: 128,
  height: 96,
  count: 1,
  seed: 7,
  format: 'png',
};

function images(model: object): ImageEngine {
  const entries = [{ name: 'comfy', kind: 'comfyui', base_url: comfy.url, models: [{ id: 'painted-1', ...model }] }];
  const [engine] = connectImageUpstreams(studio, { entries, openAi: null, secretByName: () => undefined });
  assert.ok(engine);
  return engine;
}

async function workflow(graph: unknown): Promise<string> {
  const path = join(root, `${Math.random()}.json`);
  await writeFile(path, JSON.stringify(graph));
  return path;
}

const save = { class_type: 'SaveImage', inputs: { images: ['1', 0], filename_prefix: 'x' } };
const maker = (inputs: object) => ({ class_type: 'Maker', inputs });
const inputsOf = (index: number, node: string) => comfy.graphs.at(index)?.[node]?.inputs;

test('a workflow is filled with the order, each value with its type, and run once for each image', async () => {
  const path = await workflow({
    1: maker({
      text: 'best quality, {{prompt}}',
      seed: '{{seed}}',
      size: ['{{width}}', '{{height}}'],
      steps: '{{steps:8}}',
    }),
    2: save,
  });
  const engine = images({ workflow: path });
  assert.deepEqual(engine.models()[0]?.capabilities, ['generate']);
  const heard: number[] = [];
  const made = await engine.generate({ ...ORDER, count: 2 }, (fraction) => heard.push(fraction), never);
  assert.equal(made.length, 2);
  const { width, height } = await rawOf(made[0]?.bytes ?? new Uint8Array());
  assert.deepEqual([width, height], [128, 96]);
  assert.deepEqual(inputsOf(-2, '1'), {
    text: 'best quality, a fox, $& {{seed}}',
    seed: 7,
    size: [128, 96],
    steps: 8,
  });
  assert.equal(inputsOf(-1, '1')?.seed, 8);
  assert.ok(
    heard.some((fraction) => fraction > 0.2 && fraction < 0.5),
    `progress by websocket: ${heard}`,
  );
  await engine.generate({ ...ORDER, steps: 30 }, () => undefined, never);
  assert.equal(inputsOf(-1, '1')?.steps, 30);
});

test('a checkpoint without a workflow runs the simplest graph, all images at once', async () => {
  comfy.saves.files = [1, 2].map((index) => ({ filename: `made_${index}.png`, subfolder: '', type: 'output' }));
  const made = await images({ upstream_id: 'sd_xl.safetensors' }).generate(
    { ...ORDER, count: 2 },
    () => undefined,
    never,
  );
  assert.equal(made.length, 2);
  assert.deepEqual(inputsOf(-1, '1'), { ckpt_name: 'sd_xl.safetensors' });
  assert.deepEqual(inputsOf(-1, '4'), { width: 128, height: 96, batch_size: 2 });
});

test('an edit uploads the image and the mask under names that the workflow loads', async () => {
  const graph = {
    1: { class_type: 'LoadImage', inputs: { image: '{{image}}' } },
    3: { class_type: 'LoadImageMask', inputs: { image: '{{mask}}', channel: 'red' } },
    4: maker({ text: '{{prompt}}', seed: '{{seed}}' }),
    2: save,
  };
  const engine = images({ edit_workflow: await workflow(graph) });
  assert.deepEqual(engine.models()[0]?.capabilities, ['edit:prompt', 'edit:inpaint']);
  const mask = await plain(64, 64, '#ffffff');
  const edit = {
    model: 'painted-1',
    image: picture,
    mask,
    prompt: 'a hat',
    operation: 'prompt',
    options: {},
    format: 'png',
    seed: 3,
  } as const;
  const made = await engine.edit(edit, () => undefined, never);
  assert.equal(made.width, 64);
  assert.deepEqual(comfy.uploads.get(String(inputsOf(-1, '1')?.image)), Buffer.from(picture));
  assert.deepEqual(comfy.uploads.get(String(inputsOf(-1, '3')?.image)), Buffer.from(mask));
  const { mask: _, ...without } = edit;
  await assert.rejects(
    engine.edit(without, () => undefined, never),
    { code: 'invalid_parameter', param: 'mask' },
  );
});

test('a wrong workflow stops the start with words', async () => {
  const wrong: [unknown, RegExp][] = [
    [
      { 1: maker({ text: '{{prompt}} {{cfg_scale}}' }), 2: save },
      /unknown placeholder \{\{cfg_scale\}\}\. Known: prompt/,
    ],
    [
      { 1: maker({ text: '{{prompt}}', steps: '{{steps}}' }), 2: save },
      /uses \{\{steps\}\}.*Give it a default, such as/,
    ],
    [
      { 1: maker({ text: '{{prompt}}', image: '{{image}}' }), 2: save },
      /uses \{\{image\}\}, which no order of this kind/,
    ],
    [{ 1: maker({ text: 'always the same' }), 2: save }, /has no placeholder \{\{prompt\}\}/],
    [{ 1: maker({ text: '{{prompt}}' }) }, /has no output node for images\. Add a node SaveImage/],
    [{ 1: maker({ text: '{{prompt}}', clip: ['9', 0] }), 2: save }, /links "clip" of node "1" to the node "9"/],
    [{ nodes: [], links: [] }, /format of ComfyUI's editor\. Save it with Workflow, Export \(API\)/],
    [{ 1: 'a node' }, /a node "1" without class_type and inputs/],
    [[], /is not a JSON object/],
  ];
  for (const [graph, words] of wrong) {
    const path = await workflow(graph);
    assert.throws(() => images({ workflow: path }), words);
  }
  assert.throws(
    () => images({ workflow: join(root, 'nowhere.json') }),
    /image_upstreams: comfy, painted-1: the workflow .* cannot be read/,
  );
});

test('failures are reported without blaming the customer: a missing node, an error of the run, a restart', async () => {
  const engine = images({ workflow: await workflow({ 1: maker({ text: '{{prompt}}' }), 2: save }) });
  const make = () => engine.generate(ORDER, () => undefined, never);
  comfy.missing = ['Maker'];
  await assert.rejects(make(), {
    code: 'engine_failed',
    nextTry: 'elsewhere',
    message: /the operator of this service must check it/,
  });
  await assert.rejects(make(), (error) => /Cannot execute/.test(wholeReason(error)));
  comfy.missing = [];
  comfy.ending = 'failed';
  await assert.rejects(make(), { code: 'engine_failed', message: 'The model failed. Try again.' });
  await assert.rejects(make(), (error) => /CUDA out of memory/.test(wholeReason(error)));
  comfy.ending = 'lost';
  await assert.rejects(make(), { code: 'engine_failed', message: /lost the order/ });
  comfy.ending = 'done';
});

test('a cancelled run is taken from the queue, and interrupted only while it is the one that runs', async () => {
  const engine = images({ workflow: await workflow({ 1: maker({ text: '{{prompt}}' }), 2: save }) });
  const cancel = async () => {
    comfy.deleted = [];
    comfy.interrupted = [];
    const asked = comfy.calls.length;
    const leaving = new AbortController();
    const made = engine.generate(ORDER, () => undefined, leaving.signal);
    made.catch(() => undefined);
    await until(() => comfy.calls.slice(asked).some((call) => call.startsWith('GET /history/')), {
      saying: 'it was asked for',
    });
    leaving.abort();
    await assert.rejects(made);
  };
  comfy.ending = 'never';
  await cancel();
  assert.equal(comfy.deleted.length, 1);
  assert.deepEqual(comfy.interrupted, comfy.deleted);
  comfy.other = 'of-somebody-else';
  await cancel();
  assert.deepEqual([comfy.deleted.length, comfy.interrupted], [1, []]);
  comfy.other = undefined;
  comfy.ending = 'done';
});

test('a video is ordered with its frames, and fetched from the node that saves it', async () => {
  const film = await readFile(await makeSmallFilm(root));
  const server = await startComfyUi(film);
  const entry = {
    name: 'comfy',
    kind: 'comfyui',
    base_url: server.url,
    poll_seconds: 0.02,
    models: [
      {
        id: 'wan-1',
        workflow: join(EXAMPLES, 'wan2.2-text-to-video.json'),
        image_workflow: join(EXAMPLES, 'wan2.2-image-to-video.json'),
        fps: 24,
      },
    ],
  };
  const [engine] = connectVideoUpstreams({ entries: [entry], openAi: null, secretByName: () => undefined });
  assert.deepEqual(
    [engine?.makes('text-to-video'), engine?.makes('image-to-video'), engine?.makes('avatar')],
    [true, true, false],
  );
  const order: VideoOrder = {
    type: 'text-to-video',
    prompt: 'waves',
    durationSeconds: 5,
    resolution: '720p',
    aspectRatio: '16:9',
    fps: 24,
    format: 'mp4',
    seed: 4,
    audio: false,
  };
  server.saves = {
    key: 'gifs',
    files: [
      { filename: 'wan_00001.png', subfolder: 'atelier', type: 'output' },
      { filename: 'wan_00001.mp4', subfolder: 'atelier', type: 'output' },
    ],
  };
  const make = async (more: object) =>
    engine?.make({ ...order, ...more }, await mkdtemp(join(root, 'film-')), () => undefined, never);
  const made = await make({});
  assert.equal(made?.files.video, 'film.mp4');
  assert.deepEqual([server.graphs[0]?.['7']?.inputs.length, server.graphs[0]?.['10']?.inputs.fps], [121, 24]);
  const imagePath = join(root, 'start.png');
  await writeFile(imagePath, picture);
  await make({ type: 'image-to-video', imagePath });
  assert.deepEqual(server.uploads.get(String(server.graphs[1]?.['12']?.inputs.image)), Buffer.from(picture));
  server.close();
});

test('the example workflows are valid', async () => {
  for (const file of await readdir(EXAMPLES)) {
    if (!file.endsWith('.json')) continue;
    const path = join(EXAMPLES, file);
    if (/^(wan|ace)/.test(file)) continue; // connected by the tests of videos and songs
    const engine = images(file.includes('edit') ? { edit_workflow: path } : { workflow: path });
    assert.ok(engine.models()[0]?.capabilities.length);
  }
});
