// Schemas of vector stores, in OpenAI's shape.
import Type, { type Static } from 'typebox';
import { MAX_FILES_AT_ONCE } from './ports.ts';

const OrNull = <T extends Type.TSchema>(schema: T, description?: string) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description });

const StoreId = Type.String({ description: 'Id of a vector store', pattern: '^vs_[0-9a-z]{26}$' });
const FileId = Type.String({ description: 'Id of a file', pattern: '^[0-9a-z]{26}$' });
const BatchId = Type.String({ description: 'Id of a batch of files', pattern: '^vsfb_[0-9a-z]{26}$' });

export const StoreParams = Type.Object({ id: StoreId });
export const StoreFileParams = Type.Object({ id: StoreId, file_id: FileId });
export const FileBatchParams = Type.Object({ id: StoreId, batch_id: BatchId });

const Metadata = OrNull(
  Type.Record(Type.String({ pattern: '^[^\\u0000]{1,64}$' }), Type.String({ maxLength: 512 }), { maxProperties: 16 }),
  'Up to 16 texts of your own',
);

const AttributeValues = Type.Record(
  Type.String({ pattern: '^[^\\u0000]{1,64}$' }),
  Type.Union([Type.String({ maxLength: 512 }), Type.Number(), Type.Boolean()]),
  { maxProperties: 16 },
);
const Attributes = OrNull(AttributeValues, 'Up to 16 texts, numbers or booleans, by which a search can filter');

const ChunkSizes = Type.Object(
  {
    max_chunk_size_tokens: Type.Integer({ minimum: 100, maximum: 4096, description: 'The most tokens of a chunk' }),
    chunk_overlap_tokens: Type.Integer({
      minimum: 0,
      maximum: 2048,
      description: 'How much of a chunk the next one begins with; at most half of a chunk',
    }),
  },
  { description: 'Sizes of your own' },
);
export const Chunking = Type.Object(
  {
    type: Type.Enum(['auto', 'static'], { description: 'auto: 800 tokens, or as many as the model reads at once' }),
    static: Type.Optional(ChunkSizes),
  },
  { description: 'How files are cut; auto is the default' },
);
export type Chunking = Static<typeof Chunking>;

const ExpiresAfter = Type.Object(
  {
    anchor: Type.Literal('last_active_at', { description: 'From when: the last use' }),
    days: Type.Integer({ minimum: 1, maximum: 365, description: 'How long' }),
  },
  { description: 'Empties the store if it was not used for so long' },
);

const Name = Type.String({ maxLength: 256 });
const FileIds = Type.Array(FileId, { maxItems: MAX_FILES_AT_ONCE, description: 'Files to read into the store' });

export const StoreBody = Type.Object(
  {
    name: Type.Optional(OrNull(Name, 'Your name for the store')),
    description: Type.Optional(OrNull(Type.String({ maxLength: 4096 }), 'What the store is for')),
    file_ids: Type.Optional(FileIds),
    chunking_strategy: Type.Optional(Chunking),
    embedding_model: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 256,
        description: 'An embedding model of GET /models; default "default"',
      }),
    ),
    expires_after: Type.Optional(OrNull(ExpiresAfter, 'Empties the store if it was not used for so long')),
    metadata: Type.Optional(Metadata),
  },
  { title: 'NewVectorStore' },
);
export type StoreBody = Static<typeof StoreBody>;

export const StoreChanges = Type.Object(
  {
    name: Type.Optional(OrNull(Name, 'Your name for the store')),
    expires_after: Type.Optional(OrNull(ExpiresAfter, 'null: the store is kept')),
    metadata: Type.Optional(Metadata),
  },
  { title: 'VectorStoreChanges' },
);
export type StoreChanges = Static<typeof StoreChanges>;

