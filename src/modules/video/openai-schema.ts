// Schemas of OpenAI's video routes.
import Type, { type Static } from 'typebox';

const OrNull = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const Time = OrNull(Type.Integer({ description: 'Unix time in seconds' }));
const ID_PATTERN = '^job_[0-9a-z]{26}$';

export const OpenAiVideoBody = Type.Object(
  {
    prompt: Type.String({ minLength: 1, maxLength: 4_000, description: 'What the video shows' }),
    model: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 256,
        description: 'A model of GET /models with the module video; default: the first one that supports the request',
      }),
    ),
    seconds: Type.Optional(
      Type.Union(
        [Type.String({ pattern: '^([4-9]|[1-5][0-9]|60)$', maxLength: 2 }), Type.Integer({ minimum: 4, maximum: 60 })],
        { description: 'Whole seconds from 4 to 60, as a text or a number; default "4"' },
      ),
    ),
    size: Type.Optional(
      Type.Enum(['720x1280', '1280x720', '1024x1792', '1792x1024', '1080x1920', '1920x1080'], {
        description: 'Width and height; default 720x1280',
      }),
    ),
    // Optional in the schema because a multipart request carries it as a file.
    input_reference: Type.Optional(
      Type.Object(
        {
          file_id: Type.Optional(Type.String({ maxLength: 100, description: 'A file of POST /files' })),
          image_url: Type.Optional(
            Type.String({ minLength: 1, maxLength: 28 * 1024 * 1024, description: 'An https URL or a data URL' }),
          ),
        },
        {
          description: 'The image to animate: exactly one of its members, or a file in a multipart form; at most 20 MB',
        },
      ),
    ),
  },
  { additionalProperties: true },
);
export type OpenAiVideoBody = Static<typeof OpenAiVideoBody>;

export const OpenAiVideoParams = Type.Object({
  id: Type.String({ description: 'Id of a video', minLength: 1, maxLength: 100 }),
});

export const OpenAiVideoListQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ description: 'How many to return', minimum: 1, maximum: 100, default: 20 })),
  order: Type.Optional(Type.Enum(['asc', 'desc'], { description: 'By the time of creation; default desc' })),
  after: Type.Optional(Type.String({ pattern: ID_PATTERN, description: 'last_id of the previous page' })),
});
export type OpenAiVideoListQuery = Static<typeof OpenAiVideoListQuery>;

export const OpenAiContentQuery = Type.Object({
  variant: Type.Optional(
    Type.Enum(['video', 'thumbnail', 'spritesheet'], {
      description: 'video (the default) or thumbnail; there are no spritesheets here',
    }),
  ),
});

export const OpenAiRemixBody = Type.Object({
  prompt: Type.String({ minLength: 1, maxLength: 4_000, description: 'What changes' }),
});

export const OpenAiVideoReply = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal('video'),
    model: Type.String(),
    status: Type.Enum(['queued', 'in_progress', 'completed', 'failed'], { title: 'VideoStatus' }),
    progress: Type.Integer({ minimum: 0, maximum: 100, description: 'Per cent' }),
    created_at: Type.Integer(),
    completed_at: Time,
    expires_at: Time,
    prompt: OrNull(Type.String()),
    size: Type.String({ description: 'Width and height: as ordered, and once completed as made' }),
    seconds: Type.String({ description: 'The length: as ordered, and once completed as made' }),
    remixed_from_video_id: Type.Null(),
    error: OrNull(
      Type.Object({ code: Type.String(), message: Type.String() }, { description: '`cancelled` if it was cancelled' }),
    ),
    usage: Type.Optional(Type.Object({ credits: Type.Number() }, { description: 'What it cost, once it has ended' })),
  },
  { title: 'Video' },
);
export type OpenAiVideoReply = Static<typeof OpenAiVideoReply>;

export const OpenAiVideoListReply = Type.Object(
  {
    object: Type.Literal('list'),
    data: Type.Array(OpenAiVideoReply),
    first_id: OrNull(Type.String()),
    last_id: OrNull(Type.String()),
    has_more: Type.Boolean(),
  },
  { title: 'OpenAiVideoList' },
);

export const OpenAiVideoDeleted = Type.Object(
  { id: Type.String(), object: Type.Literal('video.deleted'), deleted: Type.Literal(true) },
  { title: 'OpenAiVideoDeleted' },
);
