// A thread like the one that marks files, in which signing never ends, and whoever asks may let it die.
import { serveCalls } from '../../src/core/call-thread.ts';
import { type MarkOrder, markFile } from '../../src/marks/mark-file.ts';
import type { MarkedFile } from '../../src/marks/media-bytes.ts';

serveCalls<MarkOrder, MarkedFile>((order) => {
  if (order.mark.model === 'dies') throw new RangeError('Maximum call stack size exceeded');
  while (order.credential);
  return markFile(order);
});
