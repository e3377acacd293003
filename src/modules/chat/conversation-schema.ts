// Schemas of stored conversations.
import Type, { type Static } from 'typebox';
import { Message } from './message-schema.ts';

export const ConversationQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ description: 'How many to return; default 20', minimum: 1, maximum: 100 })),
  cursor: Type.Optional(Type.String({ description: 'next_cursor of the previous page', maxLength: 64 })),
  q: Type.Optional(
    Type.String({
      description:
        'Only conversations with this text in the title or a message, among the 1,000 used last and up to 16 MB of their text',
      minLength: 1,
      maxLength: 200,
    }),
  ),
});
export type ConversationQuery = Static<typeof ConversationQuery>;

export const ConversationParams = Type.Object({
  id: Type.String({ description: 'Id of a conversation: conversation_id of an answer', maxLength: 64 }),
});

export const ConversationMessagesQuery = Type.Object({
  cursor: Type.Optional(
    Type.String({ description: 'next_cursor of the previous page of messages', pattern: '^[0-9]{1,9}$' }),
  ),
});
export type ConversationMessagesQuery = Static<typeof ConversationMessagesQuery>;

export const RenameBody = Type.Object({
  title: Type.String({ description: 'The new title', minLength: 1, maxLength: 200 }),
});
export type RenameBody = Static<typeof RenameBody>;

export const BranchBody = Type.Object({
  messages: Type.Integer({ description: 'How many messages, from the start, the branch takes along', minimum: 0 }),
});
export type BranchBody = Static<typeof BranchBody>;

const Conversation = {
  id: Type.String(),
  object: Type.Literal('conversation'),
  title: Type.String(),
  model: Type.String(),
  messages_count: Type.Integer(),
  created_at: Type.String(),
  updated_at: Type.String(),
  root_id: Type.Union([Type.String(), Type.Null()], {
    description: 'For a branch: the conversation that its family began with',
  }),
  parent_id: Type.Union([Type.String(), Type.Null()], { description: 'For a branch: what it was branched from' }),
  branched_at: Type.Integer({ description: 'For a branch: how many messages it began with' }),
};

export const ConversationSummary = Type.Object(Conversation, { title: 'ConversationSummary' });

export const ConversationList = Type.Object(
  {
    object: Type.Literal('list'),
    data: Type.Array(Type.Object(Conversation)),
    has_more: Type.Boolean(),
    next_cursor: Type.Union([Type.String(), Type.Null()]),
  },
  { title: 'ConversationList' },
);

export const ConversationReply = Type.Object(
  {
    ...Conversation,
    messages: Type.Array(Message),
    has_more: Type.Boolean(),
    next_cursor: Type.Union([Type.String(), Type.Null()]),
    condensed: Type.Array(
      Type.Object({
        text: Type.String({ description: 'Summary that the model receives instead of these messages' }),
        messages: Type.Integer({ description: 'Number of messages, from the start, that the summary replaces' }),
        model: Type.String(),
        created_at: Type.String(),
      }),
    ),
  },
  { title: 'Conversation' },
);

export const ConversationDeleted = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal('conversation.deleted'),
    deleted: Type.Literal(true),
  },
  { title: 'DeletedConversation' },
);
