// Copies of the checkout in which code is changed, each with a PostgreSQL that keeps running between tests.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = join(import.meta.dirname, '..');
/** Folders that the tests write to, or that only take time to copy. */
const NOT_COPIED = new Set(['.git', 'node_modules', 'test-results', 'out', 'data', 'models']);

/** `files` run one after the other in one process, which ends at the first failure: one is enough. */
export async function openTree(path) {
  copyCheckout(path);
  // A short path: the socket of PostgreSQL lies in it.
  const tmp = join(path, 't');
  mkdirSync(tmp);
  process.env.TMPDIR = tmp;
  const { startTestPostgres } = await import(pathToFileURL(join(path, 'test/support/database.ts')).href);
  const postgres = await startTestPostgres();
  const running = new Set();
  return {
    replace: (file, text) => replaceFile(join(path, file), text),
    async run(files, { coverage, limitMs }) {
      const result = await runFiles(path, files, { coverage, limitMs, tmp, running });
      await removeLeftovers(postgres, tmp);
      return result;
    },
    async close() {
      for (const child of running) endGroup(child);
      await postgres.stop();
    },
  };
}

function copyCheckout(target) {
  mkdirSync(target, { recursive: true });
  for (const name of readdirSync(ROOT).filter((entry) => !NOT_COPIED.has(entry)))
    execFileSync('cp', ['--archive', join(ROOT, name), target]);
  symlinkSync(join(ROOT, 'node_modules'), join(target, 'node_modules'));
}

/** In one step, so that a process that starts meanwhile reads either version. */
function replaceFile(path, text) {
  writeFileSync(`${path}.new`, text);
  renameSync(`${path}.new`, path);
}

function runFiles(path, files, { coverage, limitMs, tmp, running }) {
  const queue = join(tmp, 'queue');
  rmSync(queue, { recursive: true, force: true });
  mkdirSync(queue);
  const addressOf = (file) => pathToFileURL(join(path, 'test', file)).href;
  writeFileSync(join(queue, 'queue.json'), JSON.stringify(files.map((file) => [addressOf(`${file}.test.ts`)])));
  const entry = join(queue, 'run.mjs');
  writeFileSync(
    entry,
    `import { runQueue } from '${addressOf('support/group.ts')}';\nrunQueue(import.meta.dirname);\n`,
  );
  const startedMs = Date.now();
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--test-force-exit', '--test-reporter=tap', entry], {
      cwd: path,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      // The compile cache makes coverage imprecise.
      env: {
        ...process.env,
        TMPDIR: tmp,
        ...(coverage ? { NODE_V8_COVERAGE: coverage } : { NODE_COMPILE_CACHE: join(path, '..', 'compiled') }),
      },
    });
    running.add(child);
    let output = '';
    let killedBy;
    const end = (reason) => {
      killedBy ??= reason;
      endGroup(child);
    };
    const impatience = setTimeout(() => end('took too long'), limitMs);
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (piece) => {
        output += piece;
        const failure = /^ *not ok \d+ - (.*)\n/m.exec(output);
        if (failure) end(failure[1]);
      });
    child.once('close', (code) => {
      clearTimeout(impatience);
      running.delete(child);
      end(code === 0 ? undefined : `ended with ${code}`);
      const seconds = (Date.now() - startedMs) / 1000;
      resolve({ killedBy, output, seconds, ended: countTaken(queue) - 1 });
    });
  });
}

/** Including the processes that it started. */
function endGroup(child) {
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // Ended by itself.
  }
}

/** Each file that was begun has a folder in the queue. */
function countTaken(queue) {
  return readdirSync(queue).filter((name) => /^\d+$/.test(name)).length;
}

/** Databases and folders of ended processes. */
async function removeLeftovers(postgres, tmp) {
  const { default: pg } = await import(createRequire(join(ROOT, 'package.json')).resolve('pg'));
  const admin = new pg.Client({ connectionString: postgres.connectionString });
  await admin.connect();
  const { rows } = await admin.query("select datname from pg_database where datname like 'test\\_%'");
  for (const { datname } of rows) await admin.query(`drop database if exists ${datname} with (force)`);
  await admin.end();
  for (const name of readdirSync(tmp).filter((one) => !/^atelier-test-\d+-/.test(one)))
    rmSync(join(tmp, name), { recursive: true, force: true });
}
