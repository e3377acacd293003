// The command line: finds the command, runs it, and says in words what went wrong.
import { type Command, runCommand } from './command.ts';
import { build } from './commands/build.ts';
import { chat } from './commands/chat.ts';
import { code } from './commands/code.ts';
import { image } from './commands/image.ts';
import { keys } from './commands/keys.ts';
import { login } from './commands/login.ts';
import { models } from './commands/models.ts';
import { song } from './commands/song.ts';
import { usage } from './commands/usage.ts';
import { video } from './commands/video.ts';
import { webhooks } from './commands/webhooks.ts';
import { Complaint } from './complaint.ts';
import { errorAsJson, errorWords } from './error-words.ts';

const COMMANDS: Command[] = [login, chat, code, song, image, video, build, keys, models, usage, webhooks];
const INTERRUPTED = 130;

/** Answers the exit code: 0, 1 for what failed, 2 for what was said wrong, 130 after Ctrl-C. */
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
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    process.stdout.write(overview());
    return;
  }
  const command = COMMANDS.find((one) => one.name === name);
  if (!command) throw new Complaint(`There is no command "${name}". See: atelier --help`, 2);
  await runCommand(command, rest, signal);
}

function overview(): string {
  const rows = COMMANDS.map(({ name, summary }) => `  ${name.padEnd(10)} ${summary.split('\n')[0]}`);
  return [
    'atelier COMMAND … (each has --help)',
    '',
    ...rows,
    '',
    'The service is found by --url, ATELIER_URL or `atelier login`; the key by --key, ATELIER_API_KEY or `atelier login`.',
    '',
  ].join('\n');
}

/** Whoever reads may stop early: `atelier models | head`. */
function leaveQuietly(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
}
