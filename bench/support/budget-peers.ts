// The peers of the overdraft bench: gateways with balances or budgets that the package registries offer completely.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../test/support/free-port.ts';
import { buildGoModule } from './go-module.ts';

export interface BudgetGateway {
  origins: readonly string[];
  headers: Record<string, string>;
  /** In dollars. */
  balance(): Promise<number>;
  stop(): Promise<void>;
}

export interface BudgetTerms {
  dollars: number;
  upstream: string;
}

export interface BudgetPeer {
  name: string;
  /** Why the peer is not available. */
  start(terms: BudgetTerms): Promise<BudgetGateway | string>;
}

const run = promisify(execFile);
/** new-api and one-api count 500,000 units to a dollar, and a ratio of 1 is one unit a token. */
const UNITS_PER_DOLLAR = 500_000;
const RATIO = 50;

export const PEERS: readonly BudgetPeer[] = [
  {
    name: 'new-api 0.9.0',
    start: (terms) =>
      startQuotaGateway(terms, {
        module: 'github.com/QuantumNous/new-api@v0.9.0',
        pages: ['web/dist'],
        flags: (port) => ['--port', String(port)],
        isSetUp: false,
      }),
  },
  {
    name: 'one-api 0.6.10',
    start: (terms) =>
      startQuotaGateway(terms, {
        module: 'github.com/songquanpeng/one-api@v0.6.10',
        pages: ['web/build/default', 'web/build/air', 'web/build/berry'],
        flags: (port) => ['--port', String(port)],
        isSetUp: true,
      }),
  },
  { name: 'LiteLLM', start: () => refuseLiteLlm() },
  { name: 'Bifrost', start: () => refuseBifrost() },
];

interface QuotaGateway {
  module: string;
  /** Folders of its pages, which the module lacks and its program embeds: empty ones serve. */
  pages: readonly string[];
  flags(port: number): string[];
  /** Whether it has a built-in administrator, root with the password 123456. */
  isSetUp: boolean;
}

/** Both descend from one program and share its API: an operator, a channel to the upstream, a price, a customer with a balance and a key. */
async function startQuotaGateway(terms: BudgetTerms, gateway: QuotaGateway): Promise<BudgetGateway | string> {
  const program = await buildGoModule(gateway.module, gateway.pages);
  if (!program.isBuilt) return program.problem;
  const folder = await mkdtemp(join(tmpdir(), 'overdraft-peer-'));
  const port = await freePort();
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    SQLITE_PATH: join(folder, 'peer.db'),
    SESSION_SECRET: 'bench',
    GIN_MODE: 'release',
    GLOBAL_API_RATE_LIMIT: '1000000',
    GLOBAL_WEB_RATE_LIMIT: '1000000',
    CRITICAL_RATE_LIMIT: '1000000',
  };
  const child = spawn(program.path, gateway.flags(port), { cwd: folder, env });
  let said = '';
  for (const output of [child.stdout, child.stderr])
    output.on('data', (piece) => {
      said = `${said}${piece}`.slice(-2_000);
    });
  const origin = `http://127.0.0.1:${port}`;
  try {
    return await prepare(origin, { terms, gateway, child });
  } catch (error) {
    await end(child);
    return `it did not start: ${error instanceof Error ? error.message : error} ${said.trim().split('\n').at(-1)?.slice(0, 200)}`;
  }
}

interface Preparation {
  terms: BudgetTerms;
  gateway: QuotaGateway;
  child: ChildProcess;
}

