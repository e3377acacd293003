// Runs a server app in the sandbox and exchanges HTTP with it through connections that the sandbox opens.

import { type ChildProcess, execFile } from 'node:child_process';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Sandbox } from '@atelier/kit';
import { parseBounded } from '../../core/bounded-json.ts';
import { ServiceError } from '../../core/errors.ts';
import { randomToken } from '../../core/ids.ts';
import type { PreviewAnswer, PreviewRequest, RunningPreview, SourceFile } from './port.ts';
import { serverEntryOf } from './server-entry.ts';
import type { WatchLimits, WatchReason } from './watch-order.ts';
import { type Watch, watchProcesses } from './watchdog.ts';

const BRIDGE = fileURLToPath(new URL('./bridge.mjs', import.meta.url));
const PORT = '8080';
const MAX_IDLE = 16;
/** The bridge opens one connection for each request; an app that opens others keeps the service busy. */
const MAX_REFUSED = 100;
/** Interim responses, such as 103 Early Hints. */
const MAX_INTERIM = 20;
const LOG_LIMIT = 16_000;
const KEPT_LIMIT = 12_000_000;
/** A killed process hands over none of its data, and a busy machine may take long. */
const STOP_MS = 15_000;
const REQUEST_MS = 30_000;

const REASON_WORDS: Readonly<Record<WatchReason, string>> = {
  none: '',
  memory: 'it used more memory than a preview may',
  cpu: 'it used more CPU time than a preview may',
  sockets: 'it opened more sockets than a preview may',
  time: 'it ran longer than a preview may',
  unwatched: 'its limits could not be watched',
};

/** An app may run out of memory before the next check. */
function reasonIn(log: string): string {
  const words = log.trim().slice(-2000);
  return /allocation failed|out of memory|ENOMEM|MemoryError/i.test(words)
    ? `it used more memory than a preview may: ${words}`
    : words;
}

export class ProcessPreview implements RunningPreview {
  readonly ended: Promise<string>;
  readonly #child: ChildProcess;
  readonly #watch: Watch;
  readonly #idle: Socket[] = [];
  readonly #waiting: ((socket: Socket) => void)[] = [];
  #log = '';
  #kept = '';
  #reason = '';
  #refused = 0;

  private constructor(
    { child, server, folder }: { child: ChildProcess; server: Server; folder: string },
    limits: WatchLimits,
  ) {
    this.#child = child;
    server.on('connection', (socket) => this.#take(socket));
    child.stderr?.on('data', (bytes: Buffer) => {
      this.#log = (this.#log + bytes.toString('utf8')).slice(-LOG_LIMIT);
    });
    child.stdout?.on('data', (bytes: Buffer) => {
      if (this.#kept.length < KEPT_LIMIT) this.#kept += bytes.toString('utf8');
    });
    child.stdin?.on('error', () => {});
    this.#watch = watchProcesses(child, limits);
    this.ended = new Promise((resolve) => {
      child.once('close', async () => {
        this.#watch.stop();
        this.#reason ||= this.#limitMet();
        server.close();
        for (const socket of this.#idle) socket.destroy();
        await rm(folder, { recursive: true, force: true });
        resolve(this.#reason || reasonIn(this.#log) || 'it ended by itself');
      });
    });
  }

  static async start(
    sandbox: Sandbox,
    folder: string,
    order: {
      files: readonly SourceFile[];
      framework: 'nodejs' | 'python';
      variables: Readonly<Record<string, string>>;
      kept: Uint8Array | null;
      watchLimits: WatchLimits;
    },
  ): Promise<ProcessPreview> {
    const trouble = await sandbox.problem();
    if (trouble) throw new ServiceError('engine_unavailable', trouble);
    const own = join(folder, randomToken());
    const door = join(own, 'door');
    await mkdir(door, { recursive: true, mode: 0o711 });
    const kept = order.kept ? (JSON.parse(Buffer.from(order.kept).toString('utf8')) as object[]) : [];
    await writeFile(join(own, 'files.json'), JSON.stringify([...order.files, ...kept]), { mode: 0o644 });
    // A file instead of arguments: everyone on the machine can read the arguments of a process.
    await writeFile(join(own, 'variables.json'), JSON.stringify(order.variables), { mode: 0o644 });
    const server = createServer();
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(join(door, 's'), resolve));
    await chmod(join(door, 's'), 0o666);
    const { app, readable } = await interpreterOf(order);
    const wanted = {
      readable: {
        [process.execPath]: '/runtime/node',
        [BRIDGE]: '/runtime/bridge.mjs',
        [join(own, 'files.json')]: '/source/files.json',
        [join(own, 'variables.json')]: '/source/variables.json',
        [door]: '/door',
        ...readable,
      },
      environment: { PORT, HOST: '127.0.0.1', NODE_ENV: 'production', PYTHONDONTWRITEBYTECODE: '1' },
      command: ['/runtime/node', '--max-old-space-size=64', '/runtime/bridge.mjs', '/door/s', PORT, ...app],
    };
    return new ProcessPreview(
      { child: sandbox.start(wanted, { stdin: 'pipe' }), server, folder: own },
      order.watchLimits,
    );
  }

  async request(order: PreviewRequest, signal: AbortSignal): Promise<PreviewAnswer> {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(REQUEST_MS)]);
    const socket = await this.#connection(limit);
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const { host: _host, connection: _connection, ...headers } = order.headers;
      const call = httpRequest(
        {
          method: order.method,
          path: order.path,
          headers: { ...headers, host: 'preview', connection: 'close' },
          createConnection: () => socket,
          signal: limit,
        },
        resolve,
      );
      let interim = 0;
      call.on('information', () => {
        interim += 1;
        if (interim > MAX_INTERIM) call.destroy(new Error('it sent interim answers without end'));
      });
      // After an upgrade, Node emits neither `error` nor `response`.
      call.once('upgrade', () => call.destroy(new Error('it answered with another protocol')));
      call.once('error', (error) => reject(this.#failed(error)));
      call.once('close', () => reject(this.#failed(new Error('it closed the connection'))));
      call.end(order.body);
    });
    const { statusCode = 0 } = answer;
    if (statusCode < 200 || statusCode > 599) {
      answer.destroy();
      throw this.#failed(new Error(`its status was ${statusCode}`));
    }
    const headers: Record<string, string> = {};
    for (const [name, value] of Object.entries(answer.headers))
      if (value !== undefined)
        headers[name] = Array.isArray(value) ? value.join(name === 'set-cookie' ? '\n' : ', ') : value;
    return { status: statusCode, headers, body: answer };
  }

  async stop(): Promise<Uint8Array | null> {
    this.#reason ||= this.#limitMet() || 'it was stopped';
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), STOP_MS);
    this.#child.stdin?.write('stop\n');
    await this.ended;
    clearTimeout(timer);
    return isKept(this.#kept) ? Buffer.from(this.#kept) : null;
  }

  #end(reason: string): void {
    this.#reason ||= reason;
    this.#child.kill('SIGKILL');
  }

  #limitMet(): string {
    return REASON_WORDS[this.#watch.reason()];
  }

  #failed(error: Error): ServiceError {
    const why = this.#reason || this.#limitMet() || this.#log.trim().slice(-1500) || error.message;
    return new ServiceError('engine_failed', `The app did not respond: ${why}`, { cause: error });
  }

