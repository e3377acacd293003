// accounts -- delete, keep, export: for a person who asks the operator to delete their account or for a copy of their data.
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { openArtifacts } from '../app/store.ts';
import type { Config } from '../config/settings.ts';
import { ConfigError } from '../config/values.ts';
import { ExportService } from '../modules/account/export-service.ts';
import { zipFiles } from '../modules/builder/zip-files.ts';
import { findDeletion, insertDeletion, withdrawDeletion } from '../store/account-deletions.ts';
import { type Account, findAccountByEmail } from '../store/accounts.ts';
import type { Database } from '../store/database.ts';
import { findProject, readFiles } from '../store/projects.ts';

interface Options {
  email?: string;
  to?: string;
  part?: string;
  'at-once'?: string;
}

/** The running service does the work; it begins when the waiting period ends. */
export async function deleteAccount(database: Database, config: Config, options: Options) {
  const account = await found(database, options);
  if (account.isOwner) throw new ConfigError("The operator's own account cannot be deleted.");
  const { 'at-once': atOnce = 'no' } = options;
  if (atOnce !== 'yes' && atOnce !== 'no') throw new ConfigError('--at-once must be yes or no.');
  const days = atOnce === 'yes' ? 0 : config.deletionDays;
  await database.transaction((trx) => insertDeletion(trx, { accountId: account.id, memberId: null, days }));
  const due = await findDeletion(database.queries, account.id);
  return { account_id: account.id, status: due?.state ?? 'none', due_at: due?.dueAt.toISOString() ?? '' };
}

export async function keepAccount(database: Database, _config: Config, options: Options) {
  const account = await found(database, options);
  if (!(await database.transaction((trx) => withdrawDeletion(trx, account.id))))
    throw new ConfigError('No deletion of this account waits. One that has begun cannot be undone.');
  return { account_id: account.id, status: 'none' };
}

export async function exportAccount(database: Database, config: Config, options: Options) {
  const account = await found(database, options);
  const { to = `${account.id}.zip` } = options;
  const part = Number(options.part ?? 1);
  if (!Number.isInteger(part) || part < 1) throw new ConfigError('--part must be a whole number from 1.');
  const { queries } = database;
  const files = await openArtifacts(config, queries);
  const exports = new ExportService({
    queries,
    artifacts: files.store,
    serviceName: config.serviceName,
    async archiveOf(owner, id) {
      const project = await findProject(queries, owner, id);
      return { bytes: await zipFiles((project && (await readFiles(queries, id, project.version))) ?? []) };
    },
  });
  const user = account.userId === null ? null : { id: account.userId, email: account.email };
  const content = exports.export({ accountId: account.id, user, part }, new AbortController().signal);
  try {
    // Readable by this user alone, and never in the place of another file.
    await pipeline(Readable.from(content), createWriteStream(to, { flags: 'wx', mode: 0o600 }));
  } finally {
    await files.close();
  }
  return { account_id: account.id, file: to };
}

async function found({ queries }: Database, { email = '' }: Options): Promise<Account> {
  const account = await findAccountByEmail(queries, email);
  if (!account) throw new ConfigError(`There is no account for ${email}.`);
  return account;
}
