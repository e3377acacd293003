// A person at a fresh machine: one shell, the commands of the pages one after the other.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkPromise, type Step } from './markdown-commands.ts';

export interface NewcomerSettings {
  /** Where the shell begins. */
  cwd: string;
  /** Keeps what the shell exports, from block to block. */
  memory: string;
  env: NodeJS.ProcessEnv;
  /** What stands in the pages → what it is here: ports, keys. */
  replace: Record<string, string>;
  /** Stands before each shell: another machine, where `memory` lies at the same path. */
  through?: readonly string[];
  say(line: string): void;
}

const PATIENCE_MS = 15 * 60_000;
const START_MS = 30 * 60_000;

export class Newcomer {
  readonly #settings: NewcomerSettings;
  readonly #running: { child: ChildProcessWithoutNullStreams; output(): string }[] = [];

  constructor(settings: NewcomerSettings) {
    this.#settings = settings;
  }

  /** What the pages call by another name here. */
  learn(replacements: Record<string, string>): void {
    Object.assign(this.#settings.replace, replacements);
  }

  async follow({ command, promise }: Step): Promise<string> {
    const { file, line, notes, text } = command;
    const startedMs = Date.now();
    if (notes['not-run'] !== undefined) {
      if (!notes['not-run']) throw new Error(`${file}:${line} is not run and does not say why`);
      this.#settings.say(`${file}:${line} not run: ${notes['not-run']}`);
      return '';
    }
    const script = this.#replaced(text);
    const printed =
      notes.background === undefined
        ? await this.#run(script, file, line)
        : await this.#start(script, notes.background);
    if (promise) checkPromise(promise, printed);
    const promised = promise ? `, prints what line ${promise.line} says` : '';
    this.#settings.say(`${file}:${line} ok in ${((Date.now() - startedMs) / 1_000).toFixed(1)} s${promised}`);
    return printed;
  }

  async leave(): Promise<void> {
    for (const { child } of this.#running.splice(0)) {
      if (child.exitCode !== null || child.pid === undefined) continue;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      // Ctrl-C: a signal would end the terminal, and the service with it before it has stopped its database.
      child.stdin.write('\x03');
      await ended;
    }
  }

  #replaced(text: string): string {
    return Object.entries(this.#settings.replace).reduce((script, [from, to]) => script.replaceAll(from, to), text);
  }

  /** A shell of its own for each block, with the exports and the folder of the one before. */
  #run(script: string, file: string, line: number): Promise<string> {
    const state = join(this.#settings.memory, 'exports');
    const place = join(this.#settings.memory, 'place');
    const before = existsSync(state) ? `. '${state}'\ncd "$(cat '${place}')"\n` : '';
    const whole = `${before}set -eo pipefail\n${script}\nset +e\nexport -p > '${state}'\npwd > '${place}'\n`;
    writeFileSync(join(this.#settings.memory, 'block.sh'), whole);
    return new Promise((resolve, reject) => {
      const [program = 'bash', ...args] = [
        ...(this.#settings.through ?? []),
        'bash',
        join(this.#settings.memory, 'block.sh'),
      ];
      const child = spawn(program, args, {
        cwd: this.#settings.cwd,
        env: this.#settings.env,
        stdio: ['ignore', 'pipe', 'pipe'],
        timeout: PATIENCE_MS,
      });
      let [output, errors] = ['', ''];
      child.stdout.on('data', (piece) => (output += piece));
      child.stderr.on('data', (piece) => (errors += piece));
      child.once('error', reject);
      child.once('close', (code) => {
        if (code === 0) resolve(output + errors);
        else
          reject(
            new Error(
              `${file}:${line} ended with ${code}\n${script}\n${output.slice(-3_000)}\n${errors.slice(-3_000)}`,
            ),
          );
      });
    });
  }

  /** Runs on until the end; answers with what it printed up to the words that say it is ready. */
  #start(script: string, readyWords: string): Promise<string> {
    const place = join(this.#settings.memory, 'place');
    const cwd = existsSync(place) ? readFileSync(place, 'utf8').trim() : this.#settings.cwd;
    // On a terminal, as a person: the first start shows its keys on no other output.
    const child = spawn('script', ['-qefc', script, '/dev/null'], { cwd, env: this.#settings.env, detached: true });
    let output = '';
    this.#running.push({ child, output: () => output });
    return new Promise((resolve, reject) => {
      const impatience = setTimeout(() => reject(new Error(`never said "${readyWords}":\n${output}`)), START_MS);
      const hear = (piece: Buffer) => {
        output += piece;
        if (!output.includes(readyWords)) return;
        clearTimeout(impatience);
        resolve(output);
      };
      child.stdout.on('data', hear);
      child.stderr.on('data', hear);
      child.once('exit', (code) => reject(new Error(`ended with ${code} before it said "${readyWords}":\n${output}`)));
    });
  }
}
