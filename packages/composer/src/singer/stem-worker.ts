// The thread in which stems are built, so that nobody else waits for it.
import { serveTasks } from '@atelier/kit';
import { buildStem, type StemOrder } from './stem.ts';

serveTasks<StemOrder, Float32Array<ArrayBuffer>>((order) => Float32Array.from(buildStem(order)), {
  transfer: (stem) => [stem.buffer],
});
