// Wires stored files: uploads through the API, and the page that serves a file at its URL.
import { filePages } from '../modules/files/pages.ts';
import { fileRoutes } from '../modules/files/routes.ts';
import { FileService } from '../modules/files/service.ts';
import type { Area } from './area.ts';
import type { SharedParts } from './shared-parts.ts';

export function buildFiles({ config, database, artifacts }: SharedParts): Area {
  const service = new FileService({
    artifacts,
    queries: database.queries,
    keepDays: config.retain.uploadsDays,
    publicUrl: config.publicUrl,
  });
  return { routes: fileRoutes(service), pages: filePages(artifacts) };
}
