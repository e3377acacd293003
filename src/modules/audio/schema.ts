// Schemas of the audio routes.
import Type, { type Static } from 'typebox';

const MOST_CHARACTERS = 4_096;

const Model = Type.Optional(
  Type.String({ minLength: 1, maxLength: 256, description: 'One of GET /models; the first that is ready when absent' }),
);

export const SpeechBody = Type.Object({
  model: Model,
  input: Type.String({ minLength: 1, maxLength: MOST_CHARACTERS, description: 'The text to speak' }),
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
      maxLength: MOST_CHARACTERS,
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
