// The quickstarts and tasks of the documentation, followed block by block: commands, TypeScript and Python against a running service.
import assert from 'node:assert/strict';
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { needProgram } from '../../../packages/kit/test/support/programs.ts';
import { type EmbeddedPostgres, startEmbedded } from '../../../src/store/postgres/server.ts';
import { blocksOf, ROOT } from '../../support/documents.ts';
import { ollama, type StandIn } from '../../support/local-stand-ins.ts';
import { type Block, readSteps } from '../../support/markdown-commands.ts';
import { Newcomer } from '../../support/newcomer.ts';
import { RUN_PAGES } from '../../support/run-pages.ts';
import { freePort, startService, type TestAccount, type TestService } from '../../support/service.ts';
import { until } from '../../support/until.ts';
import { bringWeights, TEXT_WEIGHTS } from '../../support/weights.ts';

let service: TestService;
let owner: TestAccount;
let database: EmbeddedPostgres;
let beside: StandIn;
let home: string;

before(async () => {
  await bringWeights(TEXT_WEIGHTS);
  needProgram('python');
  home = mkdtempSync(join(tmpdir(), 'atelier-docs-code-'));
  symlinkSync(join(ROOT, 'node_modules'), join(home, 'node_modules'));
  beside = await ollama();
  // Flushes to disk, which `npm run doctor` asks for and the database of all tests does not.
  database = await startEmbedded({ dataDir: join(home, 'data'), log: { info: () => {}, warn: () => {} } });
  service = await startService({
    DATABASE_URL: database.connectionString,
    LOCAL_SERVERS: `ollama:${beside.port}`,
  });
  owner = await service.account({ isOwner: true });
});
after(async () => {
  await service.stop();
  await database.stop();
  await beside.stop();
  rmSync(home, { recursive: true });
});

for (const page of RUN_PAGES)
  test(`${page} works as it is written`, async (t) => {
    const newcomer = new Newcomer({
      cwd: ROOT,
      memory: home,
      env: environment(),
      replace: {
        'localhost:3000': new URL(service.origin).host,
        'sk_live_…': owner.liveKey,
        // Beside the database that the service uses.
        'DATA_DIR=restored': `DATABASE_URL= DATA_DIR=${join(home, 'restored')}`,
        'backups/first': join(home, 'first'),
      },
      say: (line) => t.diagnostic(line),
    });
    const steps = readSteps(blocksOf(page).map(asCommand));
    assert.ok(steps.length > 0);
    for (const step of steps) await newcomer.follow(step);
    await newcomer.leave();
  });

function environment(): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    HOME: home,
    ORIGIN: service.origin,
    KEY: owner.liveKey,
    DATABASE_URL: service.databaseUrl,
    DATA_DIR: service.config.dataDir,
    MODELS_DIR: service.config.modelsDir,
    LOCAL_SERVERS: `ollama:${beside.port}`,
    PULL_MODELS: '0',
  };
}

/** A program as the command that saves and runs it. */
function asCommand(block: Block): Block {
  const [name, program] = block.language === 'ts' ? ['program.mts', process.execPath] : ['program.py', 'python3'];
  if (block.language !== 'ts' && block.language !== 'python') return block;
  const text = `(cd "$HOME"\ncat > ${name} <<'END_OF_PROGRAM'\n${block.text}END_OF_PROGRAM\n'${program}' ${name})\n`;
  return { ...block, language: 'sh', text };
}

test('the settings for nginx are accepted by nginx and pass streams on', async () => {
  const nginx = needProgram('nginx');
  const [block] = blocksOf('docs/guides/reverse-proxy.md').filter(({ language }) => language === 'nginx');
  assert.ok(block);
  const folder = join(home, 'nginx');
  mkdirSync(folder);
  const [certificate, key, port] = [join(folder, 'x.crt'), join(folder, 'x.key'), await freePort()];
  const wanted = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=ai.example.com'];
  execFileSync('openssl', [...wanted, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
  const server = block.text
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port} ssl;`)
    .replace('/etc/ssl/ai.example.com.crt', certificate)
    .replace('/etc/ssl/ai.example.com.key', key)
    .replace('http://127.0.0.1:3000', service.origin);
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, `pid ${folder}/nginx.pid;\nevents {}\nhttp {\naccess_log off;\n${server}}\n`);
  const child = spawn(nginx, ['-p', folder, '-c', file, '-e', 'stderr', '-g', 'daemon off;'], { stdio: 'ignore' });
  // Not waited for synchronously: the service that answers runs in this process.
  const ask = async (path: string, ...more: string[]) => {
    const args = ['-sk', '-w', '\n%{http_code}', ...more, `https://127.0.0.1:${port}${path}`];
    return (await promisify(execFile)('curl', args)).stdout;
  };
  try {
    await until(
      async () => {
        assert.equal(child.exitCode, null, 'nginx ended');
        return (await ask('/healthz').catch(() => '')).endsWith('200');
      },
      { saying: 'nginx answers' },
    );
    assert.match(await ask('/metrics'), /404$/);
    const body = { model: 'default', stream: true, max_tokens: 5, messages: [{ role: 'user', content: 'Hello' }] };
    const headers = ['-H', `authorization: Bearer ${owner.liveKey}`, '-H', 'content-type: application/json'];
    assert.match(
      await ask('/v1/chat/completions', ...headers, '-d', JSON.stringify(body)),
      /^data: \{[\s\S]*data: \[DONE\]/,
    );
  } finally {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }
});
