// Connects the speech servers that the configuration lists under speech_upstreams, and OpenAI if a key is set.
import Type from 'typebox';
import { mediaServers } from '../../../net/media-servers.ts';
import { priceSettings } from '../../../net/routing-settings.ts';
import { createOpenAiReading } from './openai.ts';

export const connectSpeechUpstreams = mediaServers({
  list: 'speech_upstreams',
  fields: {
    ...priceSettings('per_million_characters'),
    instructions: Type.Optional(Type.Boolean({ description: 'Whether it takes "instructions"; default false.' })),
  },
  modelOf: ({ id, upstream_id: upstreamId = id, instructions: takesInstructions = false }) => ({
    id,
    upstreamId,
    takesInstructions,
  }),
  kinds: { openai: createOpenAiReading },
  openAiModels: [
    { id: 'gpt-4o-mini-tts', upstreamId: 'gpt-4o-mini-tts', takesInstructions: true },
    { id: 'tts-1', upstreamId: 'tts-1', takesInstructions: false },
    { id: 'tts-1-hd', upstreamId: 'tts-1-hd', takesInstructions: false },
  ],
});
