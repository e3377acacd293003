// The builder's routes: builds, chat, projects and their versions.
import { bytes, events, fileReply, json, LONG_TEXT_BODY_LIMIT_BYTES, type Route, route } from '../../http/route.ts';
import type { BuilderChat } from './chat-service.ts';
import {
  BuildBody,
  BuildReply,
  ChatBody,
  ChatReply,
  DeletedReply,
  DiffQuery,
  DiffReply,
  ListReply,
  ProjectListQuery,
  ProjectParams,
  ProjectReply,
  RevertBody,
  VersionQuery,
} from './schema.ts';
import type { BuilderService } from './service.ts';

const tag = 'builder';

export function builderRoutes(builder: BuilderService, chat: BuilderChat): Route[] {
  return [...buildRoutes(builder, chat), ...projectRoutes(builder), ...versionRoutes(builder)];
}

function buildRoutes(builder: BuilderService, chat: BuilderChat): Route[] {
  return [
    route({
      method: 'POST',
      path: '/builder/build',
      summary: 'Build an application from a prompt, or change a project',
      tag,
      scope: 'builder:write',
      body: BuildBody,
      reply: BuildReply,
      run: async ({ caller, requestId, signal, headers, body }) => {
        const isAsync = /\brespond-async\b/.test(String(headers.prefer ?? ''));
        const { body: built, receipt } = await builder.build({ caller, requestId, signal, isAsync, body });
        if (isAsync) return json(built, { status: 202, headers: { 'Preference-Applied': 'respond-async' } });
        return json(built, { receipt });
      },
    }),
    route({
      method: 'POST',
      path: '/builder/chat',
      summary: 'Chat about a project: ask questions, make changes or get them proposed',
      tag,
      scope: 'builder:write',
      body: ChatBody,
      reply: ChatReply,
      streams: true,
      // `context` may hold the customer's code.
      bodyLimitBytes: LONG_TEXT_BODY_LIMIT_BYTES,
      run: async ({ caller, requestId, signal, body }) => {
        const call = { caller, requestId, signal, body };
        if (body.stream) return events(chat.stream(call), { charged: true });
        const { body: answer, receipt } = await chat.whole(call);
        return json(answer, { receipt });
      },
    }),
  ];
}

function projectRoutes(builder: BuilderService): Route[] {
  return [
    route({
      method: 'GET',
      path: '/builder/projects',
      summary: 'List projects, newest first',
      tag,
      scope: 'builder:read',
      query: ProjectListQuery,
      reply: ListReply,
      run: async ({ caller, query }) => json(await builder.list(caller, query)),
    }),
    route({
      method: 'GET',
      path: '/builder/projects/:id',
      summary: 'Get a project with its latest version',
      tag,
      scope: 'builder:read',
      params: ProjectParams,
      reply: ProjectReply,
      run: async ({ caller, params }) => json(await builder.find(caller, params.id)),
    }),
    route({
      method: 'DELETE',
      path: '/builder/projects/:id',
      summary: 'Delete a project with all its versions and its preview',
      tag,
      scope: 'builder:write',
      params: ProjectParams,
      reply: DeletedReply,
      run: async ({ caller, params }) => json(await builder.remove(caller, params.id)),
    }),
  ];
}

function versionRoutes(builder: BuilderService): Route[] {
  return [
    route({
      method: 'GET',
      path: '/builder/projects/:id/versions',
      summary: 'List the versions of a project, newest first',
      tag,
      scope: 'builder:read',
      params: ProjectParams,
      reply: ListReply,
      run: async ({ caller, params }) => json(await builder.versions(caller, params.id)),
    }),
    route({
      method: 'GET',
      path: '/builder/projects/:id/files',
      summary: 'Get the files of a version (default: the latest)',
      tag,
      scope: 'builder:read',
      params: ProjectParams,
      query: VersionQuery,
      reply: ListReply,
      run: async ({ caller, params, query }) => json(await builder.files(caller, params.id, query.version)),
    }),
    route({
      method: 'GET',
      path: '/builder/projects/:id/diff',
      summary: 'Get the changes between two versions as a unified diff',
      tag,
      scope: 'builder:read',
      params: ProjectParams,
      query: DiffQuery,
      reply: DiffReply,
      run: async ({ caller, params, query }) => json(await builder.diff(caller, params.id, query)),
    }),
    route({
      method: 'POST',
      path: '/builder/projects/:id/revert',
      summary: 'Restore an earlier version as the newest one',
      tag,
      scope: 'builder:write',
      params: ProjectParams,
      body: RevertBody,
      reply: ProjectReply,
      run: async ({ caller, params, body }) => json(await builder.revert(caller, params.id, body.version)),
    }),
    route({
      method: 'GET',
      path: '/builder/projects/:id/download',
      summary: 'Download the files of a version as a zip archive',
      tag,
      scope: 'builder:read',
      params: ProjectParams,
      query: VersionQuery,
      reply: fileReply('application/zip'),
      run: async ({ caller, params, query }) =>
        asFile(await builder.archive(caller, params.id, query.version), 'application/zip'),
    }),
    route({
      method: 'GET',
      path: '/builder/projects/:id/bundle',
      summary: 'Download the whole history as a git bundle, for git clone',
      tag,
      scope: 'builder:read',
      params: ProjectParams,
      reply: fileReply('application/x-git-bundle'),
      run: async ({ caller, params }) => asFile(await builder.history(caller, params.id), 'application/x-git-bundle'),
    }),
  ];
}

function asFile(file: { name: string; bytes: Uint8Array }, contentType: string) {
  return bytes(file.bytes, { contentType, headers: { 'Content-Disposition': `attachment; filename="${file.name}"` } });
}
