// The shape of a command, and how its arguments are parsed: options, positional arguments and --help.
import { parseArgs } from 'node:util';
import { Atelier } from '@atelier/client';
import { Complaint } from './complaint.ts';
import { readSettings } from './settings.ts';

export interface OptionSpec {
  type: 'string' | 'boolean';
  short?: string;
  help: string;
  /** The name of its value in the help. */
  value?: string;
  multiple?: boolean;
}

export interface Command {
  name: string;
  /** Aliases: the words of the API. */
  aliases?: string[];
  /** The arguments after the name, for the help. */
  usage: string;
  summary: string;
  options: Record<string, OptionSpec>;
  examples: string[];
  run(call: CommandCall): Promise<void>;
}

export interface CommandCall {
  words: string[];
  options: Record<string, string | boolean | (string | boolean)[] | undefined>;
  isJson: boolean;
  client(): Atelier;
  signal: AbortSignal;
}

/** Retries for at most three seconds, because a person is waiting. */
const MAX_RETRIES = 2;

const COMMON: Record<string, OptionSpec> = {
  json: { type: 'boolean', help: 'print JSON, and nothing else' },
  url: { type: 'string', help: 'the URL of the service', value: 'URL' },
  key: { type: 'string', help: 'the API key (better: atelier login, or ATELIER_API_KEY)', value: 'KEY' },
  help: { type: 'boolean', short: 'h', help: 'show this' },
};

export async function runCommand(command: Command, args: string[], signal: AbortSignal): Promise<void> {
  const options = { ...command.options, ...COMMON };
  const { values, positionals } = readWords(command, options, args);
  if (values.help) {
    process.stdout.write(helpText(command));
    return;
  }
  const text = (name: string) => (typeof values[name] === 'string' ? values[name] : undefined);
  await command.run({
    words: positionals,
    options: values,
    isJson: values.json === true,
    client() {
      const { url, key } = readSettings({ url: text('url'), key: text('key') });
      return new Atelier({ baseUrl: url, apiKey: key, maxRetries: MAX_RETRIES });
    },
    signal,
  });
}

function readWords(command: Command, options: Record<string, OptionSpec>, args: string[]) {
  try {
    const specs = Object.fromEntries(
      Object.entries(options).map(([name, { type, short, multiple }]) => [
        name,
        { type, ...(short ? { short } : {}), ...(multiple ? { multiple } : {}) },
      ]),
    );
    return parseArgs({ args, options: specs, allowPositionals: true });
  } catch (error) {
    const message = error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error);
    throw new Complaint(`${message}. See: atelier ${command.name} --help`, 2);
  }
}

export function helpText(command: Command): string {
  const rows = Object.entries({ ...command.options, ...COMMON }).map(([name, spec]) => {
    const short = spec.short ? `-${spec.short}, ` : '    ';
    const value = spec.type === 'string' ? ` ${spec.value ?? 'TEXT'}` : '';
    return `  ${`${short}--${name}${value}`.padEnd(28)} ${spec.help}`;
  });
  const examples = command.examples.map((line) => `  ${line}`);
  return [
    `atelier ${command.name} ${command.usage}`.trimEnd(),
    '',
    command.summary,
    '',
    'Options:',
    ...rows,
    ...(examples.length > 0 ? ['', 'Examples:', ...examples] : []),
    '',
  ].join('\n');
}

/** Reads the action from the first argument (by default the first action), and its target if the action needs one. */
export function actionOf<A extends string>(
  call: CommandCall,
  command: Command,
  needsSubject: Record<A, boolean>,
): { action: A; subject: string } {
  const actions = Object.keys(needsSubject) as A[];
  const [word = actions[0], subject = ''] = call.words;
  const action = actions.find((one) => one === word);
  if (!action) throw new Complaint(`There is no "${command.name} ${word}". See: atelier help ${command.name}`, 2);
  if (needsSubject[action] && !subject)
    throw new Complaint(`Name one: atelier ${command.name} ${command.usage.replace(/[[\]]/g, '')}`, 2);
  return { action, subject };
}

/** The prompt from the arguments, or from standard input. */
export async function promptOf(call: CommandCall, what: string): Promise<string> {
  const said = call.words.join(' ').trim();
  if (said) return said;
  const piped = (await readPiped()).trim();
  if (piped) return piped;
  throw new Complaint(`Say ${what}: add it in quotes after the command.`, 2);
}

/** Standard input if it is piped; empty at a terminal. */
export async function readPiped(): Promise<string> {
  if (process.stdin.isTTY) return '';
  let text = '';
  for await (const chunk of process.stdin.setEncoding('utf8')) text += chunk;
  return text;
}

export function textOption(call: CommandCall, name: string): string | undefined {
  const value = call.options[name];
  return typeof value === 'string' ? value : undefined;
}

export function numberOption(call: CommandCall, name: string): number | undefined {
  const value = textOption(call, name);
  if (value === undefined) return undefined;
  const number = Number(value);
  if (!Number.isFinite(number)) throw new Complaint(`--${name} needs a number, not "${value}".`, 2);
  return number;
}

export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

/** Drops undefined fields: the API distinguishes an absent field from an empty one. */
export function given<T extends Record<string, unknown>>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const present = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as { [K in keyof T]: Exclude<T[K], undefined> };
}
