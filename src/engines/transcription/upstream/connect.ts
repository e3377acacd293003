// Connects the transcription servers that the configuration lists under transcription_upstreams, and OpenAI if a key is set.
import Type from 'typebox';
import { mediaServers } from '../../../net/media-servers.ts';
import { priceSettings } from '../../../net/routing-settings.ts';
import { createOpenAiTranscription } from './openai.ts';

export const connectTranscriptionUpstreams = mediaServers({
  list: 'transcription_upstreams',
  fields: {
    ...priceSettings('per_second'),
    timestamps: Type.Optional(Type.Boolean({ description: 'Whether it answers verbose_json; default true.' })),
    translates: Type.Optional(Type.Boolean({ description: 'Whether it has /audio/translations; default true.' })),
  },
  modelOf: ({ id, upstream_id: upstreamId = id, timestamps: hasTimes = true, translates = true }) => ({
    id,
    upstreamId,
    hasTimes,
    translates,
  }),
  kinds: { openai: createOpenAiTranscription },
  openAiModels: [
    { id: 'whisper-1', upstreamId: 'whisper-1', hasTimes: true, translates: true },
    { id: 'gpt-4o-transcribe', upstreamId: 'gpt-4o-transcribe', hasTimes: false, translates: false },
    { id: 'gpt-4o-mini-transcribe', upstreamId: 'gpt-4o-mini-transcribe', hasTimes: false, translates: false },
  ],
});
