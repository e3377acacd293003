// Schemas of the parts of a chat, in OpenAI's format: messages, tools and response formats.
import Type, { type Static, type TSchema } from 'typebox';

/** OpenAI clients send null for fields that are not set. */
export const OrNull = <T extends TSchema & { type: string }>(schema: T) =>
  Type.Optional(Type.Unsafe<Static<T> | null>({ ...schema, type: [schema.type, 'null'] }));

/** A longer cache time is treated as 5 minutes: it would cost more than the charged tokens. */
const CacheControl = Type.Object(
  {
    type: Type.Literal('ephemeral', { description: 'The only kind' }),
    ttl: Type.Optional(Type.String({ maxLength: 20, description: 'How long; always 5 minutes here' })),
  },
  { description: 'Asks an upstream that knows it to keep the prompt up to here' },
);

const ContentPart = Type.Object(
  {
    type: Type.Enum(['text', 'image_url', 'input_audio', 'file', 'refusal'], {
      description:
        'text, file (read as text), input_audio (transcribed, at the price of POST /audio/transcriptions), or image_url if the model has vision; refusal is refused',
    }),
    text: Type.Optional(Type.String({ description: 'The text of a text part' })),
    image_url: Type.Optional(
      Type.Object(
        {
          url: Type.String({
            minLength: 1,
            description: 'A data URI, a /files/ URL of this service, or an https URL; at most 20 MB',
          }),
          detail: Type.Optional(Type.String({ description: 'low, high or auto: how closely the model looks' })),
        },
        { description: 'The image of an image part' },
      ),
    ),
    file: Type.Optional(
      Type.Object(
        {
          file_data: Type.Optional(
            Type.String({ description: 'A data URI, a /files/ URL of this service, or an https URL; at most 20 MB' }),
          ),
          file_id: Type.Optional(Type.String({ maxLength: 256, description: 'Id of a file of POST /files' })),
          filename: Type.Optional(Type.String({ maxLength: 1024, description: 'Its name, for the model' })),
        },
        { description: 'The document of a file part: PDF or text' },
      ),
    ),
    input_audio: Type.Optional(
      Type.Object(
        {
          data: Type.Optional(
            Type.String({ description: 'Base64, a data URI, or an id or /files/ URL of this service; at most 50 MB' }),
          ),
          format: Type.Optional(
            Type.String({ maxLength: 40, description: 'wav, mp3 …; the recording itself decides' }),
          ),
        },
        { description: 'The recording of an input_audio part, in messages of the user' },
      ),
    ),
    cache_control: Type.Optional(CacheControl),
  },
  { title: 'ChatContentPart' },
);

const ToolCall = Type.Object(
  {
    id: Type.String({ description: 'Names the call; its answer repeats it as tool_call_id' }),
    type: Type.Literal('function', { description: 'The only kind' }),
    function: Type.Object(
      {
        name: Type.String({ description: 'The function that was called' }),
        arguments: Type.String({ description: 'Its arguments as JSON text' }),
      },
      { description: 'The call' },
    ),
  },
  { title: 'ToolCall' },
);

export const Message = Type.Object(
  {
    role: Type.Enum(['system', 'developer', 'user', 'assistant', 'tool'], { description: 'Whose message it is' }),
    content: Type.Optional(
      Type.Union([Type.String(), Type.Array(ContentPart), Type.Null()], {
        description: 'The message, as text or as parts; null only beside tool_calls',
      }),
    ),
    name: Type.Optional(Type.String({ description: 'Tells participants of the same role apart' })),
    tool_calls: Type.Optional(Type.Array(ToolCall, { description: 'Tools that the assistant called' })),
    tool_call_id: Type.Optional(Type.String({ description: 'Which call a message of the role tool answers' })),
    reasoning_content: Type.Optional(
      Type.Union([Type.String(), Type.Null()], { description: 'What the model thought before its answer' }),
    ),
    reasoning_signature: Type.Optional(
      Type.String({ description: 'The signature that came with the thought, for upstreams that want it back' }),
    ),
  },
  { title: 'ChatMessage' },
);
export type Message = Static<typeof Message>;

export const Tool = Type.Object(
  {
    type: Type.Literal('function', { description: 'The only kind' }),
    function: Type.Object(
      {
        name: Type.String({ pattern: '^[a-zA-Z0-9_.:-]{1,128}$', description: 'How the model calls it' }),
        description: Type.Optional(Type.String({ description: 'What it does, for the model' })),
        parameters: Type.Optional(
          Type.Record(Type.String(), Type.Unknown(), { description: 'JSON schema of its arguments' }),
        ),
        strict: OrNull(Type.Boolean({ description: 'true: the arguments follow the schema exactly' })),
      },
      { description: 'The function' },
    ),
    cache_control: Type.Optional(CacheControl),
  },
  { title: 'Tool' },
);

export const ResponseFormat = Type.Object(
  {
    type: Type.Enum(['text', 'json_object', 'json_schema'], { description: 'text is the default' }),
    json_schema: Type.Optional(
      Type.Object(
        {
          name: Type.String({ description: 'Your name for the schema' }),
          schema: Type.Optional(
            Type.Record(Type.String(), Type.Unknown(), { description: 'The JSON schema of the answer' }),
          ),
          strict: OrNull(Type.Boolean({ description: 'true: the answer follows the schema exactly' })),
        },
        { description: 'The schema, with the type json_schema' },
      ),
    ),
  },
  { title: 'ResponseFormat', description: 'Text, any JSON object, or JSON of a given schema' },
);
