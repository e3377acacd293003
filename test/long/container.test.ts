// Executes the steps of deploy/Dockerfile in a Debian root, starts what they made as the image's user, uses it, and stops it. Needs root, but neither Docker nor a registry of images.
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { tryLock } from '../../src/store/postgres/kernel-lock.ts';
import { buildImage, dropOtherLayers, type Image } from '../support/container-build.ts';
import { enterProcess, findFirstProcess, startInRoot, withFiles } from '../support/container-root.ts';
import { freePort } from '../support/free-port.ts';
import { until } from '../support/until.ts';
import { bringWeights, TEST_MODELS_DIR, TEXT_WEIGHTS } from '../support/weights.ts';

const ROOT = join(import.meta.dirname, '..', '..');
/** Outside of the checkout: the base and unchanged layers serve every later run on this machine. */
const STORE = join(homedir(), '.cache', 'atelier-container');
/** Beside the layers, which every run removes as far as it does not use them. */
const STORE_LOCK = `${STORE}.lock.db`;
/** A first run takes some ten minutes. */
const OTHER_RUN_MS = 3_600_000;
const STOP_LIMIT_MS = 10_000;
const NO_BROWSER = 'The preview was not checked in a browser: no Chromium is installed on this machine.';
/** What builds and checks the service has no place in what runs it. */
const NOT_IN_IMAGE = [
  ...[
    'vite',
    'rolldown',
    'tailwindcss',
    '@tailwindcss/vite',
    '@tailwindcss/oxide',
    '@vitejs/plugin-react',
    'lightningcss',
  ],
  ...[
    'typescript',
    '@biomejs/biome',
    'knip',
    'dependency-cruiser',
    '@swc/core',
    'playwright',
    'axe-core',
    'fast-check',
  ],
  ...['lucide-react', 'radix-ui', '@tanstack/react-router', '@codemirror/view', 'autocannon', 'kubernetes-models'],
];

let image: Image;
let withBrowser: Image;
let folder: string;
let running: Container | undefined;
let unlock: (() => void) | undefined;

before(async () => {
  assert.equal(process.getuid?.(), 0, 'mounting layers needs root');
  // Until the end: the tests run on layers that another run would remove.
  unlock = await until(() => tryLock(STORE_LOCK), {
    saying: 'no other run of this test uses the layers',
    withinMs: OTHER_RUN_MS,
  });
  mkdirSync(STORE, { recursive: true });
  folder = mkdtempSync(join(tmpdir(), 'atelier-container-'));
  const ask = (name: string) => execFileSync('npm', ['config', 'get', name], { encoding: 'utf8' }).trim();
  const certificates = process.env.NODE_EXTRA_CA_CERTS;
  const build = {
    root: ROOT,
    store: STORE,
    env: {
      NPM_CONFIG_REGISTRY: ask('registry'),
      NPM_CONFIG_CACHE: '/run/npm-cache',
      NPM_CONFIG_PREFER_OFFLINE: 'true',
      ...(certificates ? { NODE_EXTRA_CA_CERTS: '/run/certificates.crt' } : {}),
    },
    binds: { [ask('cache')]: '/run/npm-cache', ...(certificates ? { [certificates]: '/run/certificates.crt' } : {}) },
    say: (line: string) => console.log(line),
    used: new Set<string>(),
  };
  image = buildImage(build, 'deploy/Dockerfile');
  withBrowser = buildImage({ ...build, images: { atelier: image } }, 'deploy/browser.Dockerfile');
  dropOtherLayers(build);
  await bringWeights(TEXT_WEIGHTS);
});
after(async () => {
  await running?.end('SIGKILL');
  if (folder) rmSync(folder, { recursive: true, force: true });
  unlock?.();
});

test('the image holds no build tool', () => {
  const facts = join(folder, 'facts');
  const script =
    'out="$1"; shift; { du -sm . | cut -f1; du -sm app/node_modules | cut -f1; grep -c "^Status: install ok installed" var/lib/dpkg/status; ' +
    'echo app: $(ls app); for name in "$@"; do [ ! -e "app/node_modules/$name" ] || echo "$name"; done; } > "$out"; ' +
    'cp app/node_modules/.package-lock.json "$out.json"';
  withFiles(image.layers, script, [facts, ...NOT_IN_IMAGE, 'esbuild']);
  const [megabytes, modules, debian, app = '', ...found] = readFileSync(facts, 'utf8').trim().split('\n');
  const installed: Record<string, object> = JSON.parse(readFileSync(`${facts}.json`, 'utf8')).packages;
  const packages = Object.keys(installed).length;
  console.log(
    `image: ${megabytes} MB, of these node_modules ${modules} MB; ${debian} Debian packages, ${packages} npm packages`,
  );
  console.log(`the base is a stand-in: Debian 12 minbase with the Node of the lock file and this machine's npm`);
  assert.deepEqual(found, ['esbuild'], 'only what the builder needs at run time');
  assert.ok(!app.split(' ').includes('test'), 'tests are not in the image');
});

