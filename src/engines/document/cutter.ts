// Cuts texts into chunks in a thread: counting the tokens of megabytes takes seconds.
import { CallThread } from '../../core/call-thread.ts';
import { ServiceError } from '../../core/errors.ts';
import type { CutOrder, CutText, TextCutter } from './port.ts';

const thread = new CallThread<CutOrder, CutText>(
  new URL('./cut-thread.ts', import.meta.url),
  () => new ServiceError('engine_failed', 'The text could not be cut into chunks. Try again.'),
);

export const textCutter: TextCutter = { cut: (order, signal) => thread.call(order, [], signal) };
