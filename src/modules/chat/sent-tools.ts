// Schemas of tools and their calls as OpenAI's clients send them: functions, custom tools, and choices among allowed tools.
import Type from 'typebox';
import { Message, Tool } from './message-schema.ts';

const MAX_TOOLS = 1024;
const Name = Type.Object({ name: Type.String({ maxLength: 128, description: 'Its name' }) });

export const SentTool = Type.Object(
  {
    ...Tool.properties,
    type: Type.Enum(['function', 'custom'], { description: 'custom: a tool that takes free text' }),
    function: Type.Optional(Tool.properties.function),
    custom: Type.Optional(
      Type.Object(
        {
          name: Type.String({ pattern: '^[a-zA-Z0-9_.:-]{1,128}$', description: 'How the model calls it' }),
          description: Type.Optional(Type.String({ description: 'What it does, for the model' })),
          format: Type.Optional(Type.Unknown({ description: 'Text, or the grammar of what it takes' })),
        },
        { description: 'The custom tool' },
      ),
    ),
  },
  { title: 'ChatTool' },
);

const Called = Message.properties.tool_calls.items.properties;
const SentToolCall = Type.Object(
  {
    ...Called,
    type: Type.Enum(['function', 'custom'], { description: 'Of the tool' }),
    function: Type.Optional(Called.function),
    custom: Type.Optional(
      Type.Object(
        {
          name: Type.String({ description: 'The custom tool that was called' }),
          input: Type.String({ description: 'What it was called with' }),
        },
        { description: 'The call of a custom tool' },
      ),
    ),
  },
  { title: 'ChatToolCall' },
);

export const SentMessage = Type.Object(
  {
    ...Message.properties,
    tool_calls: Type.Optional(Type.Array(SentToolCall, { description: 'Tools that the assistant called' })),
  },
  { title: 'SentChatMessage' },
);

const NamedTool = Type.Object({
  type: Type.Enum(['function', 'custom'], { description: 'Of the tool' }),
  function: Type.Optional(Type.Unsafe<{ name: string }>({ ...Name, description: 'The function' })),
  custom: Type.Optional(Type.Unsafe<{ name: string }>({ ...Name, description: 'The custom tool' })),
});

export const SentToolChoice = Type.Union(
  [
    Type.Enum(['none', 'auto', 'required']),
    NamedTool,
    Type.Object({
      type: Type.Literal('allowed_tools', { description: 'Only some of the tools' }),
      allowed_tools: Type.Object(
        {
          mode: Type.Enum(['auto', 'required'], { description: 'Whether one of them must be called' }),
          tools: Type.Array(NamedTool, { maxItems: MAX_TOOLS, description: 'The tools that may be called' }),
        },
        { description: 'Which' },
      ),
    }),
    Type.Null(),
  ],
  { description: 'Whether the model may call tools, must call one, or must call this one' },
);
