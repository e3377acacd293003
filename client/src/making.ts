// Songs, images, videos and applications, and their jobs.
import type { Api, Body, Query, Reply, UploadBody } from './api.ts';
import { followJob, type Job, JobCall, type WaitOptions, waitForJob } from './jobs.ts';
import { Pages } from './pages.ts';
import type { ChatChunk } from './text.ts';
import type { CallOptions } from './transport.ts';

export type Song = Reply<'GET /music/{id}'>;
export type Film = Reply<'GET /video/{id}'>;
export type Picture = Reply<'POST /image/generate'>;
export type Build = Reply<'POST /builder/build'>;
/** Answers about a project arrive as chat chunks; the last event is the whole message. */
export type BuilderChunk = ChatChunk | (Reply<'POST /builder/chat'> & { usage?: { credits?: number } });

/** With `onProgress` the work runs as a job from the start, and its states are reported. */
export interface MakeOptions extends CallOptions {
  onProgress?: ((job: Job) => void) | undefined;
}

export function musicOf(api: Api) {
  return {
    generate: (body: Body<'POST /music/generate'>, options?: CallOptions) =>
      new JobCall<Song>(api, api.call('POST /music/generate', { body }, options)),
    /** `audio` may be a file. */
    master: (body: UploadBody<'POST /music/master'>, options?: CallOptions) =>
      new JobCall<Song>(api, api.call('POST /music/master', { body }, options)),
    get: (id: string, options?: CallOptions) => api.call('GET /music/{id}', { params: { id } }, options),
    status: (jobId: string, options?: CallOptions) =>
      api.call('GET /music/status/{job_id}', { params: { job_id: jobId } }, options),
    library: (query?: Query<'GET /music/library'>, options?: CallOptions) =>
      new Pages<Reply<'GET /music/library'>['data'][number]>(api, 'GET /music/library', { query }, options),
    delete: (id: string, options?: CallOptions) => api.call('DELETE /music/{id}', { params: { id } }, options),
    voices: (options?: CallOptions) => api.call('GET /music/voices', {}, options),
    voicePreview: (id: string, options?: CallOptions) =>
      api.bytes('GET /music/voices/{id}/preview', { params: { id } }, options),
    genres: (options?: CallOptions) => api.call('GET /music/genres', {}, options),
  };
}

export function videoOf(api: Api) {
  return {
    /** `image` may be a file. */
    generate: (body: UploadBody<'POST /video/generate'>, options?: CallOptions) =>
      new JobCall<Film>(api, api.call('POST /video/generate', { body }, options)),
    get: (id: string, options?: CallOptions) => api.call('GET /video/{id}', { params: { id } }, options),
    list: (query?: Query<'GET /video'>, options?: CallOptions) =>
      new Pages<Film>(api, 'GET /video', { query }, options),
    delete: (id: string, options?: CallOptions) => api.call('DELETE /video/{id}', { params: { id } }, options),
  };
}

/** Videos in OpenAI's form: the same videos with other field names. */
export function videosOf(api: Api) {
  const at = (id: string) => ({ params: { id } });
  return {
    /** `input_reference` may be a file. Returns the video with the status `queued`. */
    create: (body: UploadBody<'POST /videos'>, options?: CallOptions) => api.call('POST /videos', { body }, options),
    get: (id: string, options?: CallOptions) => api.call('GET /videos/{id}', at(id), options),
    /** One page; `after` asks for the next. */
    list: (query?: Query<'GET /videos'>, options?: CallOptions) => api.call('GET /videos', { query }, options),
    content: (id: string, query?: Query<'GET /videos/{id}/content'>, options?: CallOptions) =>
      api.bytes('GET /videos/{id}/content', { ...at(id), query }, options),
    delete: (id: string, options?: CallOptions) => api.call('DELETE /videos/{id}', at(id), options),
  };
}

