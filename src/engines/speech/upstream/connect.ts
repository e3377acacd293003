// Connects the speech servers that the configuration lists under speech_upstreams, and OpenAI if a key is set.
import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { bearer } from '../../../net/provider-call.ts';
import type { ReadingEngine } from '../port.ts';
import { createOpenAiReading, type UpstreamVoiceModel } from './openai.ts';

const SpeechUpstream = Type.Object(
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
          instructions: Type.Optional(Type.Boolean({ description: 'Whether it takes "instructions"; default false.' })),
        },
        { additionalProperties: false },
      ),
      { minItems: 1 },
    ),
  },
  { additionalProperties: false },
);
type SpeechUpstream = Static<typeof SpeechUpstream>;

export interface SpeechUpstreamSettings {
  entries: readonly Record<string, unknown>[];
  openAi: { baseUrl: string; apiKey: string | null } | null;
  secretByName(name: string): string | undefined;
}

const check = Compile(SpeechUpstream);
const OPENAI_ORIGIN = 'https://api.openai.com';
const CALL_MS = 600_000;
const OPENAI_MODELS: readonly UpstreamVoiceModel[] = [
  { id: 'gpt-4o-mini-tts', upstreamId: 'gpt-4o-mini-tts', takesInstructions: true },
  { id: 'tts-1', upstreamId: 'tts-1', takesInstructions: false },
  { id: 'tts-1-hd', upstreamId: 'tts-1-hd', takesInstructions: false },
];

export function connectSpeechUpstreams({ entries, openAi, secretByName }: SpeechUpstreamSettings): ReadingEngine[] {
  const named = entries.map((entry) => {
    const { name, base_url: baseUrl, api_key_env: keyName, models } = checked(entry);
    const headers = bearer(keyName ? secretByName(keyName) : undefined);
    return createOpenAiReading({ name, baseUrl, headers, callMs: CALL_MS }, models.map(modelOf));
  });
  // Other OpenAI-compatible servers seldom speak: list those in speech_upstreams.
  if (!openAi?.apiKey || !openAi.baseUrl.startsWith(OPENAI_ORIGIN)) return named;
  const server = { name: 'openai', baseUrl: openAi.baseUrl, headers: bearer(openAi.apiKey), callMs: CALL_MS };
  return [...named, createOpenAiReading(server, OPENAI_MODELS)];
}

function modelOf({ id, upstream_id, instructions }: SpeechUpstream['models'][number]): UpstreamVoiceModel {
  return { id, upstreamId: upstream_id ?? id, takesInstructions: instructions ?? false };
}

function checked(entry: Record<string, unknown>): SpeechUpstream {
  if (check.Check(entry)) return entry;
  const [first] = check.Errors(entry);
  throw new Error(`speech_upstreams: ${first?.instancePath || 'an entry'} ${first?.message}`);
}
