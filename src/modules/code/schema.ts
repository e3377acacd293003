// Schemas of the code module's requests and responses.
import Type, { type Static } from 'typebox';

const MAX_CODE_CHARACTERS = 400_000;

const Code = Type.String({ minLength: 1, maxLength: MAX_CODE_CHARACTERS, description: 'The code, without fences' });
const Common = {
  language: Type.Optional(
    Type.String({ minLength: 1, maxLength: 40, description: 'One of GET /code/languages; detected when absent' }),
  ),
  instruction: Type.Optional(Type.String({ description: 'What else to respect, in words', maxLength: 20_000 })),
  max_tokens: Type.Optional(
    Type.Integer({ description: 'The most tokens to generate', minimum: 1, maximum: 10_000_000 }),
  ),
  temperature: Type.Optional(
    Type.Number({ description: '0 to 2; default: that of the model', minimum: 0, maximum: 2 }),
  ),
  seed: Type.Optional(
    Type.Integer({ description: 'The same seed and request give the same code where the model allows it' }),
  ),
  stream: Type.Optional(Type.Boolean({ description: 'true: the answer comes as server-sent events' })),
  model: Type.Optional(
    Type.String({ description: 'An id of GET /models; default: the default text model', minLength: 1 }),
  ),
};

export const GenerateBody = Type.Object({
  prompt: Type.String({ description: 'What the code does', minLength: 1, maxLength: 100_000 }),
  ...Common,
});
export type GenerateBody = Static<typeof GenerateBody>;

export const CompleteBody = Type.Object({
  code: Code,
  cursor: Type.Optional(
    Type.Union(
      [
        Type.Integer({ minimum: 0, description: 'Characters from the start' }),
        Type.Object({
          line: Type.Integer({ minimum: 1, description: 'From 1' }),
          column: Type.Integer({ minimum: 1, description: 'From 1' }),
        }),
      ],
      { description: 'Where to complete; default: at the end' },
    ),
  ),
  suffix: Type.Optional(
    Type.String({ description: 'Code that follows the completion', maxLength: MAX_CODE_CHARACTERS }),
  ),
  ...Common,
});
export type CompleteBody = Static<typeof CompleteBody>;

export const RefactorBody = Type.Object({
  code: Code,
  goal: Type.Optional(
    Type.String({ maxLength: 20_000, description: 'e.g. readability, performance, "use async/await"' }),
  ),
  ...Common,
});
export type RefactorBody = Static<typeof RefactorBody>;

export const ExplainBody = Type.Object({
  code: Code,
  detail: Type.Optional(
    Type.Enum(['brief', 'normal', 'thorough'], { description: 'How long the explanation is; default: normal' }),
  ),
  ...Common,
});
export type ExplainBody = Static<typeof ExplainBody>;

export type CodeBody = Static<ReturnType<typeof commonOf>>;
const commonOf = () => Type.Object(Common);

const Syntax = Type.Object(
  {
    checked: Type.Boolean({ description: 'false if no grammar for the language is available' }),
    ok: Type.Boolean(),
    errors: Type.Array(Type.Object({ line: Type.Integer(), column: Type.Integer(), message: Type.String() })),
  },
  { title: 'SyntaxCheck' },
);

export const CodeReply = Type.Object(
  {
    id: Type.String(),
    object: Type.Enum(['code.generation', 'code.completion', 'code.refactoring', 'code.explanation']),
    created: Type.Integer(),
    language: Type.String(),
    code: Type.String(),
    completion: Type.Optional(Type.String({ description: 'Only the text inserted at the cursor' })),
    explanation: Type.Optional(Type.String()),
    diff: Type.Optional(Type.String({ description: 'Unified' })),
    repaired: Type.Optional(
      Type.Boolean({ description: 'true if the first answer did not parse and this is the second' }),
    ),
    syntax: Syntax,
    warnings: Type.Optional(
      Type.Array(Type.String(), {
        description: 'If the code may well be wrong: why, and how to connect a better model',
      }),
    ),
    finish_reason: Type.String(),
    model: Type.String(),
    usage: Type.Object(
      {
        prompt_tokens: Type.Integer(),
        completion_tokens: Type.Integer(),
        total_tokens: Type.Integer(),
        credits: Type.Optional(Type.Number()),
      },
      { title: 'TokenUsage' },
    ),
  },
  { title: 'CodeAnswer' },
);

export const LanguageList = Type.Object(
  {
    object: Type.Literal('list'),
    data: Type.Array(
      Type.Object({
        id: Type.String(),
        object: Type.Literal('language'),
        name: Type.String(),
        extensions: Type.Array(Type.String()),
        aliases: Type.Array(Type.String()),
        checked: Type.Boolean({ description: 'Whether answers in this language are checked for syntax' }),
      }),
    ),
  },
  { title: 'LanguageList' },
);
