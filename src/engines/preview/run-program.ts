// Runs one program in the sandbox of the previews: no network, no files of the service, and limits on time, memory and output.
import type { ChildProcess } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { Sandbox } from '@atelier/kit';
import { ServiceError } from '../../core/errors.ts';
import { randomToken } from '../../core/ids.ts';
import type { ProgramEnd, ProgramEngine, ProgramOrder, ProgramResult } from '../program/port.ts';
import { findPython } from './process-preview.ts';
import type { WatchLimits, WatchReason } from './watch-order.ts';
import { watchProcesses } from './watchdog.ts';

export interface ProgramEngineOptions {
  /** A folder of the service, for the sources while they run. */
  folder: string;
  sandbox?: Sandbox;
  limits?: Partial<ProgramLimits>;
}

interface ProgramLimits {
  outputBytes: number;
  watch: WatchLimits;
}

const MEGABYTE = 1024 * 1024;
const LIMITS: ProgramLimits = {
  outputBytes: 64 * 1024,
  watch: {
    everyMs: 100,
    memoryBytes: 256 * MEGABYTE,
    timeMs: 10_000,
    burstSeconds: 10,
    recoveryShare: 0,
    sockets: 100,
  },
};
/** The kernel's own limits for each process lie above those of the watchdog, which can say why it ended a program. */
const KERNEL_LIMITS = {
  python: { cpuSeconds: 11, dataBytes: 512 * MEGABYTE, addressBytes: 1024 * MEGABYTE },
  // Node reserves 512 MB for compiled code, which counts as data, and far more of addresses.
  javascript: { cpuSeconds: 11, dataBytes: 1024 * MEGABYTE },
};

export function createProgramEngine({
  folder,
  sandbox = new Sandbox(),
  limits = {},
}: ProgramEngineOptions): ProgramEngine {
  const allowed = { ...LIMITS, ...limits };
  return {
    async run(order, signal) {
      if (await sandbox.problem())
        throw new ServiceError('engine_unavailable', 'This service cannot run programs: its machine has no sandbox.');
      const own = join(folder, randomToken());
      await mkdir(own, { recursive: true, mode: 0o711 });
      try {
        const source = join(own, 'program');
        await writeFile(source, order.code, { mode: 0o644 });
        const { readable, command } = await interpreterOf(order.language);
        signal.throwIfAborted();
        const wanted = {
          readable: { ...readable, [source]: inside(order.language) },
          environment: { PYTHONDONTWRITEBYTECODE: '1', NODE_DISABLE_COLORS: '1' },
          command,
          limits: KERNEL_LIMITS[order.language],
        };
        return await follow(sandbox.start(wanted, { stdin: 'pipe', signal }), order.input, allowed);
      } finally {
        await rm(own, { recursive: true, force: true });
      }
    },
  };
}

function inside(language: ProgramOrder['language']): string {
  return language === 'python' ? '/source/program.py' : '/source/program.js';
}

async function interpreterOf(language: ProgramOrder['language']) {
  const source = inside(language);
  if (language === 'javascript')
    return {
      readable: { [process.execPath]: '/runtime/node' },
      command: ['/runtime/node', '--max-old-space-size=128', source],
    };
  const python = await findPython();
  if (!python)
    throw new ServiceError('engine_unavailable', 'This service cannot run Python: its machine lacks python3.');
  return {
    readable: python.prefix.startsWith('/usr') ? {} : { [python.prefix]: python.prefix },
    // -u: what was printed before a limit ends the program is not lost in a buffer.
    command: [python.program, '-I', '-B', '-u', source],
  };
}

function follow(
  child: ChildProcess,
  input: string,
  { outputBytes, watch: limits }: ProgramLimits,
): Promise<ProgramResult> {
  const began = performance.now();
  let isTooLoud = false;
  const stop = () => {
    isTooLoud = true;
    child.kill('SIGKILL');
  };
  const [output, errors] = [new Printed(outputBytes), new Printed(outputBytes)];
  child.stdout?.on('data', (bytes: Buffer) => output.add(bytes) || stop());
  child.stderr?.on('data', (bytes: Buffer) => errors.add(bytes) || stop());
  // A program that does not read its input closes it.
  child.stdin?.on('error', () => {});
  child.stdin?.end(input);
  const watch = watchProcesses(child, limits);
  return new Promise((resolve, reject) => {
    child.once('error', (error) => {
      watch.stop();
      reject(error);
    });
    child.once('close', (code) => {
      watch.stop();
      const end = isTooLoud ? 'output' : endOf(watch.reason());
      resolve({
        output: output.text(),
        errors: errors.text(),
        exitCode: end === 'exited' ? code : null,
        end,
        durationMs: Math.round(performance.now() - began),
      });
    });
  });
}

function endOf(reason: WatchReason): ProgramEnd {
  if (reason === 'none') return 'exited';
  return reason === 'time' ? 'time' : 'resources';
}

class Printed {
  readonly #decoder = new StringDecoder('utf8');
  #text = '';
  #left: number;

  constructor(bytes: number) {
    this.#left = bytes;
  }

  /** False: it is more than is kept. */
  add(bytes: Buffer): boolean {
    this.#text += this.#decoder.write(bytes.subarray(0, Math.max(0, this.#left)));
    this.#left -= bytes.byteLength;
    return this.#left >= 0;
  }

  text(): string {
    return this.#text;
  }
}
