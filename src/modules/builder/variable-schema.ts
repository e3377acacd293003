// Schemas of a project's environment variables.
import Type, { type Static } from 'typebox';

export const MAX_VARIABLES = 50;
const MAX_VALUE = 4_096;

export const VariableParams = Type.Object({
  id: Type.String({ description: 'Id of a project', maxLength: 60 }),
  name: Type.String({
    pattern: '^[A-Z][A-Z0-9_]{0,63}$',
    description: 'Its name: capital letters, digits and underscores, such as VITE_TITLE',
  }),
});

export const VariableBody = Type.Object({
  value: Type.String({
    minLength: 1,
    maxLength: MAX_VALUE,
    // Neither a process nor a database takes a NUL.
    pattern: '^[^\\u0000]*$',
    description: 'Its value. It is stored encrypted and never shown again',
  }),
});
export type VariableBody = Static<typeof VariableBody>;

const Variable = Type.Object(
  {
    object: Type.Literal('project.variable'),
    name: Type.String(),
    given_to: Type.Union([Type.Literal('server'), Type.Literal('page'), Type.Literal('export')], {
      description:
        'server: the process of a Node.js or Python application. page: the code that every visitor can read. export: nothing that runs here; its name is in .env.example of the archive',
    }),
    updated_at: Type.String(),
  },
  { title: 'ProjectVariable' },
);
export const VariableReply = Variable;
export const VariableList = Type.Object(
  { object: Type.Literal('list'), data: Type.Array(Variable) },
  { title: 'ProjectVariableList' },
);
export const DeletedVariable = Type.Object(
  { name: Type.String(), object: Type.Literal('project.variable'), deleted: Type.Literal(true) },
  { title: 'DeletedProjectVariable' },
);
