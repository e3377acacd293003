// Schemas of OpenAI's Conversations API.
import Type, { type Static } from 'typebox';
import { InputItem } from './schema.ts';

const MAX_ITEMS_AT_ONCE = 20;
const Metadata = Type.Union(
  [Type.Record(Type.String({ maxLength: 64 }), Type.String({ maxLength: 512 }), { maxProperties: 16 }), Type.Null()],
  { description: 'Up to 16 notes of your own' },
);
const Items = Type.Array(InputItem, {
  minItems: 1,
  maxItems: MAX_ITEMS_AT_ONCE,
  description: 'Messages, calls and their outputs, oldest first',
});

export const ConversationMade = Type.Object(
  {
    items: Type.Optional(
      Type.Union([Type.Array(InputItem, { maxItems: MAX_ITEMS_AT_ONCE }), Type.Null()], {
        description: 'What the conversation begins with',
      }),
    ),
    metadata: Type.Optional(Metadata),
  },
  { title: 'NewConversation' },
);
export type ConversationMade = Static<typeof ConversationMade>;

export const ConversationLabels = Type.Object({ metadata: Metadata }, { title: 'ConversationLabels' });
export type ConversationLabels = Static<typeof ConversationLabels>;

export const NewItems = Type.Object({ items: Items }, { title: 'NewConversationItems' });
export type NewItems = Static<typeof NewItems>;

const id = Type.String({ description: 'Id of a conversation', maxLength: 64 });
export const ConversationParams = Type.Object({ id });
export const ItemParams = Type.Object({ id, item_id: Type.String({ description: 'Id of an item', maxLength: 64 }) });

export const ItemQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ description: 'How many to return; default 20', minimum: 1, maximum: 100 })),
  order: Type.Optional(Type.Enum(['asc', 'desc'], { description: 'By their place; default desc' })),
  after: Type.Optional(Type.String({ description: 'last_id of the previous page', maxLength: 64 })),
});
export type ItemQuery = Static<typeof ItemQuery>;

export const OpenConversation = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal('conversation'),
    created_at: Type.Integer(),
    metadata: Type.Record(Type.String(), Type.String()),
  },
  { title: 'OpenConversation' },
);

export const Item = Type.Object({ id: Type.String(), type: Type.String() }, { title: 'ConversationItem' });

export const ItemList = Type.Object(
  {
    object: Type.Literal('list'),
    data: Type.Array(Item),
    first_id: Type.Union([Type.String(), Type.Null()]),
    last_id: Type.Union([Type.String(), Type.Null()]),
    has_more: Type.Boolean(),
  },
  { title: 'ConversationItemList' },
);

export const OpenConversationDeleted = Type.Object(
  { id: Type.String(), object: Type.Literal('conversation.deleted'), deleted: Type.Literal(true) },
  { title: 'DeletedConversation' },
);