export function imageOf(api: Api) {
  type ImageOperation = 'POST /image/generate' | 'POST /image/edit' | 'POST /image/upscale';
  const make = (name: ImageOperation, body: object, options: MakeOptions = {}) =>
    finished<Picture>(api, api.call(name, { body }, preferJob(options)), options);
  return {
    generate: (body: Body<'POST /image/generate'>, options?: MakeOptions) =>
      make('POST /image/generate', body, options),
    /** `image` and `mask` may be files; each operation has its own fields. */
    edit: (body: UploadBody<'POST /image/edit'>, options?: MakeOptions) => make('POST /image/edit', body, options),
    upscale: (body: UploadBody<'POST /image/upscale'>, options?: MakeOptions) =>
      make('POST /image/upscale', body, options),
    models: (options?: CallOptions) => api.call('GET /image/models', {}, options),
  };
}

export function builderOf(api: Api) {
  type ChatBody = Body<'POST /builder/chat'>;
  const at = (id: string) => ({ params: { id } });
  return {
    async build(body: Body<'POST /builder/build'>, options: MakeOptions = {}): Promise<Build> {
      const built = await finished<Build>(api, api.call('POST /builder/build', { body }, preferJob(options)), options);
      return built.files ? built : { ...built, files: await filesOfVersion(api, built, options) };
    },
    chat: (body: ChatBody, options?: CallOptions) =>
      api.call('POST /builder/chat', { body: { ...body, stream: false } }, options),
    chatStream: (body: ChatBody, options?: CallOptions) =>
      api.stream<BuilderChunk>('POST /builder/chat', { body: { ...body, stream: true } }, options),
    projects: {
      list: (query?: Query<'GET /builder/projects'>, options?: CallOptions) =>
        new Pages<Reply<'GET /builder/projects'>['data'][number]>(api, 'GET /builder/projects', { query }, options),
      get: (id: string, options?: CallOptions) => api.call('GET /builder/projects/{id}', at(id), options),
      delete: (id: string, options?: CallOptions) => api.call('DELETE /builder/projects/{id}', at(id), options),
      versions: (id: string, options?: CallOptions) => api.call('GET /builder/projects/{id}/versions', at(id), options),
      files: (id: string, query?: Query<'GET /builder/projects/{id}/files'>, options?: CallOptions) =>
        api.call('GET /builder/projects/{id}/files', { ...at(id), query }, options),
      diff: (id: string, query: Query<'GET /builder/projects/{id}/diff'>, options?: CallOptions) =>
        api.call('GET /builder/projects/{id}/diff', { ...at(id), query }, options),
      revert: (id: string, body: Body<'POST /builder/projects/{id}/revert'>, options?: CallOptions) =>
        api.call('POST /builder/projects/{id}/revert', { ...at(id), body }, options),
      /** A zip of the files. */
      download: (id: string, query?: Query<'GET /builder/projects/{id}/download'>, options?: CallOptions) =>
        api.bytes('GET /builder/projects/{id}/download', { ...at(id), query }, options),
      /** The history, for `git clone`. */
      bundle: (id: string, options?: CallOptions) => api.bytes('GET /builder/projects/{id}/bundle', at(id), options),
      /** Stores edited files as a new version. */
      save: (id: string, body: Body<'PUT /builder/projects/{id}/files'>, options?: CallOptions) =>
        api.call('PUT /builder/projects/{id}/files', { ...at(id), body }, options),
      messages: (id: string, query?: Query<'GET /builder/projects/{id}/messages'>, options?: CallOptions) =>
        api.call('GET /builder/projects/{id}/messages', { ...at(id), query }, options),
      data: (id: string, options?: CallOptions) => api.call('GET /builder/projects/{id}/data', at(id), options),
      /** Replaces an application's stored data with an export. */
      importData: (id: string, body: Body<'PUT /builder/projects/{id}/data'>, options?: CallOptions) =>
        api.call('PUT /builder/projects/{id}/data', { ...at(id), body }, options),
      deleteData: (id: string, options?: CallOptions) =>
        api.call('DELETE /builder/projects/{id}/data', at(id), options),
      publication: (id: string, options?: CallOptions) =>
        api.call('GET /builder/projects/{id}/publication', at(id), options),
      /** Switches the published version on or off. */
      publish: (id: string, body: Body<'PUT /builder/projects/{id}/publication'>, options?: CallOptions) =>
        api.call('PUT /builder/projects/{id}/publication', { ...at(id), body }, options),
      /** Sends all versions as commits to a Git remote. */
      push: (id: string, body: Body<'POST /builder/projects/{id}/push'>, options?: CallOptions) =>
        api.call('POST /builder/projects/{id}/push', { ...at(id), body }, options),
      variables: {
        list: (id: string, options?: CallOptions) => api.call('GET /builder/projects/{id}/variables', at(id), options),
        /** `name` such as VITE_TITLE. */
        set: (id: string, variable: { name: string; value: string }, options?: CallOptions) =>
          api.call(
            'PUT /builder/projects/{id}/variables/{name}',
            { params: { id, name: variable.name }, body: { value: variable.value } },
            options,
          ),
        delete: (id: string, name: string, options?: CallOptions) =>
          api.call('DELETE /builder/projects/{id}/variables/{name}', { params: { id, name } }, options),
      },
      shares: {
        list: (id: string, options?: CallOptions) => api.call('GET /builder/projects/{id}/shares', at(id), options),
        create: (id: string, body: Body<'POST /builder/projects/{id}/shares'>, options?: CallOptions) =>
          api.call('POST /builder/projects/{id}/shares', { ...at(id), body }, options),
        revoke: (id: string, share: string, options?: CallOptions) =>
          api.call('DELETE /builder/projects/{id}/shares/{share}', { params: { id, share } }, options),
      },
    },
  };
}

