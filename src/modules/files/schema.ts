// Schemas of the file routes: OpenAI's shapes, with the type and the URL of the file.
import Type, { type Static } from 'typebox';
import { FILE_PURPOSES, UPLOAD_PURPOSES } from '../../artifacts/port.ts';

const ID_PATTERN = '^[0-9a-z]{26}$';
const LEAST_LIFE_SECONDS = 3_600;
const LONGEST_LIFE_SECONDS = 30 * 24 * 3_600;

export const FileParams = Type.Object({ id: Type.String({ description: 'Id of a file', pattern: ID_PATTERN }) });

export const ExpiresAfter = Type.Object(
  {
    anchor: Type.Literal('created_at', { description: 'From when: the creation of the file' }),
    seconds: Type.Integer({ minimum: LEAST_LIFE_SECONDS, maximum: LONGEST_LIFE_SECONDS, description: 'How long' }),
  },
  { description: 'Removes the file earlier than the retention of this service does' },
);

/** The file itself is the multipart field "file". */
export const FileBody = Type.Object({
  purpose: Type.Optional(
    Type.Enum([...UPLOAD_PURPOSES], {
      description:
        'batch: JSON lines for POST /batches. vision: images. All others are for images, audio, videos and documents. Default user_data',
    }),
  ),
  expires_after: Type.Optional(ExpiresAfter),
});
export type FileBody = Static<typeof FileBody>;

export const FileListQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ description: 'How many to return', minimum: 1, maximum: 10_000, default: 20 })),
  cursor: Type.Optional(Type.String({ pattern: ID_PATTERN, description: 'next_cursor of the previous page' })),
  after: Type.Optional(Type.String({ pattern: ID_PATTERN, description: 'The same, as OpenAI names it' })),
  order: Type.Optional(Type.Enum(['asc', 'desc'], { description: 'By the time of creation; default desc' })),
  purpose: Type.Optional(Type.Enum([...FILE_PURPOSES], { description: 'Only files of this purpose' })),
});
export type FileListQuery = Static<typeof FileListQuery>;

export const FileReply = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal('file'),
    purpose: Type.Enum([...FILE_PURPOSES], { title: 'FilePurpose' }),
    status: Type.Literal('processed'),
    bytes: Type.Integer(),
    content_type: Type.String(),
    filename: Type.String(),
    url: Type.String({
      description: 'Readable by everyone who knows it; documents and the files of batches need a key',
    }),
    created_at: Type.Integer(),
    expires_at: Type.Union([Type.Integer(), Type.Null()], { description: 'When the file is removed; null: never' }),
  },
  { title: 'File' },
);

export const FileListReply = Type.Object(
  {
    object: Type.Literal('list'),
    data: Type.Array(FileReply),
    first_id: Type.Union([Type.String(), Type.Null()]),
    last_id: Type.Union([Type.String(), Type.Null()]),
    has_more: Type.Boolean(),
    next_cursor: Type.Union([Type.String(), Type.Null()]),
  },
  { title: 'FileList' },
);

export const FileDeleted = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal('file'),
    deleted: Type.Literal(true),
  },
  { title: 'DeletedFile' },
);
