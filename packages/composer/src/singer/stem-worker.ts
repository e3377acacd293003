// The worker thread that builds stems, so that the event loop stays free.
import { serveTasks } from '@atelier/kit';
import { buildStem, type StemOrder } from './stem.ts';

serveTasks<StemOrder, Float32Array<ArrayBuffer>>((order) => Float32Array.from(buildStem(order)), {
  transfer: (stem) => [stem.buffer],
});
