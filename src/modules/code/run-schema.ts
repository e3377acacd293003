// Schemas of running a program.
import Type, { type Static } from 'typebox';

export const RunBody = Type.Object({
  language: Type.Enum(['javascript', 'python'], { description: 'What the program is written in' }),
  code: Type.String({ minLength: 1, maxLength: 100_000, description: 'The program, with the standard library only' }),
  input: Type.Optional(Type.String({ maxLength: 100_000, description: 'What the program reads from standard input' })),
});
export type RunBody = Static<typeof RunBody>;

export const RunReply = Type.Object(
  {
    object: Type.Literal('code.run'),
    language: Type.String({ description: 'As sent' }),
    output: Type.String({ description: 'What it printed, up to 64 kB' }),
    errors: Type.String({ description: 'What it printed as errors, up to 64 kB' }),
    exit_code: Type.Union([Type.Integer(), Type.Null()], { description: '0 is success; null: it was stopped' }),
    ended_by: Type.Enum(['exited', 'time', 'resources', 'output'], {
      description: 'By itself, or by the limit of time (10 s), of memory and processor (256 MB, 10 s), or of output',
    }),
    duration_ms: Type.Integer({ description: 'How long it ran' }),
  },
  { title: 'CodeRun' },
);
