// Routes of the workspace: files saved by hand, messages, data, share links and the publication of a project.
import { json } from '../../http/outcome.ts';
import { LONG_TEXT_BODY_LIMIT_BYTES, type Route, route } from '../../http/route.ts';
import {
  DataBody,
  DataReply,
  DeletedData,
  DeletedShare,
  MessageList,
  PublicationReply,
  PublishBody,
  SaveBody,
  SaveReply,
  ShareBody,
  ShareList,
  ShareParams,
  ShareReply,
} from './link-schema.ts';
import type { LinkService } from './link-service.ts';
import { ProjectListQuery, ProjectParams } from './schema.ts';
import type { WorkspaceService } from './workspace-service.ts';

const tag = 'builder';
/** Two disks of 8 MB as base64, and the storage. */
const DATA_BODY_LIMIT_BYTES = 24 * 1024 * 1024;

export function workspaceRoutes(workspace: WorkspaceService, links: LinkService): Route[] {
  return [...editingRoutes(workspace), ...shareRoutes(links), ...publicationRoutes(links)];
}

function editingRoutes(workspace: WorkspaceService): Route[] {
  return [
    route({
      method: 'PUT',
      path: '/builder/projects/:id/files',
      summary: 'Save edited files as a new version',
      description:
        'Stores files that were edited by hand. Files that are not named stay. A version that does not compile is stored too, and `problems` says why. Free.',
      example: { body: { base_version: 2, files: [{ path: 'NOTES.md', content: 'Call the client.' }] } },
      tag,
      scope: 'builder:write',
      params: ProjectParams,
      body: SaveBody,
      reply: SaveReply,
      errors: ['not_found'],
      bodyLimitBytes: LONG_TEXT_BODY_LIMIT_BYTES,
      run: async ({ caller, params, body, signal }) => json(await workspace.save(caller, params.id, { body, signal })),
    }),
    route({
      method: 'GET',
      path: '/builder/projects/:id/messages',
      summary: 'List what was said about a project, newest first',
      description: 'Lists the messages of all conversations about a project.',
      example: { query: { limit: 10 } },
      tag,
      scope: 'builder:read',
      params: ProjectParams,
      query: ProjectListQuery,
      reply: MessageList,
      run: async ({ caller, params, query }) => json(await workspace.messages(caller, params.id, query)),
    }),
    route({
      method: 'GET',
      path: '/builder/projects/:id/data',
      summary: 'Export the data of an application',
      description:
        'Sends what the application has kept: the browser storage of its preview, and the files that its server wrote, for the preview and for the published version. A running server is stopped for it and starts again with the next visit.',
      tag,
      scope: 'builder:read',
      params: ProjectParams,
      reply: DataReply,
      run: async ({ caller, params }) => json(await workspace.data(caller, params.id)),
    }),
    route({
      method: 'PUT',
      path: '/builder/projects/:id/data',
      summary: 'Import the data of an application',
      description:
        'Replaces what the application has kept by data in the form of the export; parts that are left out or null stay. A running server is stopped and starts again with the new data.',
      example: { body: { storage: { theme: 'dark' } } },
      tag,
      scope: 'builder:write',
      params: ProjectParams,
      body: DataBody,
      reply: DataReply,
      bodyLimitBytes: DATA_BODY_LIMIT_BYTES,
      run: async ({ caller, params, body }) => json(await workspace.importData(caller, params.id, body)),
    }),
    route({
      method: 'DELETE',
      path: '/builder/projects/:id/data',
      summary: 'Delete the data of an application',
      description: 'Deletes what the application has kept; it starts with its examples again. It cannot be undone.',
      tag,
      scope: 'builder:write',
      params: ProjectParams,
      reply: DeletedData,
      run: async ({ caller, params }) => json(await workspace.removeData(caller, params.id)),
    }),
  ];
}

function shareRoutes(links: LinkService): Route[] {
  return [
    route({
      method: 'POST',
      path: '/builder/projects/:id/shares',
      summary: 'Create a share link',
      description:
        'Creates an unguessable URL that shows the latest version of the application until it expires or is revoked. Visitors see its data but do not change it, unless the application has a server.',
      example: { body: { expires_in_hours: 24 } },
      tag,
      scope: 'builder:write',
      params: ProjectParams,
      body: ShareBody,
      reply: ShareReply,
      run: async ({ caller, params, body }) => json(await links.share(caller, params.id, body)),
    }),
    route({
      method: 'GET',
      path: '/builder/projects/:id/shares',
      summary: 'List the share links of a project',
      description: 'Lists the links that are still valid, newest first.',
      tag,
      scope: 'builder:write',
      params: ProjectParams,
      reply: ShareList,
      run: async ({ caller, params }) => json(await links.shares(caller, params.id)),
    }),
    route({
      method: 'DELETE',
      path: '/builder/projects/:id/shares/:share',
      summary: 'Revoke a share link',
      description: 'Ends a share link at once.',
      tag,
      scope: 'builder:write',
      params: ShareParams,
      reply: DeletedShare,
      run: async ({ caller, params }) => json(await links.revoke(caller, params.id, params.share)),
    }),
  ];
}

function publicationRoutes(links: LinkService): Route[] {
  return [
    route({
      method: 'GET',
      path: '/builder/projects/:id/publication',
      summary: 'Get where a project is published',
      description: 'Shows the address and the version that visitors see, and whether it is switched on.',
      tag,
      scope: 'builder:read',
      params: ProjectParams,
      reply: PublicationReply,
      run: async ({ caller, params }) => json(await links.publication(caller, params.id)),
    }),
    route({
      method: 'PUT',
      path: '/builder/projects/:id/publication',
      summary: 'Publish a project, or take it offline',
      description:
        'Shows one version at an address of its own (`/app/{address}/`) until it is switched off. Later versions are shown only once they are published.',
      example: { body: { enabled: true, version: 1 } },
      tag,
      scope: 'builder:write',
      params: ProjectParams,
      body: PublishBody,
      reply: PublicationReply,
      run: async ({ caller, params, body }) => json(await links.publish(caller, params.id, body)),
    }),
  ];
}