test('as the image user it starts, chats, paints, builds an application and stops within 10 s of SIGTERM', async () => {
  const container = await start(image, 'plain');
  assert.equal(container.inside(['id', '-un']).trim(), 'node');
  container.inside(image.healthcheck);
  const chat = await container.call('/v1/chat/completions', {
    model: 'atelier-chat-1',
    messages: [{ role: 'user', content: 'Name a colour.' }],
    max_tokens: 12,
  });
  assert.ok(chat.choices[0].message.content.length > 0);
  const painted = await container.call('/v1/image/generate', {
    prompt: 'a red balloon above a lake',
    width: 256,
    height: 256,
  });
  const file = /\/files\/[0-9a-z]{26}\.[a-z]+/.exec(JSON.stringify(painted))?.[0];
  const picture = await fetch(`${container.origin}${file}`);
  assert.match(picture.headers.get('content-type') ?? '', /^image\//);
  const built = await container.build();
  assert.deepEqual(built.warnings, [NO_BROWSER]);
  assert.match(await (await fetch(built.preview_url)).text(), /<div id="(root|app)"/);
  const began = performance.now();
  assert.deepEqual(await container.end('SIGTERM'), [0, null]);
  const stopMs = Math.round(performance.now() - began);
  console.log(`started in ${container.startMs} ms, stopped in ${stopMs} ms`);
  assert.ok(stopMs < STOP_LIMIT_MS, `it took ${stopMs} ms to stop`);
});

test('the image with Chromium looks at every application that it builds', async () => {
  const container = await start(withBrowser, 'browser');
  const built = await container.build();
  assert.deepEqual(built.warnings, []);
  assert.deepEqual(await container.end('SIGTERM'), [0, null]);
});

interface Container {
  origin: string;
  startMs: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers of the API, whose fields the tests look at.
  call(path: string, body: object): Promise<any>;
  build(): Promise<{ preview_url: string; warnings: string[] }>;
  /** Runs a command in it, as `docker exec` does. */
  inside(command: readonly string[]): string;
  end(signal: NodeJS.Signals): Promise<unknown[]>;
}

/** As `docker run -e … atelier start` in docs/guides/docker.md. */
async function start(from: Image, name: string): Promise<Container> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const settings = {
    PORT: String(port),
    SECRET: 'a secret of this test, long enough',
    PUBLIC_URL: origin,
    PULL_MODELS: '0',
  };
  const began = performance.now();
  const child = startInRoot(
    { layers: from.layers, upper: join(folder, name) },
    {
      command: [...from.entrypoint, 'start'],
      env: { ...from.env, ...settings },
      workdir: from.workdir,
      user: from.user,
      binds: { [TEST_MODELS_DIR]: '/models' },
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (piece) => (output += piece));
  const isRunning = () => {
    assert.equal(child.exitCode, null, output);
    return output.includes('is running.');
  };
  await until(isRunning, { saying: 'the service is running' });
  const startMs = Math.round(performance.now() - began);
  const first = findFirstProcess(child);
  const kept = readFileSync(join(folder, name, 'data', 'first-start.txt'), 'utf8');
  const key = /sk_live_\w+/.exec(kept)?.[0] ?? '';
  const call = async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const answer = await fetch(`${origin}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    const text = await answer.text();
    assert.equal(answer.status, 200, `${path}: ${text.slice(0, 500)}\n${output.slice(-2_000)}`);
    return JSON.parse(text);
  };
  running = {
    origin,
    startMs,
    call,
    build: () => call('/v1/builder/build', { prompt: 'An app to track my bee hives', framework: 'react' }),
    inside: (command) => enterProcess(first, { ...from.env, ...settings }, command),
    end: (signal) => endContainer(child, first, signal),
  };
  return running;
}

async function endContainer(child: ChildProcess, first: number, signal: NodeJS.Signals): Promise<unknown[]> {
  if (child.exitCode !== null || child.signalCode !== null) return [child.exitCode, child.signalCode];
  const ended = once(child, 'exit');
  process.kill(first, signal);
  return ended;
}