/** Operations that return their result, or a job on request. */
type Startable = 'POST /image/generate' | 'POST /image/edit' | 'POST /image/upscale' | 'POST /builder/build';

export function jobsOf(api: Api) {
  return {
    /** Starts an operation as a job instead of waiting for its result: `jobs.start('POST /image/generate', { prompt })`. */
    start: <N extends Startable>(name: N, body: Body<N>, options: CallOptions = {}) =>
      new JobCall<Job>(api, api.call(name, { body }, asJob(options)) as Promise<unknown> as Promise<Job>),
    list: (query?: Query<'GET /jobs'>, options?: CallOptions) => new Pages<Job>(api, 'GET /jobs', { query }, options),
    get: (id: string, options?: CallOptions) => api.call('GET /jobs/{id}', { params: { id } }, options),
    cancel: (id: string, options?: CallOptions) => api.call('POST /jobs/{id}/cancel', { params: { id } }, options),
    /** Each state of a job as it changes. */
    follow: (id: string, options?: CallOptions) => followJob<Job>(api, id, options),
    /** Waits for a job that was started elsewhere and returns its last state; throws if it fails. */
    result: async (id: string, options?: WaitOptions<Job>) =>
      waitForJob(api, await api.call('GET /jobs/{id}', { params: { id } }, { signal: options?.signal }), options),
  };
}

/** A job does not contain the files; the project does. */
async function filesOfVersion(api: Api, { project_id: id, version }: Build, { signal }: MakeOptions) {
  const list = await api.call('GET /builder/projects/{id}/files', { params: { id }, query: { version } }, { signal });
  return list.data as NonNullable<Build['files']>;
}

function preferJob({ onProgress, ...options }: MakeOptions): CallOptions {
  return onProgress ? asJob(options) : options;
}

function asJob({ headers, ...options }: CallOptions): CallOptions {
  return { ...options, headers: { prefer: 'respond-async', ...headers } };
}

/** Returns the result, whether the service responded with the result or with a job. */
async function finished<Result extends object>(
  api: Api,
  answered: Promise<Result>,
  { onProgress, signal }: MakeOptions,
): Promise<Result> {
  const reply = await answered;
  if (!('status' in reply) || reply.status !== 'processing') return reply;
  const job = reply as unknown as Job;
  return (await waitForJob(api, job, { onProgress, signal })) as unknown as Result;
}