const page = (id: string) => ({
  limit: Type.Optional(Type.Integer({ description: 'How many to return', minimum: 1, maximum: 100, default: 20 })),
  order: Type.Optional(Type.Enum(['asc', 'desc'], { description: 'By the time of creation; default desc' })),
  after: Type.Optional(Type.String({ maxLength: 64, description: `The last ${id} of the previous page` })),
  before: Type.Optional(Type.String({ maxLength: 64, description: `The first ${id} of the next page` })),
  cursor: Type.Optional(Type.String({ maxLength: 64, description: 'next_cursor of the previous page; as after' })),
});

export const StoreListQuery = Type.Object(page('id'));
export type StoreListQuery = Static<typeof StoreListQuery>;

const STATUSES = ['in_progress', 'completed', 'failed', 'cancelled'] as const;
export const FileListQuery = Type.Object({
  ...page('id of a file'),
  filter: Type.Optional(Type.Enum([...STATUSES], { description: 'Only files of this status' })),
});
export type FileListQuery = Static<typeof FileListQuery>;

const FileCounts = Type.Object(
  {
    in_progress: Type.Integer({ description: 'Files that wait, or are being read' }),
    completed: Type.Integer({ description: 'Files that were read' }),
    failed: Type.Integer({ description: 'Files that could not be read' }),
    cancelled: Type.Integer({ description: 'Files whose reading was cancelled' }),
    total: Type.Integer({ description: 'All of them' }),
  },
  { title: 'VectorFileCounts', description: 'How many files are in each state' },
);

export const StoreReply = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal('vector_store'),
    name: Type.String(),
    description: OrNull(Type.String()),
    status: Type.Enum(['expired', 'in_progress', 'completed']),
    file_counts: FileCounts,
    usage_bytes: Type.Integer({ description: 'Of its texts and vectors; they count towards the storage of the plan' }),
    embedding_model: Type.String({ description: 'The model that reads its texts, and the questions' }),
    created_at: Type.Integer(),
    last_active_at: Type.Integer({ description: 'When it was last changed or searched; Unix seconds' }),
    expires_after: OrNull(ExpiresAfter, 'Empties the store if it was not used for so long'),
    expires_at: OrNull(Type.Integer()),
    metadata: Metadata,
  },
  { title: 'VectorStore' },
);

export const StoreFileReply = Type.Object(
  {
    id: Type.String({ description: 'Id of the file' }),
    object: Type.Literal('vector_store.file'),
    vector_store_id: Type.String({ description: 'Id of the vector store' }),
    status: Type.Enum([...STATUSES]),
    last_error: OrNull(
      Type.Object({
        code: Type.Enum(['server_error', 'unsupported_file', 'invalid_file']),
        message: Type.String(),
      }),
    ),
    usage_bytes: Type.Integer({ description: 'Of its texts and vectors' }),
    attributes: OrNull(AttributeValues, 'By which a search can filter'),
    chunking_strategy: Type.Object(
      { type: Type.Literal('static'), static: ChunkSizes },
      { description: 'How the file is cut' },
    ),
    created_at: Type.Integer(),
  },
  { title: 'VectorStoreFile' },
);

export const FileBatchReply = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal('vector_store.files_batch'),
    vector_store_id: Type.String({ description: 'Id of the vector store' }),
    status: Type.Enum([...STATUSES]),
    file_counts: FileCounts,
    created_at: Type.Integer(),
  },
  { title: 'VectorStoreFileBatch' },
);

const listOf = <T extends Type.TSchema>(item: T, title: string) =>
  Type.Object(
    {
      object: Type.Literal('list'),
      data: Type.Array(item),
      first_id: OrNull(Type.String()),
      last_id: OrNull(Type.String()),
      has_more: Type.Boolean(),
      next_cursor: OrNull(Type.String()),
    },
    { title },
  );
export const StoreListReply = listOf(StoreReply, 'VectorStoreList');
export const StoreFileListReply = listOf(StoreFileReply, 'VectorStoreFileList');

export const StoreDeleted = Type.Object(
  { id: Type.String(), object: Type.Literal('vector_store.deleted'), deleted: Type.Literal(true) },
  { title: 'DeletedVectorStore' },
);
export const StoreFileDeleted = Type.Object(
  { id: Type.String(), object: Type.Literal('vector_store.file.deleted'), deleted: Type.Literal(true) },
  { title: 'DeletedVectorStoreFile' },
);

