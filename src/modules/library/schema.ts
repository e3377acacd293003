// Schemas of the library routes.
import Type, { type Static } from 'typebox';

const KINDS = ['image', 'song', 'video', 'build'] as const;
export const MAX_TAGS = 20;
const MAX_SELECTED = 100;
const LONGEST_SHARE_HOURS = 365 * 24;

const Id = (description: string) => Type.String({ description, pattern: '^[0-9a-z_]{1,64}$' });
/** No control characters, and no surrounding spaces: two tags that look the same must be the same. */
const Tag = (description: string) =>
  Type.String({
    description,
    minLength: 1,
    maxLength: 40,
    pattern: '^[^\\s\\x00-\\x1f\\x7f]([^\\x00-\\x1f\\x7f]*[^\\s\\x00-\\x1f\\x7f])?$',
  });
const Tags = (description: string) => Type.Array(Tag('A tag'), { description, maxItems: MAX_TAGS });
const Ids = Type.Array(Id('Id of an item'), { description: 'The items', minItems: 1, maxItems: MAX_SELECTED });

export const ItemParams = Type.Object({ id: Id('Id of an item of the library') });
export const ShareParams = Type.Object({
  id: Id('Id of an item of the library'),
  share: Id('Id of a share link'),
});

export const LibraryQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ description: 'How many to return', minimum: 1, maximum: 100, default: 24 })),
  cursor: Type.Optional(Type.String({ pattern: '^[0-9]{1,18}$', description: 'next_cursor of the previous page' })),
  q: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: 'Text to find in the title or the prompt' }),
  ),
  kind: Type.Optional(Type.Enum([...KINDS], { description: 'Only items of this kind' })),
  tag: Type.Optional(Tag('Only items with this tag')),
  shared: Type.Optional(Type.Boolean({ description: 'true: only items that have a valid share link' })),
});
export type LibraryQuery = Static<typeof LibraryQuery>;

const orNull = <T extends Type.TSchema>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description });

export const LibraryItem = Type.Object(
  {
    id: Type.String({ description: 'Id of the track, the video, the project or the file' }),
    object: Type.Literal('library.item'),
    kind: Type.Enum([...KINDS]),
    title: orNull(Type.String(), 'null: nobody named it'),
    prompt: Type.String({ description: 'The words that it was made from; empty where they were not kept' }),
    tags: Type.Array(Type.String(), { description: 'Its tags' }),
    url: Type.String({ description: 'The file, readable by everyone who knows it; for a build its preview' }),
    download_url: Type.String({ description: 'The same as a download; that of a build needs the key or the session' }),
    thumbnail_url: orNull(Type.String(), 'A small picture of it, at most 480 pixels wide and high'),
    content_type: orNull(Type.String(), 'null for builds'),
    bytes: orNull(Type.Integer(), 'null for builds'),
    shares: Type.Integer({ description: 'How many valid share links it has' }),
    created_at: Type.String(),
  },
  { title: 'LibraryItem' },
);

export const LibraryReply = Type.Object(
  {
    object: Type.Literal('list'),
    data: Type.Array(LibraryItem),
    has_more: Type.Boolean(),
    next_cursor: orNull(Type.String(), 'The cursor of the next page'),
  },
  { title: 'LibraryItemList' },
);

export const ItemBody = Type.Object({
  title: Type.Optional(
    orNull(
      Type.String({ minLength: 1, maxLength: 200, pattern: '^[^\\x00-\\x1f\\x7f]+$' }),
      'A name for the item; null removes it',
    ),
  ),
  tags: Type.Optional(Tags('Replaces the tags of the item')),
});
export type ItemBody = Static<typeof ItemBody>;

export const TagBody = Type.Object({
  ids: Ids,
  add: Type.Optional(Tags('Tags that the items get')),
  remove: Type.Optional(Tags('Tags that the items lose')),
});
export type TagBody = Static<typeof TagBody>;

export const Changed = Type.Object(
  {
    object: Type.Literal('library.change'),
    ids: Type.Array(Type.String(), { description: 'The items that were changed; unknown ids are left out' }),
  },
  { title: 'LibraryChange' },
);

export const TagListReply = Type.Object(
  {
    object: Type.Literal('list'),
    data: Type.Array(
      Type.Object({
        tag: Type.String({ description: 'The tag' }),
        items: Type.Integer({ description: 'How many items have it' }),
      }),
    ),
  },
  { title: 'LibraryTagList' },
);

export const DeleteBody = Type.Object({ ids: Ids });

export const ZipQuery = Type.Object({
  ids: Type.String({
    description: `Ids of up to ${MAX_SELECTED} items, separated by commas`,
    pattern: `^[0-9a-z_]{1,64}(,[0-9a-z_]{1,64}){0,${MAX_SELECTED - 1}}$`,
  }),
});

export const ShareBody = Type.Object({
  expires_in_hours: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: LONGEST_SHARE_HOURS,
      description: 'How long the link works; a week when absent',
    }),
  ),
});
export type ShareBody = Static<typeof ShareBody>;

export const Share = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal('library.share'),
    url: Type.String({ description: 'Whoever knows it sees the item, without signing in' }),
    expires_at: Type.String(),
    created_at: Type.String(),
  },
  { title: 'LibraryShare' },
);

export const ShareListReply = Type.Object(
  {
    object: Type.Literal('list'),
    data: Type.Array(Share),
    has_more: Type.Boolean(),
    next_cursor: Type.Null(),
  },
  { title: 'LibraryShareList' },
);

export const ShareDeleted = Type.Object(
  { id: Type.String(), object: Type.Literal('library.share'), deleted: Type.Literal(true) },
  { title: 'DeletedLibraryShare' },
);
