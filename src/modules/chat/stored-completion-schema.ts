// Schemas of stored chat completions, in OpenAI's shape.
import Type, { type Static } from 'typebox';

export const Metadata = Type.Record(Type.String({ maxLength: 64 }), Type.String({ maxLength: 512 }), {
  description: 'Up to 16 notes of your own, by which completions can be listed',
});
export type Metadata = Static<typeof Metadata>;

export const StoredParams = Type.Object({
  id: Type.String({ description: 'Id of a stored completion', maxLength: 64 }),
});

const Limit = Type.Optional(Type.Integer({ description: 'How many to return; default 20', minimum: 1, maximum: 100 }));
const Order = Type.Optional(Type.Enum(['asc', 'desc'], { description: 'By the time of creation; default asc' }));

export const StoredListQuery = Type.Object({
  limit: Limit,
  order: Order,
  after: Type.Optional(Type.String({ description: 'last_id of the previous page', maxLength: 64 })),
  model: Type.Optional(Type.String({ description: 'Only completions of this model', maxLength: 256 })),
});
export type StoredListQuery = Static<typeof StoredListQuery>;

export const MessagePageQuery = Type.Object({
  limit: Limit,
  order: Type.Optional(Type.Enum(['asc', 'desc'], { description: 'By the place in the chat; default asc' })),
  after: Type.Optional(Type.String({ description: 'last_id of the previous page', maxLength: 80 })),
});
export type MessagePageQuery = Static<typeof MessagePageQuery>;

export const LabelBody = Type.Object({ metadata: Metadata }, { title: 'CompletionLabels' });

export const StoredCompletion = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal('chat.completion'),
    created: Type.Integer(),
    model: Type.String(),
    choices: Type.Array(Type.Unknown(), { description: 'As POST /chat/completions gave them' }),
    metadata: Metadata,
  },
  { title: 'StoredCompletion' },
);

const ends = {
  first_id: Type.Union([Type.String(), Type.Null()]),
  last_id: Type.Union([Type.String(), Type.Null()]),
  has_more: Type.Boolean(),
  next_cursor: Type.Union([Type.String(), Type.Null()]),
};

export const StoredList = Type.Object(
  { object: Type.Literal('list'), data: Type.Array(StoredCompletion), ...ends },
  { title: 'StoredCompletionList' },
);

export const StoredMessageList = Type.Object(
  {
    object: Type.Literal('list'),
    data: Type.Array(Type.Object({ id: Type.String(), role: Type.String() }), { description: 'The messages as sent' }),
    ...ends,
  },
  { title: 'StoredMessageList' },
);

export const StoredDeleted = Type.Object(
  { id: Type.String(), object: Type.Literal('chat.completion.deleted'), deleted: Type.Literal(true) },
  { title: 'DeletedCompletion' },
);
