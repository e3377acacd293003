// Everything that the service has of an account and a user, as one zip file that is written while it is sent.
import { Buffer } from 'node:buffer';
import type { Artifact, ArtifactStore } from '../../artifacts/port.ts';
import { ServiceError } from '../../core/errors.ts';
import { escapeHtml } from '../../core/html-page.ts';
import { type ZipEntry, zipEntries } from '../../core/zip-stream.ts';
import type { Queries } from '../../store/database.ts';
import { readRows, type ShownRow } from '../../store/erase-rows.ts';
import type { Owner } from '../../store/owner.ts';
import { ERASED, KEPT, OF_USER, type OwnedTable } from '../../store/personal-data.ts';
import { CONTENTS } from './export-contents.ts';

export interface ExportParts {
  queries: Queries;
  artifacts: Pick<ArtifactStore, 'find' | 'read'>;
  serviceName: string;
  /** The source of a project as a zip file. */
  archiveOf(owner: Owner, projectId: string): Promise<{ bytes: Uint8Array }>;
}

export interface Exported {
  accountId: string;
  /** The user whose own rows are in it too. */
  user: { id: string; email: string } | null;
  /** Beginning with 1. */
  part: number;
}

const GIGABYTE = 1024 ** 3;
/** Below the limits of a zip file without extensions: 4 GiB and 65,535 entries. */
const MAX_PART_BYTES = 2 * GIGABYTE;
const MAX_PART_FILES = 20_000;
/** What the rows may take; an account with more gets a broken download and the reason in the log. */
const MAX_ROW_BYTES = 1.5 * GIGABYTE;
/** Rows of this many letters are sent at a time. */
const CHUNK_LETTERS = 64 * 1024;

/** `members` and mails belong to users and accounts at once, and end in the last step of a deletion. */
const MEMBERS: OwnedTable = { name: 'members', link: { column: 'account_id' }, keys: ['id'], atOnce: 0 };
const MAILS: OwnedTable = {
  name: 'outgoing_mails',
  link: { column: 'recipient' },
  keys: ['id'],
  hidden: ['html'],
  atOnce: 0,
};
const OF_ACCOUNT: readonly OwnedTable[] = [...KEPT, ...ERASED, MEMBERS].filter(({ keys }) => keys);

export class ExportService {
  readonly #parts: ExportParts;
  readonly #running = new Set<string>();

  constructor(parts: ExportParts) {
    this.#parts = parts;
  }

  /** One at a time for each account and process: each reads everything. */
  export(exported: Exported, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    if (this.#running.has(exported.accountId))
      throw new ServiceError('rate_limit_exceeded', 'An export of this account is running. Wait until it has ended.');
    return this.#write(exported, signal);
  }

  async *#write(exported: Exported, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    const { accountId } = exported;
    this.#running.add(accountId);
    try {
      yield* zipEntries(this.#entries(exported), signal);
    } finally {
      this.#running.delete(accountId);
    }
  }

  async *#entries(exported: Exported): AsyncGenerator<ZipEntry> {
    const { part, user, accountId } = exported;
    const counts = new Map<string, number>();
    if (part === 1) {
      const sizes = { bytes: 0 };
      for (const table of OF_ACCOUNT) yield this.#entryOf(table, accountId, { counts, sizes });
      for (const table of user ? OF_USER : []) yield this.#entryOf(table, user?.id ?? '', { counts, sizes });
      if (user) yield this.#entryOf(MAILS, user.email, { counts, sizes });
      yield* this.#projects(accountId);
    }
    const files = { last: 1 };
    yield* this.#files(accountId, part, files);
    yield {
      name: 'index.html',
      open: async () => [Buffer.from(this.#index(exported, counts, files.last))],
    };
  }

  #entryOf(
    table: OwnedTable,
    owner: string,
    { counts, sizes }: { counts: Map<string, number>; sizes: { bytes: number } },
  ): ZipEntry {
    const rows = readRows(this.#parts.queries, table, owner);
    return {
      name: `data/${table.name}.json`,
      open: async () => writeRows(rows, sizes, () => counts.set(table.name, (counts.get(table.name) ?? 0) + 1)),
    };
  }

  async *#projects(accountId: string): AsyncGenerator<ZipEntry> {
    const projects = ERASED.find(({ name }) => name === 'projects');
    if (!projects) return;
    for await (const { id, environment } of readRows(this.#parts.queries, projects, accountId))
      yield {
        name: `projects/${id}.zip`,
        open: async () => {
          const owner: Owner = { accountId, environment: environment === 'test' ? 'test' : 'live' };
          return [(await this.#parts.archiveOf(owner, String(id))).bytes];
        },
      };
  }

  /** Those of this part; `files.last` becomes the number of parts. */
  async *#files(accountId: string, part: number, files: { last: number }): AsyncGenerator<ZipEntry> {
    const table = ERASED.find(({ name }) => name === 'artifacts');
    if (!table) return;
    let bytes = 0;
    let count = 0;
    for await (const row of readRows(this.#parts.queries, table, accountId)) {
      if (count > 0 && (bytes + Number(row.bytes) > MAX_PART_BYTES || count >= MAX_PART_FILES)) {
        files.last += 1;
        bytes = 0;
        count = 0;
      }
      bytes += Number(row.bytes);
      count += 1;
      if (files.last === part)
        yield { name: `files/${row.id}.${row.extension}`, open: () => this.#read(String(row.id)) };
    }
  }

  /** A file that was deleted meanwhile is empty. */
  async #read(id: string) {
    const artifact: Artifact | undefined = await this.#parts.artifacts.find(id);
    return artifact ? this.#parts.artifacts.read(artifact) : [];
  }

  #index({ accountId, part }: Exported, counts: ReadonlyMap<string, number>, parts: number): string {
    const rows = [...counts].map(
      ([name, count]) =>
        `<tr><td><a href="data/${name}.json">data/${name}.json</a></td><td>${escapeHtml(CONTENTS[name] ?? name)}</td><td>${count}</td></tr>`,
    );
    const more = parts > part ? ` Download part ${part + 1} for further files.` : '';
    return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Export of ${accountId}</title>
<h1>${escapeHtml(this.#parts.serviceName)}: export of ${accountId}</h1>
<p>Written on ${new Date().toISOString()}. Part ${part} of ${parts}.${more}</p>
<p>Every file of <code>data</code> is a list in JSON. <code>files</code> holds what was made and uploaded, under its id (see data/artifacts.json), <code>projects</code> the source of each application. Secrets of keys, webhooks and variables are left out: the service stores keys as hashes and the others encrypted.</p>
<table><tr><th>File</th><th>What it holds</th><th>Rows</th></tr>${rows.join('\n')}</table></html>
`;
  }
}

/** A JSON list, in pieces. */
async function* writeRows(
  rows: AsyncIterable<ShownRow>,
  sizes: { bytes: number },
  count: () => void,
): AsyncGenerator<Uint8Array> {
  let text = '[';
  let isFirst = true;
  for await (const row of rows) {
    count();
    text += `${isFirst ? '' : ','}\n${JSON.stringify(row)}`;
    isFirst = false;
    if (text.length < CHUNK_LETTERS) continue;
    const piece = Buffer.from(text);
    sizes.bytes += piece.byteLength;
    if (sizes.bytes > MAX_ROW_BYTES)
      throw new ServiceError('payload_too_large', 'The rows of this account are too large for one zip file.');
    yield piece;
    text = '';
  }
  yield Buffer.from(`${text}\n]\n`);
}
