// Every coding agent, in its newest version, reads and edits a file through this service, with a model of every kind of upstream. With UPDATE=1 the result becomes docs/guides/clients.md.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import test, { after, before } from 'node:test';
import { installClients } from '../../scripts/clients.mjs';
import { type Matrix, modelOf, startMatrix } from '../support/client-matrix.ts';
import {
  type AgentResult,
  PASS,
  storeResults,
  today,
  UPSTREAM_KINDS,
  type UpstreamKind,
} from '../support/client-results.ts';
import { CODING_AGENTS, type CodingAgent } from '../support/coding-agents.ts';
import { DONE } from '../support/scripted-model.ts';

const LIMIT_MS = 180_000;
const ONLY = process.env.AGENTS?.split(',');
const chosen = CODING_AGENTS.filter(({ program }) => !ONLY || ONLY.includes(program));

let matrix: Matrix;
let installed: string;
const rows: AgentResult[] = [];

before(async () => {
  installed = installClients('agents');
  matrix = await startMatrix();
});
after(() => matrix.close());

for (const agent of chosen)
  test(`${agent.package}: reads a file, edits it and says so, with every kind of upstream`, async () => {
    const loops = {} as AgentResult['loops'];
    for (const kind of UPSTREAM_KINDS)
      loops[kind] = await workThrough(agent, kind).then(
        () => PASS,
        (error) => String(error),
      );
    const manifest = readFileSync(join(installed, 'node_modules', agent.package, 'package.json'), 'utf8');
    rows.push({ client: agent.package, version: JSON.parse(manifest).version, api: agent.api, loops });
    const failed = Object.entries(loops).filter(([, result]) => result !== PASS);
    assert.deepEqual(failed, []);
  });

test('the result is stored when it is asked for', () => {
  assert.equal(rows.length, chosen.length);
  if (process.env.UPDATE && !ONLY) storeResults({ agents: { date: today(), rows } });
});

async function workThrough(agent: CodingAgent, kind: UpstreamKind): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'atelier-agent-'));
  const folder = join(home, 'work');
  mkdirSync(folder);
  const file = join(folder, 'notes.txt');
  writeFileSync(file, 'colour: red\n');
  const prompt = `Change the colour in ${file} from red to blue.`;
  const task = { origin: matrix.service.origin, key: matrix.key, model: modelOf(kind), home, folder, prompt };
  for (const [path, text] of Object.entries(agent.files?.(task) ?? {})) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  }
  const upstream = matrix.upstreams[kind];
  const before = upstream.heard.length;
  upstream.script = agent.steps(file);
  const said = await runAgent(agent, { ...task, environment: agent.environment(task), args: agent.args(task) });
  const heard = upstream.heard.slice(before);
  const seen = `${said.slice(-2_000)}\nTools: ${[...new Set(heard.flatMap(({ tools }) => tools))].join(', ')}; results: ${JSON.stringify(heard.at(-1)?.results ?? 'no call came').slice(0, 600)}`;
  assert.equal(readFileSync(file, 'utf8'), 'colour: blue\n', seen);
  assert.ok(said.includes(DONE), seen);
  assert.ok(
    heard.some(({ results }) => results.some((result) => result.includes('red'))),
    `the file did not reach the model: ${seen}`,
  );
  rmSync(home, { recursive: true, force: true });
}

interface Run {
  home: string;
  folder: string;
  args: string[];
  environment: Record<string, string>;
}

/** What the program printed. It knows nothing of this machine's user: no home, no keys, no other settings. */
function runAgent({ program }: CodingAgent, { home, folder, args, environment }: Run): Promise<string> {
  const bin = join(installed, 'node_modules', '.bin');
  const env = {
    PATH: [dirname(process.execPath), bin, process.env.PATH].join(delimiter),
    HOME: home,
    TERM: 'dumb',
    NO_COLOR: '1',
    CI: '1',
    ...environment,
  };
  return new Promise((resolve) => {
    const child = execFile(
      join(bin, program),
      args,
      { cwd: folder, env, timeout: LIMIT_MS, killSignal: 'SIGKILL', maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => resolve(`${stdout}\n${stderr}${error ? `\n${error.message.slice(0, 300)}` : ''}`),
    );
    child.stdin?.end();
  });
}
