// The stop of the service closes its areas one after the other, whatever one of them does.
import { deepStrictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { closeAreas } from '../../src/app/area.ts';
import type { Log } from '../../src/core/log.ts';

test('areas are closed from the last to the first, and one that hangs or fails is logged and left behind', async () => {
  const closed: string[] = [];
  const logged: unknown[] = [];
  const log = { error: (about: { area: string }) => logged.push(about.area) } as unknown as Log;
  const areas = {
    store: { close: async () => void closed.push('store') },
    hanging: { close: () => new Promise<void>(() => undefined) },
    failing: { close: () => Promise.reject(new Error('it cannot close')) },
    simple: {},
    last: { close: async () => void closed.push('last') },
  };
  await closeAreas(areas, log, 50);
  deepStrictEqual(
    [closed, logged],
    [
      ['last', 'store'],
      ['failing', 'hanging'],
    ],
  );
});
