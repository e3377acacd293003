// The scripted newcomer: a clean clone in a clean folder, and every command of the README and the guides, in order.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, before, test } from 'node:test';
import { blocksOf, listPages, ROOT } from '../support/documents.ts';
import { freePort } from '../support/free-port.ts';
import { readSteps } from '../support/markdown-commands.ts';
import { Newcomer } from '../support/newcomer.ts';
import { MACHINE_PAGE } from '../support/run-pages.ts';
import { TEST_MODELS_DIR } from '../support/weights.ts';

let folder: string;
let clone: string;
let newcomer: Newcomer;
let diagnose: (line: string) => void = () => undefined;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-newcomer-'));
  clone = join(folder, 'atelier');
  for (const name of ['home', 'memory']) mkdirSync(join(folder, name));
  execFileSync('git', ['clone', '--quiet', '--no-hardlinks', ROOT, clone]);
  const origin = `http://localhost:${await freePort()}`;
  newcomer = new Newcomer({
    cwd: clone,
    memory: join(folder, 'memory'),
    env: environmentOf(join(folder, 'home'), new URL(origin).port),
    replace: { 'localhost:3000': new URL(origin).host },
    say: (line) => diagnose(line),
  });
});
after(async () => {
  await newcomer.leave();
  rmSync(folder, { recursive: true, force: true });
});

/** Nothing of this process but the way to npm's packages and to the weights, which are big and pulled once. */
function environmentOf(home: string, port: string): NodeJS.ProcessEnv {
  const path = (process.env.PATH ?? '').split(delimiter).filter((entry) => !entry.startsWith(ROOT));
  const npm = Object.entries(process.env).filter(([name]) =>
    /^(npm_config_|https?_proxy|no_proxy|SSL_|NODE_EXTRA)/i.test(name),
  );
  return {
    ...Object.fromEntries(npm),
    npm_config_userconfig: join(homedir(), '.npmrc'),
    npm_config_cache: process.env.npm_config_cache ?? join(homedir(), '.npm'),
    PATH: path.join(delimiter),
    HOME: home,
    PORT: port,
    MODELS_DIR: TEST_MODELS_DIR,
  };
}

for (const page of listPages().filter((one) => one !== MACHINE_PAGE))
  test(`a newcomer follows ${page}`, async (t) => {
    diagnose = (line) => t.diagnostic(line);
    const steps = readSteps(blocksOf(page, clone));
    let done = 0;
    for (const step of steps) {
      const printed = await newcomer.follow(step);
      const [liveKey] = /sk_live_[a-z0-9]{20,}/.exec(printed) ?? [];
      if ('background' in step.command.notes && liveKey) newcomer.learn({ 'sk_live_…': liveKey });
      if (!('not-run' in step.command.notes)) done += 1;
    }
    if (page === 'README.md') assert.ok(done >= 5, `only ${done} blocks of commands were run`);
  });

for (const [page, made] of [
  ['README.md', /http\S+\.png$/m],
  ['client/README.md', /^http\S+\.mp3$/m],
] as const)
  test(`the program of ${page} runs in the clone, against the same service`, async (t) => {
    diagnose = (line) => t.diagnostic(line);
    const [program] = blocksOf(page, clone).filter((block) => block.language === 'ts');
    assert.ok(program);
    writeFileSync(join(clone, 'hello.mts'), program.text);
    const text = 'ATELIER_URL=$ORIGIN ATELIER_API_KEY=$KEY npx node hello.mts';
    const printed = await newcomer.follow({ command: { ...program, language: 'sh', text }, promise: undefined });
    assert.match(printed, made);
  });
