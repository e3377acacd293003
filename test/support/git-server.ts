// A real Git remote over HTTP: Git's own http-backend behind a small server that asks for a user name and a token.
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { needProgram } from '../../packages/kit/test/support/programs.ts';

const run = promisify(execFile);
/** Nothing of the machine's own settings of Git reaches a test. */
const ENVIRONMENT = {
  PATH: process.env.PATH,
  HOME: tmpdir(),
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'Someone',
  GIT_AUTHOR_EMAIL: 'someone@example.com',
  GIT_COMMITTER_NAME: 'Someone',
  GIT_COMMITTER_EMAIL: 'someone@example.com',
};

export const TOKEN = 'right-token';

export interface GitServer {
  origin: string;
  /** The paths that were asked for. */
  asked: string[];
  /** Makes an empty repository, and returns its URL. */
  create(name: string): Promise<string>;
  /** Clones a branch, and returns the folder. */
  clone(name: string, branch?: string): Promise<string>;
  git(folder: string, ...args: string[]): Promise<string>;
  close(): Promise<void>;
}

export async function startGitServer(): Promise<GitServer> {
  const program = needProgram('git');
  const folder = await mkdtemp(join(tmpdir(), 'git-server-'));
  const asked: string[] = [];
  const git = async (at: string, ...args: string[]) =>
    (await run(program, args, { cwd: at, env: ENVIRONMENT, maxBuffer: 50_000_000 })).stdout.trim();
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const expected = `Basic ${Buffer.from(`git:${TOKEN}`).toString('base64')}`;
    if (request.headers.authorization !== expected) {
      request.resume();
      response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end();
    } else serveByGit(folder, request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    asked,
    git,
    async create(name) {
      await git(folder, 'init', '--quiet', '--bare', '--initial-branch=main', `${name}.git`);
      return `${origin}/${name}.git`;
    },
    async clone(name, branch = 'main') {
      const target = await mkdtemp(join(folder, 'clone-'));
      await git(folder, 'clone', '--quiet', '--branch', branch, join(folder, `${name}.git`), target);
      return target;
    },
    async close() {
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** As a web server runs a CGI program. */
function serveByGit(folder: string, request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '/', 'http://git');
  const child = spawn('git', ['http-backend'], {
    env: {
      ...ENVIRONMENT,
      GIT_PROJECT_ROOT: folder,
      GIT_HTTP_EXPORT_ALL: '1',
      REMOTE_USER: 'git',
      REMOTE_ADDR: '127.0.0.1',
      REQUEST_METHOD: request.method,
      PATH_INFO: url.pathname,
      QUERY_STRING: url.search.slice(1),
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      CONTENT_LENGTH: request.headers['content-length'] ?? '',
    },
  });
  request.pipe(child.stdin).on('error', () => {});
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.on('close', () => {
    const all = Buffer.concat(chunks);
    const end = all.indexOf('\r\n\r\n');
    const headers = all
      .toString('latin1', 0, Math.max(0, end))
      .split('\r\n')
      .map((line) => line.split(': ') as [string, string]);
    const status = Number.parseInt(headers.find(([name]) => name === 'Status')?.[1] ?? '200', 10);
    response.writeHead(status, Object.fromEntries(headers.filter(([name]) => name && name !== 'Status')));
    response.end(all.subarray(end + 4));
  });
}
