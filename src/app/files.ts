// Wires stored files: uploads through the API, and the page that serves a file at its URL.
import { filePages } from '../modules/files/pages.ts';
import { fileRoutes } from '../modules/files/routes.ts';
import { FileService } from '../modules/files/service.ts';
import { uploadRoutes } from '../modules/files/upload-routes.ts';
import { UploadService } from '../modules/files/upload-service.ts';
import type { Area } from './area.ts';
import type { SharedParts } from './shared-parts.ts';

export function buildFiles({ config, database, artifacts, uncounted }: SharedParts): Area {
  const { queries } = database;
  const terms = { queries, keepDays: config.retain.uploadsDays, publicUrl: config.publicUrl };
  const service = new FileService({ artifacts, ...terms });
  const joined = new FileService({ artifacts: uncounted, ...terms });
  const uploads = new UploadService({ database, parts: artifacts, joined });
  return { routes: [...fileRoutes(service), ...uploadRoutes(uploads)], pages: filePages(artifacts) };
}
