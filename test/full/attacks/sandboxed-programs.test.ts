// Programs in the sandbox that take memory, time and sockets where no process is charged for them, and knock at the service's door.
import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { systemCallFilter } from '../../../packages/kit/src/system-call-filter.ts';
import { needProgram } from '../../../packages/kit/test/support/programs.ts';
import { createPreviewEngine } from '../../../src/engines/preview/engine.ts';
import type { PreviewEngine, RunningPreview } from '../../../src/engines/preview/port.ts';
import { WATCH_LIMITS } from '../../../src/engines/preview/watchdog.ts';
import { askApp } from '../../support/hostile-app.ts';
import { needSandbox } from '../../support/sandbox.ts';

let engine: PreviewEngine;
let folder = '';

before(async () => {
  await needSandbox();
  needProgram('python');
  folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
  engine = createPreviewEngine({ folder, watchLimits: { ...WATCH_LIMITS, burstSeconds: 5, recoveryShare: 0.1 } });
});
after(async () => {
  await engine.close();
  assert.deepEqual(await readdir(folder), []);
  await rm(folder, { recursive: true, force: true });
});

/** A server in Python, whose answer is what the lines of `attack` return. */
function start(attack: string): Promise<RunningPreview> {
  const content = `import ctypes, json, os, signal, socket, subprocess, threading, time
from http.server import BaseHTTPRequestHandler, HTTPServer
def attack():
${attack.replace(/^/gm, '    ')}
class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        try: said = attack()
        except Exception as error: said = {'refused': repr(error)}
        body = json.dumps(said).encode()
        self.send_response(200)
        self.send_header('content-length', str(len(body)))
        self.end_headers()
        self.wfile.write(body)
HTTPServer(('127.0.0.1', 8080), Handler).serve_forever()
`;
  const files = [{ path: 'app.py', content }];
  return engine.start({ files, framework: 'python' }, new AbortController().signal);
}

async function sayOf(attack: string): Promise<string> {
  const preview = await start(attack);
  const said = JSON.stringify(await askApp(preview));
  await preview.stop();
  return said;
}

const REFUSED: Record<string, string> = {
  'files without a name': "return os.memfd_create('x')",
  'a disk of its own': `done = subprocess.run(['/usr/bin/unshare', '-Urm', 'sh', '-c', 'mount -t tmpfs none /tmp && echo mounted'], capture_output=True, text=True)
return {'refused': done.stderr} if done.returncode else done.stdout`,
  'a namespace by clone': `libc = ctypes.CDLL(None, use_errno=True)
if os.uname().machine != 'x86_64': return {'refused': 'only x64 is tried'}
made = libc.syscall(56, 0x10000000 | 17, 0, 0, 0, 0)
if made == 0: os._exit(0)
return {'refused': ctypes.get_errno()} if made < 0 else made`,
  'shared segments': `libc = ctypes.CDLL(None, use_errno=True)
made = libc.shmget(0, 1 << 20, 0o1777)
return {'refused': ctypes.get_errno()} if made < 0 else made`,
  'shared pages without a file': `import mmap
return len(mmap.mmap(-1, 1 << 20))`,
  'pages of a device': `return open('/dev/zero', 'r+b').fileno()`,
  "a socket to the machine's host": 'return socket.socket(40, socket.SOCK_STREAM).fileno()',
  'a socket to the kernel': 'return socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 15).fileno()',
  'calls that nobody sees': `libc = ctypes.CDLL(None, use_errno=True)
made = libc.syscall(425, 8, ctypes.create_string_buffer(120))
return {'refused': ctypes.get_errno()} if made < 0 else made`,
};

test('memory that belongs to no process, and sockets beside the network, are refused', async () => {
  for (const [name, attack] of Object.entries(REFUSED)) assert.match(await sayOf(attack), /^\{"refused"/, name);
});

const ENDED: [string, RegExp, string][] = [
  [
    'a child of a thread takes the memory',
    /memory/,
    `def hide():
    if os.fork() == 0:
        kept = [bytearray(b'x') * (100 << 20) for _ in range(8)]
        time.sleep(60)
        os._exit(len(kept))
    time.sleep(60)
threading.Thread(target=hide, daemon=True).start()`,
  ],
  [
    'children that nobody waits for take turns',
    /CPU time/,
    `def work():
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    until = time.time() + 120
    while time.time() < until:
        for _ in range(4):
            if os.fork() == 0:
                end = time.time() + 0.2
                while time.time() < end: pass
                os._exit(0)
        time.sleep(0.21)
    os._exit(0)
if os.fork() == 0: work()`,
  ],
  [
    'bytes wait in sockets',
    /sockets/,
    `def fill():
    kept = [socket.socketpair() for _ in range(200)]
    time.sleep(60)
    os._exit(len(kept))
for _ in range(8):
    if os.fork() == 0: fill()`,
  ],
  [
    'it knocks at the door of the service',
    /connections/,
    `def knock():
    while True:
        try:
            door = socket.socket(socket.AF_UNIX)
            door.connect('/door/s')
            door.close()
        except OSError: pass
threading.Thread(target=knock, daemon=True).start()`,
  ],
];

for (const [name, reason, attack] of ENDED)
  test(`${name}: it is ended`, async () => {
    const preview = await start(attack);
    await askApp(preview).catch(() => undefined);
    assert.match(await preview.ended, reason);
  });

test('every machine has its filter, and none is made for another one', () => {
  for (const machine of ['x64', 'arm64'] as const) assert.equal((systemCallFilter(machine)?.length ?? 1) % 8, 0);
  assert.equal(systemCallFilter('ppc64'), null);
});
