// Wires vector stores: their routes, the job that reads files into them, and the chores that end what nobody reads any more.
import { textCutter } from '../engines/document/cutter.ts';
import { documentReader } from '../engines/document/pdf.ts';
import type { JobHandler } from '../jobs/kinds.ts';
import { findBatchCaller } from '../modules/batches/batch-caller.ts';
import { vectorFileRoutes } from '../modules/vectors/file-routes.ts';
import { VectorFiles } from '../modules/vectors/file-service.ts';
import { IndexJob } from '../modules/vectors/index-job.ts';
import { vectorStoreRoutes } from '../modules/vectors/store-routes.ts';
import { VectorStores } from '../modules/vectors/store-service.ts';
import { endLeftFiles } from '../store/vector-files.ts';
import { emptyExpiredStores } from '../store/vector-stores.ts';
import type { Area } from './area.ts';
import type { Chat } from './chat.ts';
import type { Jobs } from './jobs.ts';
import type { SharedParts } from './shared-parts.ts';

export interface Vectors extends Area {
  handlers: { vector_files: JobHandler };
}

const LEFT_MS = 10_000;
const EXPIRY_MS = 60_000;
const FILES_AT_ONCE = 100;

export function buildVectors(parts: SharedParts & { jobs: Jobs; chat: Chat }): Vectors {
  const { database, artifacts, jobs } = parts;
  const { queries } = database;
  const { embeddings: embedder, vectorSearch: search } = parts.chat;
  const files = new VectorFiles({ database, queue: jobs.queue, embedder, search });
  const stores = new VectorStores({ database, embedder, search, files });
  const job = new IndexJob({
    ...{ database, artifacts, embedder },
    reader: documentReader,
    cutter: textCutter,
    makerOf: (maker) => findBatchCaller(queries, maker),
    checkRoom: (accountId, bytes) => parts.refuseExcess(accountId, bytes),
  });
  return {
    routes: [...vectorStoreRoutes(stores), ...vectorFileRoutes(files)],
    handlers: { vector_files: job },
    chores: [
      { everyMs: LEFT_MS, isSkippedAtStop: true, run: async () => void (await endLeftFiles(queries)) },
      {
        everyMs: EXPIRY_MS,
        isSkippedAtStop: true,
        run: async () => void (await emptyExpiredStores(queries, FILES_AT_ONCE)),
      },
    ],
  };
}
