// Schemas of a compaction, in the form of OpenAI's Responses API.
import Type, { type Static } from 'typebox';
import { Item, OrNull, ResponsesBody } from './schema.ts';

/** OpenAI's clients may leave the input out where an earlier response has it. */
export const CompactBody = Type.Object({
  model: ResponsesBody.properties.model,
  input: OrNull(ResponsesBody.properties.input, 'The conversation: a text, or its items'),
  instructions: OrNull(Type.String(), 'What the model should keep to'),
  previous_response_id: OrNull(Type.String({ maxLength: 64 }), 'A stored response whose conversation comes before'),
  prompt_cache_key: OrNull(Type.String({ maxLength: 512 }), 'Accepted without effect'),
  service_tier: OrNull(Type.String({ maxLength: 40 }), 'Accepted without effect: there is one tier'),
});
export type CompactBody = Static<typeof CompactBody>;

export const CompactReply = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal('response.compaction'),
    created_at: Type.Integer(),
    output: Type.Array(Item, {
      description: 'Newest messages of the user, and an item of type compaction: the input of the next call',
    }),
    usage: Type.Object({
      input_tokens: Type.Integer(),
      output_tokens: Type.Integer(),
      total_tokens: Type.Integer(),
      credits: Type.Optional(Type.Number()),
    }),
  },
  { title: 'CompactedResponse' },
);
