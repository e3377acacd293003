// Schemas of the audio routes.
import Type, { type Static } from 'typebox';

const MAX_CHARACTERS = 4_096;

const Model = Type.Optional(
  Type.String({ minLength: 1, maxLength: 256, description: 'One of GET /models; the first that is ready when absent' }),
);

export const SpeechBody = Type.Object({
  model: Model,
  input: Type.String({ minLength: 1, maxLength: MAX_CHARACTERS, description: 'The text to speak' }),
  voice: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 80,
      description: "One of GET /audio/voices, or one of OpenAI's names (alloy, echo, nova …); af_heart when absent",
    }),
  ),
  response_format: Type.Optional(
    Type.Enum(['mp3', 'opus', 'aac', 'flac', 'wav', 'pcm'], {
      description: 'mp3 when absent; pcm is 16 bit little endian, 24 kHz, mono, without a header',
    }),
  ),
  speed: Type.Optional(
    Type.Number({
      minimum: 0.25,
      maximum: 4,
      description: '1 is natural; the voices of this machine speak at 0.5 to 2',
    }),
  ),
  instructions: Type.Optional(
    Type.String({
      maxLength: MAX_CHARACTERS,
      description: 'How to speak; only for models with the capability "instructions"',
    }),
  ),
  stream_format: Type.Optional(
    Type.Enum(['audio', 'sse'], { description: 'sse: events of the type speech.audio.delta with base64' }),
  ),
});
export type SpeechBody = Static<typeof SpeechBody>;

export const VoiceListReply = Type.Object({
  object: Type.Literal('list'),
  data: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      gender: Type.Enum(['female', 'male']),
      language: Type.String(),
      accent: Type.String(),
      style: Type.String(),
      openai_names: Type.Array(Type.String(), { description: "OpenAI's names that mean this voice" }),
    }),
  ),
});

const Recording = {
  // Optional in the schema because a multipart request carries it as a file.
  file: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 70 * 1024 * 1024,
      description:
        'The recording: a multipart upload, a file id or /files/ URL of this service, or a data URI; at most 50 MB and 60 minutes',
    }),
  ),
  model: Model,
  prompt: Type.Optional(
    Type.String({ maxLength: 4_000, description: 'Names and spellings that may occur; the last 223 tokens count' }),
  ),
  response_format: Type.Optional(
    Type.Enum(['json', 'text', 'srt', 'vtt', 'verbose_json'], { description: 'json when absent' }),
  ),
  temperature: Type.Optional(
    Type.Number({ minimum: 0, maximum: 1, description: '0 if absent; raised only where the words make no sense' }),
  ),
};

export const TranscriptionBody = Type.Object({
  ...Recording,
  language: Type.Optional(Type.String({ minLength: 2, maxLength: 3, description: 'ISO 639-1; detected when absent' })),
  timestamp_granularities: Type.Optional(
    Type.Union([Type.Array(Type.Enum(['word', 'segment']), { maxItems: 4 }), Type.Enum(['word', 'segment'])], {
      description: 'For verbose_json; segment when absent',
    }),
  ),
  stream: Type.Optional(
    Type.Boolean({ description: 'Events transcript.text.delta and transcript.text.done; with json or text' }),
  ),
});
export type TranscriptionBody = Static<typeof TranscriptionBody>;

export const TranslationBody = Type.Object(Recording);

export const TranscriptReply = Type.Object({
  text: Type.String(),
  task: Type.Optional(Type.String({ description: 'verbose_json only, like all following fields' })),
  language: Type.Optional(Type.String()),
  duration: Type.Optional(Type.Number()),
  segments: Type.Optional(
    Type.Array(
      Type.Object({
        id: Type.Integer(),
        start: Type.Number(),
        end: Type.Number(),
        text: Type.String(),
        tokens: Type.Optional(Type.Array(Type.Integer())),
        temperature: Type.Optional(Type.Number()),
        avg_logprob: Type.Optional(Type.Number()),
        compression_ratio: Type.Optional(Type.Number()),
        no_speech_prob: Type.Optional(Type.Number()),
        seek: Type.Optional(Type.Integer()),
      }),
    ),
  ),
  words: Type.Optional(Type.Array(Type.Object({ word: Type.String(), start: Type.Number(), end: Type.Number() }))),
  usage: Type.Object({
    type: Type.Literal('duration'),
    seconds: Type.Integer(),
    credits: Type.Optional(Type.Number()),
  }),
});
