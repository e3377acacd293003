// Schemas of uploads in parts, in OpenAI's shape.
import Type, { type Static } from 'typebox';
import { UPLOAD_PURPOSES } from '../../artifacts/port.ts';
import { MAX_UPLOAD_BYTES } from './file-kind.ts';
import { ExpiresAfter, FileReply } from './schema.ts';

export const MAX_PARTS = 1_000;
const MAX_NAME = 300;
const ID_LENGTH = 40;

export const UploadParams = Type.Object({
  id: Type.String({ description: 'Id of an upload', pattern: '^upload_[0-9a-z]{26}$' }),
});

export const UploadBody = Type.Object({
  bytes: Type.Integer({ minimum: 1, maximum: MAX_UPLOAD_BYTES, description: 'The size of the whole file' }),
  filename: Type.String({ minLength: 1, maxLength: MAX_NAME, description: 'The name of the file' }),
  purpose: Type.Enum([...UPLOAD_PURPOSES], { description: 'As of POST /files' }),
  mime_type: Type.Optional(
    Type.String({ maxLength: MAX_NAME, description: 'Accepted and ignored: the type is detected from the content' }),
  ),
  expires_after: Type.Optional(ExpiresAfter),
});
export type UploadBody = Static<typeof UploadBody>;

/** The bytes themselves are the multipart field "data". */
export const PartBody = Type.Object({});

export const CompleteBody = Type.Object({
  part_ids: Type.Array(Type.String({ maxLength: ID_LENGTH }), {
    minItems: 1,
    maxItems: MAX_PARTS,
    description: 'The parts in the order in which they make the file. Parts that it does not name are dropped',
  }),
  md5: Type.Optional(
    Type.String({ pattern: '^[0-9a-fA-F]{32}$', description: 'Refuses the file if its MD5 sum is another' }),
  ),
});
export type CompleteBody = Static<typeof CompleteBody>;

export const UploadReply = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal('upload'),
    bytes: Type.Integer(),
    created_at: Type.Integer(),
    expires_at: Type.Integer({ description: 'When its parts are removed unless it is completed' }),
    filename: Type.String(),
    purpose: Type.String(),
    status: Type.Enum(['pending', 'completed', 'cancelled']),
    file: Type.Union([FileReply, Type.Null()], { description: 'What it became' }),
  },
  { title: 'Upload' },
);

export const PartReply = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal('upload.part'),
    created_at: Type.Integer(),
    upload_id: Type.String({ description: 'The upload that it belongs to' }),
  },
  { title: 'UploadPart' },
);
