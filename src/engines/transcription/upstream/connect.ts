// Connects the transcription servers that the configuration lists under transcription_upstreams, and OpenAI if a key is set.
import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { bearer } from '../../../net/provider-call.ts';
import type { TranscriptionEngine } from '../port.ts';
import { createOpenAiTranscription, type UpstreamEarModel } from './openai.ts';

const TranscriptionUpstream = Type.Object(
  {
    name: Type.String({ minLength: 1 }),
    kind: Type.Enum(['openai']),
    base_url: Type.String({ minLength: 1 }),
    api_key_env: Type.Optional(Type.String({ description: 'The environment variable that holds the key.' })),
    models: Type.Array(
      Type.Object(
        {
          id: Type.String({ minLength: 1, description: 'The name customers use, with a version suffix.' }),
          upstream_id: Type.Optional(Type.String({ description: 'What the upstream calls it.' })),
          timestamps: Type.Optional(Type.Boolean({ description: 'Whether it answers verbose_json; default true.' })),
          translates: Type.Optional(Type.Boolean({ description: 'Whether it has /audio/translations; default true.' })),
        },
        { additionalProperties: false },
      ),
      { minItems: 1 },
    ),
  },
  { additionalProperties: false },
);
type TranscriptionUpstream = Static<typeof TranscriptionUpstream>;

export interface TranscriptionUpstreamSettings {
  entries: readonly Record<string, unknown>[];
  openAi: { baseUrl: string; apiKey: string | null } | null;
  secretByName(name: string): string | undefined;
}

const check = Compile(TranscriptionUpstream);
const OPENAI_ORIGIN = 'https://api.openai.com';
const CALL_MS = 600_000;
const OPENAI_MODELS: readonly UpstreamEarModel[] = [
  { id: 'whisper-1', upstreamId: 'whisper-1', hasTimes: true, translates: true },
  { id: 'gpt-4o-transcribe', upstreamId: 'gpt-4o-transcribe', hasTimes: false, translates: false },
  { id: 'gpt-4o-mini-transcribe', upstreamId: 'gpt-4o-mini-transcribe', hasTimes: false, translates: false },
];

export function connectTranscriptionUpstreams({
  entries,
  openAi,
  secretByName,
}: TranscriptionUpstreamSettings): TranscriptionEngine[] {
  const named = entries.map((entry) => {
    const { name, base_url: baseUrl, api_key_env: keyName, models } = checked(entry);
    const headers = bearer(keyName ? secretByName(keyName) : undefined);
    return createOpenAiTranscription({ name, baseUrl, headers, callMs: CALL_MS }, models.map(modelOf));
  });
  // Other OpenAI-compatible servers seldom transcribe: list those in transcription_upstreams.
  if (!openAi?.apiKey || !openAi.baseUrl.startsWith(OPENAI_ORIGIN)) return named;
  const server = { name: 'openai', baseUrl: openAi.baseUrl, headers: bearer(openAi.apiKey), callMs: CALL_MS };
  return [...named, createOpenAiTranscription(server, OPENAI_MODELS)];
}

function modelOf(model: TranscriptionUpstream['models'][number]): UpstreamEarModel {
  const { id, upstream_id: upstreamId = id, timestamps: hasTimes = true, translates = true } = model;
  return { id, upstreamId, hasTimes, translates };
}

function checked(entry: Record<string, unknown>): TranscriptionUpstream {
  if (check.Check(entry)) return entry;
  const [first] = check.Errors(entry);
  throw new Error(`transcription_upstreams: ${first?.instancePath || 'an entry'} ${first?.message}`);
}
