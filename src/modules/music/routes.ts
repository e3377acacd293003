// Routes for songs, mastering, voices, genres and the library of tracks.
import { bytes, json } from '../../http/outcome.ts';
import { EXAMPLE_FILE_ID, fileReply, type Route, route } from '../../http/route.ts';
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
      description:
        'Starts a song and answers at once with its job. Follow it with GET /music/{id}, GET /jobs/{id}/events or a webhook. The credits are held now and charged when the song is done; a song that fails costs nothing.',
      example: {
        body: {
          prompt: 'A gentle song about the sea at night',
          genre: 'folk',
          duration: 30,
          vocals: { enabled: false },
        },
      },
      errors: ['insufficient_credits', 'too_many_jobs', 'engine_unavailable'],
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
      description:
        'Masters a track: an upload, a URL, or a song of your library. Answers with a job, as POST /music/generate does.',
      example: {
        body: { title: 'My demo', preset: 'warm', audio: EXAMPLE_FILE_ID },
        upload: { field: 'audio', fileName: 'demo.wav' },
      },
      errors: ['insufficient_credits', 'too_many_jobs', 'engine_unavailable', 'not_found'],
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
      description: 'Lists the voices that can sing. `id` is what `voice` and `voices` of POST /music/generate take.',
      tag,
      scope: 'music:read',
      reply: VoicesReply,
      run: async ({ origin, caller }) => json(service.voices(baseOf(origin, caller.environment))),
    }),
    route({
      method: 'GET',
      path: '/music/voices/:id/preview',
      summary: 'Listen to a voice singing a line (MP3)',
      description:
        'Sends a short MP3 in which the voice sings one line. The first call for a voice renders it, which takes some seconds.',
      errors: ['engine_failed', 'engine_unavailable', 'engine_timeout'],
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
      description: 'Lists the genres with their tempo range and a prompt to start from.',
      tag,
      scope: 'music:read',
      reply: GenresReply,
      run: async () => json(service.genres()),
    }),
    route({
      method: 'GET',
      path: '/music/status/:job_id',
      summary: 'Get the progress of a song',
      description: 'Shows how far a song is. The same object as GET /music/{id}.',
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
      description: 'Lists the finished tracks of this account with their files. `q` searches title, prompt and lyrics.',
      example: { query: { limit: 10, q: 'sea' } },
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
      description:
        'Shows the job of a song; once `status` is `completed` also the track: `audio_url`, `formats`, `stems`, `lyrics`, `sections` and more.',
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
      description:
        'Deletes a finished track with its audio, stems, MIDI and cover. A song that is still processing is cancelled with POST /jobs/{id}/cancel instead.',
      errors: ['invalid_parameter'],
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
