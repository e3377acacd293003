// Routes for songs, mastering, voices, genres and the library of tracks.
import { bytes, fileReply, json, type Route, route } from '../../http/route.ts';
import type { VoicePreviews } from './previews.ts';
import {
  DeletedReply,
  GenerateBody,
  GenresReply,
  LibraryQuery,
  LibraryReply,
  MasterBody,
  MusicJobReply,
  StatusParams,
  TrackParams,
  VoicesReply,
} from './schema.ts';
import type { MusicService } from './service.ts';

const tag = 'music';
const MASTER_BODY_LIMIT_BYTES = 72 * 1024 * 1024;
const YEAR = 'public, max-age=31536000, immutable';

export function musicRoutes(service: MusicService, previews: VoicePreviews): Route[] {
  return [
    route({
      method: 'POST',
      path: '/music/generate',
      summary: 'Start a song',
      tag,
      scope: 'music:write',
      body: GenerateBody,
      reply: MusicJobReply,
      run: async (call) => json(await service.generate(call, call.body)),
    }),
    route({
      method: 'POST',
      path: '/music/master',
      summary: 'Master a track, uploaded or made here',
      tag,
      scope: 'music:write',
      body: MasterBody,
      reply: MusicJobReply,
      multipart: true,
      bodyLimitBytes: MASTER_BODY_LIMIT_BYTES,
      run: async (call) => json(await service.master(call, call.body, call.uploads[0])),
    }),
    route({
      method: 'GET',
      path: '/music/voices',
      summary: 'List the singing voices',
      tag,
      scope: 'music:read',
      reply: VoicesReply,
      run: async ({ origin, caller }) => json(service.voices(baseOf(origin, caller.environment))),
    }),
    route({
      method: 'GET',
      path: '/music/voices/:id/preview',
      summary: 'Listen to a voice singing a line (MP3)',
      tag,
      scope: 'music:read',
      params: TrackParams,
      reply: fileReply('audio/mpeg'),
      run: async ({ params, signal }) =>
        bytes(await previews.read(params.id, signal), {
          contentType: 'audio/mpeg',
          headers: { 'cache-control': YEAR },
        }),
    }),
    route({
      method: 'GET',
      path: '/music/genres',
      summary: 'List the genres',
      tag,
      scope: 'music:read',
      reply: GenresReply,
      run: async () => json(service.genres()),
    }),
    route({
      method: 'GET',
      path: '/music/status/:job_id',
      summary: 'Get the progress of a song',
      tag,
      scope: 'music:read',
      params: StatusParams,
      reply: MusicJobReply,
      run: async ({ caller, params }) => json(await service.status(caller, params.job_id)),
    }),
    route({
      method: 'GET',
      path: '/music/library',
      summary: 'List tracks, newest first',
      tag,
      scope: 'music:read',
      query: LibraryQuery,
      reply: LibraryReply,
      run: async ({ caller, query, origin }) => json(await service.library(caller, query, origin)),
    }),
    route({
      method: 'GET',
      path: '/music/:id',
      summary: 'Get a song: its job and, once completed, the track',
      tag,
      scope: 'music:read',
      params: TrackParams,
      reply: MusicJobReply,
      run: async ({ caller, params, origin }) => json(await service.find(caller, params.id, origin)),
    }),
    route({
      method: 'DELETE',
      path: '/music/:id',
      summary: 'Delete a track and all of its files',
      tag,
      scope: 'music:write',
      params: TrackParams,
      reply: DeletedReply,
      run: async ({ caller, params }) => json(await service.remove(caller, params.id)),
    }),
  ];
}

function baseOf(origin: string, environment: 'live' | 'test'): string {
  return `${origin}${environment === 'test' ? '/sandbox' : ''}/v1`;
}
