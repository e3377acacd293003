// Uses a process once and closes it: the program must live until the process is gone.
import { Host, openProcess } from '../../src/index.ts';

const open = () => openProcess(new URL('./echo-worker.ts', import.meta.url));
const host = new Host<object, unknown>({ open, name: 'The echo' });
await host.call({ kind: 'echo', value: 1 }, { signal: new AbortController().signal });
await host.close();
console.log('closed');
