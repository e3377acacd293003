// An order that no film can be made of is refused before any work begins.
import assert from 'node:assert/strict';
import test from 'node:test';
import { FilmMaker, frameSize, type VideoOrder } from '../src/index.ts';

const never = new AbortController().signal;
const ORDER: VideoOrder = {
  type: 'text-to-video',
  prompt: 'a red boat on a lake',
  durationSeconds: 5,
  resolution: '720p',
  aspectRatio: '16:9',
  fps: 24,
  format: 'mp4',
  seed: 1,
  audio: false,
};

/** Values that only callers without the type checker can send. */
const BAD: readonly (readonly [string, unknown, string])[] = [
  ['resolution', '480p', 'resolution'],
  ['resolution', undefined, 'resolution'],
  ['resolution', 'toString', 'resolution'],
  ['aspectRatio', '21:9', 'aspect_ratio'],
  ['aspectRatio', '0:9', 'aspect_ratio'],
  ['frame', { width: 101, height: 100 }, 'size'],
  ['frame', { width: 1e6, height: 100 }, 'size'],
  ['frame', { width: Number.NaN, height: 100 }, 'size'],
  ['durationSeconds', 0, 'duration'],
  ['durationSeconds', Number.POSITIVE_INFINITY, 'duration'],
  ['durationSeconds', Number.NaN, 'duration'],
  ['fps', 0, 'fps'],
  ['fps', 240, 'fps'],
  ['format', 'gif', 'format'],
  ['type', 'image-to-video', 'image'],
];

test('an order that names something unknown is refused before any work starts', async () => {
  const stages: string[] = [];
  for (const [field, value, param] of BAD) {
    const order = { ...ORDER, [field]: value } as VideoOrder;
    await assert.rejects(
      new FilmMaker().make(order, '/nowhere', (_fraction, stage) => stages.push(stage), never),
      { name: 'EngineError', code: 'invalid_parameter', param },
      `${field} = ${String(value)}`,
    );
  }
  assert.deepEqual(stages, []);
});

test('every resolution and shape has a size with even sides', () => {
  assert.deepEqual(frameSize(ORDER), { width: 1280, height: 720 });
  assert.deepEqual(frameSize({ resolution: '4k', aspectRatio: '9:16' }), { width: 2160, height: 3840 });
  assert.deepEqual(frameSize({ resolution: '1080p', aspectRatio: '4:3' }), { width: 1440, height: 1080 });
  assert.deepEqual(frameSize({ ...ORDER, frame: { width: 640, height: 360 } }), { width: 640, height: 360 });
});
