// The command line: finds the command, runs it, and explains errors.
import manifest from '../package.json' with { type: 'json' };
import { type Command, helpText, runCommand } from './command.ts';
import { balance } from './commands/balance.ts';
import { batch } from './commands/batch.ts';
import { build } from './commands/build.ts';
import { chat } from './commands/chat.ts';
import { code } from './commands/code.ts';
import { connect } from './commands/connect.ts';
import { embed } from './commands/embed.ts';
import { files } from './commands/files.ts';
import { image } from './commands/image.ts';
import { invoices } from './commands/invoices.ts';
import { jobs } from './commands/jobs.ts';
import { keys } from './commands/keys.ts';
import { login } from './commands/login.ts';
import { models } from './commands/models.ts';
import { projects } from './commands/projects.ts';
import { redeem } from './commands/redeem.ts';
import { rerank } from './commands/rerank.ts';
import { song } from './commands/song.ts';
import { speak } from './commands/speak.ts';
import { transcribe } from './commands/transcribe.ts';
import { usage } from './commands/usage.ts';
import { video } from './commands/video.ts';
import { videos } from './commands/videos.ts';
import { voices } from './commands/voices.ts';
import { webhooks } from './commands/webhooks.ts';
import { Complaint } from './complaint.ts';
import { errorAsJson, errorWords } from './error-words.ts';

const COMMANDS: Command[] = [
  login,
  chat,
  code,
  song,
  image,
  video,
  speak,
  transcribe,
  build,
  embed,
  rerank,
  jobs,
  projects,
  videos,
  files,
  batch,
  models,
  connect,
  voices,
  balance,
  redeem,
  usage,
  invoices,
  keys,
  webhooks,
];
const INTERRUPTED = 130;

/** Returns the exit code: 0, 1 for a failure, 2 for wrong usage, 130 after Ctrl-C. */
export async function main(args: string[]): Promise<number> {
  const interrupt = new AbortController();
  process.once('SIGINT', () => interrupt.abort());
  process.stdout.on('error', leaveQuietly);
  try {
    await run(args, interrupt.signal);
    return 0;
  } catch (error) {
    if (interrupt.signal.aborted) return INTERRUPTED;
    if (args.includes('--json')) process.stdout.write(`${JSON.stringify(errorAsJson(error))}\n`);
    else process.stderr.write(`${errorWords(error)}\n`);
    return error instanceof Complaint ? error.exitCode : 1;
  }
}

async function run([name, ...rest]: string[], signal: AbortSignal): Promise<void> {
  if (name === '--version' || name === '-V' || name === 'version') {
    process.stdout.write(`${manifest.version}\n`);
    return;
  }
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    const [about] = rest;
    process.stdout.write(about === undefined ? overview() : helpText(commandOf(about)));
    return;
  }
  await runCommand(commandOf(name), rest, signal);
}

function commandOf(name: string): Command {
  const command = COMMANDS.find((one) => one.name === name || one.aliases?.includes(name));
  if (command) return command;
  const near = COMMANDS.find((one) => isNear(one.name, name));
  throw new Complaint(
    `There is no command "${name}". ${near ? `Did you mean "${near.name}"?` : 'See: atelier --help'}`,
    2,
  );
}

/** Detects typos: the same letters in another order, or one word is the beginning of the other. */
function isNear(name: string, word: string): boolean {
  const letters = (text: string) => [...text].sort().join('');
  return letters(name) === letters(word) || (word.length > 2 && (name.startsWith(word) || word.startsWith(name)));
}

function overview(): string {
  const rows = COMMANDS.map(({ name, summary }) => `  ${name.padEnd(10)} ${summary.split('\n')[0]}`);
  return [
    'atelier COMMAND … (atelier help COMMAND explains one)',
    '',
    ...rows,
    '',
    'The service is found by --url, ATELIER_URL or `atelier login`; the key by --key, ATELIER_API_KEY or `atelier login`.',
    'Exit codes: 0 done, 1 failed, 2 wrong usage, 130 stopped with Ctrl-C.',
    '',
  ].join('\n');
}

/** The reader of a pipe may stop early: `atelier models | head`. */
function leaveQuietly(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
}