async function prepare(origin: string, { terms, gateway, child }: Preparation): Promise<BudgetGateway> {
  await answers(`${origin}/api/status`, child);
  const password = gateway.isSetUp ? '123456' : 'bench-12345';
  if (!gateway.isSetUp)
    await ask(origin, 'POST', '/api/setup', {}, { username: 'root', password, confirmPassword: password });
  const root = await signIn(origin, 'root', password);
  const option = (key: string, value: unknown) =>
    ask(origin, 'PUT', '/api/option/', root, { key, value: typeof value === 'string' ? value : JSON.stringify(value) });
  await option('ModelRatio', { 'bench-1': RATIO });
  await option('CompletionRatio', { 'bench-1': 1 });
  await option('QuotaForNewUser', String(Math.round(terms.dollars * UNITS_PER_DOLLAR)));
  const channel = {
    type: 1,
    name: 'upstream',
    key: 'none',
    base_url: terms.upstream,
    models: 'bench-1',
    group: 'default',
    groups: ['default'],
    model_mapping: '',
    other: '',
  };
  await ask(origin, 'POST', '/api/channel/', root, gateway.isSetUp ? channel : { mode: 'single', channel });
  await ask(origin, 'POST', '/api/user/', root, {
    username: 'customer',
    password: 'bench-12345',
    display_name: 'customer',
  });
  const customer = await signIn(origin, 'customer', 'bench-12345');
  await ask(origin, 'POST', '/api/token/', customer, {
    name: 'key',
    expired_time: -1,
    remain_quota: 0,
    unlimited_quota: true,
  });
  const page = (await ask(origin, 'GET', '/api/token/?p=0&size=10', customer)) as { items?: { key: string }[] } & {
    key: string;
  }[];
  const [token] = page.items ?? page;
  if (!token) throw new Error('no key was made');
  return {
    origins: [origin],
    headers: { authorization: `Bearer sk-${token.key}` },
    balance: async () => {
      const { quota } = (await ask(origin, 'GET', '/api/user/self', customer)) as { quota: number };
      return quota / UNITS_PER_DOLLAR;
    },
    stop: () => end(child),
  };
}

async function signIn(origin: string, username: string, password: string): Promise<Record<string, string>> {
  const response = await fetch(`${origin}/api/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  const { data } = (await response.json()) as { data?: { id: number } };
  if (!data) throw new Error(`${username} could not sign in`);
  const cookie = response.headers
    .getSetCookie()
    .map((one) => one.split(';', 1)[0])
    .join('; ');
  return { cookie, 'new-api-user': String(data.id) };
}

async function ask(
  origin: string,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: object,
): Promise<unknown> {
  const response = await fetch(`${origin}${path}`, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const { success, message, data } = (await response.json()) as { success: boolean; message: string; data: unknown };
  if (!success) throw new Error(`${method} ${path}: ${message}`);
  return data;
}

const PRISMA_SCHEMA = `datasource db {
  provider = "postgresql"
  url = env("DATABASE_URL")
}
generator client {
  provider = "prisma-client-py"
}
model Row {
  id String @id
}
`;

/** Its keys with budgets need a database through Prisma, whose engine is downloaded when a client is generated. */
async function refuseLiteLlm(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'overdraft-litellm-'));
  const programs = join(folder, 'bin');
  const env = { ...process.env, HOME: folder, PATH: `${programs}:${process.env.PATH}` };
  try {
    await writeFile(join(folder, 'schema.prisma'), PRISMA_SCHEMA);
    await run('python3', ['-m', 'venv', folder]);
    await run(join(programs, 'pip'), ['install', '-q', 'prisma'], { timeout: 300_000 });
    const generate = ['generate', '--schema', join(folder, 'schema.prisma')];
    await run(join(programs, 'prisma'), generate, { timeout: 300_000, env });
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    const said = `${stdout}${stderr}`.split('\n').find((line) => line.includes('rror')) ?? String(error);
    return `its keys with budgets need Prisma's engine, which cannot be downloaded here (${said.slice(0, 160)})`;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return "Prisma's engine can be had here, but this bench does not prepare LiteLLM";
}

async function refuseBifrost(): Promise<string> {
  const built = await buildGoModule('github.com/maximhq/bifrost/transports@latest', []);
  return built.isBuilt ? 'its module can be had here, but this bench does not prepare it' : built.problem;
}

async function answers(url: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 300 && child.exitCode === null; tries += 1) {
    const isThere = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isThere) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`nothing answers at ${url}`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
