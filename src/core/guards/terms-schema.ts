// The shape of guards, for the price list and the API.
import Type from 'typebox';
import { GUARD_ACTIONS, GUARDED_KINDS } from './policy.ts';

const Action = Type.Enum([...GUARD_ACTIONS], {
  title: 'GuardAction',
  description:
    'mask: the value is replaced by its kind, such as [EMAIL]; refuse: the request is refused, an answer ends there; note: it is only counted',
});

const rules = (title: string, description: string) =>
  Type.Object(Object.fromEntries(GUARDED_KINDS.map((kind) => [kind, Type.Optional(Action)])), {
    title,
    description,
    additionalProperties: false,
  });

export const GuardTermsSchema = Type.Object(
  {
    prompts: Type.Optional(
      rules('GuardedPrompts', 'What is looked for in all that goes to a model, and what is done then'),
    ),
    answers: Type.Optional(
      rules('GuardedAnswers', 'The same for what a model writes, also in streams and arguments of tools'),
    ),
    moderation: Type.Optional(
      Type.Object(
        {
          model: Type.Optional(
            Type.String({ minLength: 1, maxLength: 256, description: 'Default: the first model for moderation' }),
          ),
          action: Type.Enum(['note', 'refuse'], {
            title: 'ModerationAction',
            description: 'What happens with a request, or a whole answer, that is flagged',
          }),
          on_failure: Type.Optional(
            Type.Enum(['refuse', 'allow'], {
              title: 'ModerationFailure',
              description: 'What happens while the model cannot be asked; default: refuse',
            }),
          ),
          answers: Type.Optional(
            Type.Boolean({ description: 'Also the answers of calls without a stream; default: false' }),
          ),
        },
        {
          title: 'GuardModeration',
          description: 'Asks a moderation model about each request before it is sent',
          additionalProperties: false,
        },
      ),
    ),
  },
  { title: 'GuardTerms', additionalProperties: false },
);
