// Schemas of the video routes.
import Type, { type Static } from 'typebox';

const OrNull = <T extends ReturnType<typeof Type.String> | ReturnType<typeof Type.Integer>>(schema: T) =>
  Type.Union([schema, Type.Null()]);

const VideoKind = Type.Enum(['text-to-video', 'image-to-video', 'avatar']);
const Resolution = Type.Enum(['720p', '1080p', '4k']);

export const GenerateBody = Type.Object({
  prompt: Type.String({
    minLength: 1,
    maxLength: 4_000,
    description: 'What the video shows; for an avatar also how it looks',
  }),
  negative_prompt: Type.Optional(
    Type.String({ description: 'What the video must not show; only models that read it take it', maxLength: 4_000 }),
  ),
  type: Type.Optional(
    Type.Enum(['text-to-video', 'image-to-video', 'avatar'], {
      description: 'When absent: avatar with a script or voice, image-to-video with an image, else text-to-video',
    }),
  ),
  duration: Type.Optional(
    Type.Integer({
      minimum: 5,
      maximum: 60,
      description: 'Seconds; default 5, and for an avatar as long as its speech takes',
    }),
  ),
  resolution: Type.Optional(Type.Enum(['720p', '1080p', '4k'], { description: '720p when absent' })),
  aspect_ratio: Type.Optional(Type.Enum(['16:9', '9:16', '1:1', '4:3'], { description: '16:9 when absent' })),
  fps: Type.Optional(Type.Union([Type.Literal(24), Type.Literal(30)], { description: '24 when absent' })),
  format: Type.Optional(Type.Enum(['mp4', 'webm'], { description: 'The container; default: mp4' })),
  seed: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 2_147_483_647, description: 'The same seed gives the same video' }),
  ),
  style: Type.Optional(
    Type.Enum(['realistic', 'artistic', 'anime', '3d'], { title: 'Style', description: 'The look' }),
  ),
  // Optional in the schema because a multipart request carries it as a file.
  image: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 28 * 1024 * 1024,
      description:
        'The image to animate (image-to-video) or the face that speaks (avatar): a file id, a /files/ URL of this service, a data URI, or an https URL; at most 20 MB',
    }),
  ),
  audio: Type.Optional(Type.Boolean({ description: 'Whether the video has sound; default true' })),
  script: Type.Optional(
    Type.String({ minLength: 1, maxLength: 2_000, description: 'What an avatar says; the prompt when absent' }),
  ),
  voice: Type.Optional(
    Type.String({ minLength: 1, maxLength: 80, description: 'Id or name of a voice of GET /music/voices' }),
  ),
  burn_subtitles: Type.Optional(
    Type.Boolean({ description: "Also renders an avatar's words into the video; subtitles_url is set either way" }),
  ),
  model: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 256,
      description: 'A model; default: the first one that supports the request',
    }),
  ),
});
export type GenerateBody = Static<typeof GenerateBody>;

export const VideoParams = Type.Object({
  id: Type.String({ description: 'Id of a video', minLength: 1, maxLength: 100 }),
});

export const VideoQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ description: 'How many to return', minimum: 1, maximum: 100, default: 20 })),
  cursor: Type.Optional(
    Type.String({ maxLength: 20, pattern: '^[0-9]{1,15}$', description: 'next_cursor of the previous page' }),
  ),
  status: Type.Optional(
    Type.Enum(['processing', 'completed', 'failed', 'cancelled'], {
      title: 'JobStatus',
      description: 'Only videos in this state',
    }),
  ),
});
export type VideoQuery = Static<typeof VideoQuery>;

const VideoFields = {
  type: Type.Optional(VideoKind),
  prompt: Type.Optional(Type.String()),
  model: Type.Optional(Type.String()),
  duration: Type.Optional(Type.Number({ description: 'Seconds' })),
  resolution: Type.Optional(Resolution),
  fps: Type.Optional(Type.Integer()),
  seed: Type.Optional(Type.Integer()),
  format: Type.Optional(Type.Enum(['mp4', 'webm'])),
  preview_url: Type.Optional(
    Type.String({ description: 'While the job runs: the latest frame, a small JPEG as a data URI' }),
  ),
  video_url: Type.Optional(Type.String()),
  thumbnail_url: Type.Optional(Type.String()),
  subtitles_url: Type.Optional(OrNull(Type.String({ description: 'Subtitles in WebVTT, if the video has speech' }))),
  width: Type.Optional(Type.Integer()),
  height: Type.Optional(Type.Integer()),
  has_audio: Type.Optional(Type.Boolean()),
  understood: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  warnings: Type.Optional(Type.Array(Type.String())),
  usage: Type.Optional(Type.Object({ credits: Type.Number() }, { description: 'What it cost, once it has ended' })),
};
/** What an answer says of a video besides the state of its job. */
export type VideoFields = Static<Type.TObject<typeof VideoFields>>;

export const VideoJobReply = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal('video.job'),
    status: Type.Enum(['processing', 'completed', 'failed', 'cancelled'], { title: 'JobStatus' }),
    progress: Type.Number(),
    stage: Type.String({ description: 'storyboard, painting, speaking, rendering, encoding and others' }),
    queue_position: Type.Integer(),
    estimated_time: Type.Integer(),
    created_at: Type.String(),
    started_at: OrNull(Type.String()),
    completed_at: OrNull(Type.String()),
    error: Type.Union([
      Type.Object({ code: Type.String(), message: Type.String() }, { title: 'JobError' }),
      Type.Null(),
    ]),
    ...VideoFields,
  },
  { title: 'VideoJob' },
);

export const VideoListReply = Type.Object(
  {
    object: Type.Literal('list'),
    data: Type.Array(VideoJobReply),
    has_more: Type.Boolean(),
    next_cursor: OrNull(Type.String()),
  },
  { title: 'VideoList' },
);

export const DeletedReply = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal('video.job'),
    deleted: Type.Literal(true),
  },
  { title: 'DeletedVideo' },
);