  #take(socket: Socket): void {
    socket.on('error', () => socket.destroy());
    const waiter = this.#waiting.shift();
    if (waiter) waiter(socket);
    else if (this.#idle.length < MAX_IDLE) this.#idle.push(socket);
    else {
      socket.destroy();
      this.#refused += 1;
      if (this.#refused === MAX_REFUSED) this.#end('it opened more connections than a preview may');
    }
  }

  async #connection(signal: AbortSignal): Promise<Socket> {
    for (let socket = this.#idle.shift(); socket; socket = this.#idle.shift()) if (!socket.destroyed) return socket;
    return new Promise((resolve, reject) => {
      const fail = (error: Error) => {
        const place = this.#waiting.indexOf(resolve);
        if (place >= 0) this.#waiting.splice(place, 1);
        reject(this.#failed(error));
      };
      this.#waiting.push(resolve);
      signal.addEventListener('abort', () => fail(new Error('no answer in time')), { once: true });
      void this.ended.then((why) => fail(new Error(why)));
    });
  }
}

/** The stored data comes from the sandbox: only its form is checked, and nothing else is trusted. */
function isKept(text: string): boolean {
  try {
    const list: unknown = parseBounded(text);
    return (
      Array.isArray(list) &&
      list.length > 0 &&
      list.every(
        (each) => typeof each?.path === 'string' && each.path.startsWith('data/') && typeof each.base64 === 'string',
      )
    );
  } catch {
    return false;
  }
}

async function interpreterOf({
  files,
  framework,
}: {
  files: readonly SourceFile[];
  framework: 'nodejs' | 'python';
}): Promise<{ app: string[]; readable: Record<string, string> }> {
  if (framework === 'nodejs') {
    const entry = serverEntryOf(files) ?? 'server.js';
    return { app: ['/runtime/node', '--max-old-space-size=192', entry], readable: {} };
  }
  const python = await findPython();
  if (!python)
    throw new ServiceError(
      'engine_unavailable',
      'Previews of Python apps need python3, which is not installed on this machine.',
    );
  const entry = ['app.py', 'main.py', 'server.py'].find((path) => files.some((file) => file.path === path)) ?? 'app.py';
  return {
    app: [python.program, entry],
    readable: python.prefix.startsWith('/usr') ? {} : { [python.prefix]: python.prefix },
  };
}

let foundPython: Promise<{ program: string; prefix: string } | null> | undefined;

export function findPython(): Promise<{ program: string; prefix: string } | null> {
  foundPython ??= promisify(execFile)('python3', [
    '-I',
    '-c',
    'import os, sys; print(os.path.realpath(sys.executable)); print(sys.base_prefix)',
  ])
    .then(({ stdout }) => {
      const [program = '', prefix = ''] = stdout.trim().split('\n');
      return { program, prefix };
    })
    .catch(() => null);
  return foundPython;
}
