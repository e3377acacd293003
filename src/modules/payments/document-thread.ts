// The worker thread that draws documents: fonts of eight megabytes are read and cut down to the letters that are used.
import { serveCalls } from '../../core/call-thread.ts';
import { drawDocument } from './document-layout.ts';

serveCalls(drawDocument);
