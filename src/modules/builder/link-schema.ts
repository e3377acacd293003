// Schemas of share links, publications, messages and data of a project.
import Type, { type Static } from 'typebox';

export const ShareBody = Type.Object({
  expires_in_hours: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 8_760, description: 'How long the link works; default: 168 (a week)' }),
  ),
});
export type ShareBody = Static<typeof ShareBody>;

export const ShareParams = Type.Object({
  id: Type.String({ description: 'Id of a project', maxLength: 60 }),
  share: Type.String({ description: 'Id of a share link', maxLength: 60 }),
});

export const PublishBody = Type.Object({
  enabled: Type.Boolean({ description: 'Whether visitors see the application' }),
  version: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'Default: the latest when it is switched on' }),
  ),
  address: Type.Optional(
    Type.String({
      pattern: '^[a-z0-9](?:[a-z0-9-]{1,48})[a-z0-9]$',
      description: 'The last part of its URL: small letters, digits and hyphens. Default: its name and a random part',
    }),
  ),
});
export type PublishBody = Static<typeof PublishBody>;

const Share = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal('project.share'),
    url: Type.String({ description: 'Whoever has it sees the latest version' }),
    expires_at: Type.String(),
    created_at: Type.String(),
  },
  { title: 'ProjectShare' },
);
export const ShareReply = Share;
export const ShareList = Type.Object(
  { object: Type.Literal('list'), data: Type.Array(Share) },
  { title: 'ProjectShareList' },
);
export const DeletedShare = Type.Object(
  { id: Type.String(), object: Type.Literal('project.share'), deleted: Type.Literal(true) },
  { title: 'DeletedProjectShare' },
);
export const PublicationReply = Type.Object(
  {
    object: Type.Literal('project.publication'),
    enabled: Type.Boolean(),
    address: Type.Union([Type.String(), Type.Null()]),
    url: Type.Union([Type.String(), Type.Null()]),
    version: Type.Union([Type.Integer(), Type.Null()], { description: 'The version that visitors see' }),
    updated_at: Type.Union([Type.String(), Type.Null()]),
  },
  { title: 'ProjectPublication' },
);
export const MessageList = Type.Object(
  {
    object: Type.Literal('list'),
    data: Type.Array(
      Type.Object(
        {
          object: Type.Literal('project.message'),
          conversation_id: Type.String(),
          role: Type.Union([Type.Literal('user'), Type.Literal('assistant')]),
          content: Type.String(),
          created_at: Type.String(),
        },
        { title: 'ProjectMessage' },
      ),
    ),
    has_more: Type.Boolean(),
    next_cursor: Type.Union([Type.String(), Type.Null()]),
  },
  { title: 'ProjectMessageList' },
);
export const SaveBody = Type.Object({
  base_version: Type.Integer({
    minimum: 1,
    maximum: 2_147_483_647,
    description: 'The version that was edited; a newer one is never overwritten',
  }),
  files: Type.Array(
    Type.Object({
      path: Type.String({ minLength: 1, maxLength: 300, description: 'Where it is, such as src/App.jsx' }),
      content: Type.Union([Type.String({ maxLength: 1_000_000 }), Type.Null()], {
        description: 'The new content; null removes the file',
      }),
    }),
    { minItems: 1, maxItems: 200, description: 'The files that change; the others stay as they are' },
  ),
  message: Type.Optional(Type.String({ maxLength: 500, description: 'What was changed, for the list of versions' })),
});
export type SaveBody = Static<typeof SaveBody>;
export const SaveReply = Type.Object(
  {
    object: Type.Literal('project.save'),
    project_id: Type.String(),
    version: Type.Integer(),
    changed: Type.Array(Type.String()),
    problems: Type.Array(
      Type.Object({
        file: Type.Union([Type.String(), Type.Null()]),
        line: Type.Union([Type.Integer(), Type.Null()]),
        message: Type.String(),
      }),
      { description: 'Why the preview cannot show it; empty if it compiles' },
    ),
  },
  { title: 'ProjectSave' },
);
const DataFiles = Type.Union([Type.Array(Type.Object({ path: Type.String(), base64: Type.String() })), Type.Null()], {
  description: 'What its server wrote below data/',
});
const KeptFiles = Type.Array(
  Type.Object({
    path: Type.String({ minLength: 6, maxLength: 300, description: 'Where it is, below data/' }),
    base64: Type.String({ maxLength: 12_000_000, description: 'Its content' }),
  }),
  { maxItems: 1_000 },
);
export const DataBody = Type.Object({
  storage: Type.Optional(
    Type.Union([Type.Record(Type.String(), Type.String()), Type.Null()], {
      description: 'For the localStorage of the preview: at most 512 KB as JSON. Left out or null: it stays',
    }),
  ),
  files: Type.Optional(
    Type.Union([KeptFiles, Type.Null()], {
      description: 'For the server of the preview: at most 8 MB. Left out or null: they stay',
    }),
  ),
  published_files: Type.Optional(
    Type.Union([KeptFiles, Type.Null()], {
      description: 'For the server of the published version: at most 8 MB. Left out or null: they stay',
    }),
  ),
});
export type DataBody = Static<typeof DataBody>;
export const DataReply = Type.Object(
  {
    object: Type.Literal('project.data'),
    storage: Type.Union([Type.Record(Type.String(), Type.String()), Type.Null()], {
      description: 'What a browser application put into localStorage in its preview',
    }),
    files: DataFiles,
    published_files: DataFiles,
  },
  { title: 'ProjectData' },
);
export const DeletedData = Type.Object(
  { object: Type.Literal('project.data'), deleted: Type.Literal(true) },
  { title: 'DeletedProjectData' },
);
