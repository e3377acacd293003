// The thread that renders the documentation, so that the event loop does not wait for it.
import { serveCalls } from '../../core/call-thread.ts';
import { buildSite } from './build-site.ts';

serveCalls(buildSite);
