// The command line: start · serve · work · migrate · accounts · keys · models · doctor
import { runAccounts } from './commands/accounts.ts';
import { runDoctor } from './commands/doctor.ts';
import { runKeys } from './commands/keys.ts';
import { runMigrate } from './commands/migrate.ts';
import { runModels } from './commands/models.ts';
import { runServe } from './commands/serve.ts';
import { runWork } from './commands/work.ts';
import { ConfigError } from './config.ts';
import { ServiceError } from './core/errors.ts';
import { DataFolderInUse } from './store/data-folder-lock.ts';

const COMMANDS: Record<string, (args: string[]) => Promise<void>> = {
  start: (args) => runServe(args, { withWorker: true }),
  serve: (args) => runServe(args, { withWorker: false }),
  work: runWork,
  migrate: runMigrate,
  models: runModels,
  accounts: runAccounts,
  keys: runKeys,
  doctor: runDoctor,
};

const [name = 'start', ...args] = process.argv.slice(2);
const command = COMMANDS[name];
if (!command) fail(`Unknown command "${name}". Known: ${Object.keys(COMMANDS).join(', ')}.`);
else {
  try {
    await command(args);
  } catch (error) {
    if (!isForPeople(error)) throw error;
    fail(error.message);
  }
}

function isForPeople(error: unknown): error is Error {
  return error instanceof ConfigError || error instanceof DataFolderInUse || error instanceof ServiceError;
}

function fail(message: string): void {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}
