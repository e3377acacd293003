// Schemas of the file routes: OpenAI's shapes, with the type and the URL of the file.
import Type, { type Static } from 'typebox';

export const FileParams = Type.Object({ id: Type.String({ pattern: '^[0-9a-z]{26}$' }) });

export const FileListQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
  cursor: Type.Optional(Type.String({ pattern: '^[0-9a-z]{26}$', description: 'next_cursor of the previous page' })),
});
export type FileListQuery = Static<typeof FileListQuery>;

export const FileReply = Type.Object({
  id: Type.String(),
  object: Type.Literal('file'),
  purpose: Type.Literal('user_data'),
  bytes: Type.Integer(),
  content_type: Type.String(),
  filename: Type.String(),
  url: Type.String(),
  created_at: Type.Integer(),
  expires_at: Type.Union([Type.Integer(), Type.Null()], { description: 'When the upload is removed; null: never' }),
});

export const FileListReply = Type.Object({
  object: Type.Literal('list'),
  data: Type.Array(FileReply),
  has_more: Type.Boolean(),
  next_cursor: Type.Union([Type.String(), Type.Null()]),
});

export const FileDeleted = Type.Object({
  id: Type.String(),
  object: Type.Literal('file'),
  deleted: Type.Literal(true),
});
