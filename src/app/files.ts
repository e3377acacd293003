// Wires stored files: uploads through the API, and the page that serves a file at its URL.
import { Thumbnails } from '../artifacts/thumbnails.ts';
import { createStudio } from '../engines/image/studio/studio.ts';
import { readForm } from '../http/read-body.ts';
import { FileChecker } from '../marks/verify/file-checker.ts';
import { filePages } from '../modules/files/pages.ts';
import { fileRoutes } from '../modules/files/routes.ts';
import { FileService } from '../modules/files/service.ts';
import { uploadRoutes } from '../modules/files/upload-routes.ts';
import { UploadService } from '../modules/files/upload-service.ts';
import { verifyPages } from '../modules/files/verify-pages.ts';
import { verifyRoutes } from '../modules/files/verify-routes.ts';
import { VerifyService } from '../modules/files/verify-service.ts';
import { guardedFetch } from '../net/guarded-fetch.ts';
import type { Area } from './area.ts';
import type { SharedParts } from './shared-parts.ts';

const THUMBNAIL_TIMEOUT_MS = 20_000;

export function buildFiles(parts: SharedParts): Area {
  const { config, database, artifacts, uncounted, retention } = parts;
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
  const checker = openChecker(parts);
  // Strangers have a thread of their own: nobody with a key waits for them.
  const strangersChecker = openChecker(parts);
  const verifyBy = (one: FileChecker) =>
    new VerifyService({
      artifacts,
      guardedFetch,
      publicUrl: config.publicUrl,
      check: (load, signal) => one.check(load, signal),
    });
  return {
    routes: [...fileRoutes(service), ...uploadRoutes(uploads), ...verifyRoutes(verifyBy(checker))],
    pages: [
      ...filePages(artifacts, thumbnails),
      ...verifyPages({ service: verifyBy(strangersChecker), queries, serviceName: () => config.serviceName, readForm }),
    ],
    async close() {
      studio.close();
      await Promise.all([checker.close(), strangersChecker.close()]);
    },
  };
}

function openChecker({ config, mediaKeys, log }: SharedParts): FileChecker {
  return new FileChecker({ signers: () => mediaKeys.signers(), authorities: config.mediaTrustList ?? undefined, log });
}
