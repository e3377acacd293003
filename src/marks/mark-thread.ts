// The worker thread that marks whole files: reading, writing and signing megabytes stays off the event loop.
import { serveCalls } from '../core/call-thread.ts';
import { type MarkOrder, markFile } from './mark-file.ts';
import type { MarkedFile } from './media-bytes.ts';

serveCalls<MarkOrder, MarkedFile>(markFile, ({ media }) =>
  media instanceof Uint8Array ? [media.buffer as ArrayBuffer] : [],
);
