// The command line: start · serve · work · migrate · accounts · keys · models · prices · import · doctor · backup · restore · rotate-secret · docs
import { enableCompileCache } from 'node:module';
import { ConfigError } from './config/values.ts';
import { ServiceError } from './core/errors.ts';
import { DataFolderInUse } from './store/postgres/data-folder-lock.ts';

// Caches compiled code between starts, which halves the start time. scripts/run.mjs and the container image enable the cache even
// earlier, with NODE_COMPILE_CACHE.
enableCompileCache();

/** Dynamic imports: each command loads only what it needs, and through the compile cache. */
const COMMANDS: Record<string, (args: string[]) => Promise<void>> = {
  start: async (args) => (await import('./commands/serve.ts')).runServe(args, { withWorker: true }),
  serve: async (args) => (await import('./commands/serve.ts')).runServe(args, { withWorker: false }),
  work: async () => (await import('./commands/work.ts')).runWork(),
  migrate: async () => (await import('./commands/migrate.ts')).runMigrate(),
  accounts: async (args) => (await import('./commands/accounts.ts')).runAccounts(args),
  keys: async (args) => (await import('./commands/keys.ts')).runKeys(args),
  models: async (args) => (await import('./commands/models.ts')).runModels(args),
  prices: async (args) => (await import('./commands/prices.ts')).runPrices(args),
  import: async (args) => (await import('./commands/import.ts')).runImport(args),
  doctor: async () => (await import('./commands/doctor.ts')).runDoctor(),
  backup: async (args) => (await import('./commands/backup.ts')).runBackup(args),
  restore: async (args) => (await import('./commands/restore.ts')).runRestore(args),
  docs: async (args) => (await import('./commands/docs.ts')).runDocs(args),
  'rotate-secret': async (args) => (await import('./commands/rotate-secret.ts')).runRotateSecret(args),
};

const [name = 'start', ...args] = process.argv.slice(2);
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
if (!command) fail(`Unknown command "${name}". Known: ${Object.keys(COMMANDS).join(', ')}.`);
else {
  try {
    await command(args);
  } catch (error) {
    if (isUserError(error)) fail(error.message);
    else {
      const { explainStartFailure } = await import('./commands/start-failure.ts');
      const words = explainStartFailure(error);
      if (words === undefined) throw error;
      fail(words);
      // Whatever a failed start left open must not keep the process alive.
      process.exit();
    }
  }
}

function isUserError(error: unknown): error is Error {
  return error instanceof ConfigError || error instanceof DataFolderInUse || error instanceof ServiceError;
}

function fail(message: string): void {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}
