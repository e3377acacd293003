// Routes of the library: all items, with tags, downloads, deletion and share links.
import { bytes, json } from '../../http/outcome.ts';
import { EXAMPLE_FILE_ID, fileReply, type Route, route } from '../../http/route.ts';
import {
  Changed,
  DeleteBody,
  ItemBody,
  ItemParams,
  LibraryItem,
  LibraryQuery,
  LibraryReply,
  Share,
  ShareBody,
  ShareDeleted,
  ShareListReply,
  ShareParams,
  TagBody,
  TagListReply,
  ZipQuery,
} from './schema.ts';
import type { LibraryService } from './service.ts';
import type { LibraryShares } from './share-service.ts';

const tag = 'library';
const read = { tag, scope: 'library:read' } as const;
const write = { tag, scope: 'library:write' } as const;

export function libraryRoutes(library: LibraryService, shares: LibraryShares): Route[] {
  return [...itemRoutes(library), ...shareRoutes(shares)];
}

function itemRoutes(library: LibraryService): Route[] {
  return [
    route({
      ...read,
      method: 'GET',
      path: '/library',
      summary: 'List everything that was made, newest first',
      description:
        'Lists the images, songs, videos and builds of this account and environment, whichever route made them. `q` searches titles and prompts; `kind`, `tag` and `shared` filter.',
      example: { query: { limit: 10, kind: 'image' } },
      query: LibraryQuery,
      reply: LibraryReply,
      run: async ({ caller, query }) => json(await library.list(caller, query)),
    }),
    route({
      ...read,
      method: 'GET',
      path: '/library/tags',
      summary: 'List the tags in use',
      description:
        'Lists the tags of the newest 1,000 items that have any, with how many of them have each: up to 500 tags, the most used first.',
      reply: TagListReply,
      run: async ({ caller }) => json(await library.tags(caller)),
    }),
    route({
      ...read,
      method: 'GET',
      path: '/library/zip',
      summary: 'Download several items as one zip file',
      description:
        'Sends up to 100 items, at most 2 GB together, as a zip file that is written while it is sent. A build is in it as a zip file of its source.',
      example: { query: { ids: EXAMPLE_FILE_ID } },
      errors: ['not_found', 'payload_too_large'],
      query: ZipQuery,
      reply: fileReply('application/zip'),
      run: async ({ caller, query, signal }) => {
        const content = await library.zip(caller, [...new Set(query.ids.split(','))], signal);
        return bytes(content, {
          contentType: 'application/zip',
          headers: {
            'content-disposition': 'attachment; filename="library.zip"',
            'cache-control': 'private, no-store',
          },
        });
      },
    }),
    route({
      ...write,
      method: 'POST',
      path: '/library/tags',
      summary: 'Add tags to items, or remove them',
      description:
        'Adds tags to up to 100 items and removes others from them, in one change. An item has at most 20 tags: items that would have more stay as they are. `ids` of the answer are the items that have the tags now.',
      example: { body: { ids: [EXAMPLE_FILE_ID], add: ['holiday'] } },
      body: TagBody,
      reply: Changed,
      run: async ({ caller, body }) => json(await library.tag(caller, body)),
    }),
    route({
      ...write,
      method: 'POST',
      path: '/library/delete',
      summary: 'Delete items with their files',
      description:
        'Deletes up to 100 items for good: their files, tracks, projects and share links. `ids` of the answer are the items that were deleted; an item that a job is still finishing stays.',
      example: { body: { ids: [EXAMPLE_FILE_ID] } },
      body: DeleteBody,
      reply: Changed,
      run: async ({ caller, body }) => json(await library.remove(caller, body.ids)),
    }),
    route({
      ...read,
      method: 'GET',
      path: '/library/:id',
      summary: 'Get one item',
      description: 'Shows one item with the URLs of its file and its picture.',
      params: ItemParams,
      reply: LibraryItem,
      run: async ({ caller, params }) => json(await library.find(caller, params.id)),
    }),
    route({
      ...write,
      method: 'PATCH',
      path: '/library/:id',
      summary: 'Change the title or the tags of an item',
      description:
        'Names an item, or replaces its tags. The page of a share link shows the title and never the prompt.',
      example: { body: { title: 'Lighthouse at dusk', tags: ['holiday', 'sea'] } },
      params: ItemParams,
      body: ItemBody,
      reply: LibraryItem,
      run: async ({ caller, params, body }) => json(await library.update(caller, params.id, body)),
    }),
  ];
}

function shareRoutes(shares: LibraryShares): Route[] {
  return [
    route({
      ...write,
      method: 'GET',
      path: '/library/:id/shares',
      summary: 'List the share links of an item',
      description: 'Lists the valid share links of an item, newest first. Whoever sees a link can open it.',
      params: ItemParams,
      reply: ShareListReply,
      run: async ({ caller, params }) => json(await shares.list(caller, params.id)),
    }),
    route({
      ...write,
      method: 'POST',
      path: '/library/:id/shares',
      summary: 'Make a link that shows an item to others',
      description:
        'Makes an unguessable link that shows the item without signing in, until it expires, is revoked, or the item is deleted. An item has at most 20 links.',
      example: { body: { expires_in_hours: 24 } },
      params: ItemParams,
      body: ShareBody,
      reply: Share,
      run: async ({ caller, params, body }) => json(await shares.add(caller, params.id, body)),
    }),
    route({
      ...write,
      method: 'DELETE',
      path: '/library/:id/shares/:share',
      summary: 'Revoke a share link',
      description: 'Ends a share link at once. The item and its other links stay.',
      params: ShareParams,
      reply: ShareDeleted,
      run: async ({ caller, params }) => json(await shares.revoke(caller, params.id, params.share)),
    }),
  ];
}
