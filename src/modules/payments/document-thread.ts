// The worker thread that draws documents: it reads eight megabytes of fonts and subsets them to the characters used.
import { serveCalls } from '../../core/call-thread.ts';
import { drawDocument } from './document-layout.ts';

serveCalls(drawDocument);
