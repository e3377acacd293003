// Wires stored files: uploads through the API, and the page that serves a file at its URL.
import { Thumbnails } from '../artifacts/thumbnails.ts';
import { createStudio } from '../engines/image/studio/studio.ts';
import { filePages } from '../modules/files/pages.ts';
import { fileRoutes } from '../modules/files/routes.ts';
import { FileService } from '../modules/files/service.ts';
import { uploadRoutes } from '../modules/files/upload-routes.ts';
import { UploadService } from '../modules/files/upload-service.ts';
import type { Area } from './area.ts';
import type { SharedParts } from './shared-parts.ts';

const THUMBNAIL_TIMEOUT_MS = 20_000;

export function buildFiles({ config, database, artifacts, uncounted, retention }: SharedParts): Area {
  const { queries } = database;
  const keepDays = (plan: string) => retention.daysOf(plan).uploads;
  const terms = { queries, keepDays, publicUrl: config.publicUrl };
  const service = new FileService({ artifacts, ...terms });
  const joined = new FileService({ artifacts: uncounted, ...terms });
  const uploads = new UploadService({ database, parts: artifacts, joined });
  // A process of its own: a thumbnail does not wait until an image is enlarged.
  const studio = createStudio({ taskTimeoutMs: THUMBNAIL_TIMEOUT_MS });
  const thumbnails = new Thumbnails(artifacts, async (image, side) => {
    const task = { kind: 'thumbnail', image, side } as const;
    return (await studio.run(task, () => undefined, AbortSignal.timeout(THUMBNAIL_TIMEOUT_MS))).bytes;
  });
  return {
    routes: [...fileRoutes(service), ...uploadRoutes(uploads)],
    pages: filePages(artifacts, thumbnails),
    close: async () => studio.close(),
  };
}
