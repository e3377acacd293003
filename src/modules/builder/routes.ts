// The builder's routes: builds, chat, projects and their versions.
import { bytes, events, json } from '../../http/outcome.ts';
import { fileReply, LONG_TEXT_BODY_LIMIT_BYTES, type Route, route } from '../../http/route.ts';
import type { BuilderChat } from './chat-service.ts';
import {
  BuildBody,
  BuildReply,
  ChatBody,
  ChatReply,
  DeletedReply,
  DiffQuery,
  DiffReply,
  FileList,
  ProjectList,
  ProjectListQuery,
  ProjectParams,
  ProjectReply,
  RevertBody,
  VersionList,
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
      description:
        'Builds a whole application, or changes a project if `project_id` is given. Answers with the files and a running preview. With `Prefer: respond-async`, or after 60 seconds, the answer is a job. A build that does not work is repaired, three times at most. If it still fails, what a text model of a provider used is charged (422 `build_failed`); builds by `blueprint-1` and by models that no provider bills are then free.',
      example: {
        body: { prompt: 'A to-do list with due dates', framework: 'react', preview: false },
      },
      statuses: [200, 202],
      billed: true,
      generates: true,
      errors: [
        'insufficient_credits',
        'too_many_jobs',
        'not_found',
        'engine_failed',
        'engine_unavailable',
        'engine_timeout',
        'build_failed',
      ],
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
      description:
        'Talks about code or a project: answers questions, and makes changes (or only proposes them with `apply: false`). `files` are those that changed.',
      example: {
        body: {
          message: 'What does this function do?',
          model: 'default',
          context: { files: [{ path: 'add.js', content: 'export const add = (a, b) => a + b;' }] },
        },
      },
      billed: true,
      generates: true,
      errors: ['too_many_jobs', 'not_found'],
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
      description: 'Lists the projects of this account and environment.',
      example: { query: { limit: 10 } },
      tag,
      scope: 'builder:read',
      query: ProjectListQuery,
      reply: ProjectList,
      run: async ({ caller, query }) => json(await builder.list(caller, query)),
    }),
    route({
      method: 'GET',
      path: '/builder/projects/:id',
      summary: 'Get a project with its latest version',
      description: "Shows a project: its framework, its latest version with the files' names, and its preview.",
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
      description: 'Deletes a project with all versions and stops its preview. It cannot be undone.',
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
      description: 'Lists every version: what was asked, what changed, and where to download it. Each build makes one.',
      tag,
      scope: 'builder:read',
      params: ProjectParams,
      reply: VersionList,
      run: async ({ caller, params }) => json(await builder.versions(caller, params.id)),
    }),
    route({
      method: 'GET',
      path: '/builder/projects/:id/files',
      summary: 'Get the files of a version (default: the latest)',
      description: 'Sends the files of a version with their content.',
      example: { query: { version: 1 } },
      tag,
      scope: 'builder:read',
      params: ProjectParams,
      query: VersionQuery,
      reply: FileList,
      run: async ({ caller, params, query }) => json(await builder.files(caller, params.id, query.version)),
    }),
    route({
      method: 'GET',
      path: '/builder/projects/:id/diff',
      summary: 'Get the changes between two versions as a unified diff',
      description: 'Compares two versions. Without `from` and `to` it shows what the latest version changed.',
      example: { query: { from: 1, to: 2 } },
      tag,
      scope: 'builder:read',
      params: ProjectParams,
      query: DiffQuery,
      reply: DiffReply,
      run: async ({ caller, params, query, signal }) => json(await builder.diff(caller, params.id, { query, signal })),
    }),
    route({
      method: 'POST',
      path: '/builder/projects/:id/revert',
      summary: 'Restore an earlier version as the newest one',
      description: 'Creates a new version with the files of an earlier one. The versions in between stay. Free.',
      example: { body: { version: 1 } },
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
      description: 'Sends a zip archive with the files, ready for `npm install` or `python`.',
      example: { query: { version: 1 } },
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
      description: 'Sends all versions as commits: `git clone project.bundle`. At most 1,000 versions and 64 MB.',
      tag,
      scope: 'builder:read',
      params: ProjectParams,
      reply: fileReply('application/x-git-bundle'),
      run: async ({ caller, params, signal }) =>
        asFile(await builder.history(caller, params.id, signal), 'application/x-git-bundle'),
    }),
  ];
}

function asFile(file: { name: string; bytes: Uint8Array }, contentType: string) {
  return bytes(file.bytes, { contentType, headers: { 'Content-Disposition': `attachment; filename="${file.name}"` } });
}