const FileMembers = {
  file_id: FileId,
  attributes: Type.Optional(Attributes),
  chunking_strategy: Type.Optional(Chunking),
};
export const StoreFileBody = Type.Object(FileMembers, { title: 'NewVectorStoreFile' });
export type StoreFileBody = Static<typeof StoreFileBody>;

export const StoreFileChanges = Type.Object({ attributes: Attributes }, { title: 'VectorStoreFileChanges' });
export type StoreFileChanges = Static<typeof StoreFileChanges>;

export const FileBatchBody = Type.Object(
  {
    file_ids: Type.Optional(FileIds),
    files: Type.Optional(
      Type.Array(Type.Object(FileMembers), {
        maxItems: MAX_FILES_AT_ONCE,
        description: 'The same, each with its own attributes and chunks; instead of file_ids',
      }),
    ),
    attributes: Type.Optional(Attributes),
    chunking_strategy: Type.Optional(Chunking),
  },
  { title: 'NewVectorStoreFileBatch' },
);
export type FileBatchBody = Static<typeof FileBatchBody>;

const MAX_QUERY = 4_096;
const MAX_QUERIES = 8;
const Filter = Type.Unknown({
  description:
    'A condition on attributes: {type: eq, ne, gt, gte, lt, lte, in or nin, key, value}, or {type: and or or, filters: […]}',
});

export const SearchBody = Type.Object(
  {
    query: Type.Union(
      [
        Type.String({ minLength: 1, maxLength: MAX_QUERY }),
        Type.Array(Type.String({ minLength: 1, maxLength: MAX_QUERY }), { minItems: 1, maxItems: MAX_QUERIES }),
      ],
      { description: 'What to look for, in one or several ways' },
    ),
    filters: Type.Optional(Filter),
    max_num_results: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 50, default: 10, description: 'How many chunks to return' }),
    ),
    ranking_options: Type.Optional(
      OrNull(
        Type.Object({
          ranker: Type.Optional(
            Type.String({ maxLength: 64, description: 'Accepted; chunks are ranked by similarity' }),
          ),
          score_threshold: Type.Optional(
            Type.Number({ minimum: 0, maximum: 1, description: 'Only chunks with at least this score' }),
          ),
        }),
        'How chunks are ranked',
      ),
    ),
    rewrite_query: Type.Optional(OrNull(Type.Boolean(), 'true is refused: the question is searched as it is')),
  },
  { title: 'VectorSearch' },
);
export type SearchBody = Static<typeof SearchBody>;

export const SearchReply = Type.Object(
  {
    object: Type.Literal('vector_store.search_results.page'),
    search_query: Type.Array(Type.String(), { description: 'The question, as it was searched' }),
    data: Type.Array(
      Type.Object({
        file_id: Type.String({ description: 'Id of the file' }),
        filename: Type.String({ description: 'Its name' }),
        score: Type.Number({ description: 'From 0 to 1: the cosine of the angle to the question' }),
        attributes: OrNull(AttributeValues, 'Those of the file'),
        content: Type.Array(Type.Object({ type: Type.Literal('text'), text: Type.String() })),
      }),
    ),
    has_more: Type.Boolean(),
    next_page: OrNull(Type.String(), 'What `page` asks for the next page'),
  },
  { title: 'VectorSearchResults' },
);

export const ContentQuery = Type.Object({
  page: Type.Optional(Type.String({ pattern: '^[0-9]{1,6}$', description: 'next_page of the previous page' })),
});
export type ContentQuery = Static<typeof ContentQuery>;

export const ContentReply = Type.Object(
  {
    object: Type.Literal('vector_store.file_content.page'),
    data: Type.Array(Type.Object({ type: Type.Literal('text'), text: Type.String() })),
    has_more: Type.Boolean(),
    next_page: OrNull(Type.String(), 'What `page` asks for the next page'),
  },
  { title: 'VectorStoreFileContent' },
);
