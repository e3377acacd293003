// Wires the library: its routes, and the pages of its share links.
import { previewUrl } from '../modules/builder/present.ts';
import { answerFile } from '../modules/files/pages.ts';
import { sharePages } from '../modules/library/pages.ts';
import { libraryRoutes } from '../modules/library/routes.ts';
import { LibraryService } from '../modules/library/service.ts';
import { LibraryShares } from '../modules/library/share-service.ts';
import type { Area } from './area.ts';
import type { Builder } from './builder.ts';
import type { SharedParts } from './shared-parts.ts';

export function buildLibrary({ config, database, artifacts, builder }: SharedParts & { builder: Builder }): Area {
  const { publicUrl, previewOrigin, serviceName } = config;
  const library = new LibraryService({
    database,
    artifacts,
    publicUrl,
    previewUrl: (previewId) => previewUrl(config, previewId),
    archiveOf: builder.archiveOf,
  });
  const findItem = library.row.bind(library);
  const shares = new LibraryShares({ database, publicUrl, previewOrigin, findItem });
  return {
    routes: libraryRoutes(library, shares),
    pages: sharePages({
      queries: database.queries,
      artifacts,
      publicUrl,
      serviceName,
      answerFile: (artifact, visit) => answerFile(artifacts, artifact, visit),
    }),
  };
}
