// Python libraries, in their newest version of the day, ask for a text, a stream, a structure and a call of a tool. With UPDATE=1 the result becomes docs/guides/clients.md.
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import test, { after, before } from 'node:test';
import { type Matrix, modelOf, startMatrix } from '../support/client-matrix.ts';
import { type AgentResult, PASS, storeResults, today, UPSTREAM_KINDS } from '../support/client-results.ts';
import { PYTHON_PROGRAMS, type PythonProgram } from '../support/python-programs.ts';

const LIMIT_MS = 180_000;
const PROGRAMS = join(import.meta.dirname, '../clients/python');
const ONLY = process.env.PROGRAMS?.split(',');
const chosen = PYTHON_PROGRAMS.filter(({ file }) => !ONLY || ONLY.includes(file));

let matrix: Matrix;
const rows: AgentResult[] = [];

before(async () => {
  matrix = await startMatrix();
});
after(() => matrix.close());

for (const program of chosen)
  test(`${program.file}: the program works with every kind of upstream`, async () => {
    const { bin, version } = install(program);
    const ended = UPSTREAM_KINDS.map(async (kind) => [kind, await run(program, bin, modelOf(kind))]);
    const loops = Object.fromEntries(await Promise.all(ended)) as AgentResult['loops'];
    rows.push({ client: program.packages[0], version, api: program.api, loops });
    const failed = Object.entries(loops).filter(([, result]) => result !== PASS);
    assert.deepEqual(failed, []);
  });

test('the result is stored when it is asked for', () => {
  assert.equal(rows.length, chosen.length);
  if (process.env.UPDATE && !ONLY) storeResults({ python: { date: today(), rows } });
});

/** Each set of packages has an environment of its own, outside of the checkout, because their dependencies differ. */
function install({ packages }: PythonProgram): { bin: string; version: string } {
  const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache');
  const folder = join(cache, 'atelier-clients', `python-${packages[0]}`);
  const bin = join(folder, 'bin');
  mkdirSync(join(cache, 'atelier-clients'), { recursive: true });
  if (!existsSync(join(bin, 'uv'))) {
    spawnOrThrow('python3', ['-m', 'venv', folder]);
    spawnOrThrow(join(bin, 'pip'), ['install', '-q', 'uv']);
  }
  const python = ['--python', join(bin, 'python')];
  spawnOrThrow(join(bin, 'uv'), ['pip', 'install', '-q', '--upgrade', ...python, ...packages]);
  const shown = spawnOrThrow(join(bin, 'uv'), ['pip', 'show', ...python, packages[0]]);
  return { bin, version: /^Version: (.+)$/m.exec(shown)?.[1] ?? assert.fail(shown) };
}

function spawnOrThrow(command: string, args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8' });
  if (error) throw error;
  assert.equal(status, 0, `${command} ${args.join(' ')}: ${stderr}`);
  return stdout;
}

/** It knows nothing of this machine's user: no home, no keys, no other settings. */
function run({ file }: PythonProgram, bin: string, model: string): Promise<string> {
  const env = {
    PATH: [bin, process.env.PATH].join(delimiter),
    HOME: mkdtempSync(join(tmpdir(), 'atelier-python-')),
    ORIGIN: matrix.service.origin,
    KEY: matrix.key,
    MODEL: model,
    PYTHONDONTWRITEBYTECODE: '1',
    OPENAI_API_KEY: 'unused',
    LITELLM_LOCAL_MODEL_COST_MAP: 'True',
    OTEL_SDK_DISABLED: 'true',
    CREWAI_DISABLE_TELEMETRY: 'true',
  };
  return new Promise((resolve) => {
    const options = { env, timeout: LIMIT_MS, killSignal: 'SIGKILL', maxBuffer: 16 * 1024 * 1024 } as const;
    const child = execFile(join(bin, 'python'), [join(PROGRAMS, file)], options, (error, stdout, stderr) =>
      resolve(error ? `${stdout}\n${stderr}`.trim().slice(-1_500) : PASS),
    );
    child.stdin?.end();
  });
}
