// Schemas of the builder's requests and responses.
import Type, { type Static } from 'typebox';
import { FRAMEWORKS } from '../../engines/blueprint/port.ts';

export const BuildBody = Type.Object({
  prompt: Type.String({ minLength: 1, maxLength: 20_000, description: 'What to build, or what to change' }),
  framework: Type.Optional(
    Type.Enum([...FRAMEWORKS], { description: 'Default: react, or the framework of the project' }),
  ),
  project_id: Type.Optional(Type.String({ maxLength: 60, description: 'Continues a project' })),
  preview: Type.Optional(Type.Boolean({ description: 'Start and check the preview (default true)' })),
  model: Type.Optional(Type.String({ maxLength: 200, description: 'blueprint-1, or a text model' })),
});
export type BuildBody = Static<typeof BuildBody>;

export const ChatBody = Type.Object({
  message: Type.String({ description: 'A question, or what to change', minLength: 1, maxLength: 20_000 }),
  context: Type.Optional(
    Type.Object(
      {},
      { additionalProperties: true, description: 'Code context: {code}, {files: [{path, content}]}, or other members' },
    ),
  ),
  conversation_id: Type.Optional(
    Type.String({ description: 'Continues a conversation: conversation_id of an earlier answer', maxLength: 60 }),
  ),
  project_id: Type.Optional(Type.String({ description: 'The project that the conversation is about', maxLength: 60 })),
  apply: Type.Optional(
    Type.Boolean({ description: 'Apply edits to the project (default true); otherwise only propose them' }),
  ),
  stream: Type.Optional(Type.Boolean({ description: 'true: the answer comes as server-sent events' })),
  model: Type.Optional(Type.String({ description: 'blueprint-1, or a text model', maxLength: 200 })),
});
export type ChatBody = Static<typeof ChatBody>;

export const ProjectParams = Type.Object({ id: Type.String({ description: 'Id of a project', maxLength: 60 }) });
export const ProjectListQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ description: 'How many to return; default 20', minimum: 1, maximum: 100 })),
  cursor: Type.Optional(Type.String({ description: 'next_cursor of the previous page', pattern: '^[0-9]{1,15}$' })),
});
export type ProjectListQuery = Static<typeof ProjectListQuery>;
export const VersionQuery = Type.Object({
  version: Type.Optional(
    Type.Integer({ description: 'A version number; default: the latest', minimum: 1, maximum: 2_147_483_647 }),
  ),
});
export const DiffQuery = Type.Object({
  from: Type.Optional(
    Type.Integer({ description: 'The older version; default: the one before to', minimum: 1, maximum: 2_147_483_647 }),
  ),
  to: Type.Optional(
    Type.Integer({ description: 'The newer version; default: the latest', minimum: 1, maximum: 2_147_483_647 }),
  ),
});
export const RevertBody = Type.Object({
  version: Type.Integer({ description: 'The version to restore', minimum: 1, maximum: 2_147_483_647 }),
});

const AppFile = Type.Object(
  {
    path: Type.String(),
    content: Type.String(),
    language: Type.String(),
    bytes: Type.Integer(),
  },
  { title: 'AppFile' },
);
const Requested = Type.Object(
  {
    item: Type.String({ description: 'The words of the prompt' }),
    outcome: Type.Union([Type.Literal('done'), Type.Literal('done_differently'), Type.Literal('not_done')], {
      description: 'As the built files show it',
    }),
    note: Type.String({ description: 'Where it is, how it differs, or why it was not done' }),
  },
  { title: 'RequestedItem' },
);
const RequestedItems = Type.Union([Type.Array(Requested), Type.Null()], {
  description: 'What became of each requested item. null where a text model wrote the files.',
});
const Usage = Type.Object({ credits: Type.Optional(Type.Number({ description: 'What it cost' })) });
export const BuildReply = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal('build.job'),
    status: Type.String(),
    project_id: Type.String(),
    version: Type.Optional(Type.Integer()),
    files: Type.Optional(Type.Array(AppFile)),
    changed: Type.Optional(Type.Array(Type.String())),
    preview_url: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    download_url: Type.Optional(Type.String()),
    requested: Type.Optional(RequestedItems),
    usage: Type.Optional(Usage),
  },
  { title: 'Build' },
);
export const ChatReply = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal('builder.message'),
    conversation_id: Type.String(),
    message: Type.String(),
    files: Type.Array(AppFile),
    project_id: Type.Optional(Type.String()),
    requested: Type.Optional(RequestedItems),
    usage: Type.Optional(Usage),
  },
  { title: 'BuilderMessage' },
);
const Version = Type.Object(
  {
    object: Type.Literal('project.version'),
    version: Type.Integer(),
    prompt: Type.String({ description: 'What was asked for' }),
    summary: Type.String({ description: 'What was done' }),
    engine: Type.String({ description: 'The model that wrote it' }),
    files_count: Type.Integer(),
    bytes: Type.Integer(),
    changed: Type.Array(Type.String(), { description: 'Paths that this version changed' }),
    requested: RequestedItems,
    download_url: Type.Union([Type.String(), Type.Null()]),
    created_at: Type.String(),
  },
  { title: 'ProjectVersion' },
);

export const ProjectReply = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal('project'),
    name: Type.String(),
    framework: Type.String(),
    version: Type.Integer({ description: 'The latest version' }),
    preview_url: Type.String(),
    created_at: Type.String(),
    updated_at: Type.String(),
    latest: Type.Optional(Version),
  },
  { title: 'Project' },
);
export const ProjectList = Type.Object(
  {
    object: Type.Literal('list'),
    data: Type.Array(ProjectReply),
    has_more: Type.Boolean(),
    next_cursor: Type.Union([Type.String(), Type.Null()]),
  },
  { title: 'ProjectList' },
);
export const VersionList = Type.Object(
  { object: Type.Literal('list'), data: Type.Array(Version) },
  { title: 'ProjectVersionList' },
);
export const FileList = Type.Object(
  { object: Type.Literal('list'), version: Type.Integer(), data: Type.Array(AppFile) },
  { title: 'AppFileList' },
);
export const DiffReply = Type.Object(
  {
    object: Type.Literal('project.diff'),
    from: Type.Integer(),
    to: Type.Integer(),
    diff: Type.String(),
  },
  { title: 'ProjectDiff' },
);
export const DeletedReply = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal('project'),
    deleted: Type.Literal(true),
  },
  { title: 'DeletedProject' },
);
