// Schemas of the builder's requests and responses.
import Type, { type Static } from 'typebox';
import { FRAMEWORKS } from '../../engines/blueprint/port.ts';

export const BuildBody = Type.Object({
  prompt: Type.String({ minLength: 1, maxLength: 20_000, description: 'What to build, or what to change' }),
  framework: Type.Optional(
    Type.Union(
      FRAMEWORKS.map((name) => Type.Literal(name)),
      { description: 'Default: react, or the framework of the project' },
    ),
  ),
  project_id: Type.Optional(Type.String({ maxLength: 60, description: 'Continues a project' })),
  preview: Type.Optional(Type.Boolean({ description: 'Start and check the preview (default true)' })),
  model: Type.Optional(Type.String({ maxLength: 200, description: 'blueprint-1, or a text model' })),
});
export type BuildBody = Static<typeof BuildBody>;

export const ChatBody = Type.Object({
  message: Type.String({ minLength: 1, maxLength: 20_000 }),
  context: Type.Optional(
    Type.Object(
      {},
      { additionalProperties: true, description: 'Code context: {code}, {files: [{path, content}]}, or other members' },
    ),
  ),
  conversation_id: Type.Optional(Type.String({ maxLength: 60 })),
  project_id: Type.Optional(Type.String({ maxLength: 60 })),
  apply: Type.Optional(
    Type.Boolean({ description: 'Apply edits to the project (default true); otherwise only propose them' }),
  ),
  stream: Type.Optional(Type.Boolean()),
  model: Type.Optional(Type.String({ maxLength: 200 })),
});
export type ChatBody = Static<typeof ChatBody>;

export const ProjectParams = Type.Object({ id: Type.String({ maxLength: 60 }) });
export const ProjectListQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  cursor: Type.Optional(Type.String({ pattern: '^[0-9]{1,15}$' })),
});
export type ProjectListQuery = Static<typeof ProjectListQuery>;
export const VersionQuery = Type.Object({
  version: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647 })),
});
export const DiffQuery = Type.Object({
  from: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647 })),
  to: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647 })),
});
export const RevertBody = Type.Object({ version: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }) });

const AppFile = Type.Object({
  path: Type.String(),
  content: Type.String(),
  language: Type.String(),
  bytes: Type.Integer(),
});
const Usage = Type.Object({ credits: Type.Optional(Type.Number({ description: 'What it cost' })) });
export const BuildReply = Type.Object({
  id: Type.String(),
  object: Type.Literal('build.job'),
  status: Type.String(),
  project_id: Type.String(),
  version: Type.Optional(Type.Integer()),
  files: Type.Optional(Type.Array(AppFile)),
  changed: Type.Optional(Type.Array(Type.String())),
  preview_url: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  download_url: Type.Optional(Type.String()),
  usage: Type.Optional(Usage),
});
export const ChatReply = Type.Object({
  id: Type.String(),
  object: Type.Literal('builder.message'),
  conversation_id: Type.String(),
  message: Type.String(),
  files: Type.Array(AppFile),
  project_id: Type.Optional(Type.String()),
  usage: Type.Optional(Usage),
});
export const ProjectReply = Type.Object({
  id: Type.String(),
  object: Type.Literal('project'),
  name: Type.String(),
  framework: Type.String(),
  version: Type.Integer(),
});
export const ListReply = Type.Object({
  object: Type.Literal('list'),
  data: Type.Array(Type.Object({}, { additionalProperties: true })),
});
export const DiffReply = Type.Object({
  object: Type.Literal('project.diff'),
  from: Type.Integer(),
  to: Type.Integer(),
  diff: Type.String(),
});
export const DeletedReply = Type.Object({
  id: Type.String(),
  object: Type.Literal('project'),
  deleted: Type.Literal(true),
});
