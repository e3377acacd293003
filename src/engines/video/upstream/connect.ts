// Connects the video servers that the configuration lists under video_upstreams, and OpenAI if a key is set.
import type { JSONObject } from '@ai-sdk/provider';
import Type, { type Static } from 'typebox';
import { readWorkflow, workflowSetting } from '../../../net/comfyui/workflow.ts';
import { hostingSettings } from '../../../net/hosting.ts';
import type { Provider } from '../../../net/provider-call.ts';
import { priceSettings, retriesSetting, shareSettings } from '../../../net/routing-settings.ts';
import { entryReader } from '../../../net/upstream-entry.ts';
import { watchSettings } from '../../../net/watch-settings.ts';
import type { VideoEngine } from '../port.ts';
import { sdkFilms } from './ai-sdk.ts';
import { comfyFilms } from './comfyui.ts';
import { type FilmSource, UpstreamVideo } from './engine.ts';
import { lumaFilms } from './luma.ts';
import { openAiFilms } from './openai.ts';

const VideoUpstream = Type.Object(
  {
    name: Type.String({ minLength: 1 }),
    ...retriesSetting,
    ...hostingSettings,
    ...watchSettings,
    kind: Type.Enum(['openai', 'replicate', 'fal', 'luma', 'comfyui']),
    base_url: Type.Optional(Type.String({ minLength: 1, description: 'The provider’s own when absent.' })),
    api_key_env: Type.Optional(Type.String({ description: 'The environment variable that holds the key.' })),
    time_limit_seconds: Type.Optional(Type.Integer({ minimum: 1, maximum: 3_500, description: '1800 when absent.' })),
    poll_seconds: Type.Optional(
      Type.Number({ minimum: 0.01, maximum: 60, description: 'The first pause between polls; 2 if absent.' }),
    ),
    models: Type.Array(
      Type.Object(
        {
          ...shareSettings,
          ...priceSettings('per_second'),
          id: Type.String({ minLength: 1, description: 'The name that customers use, with a version suffix.' }),
          upstream_id: Type.Optional(Type.String({ description: "The upstream's own name of the model." })),
          seconds: Type.Optional(
            Type.Array(Type.Integer({ minimum: 1 }), {
              description: 'For openai: the lengths that it makes; any if absent.',
            }),
          ),
          workflow: workflowSetting('For comfyui: an API-format workflow that makes videos from words, or its file.'),
          image_workflow: workflowSetting('For comfyui: the same for videos from an image, with {{image}}.'),
          fps: Type.Optional(
            Type.Integer({ minimum: 1, maximum: 120, description: 'For comfyui: frames per second; 16 when absent.' }),
          ),
          fixed_inputs: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
        },
        { additionalProperties: false },
      ),
      { minItems: 1 },
    ),
  },
  { additionalProperties: false },
);
type VideoUpstream = Static<typeof VideoUpstream>;

export interface VideoUpstreamSettings {
  entries: readonly Record<string, unknown>[];
  openAi: { baseUrl: string; apiKey: string | null } | null;
  secretByName(name: string): string | undefined;
}

const read = entryReader('video_upstreams', VideoUpstream);
const OPENAI_ORIGIN = 'https://api.openai.com';
const PLACES: Record<VideoUpstream['kind'], string> = {
  openai: `${OPENAI_ORIGIN}/v1`,
  replicate: 'https://api.replicate.com/v1',
  fal: 'https://queue.fal.run',
  luma: 'https://api.lumalabs.ai',
  comfyui: 'http://127.0.0.1:8188',
};
const SORA_SECONDS = [4, 8, 12];
const TIME_LIMIT_SECONDS = 1_800;
const FIRST_WAIT_SECONDS = 2;
const LONGEST_WAIT_FACTOR = 8;

export function connectVideoUpstreams(settings: VideoUpstreamSettings): VideoEngine[] {
  const entries = settings.entries.map(read);
  const named = entries.flatMap((entry) => connect(entry, apiKeyOf(entry, settings)));
  const { openAi } = settings;
  // Other OpenAI-compatible servers rarely make videos: list those that do in video_upstreams.
  if (!openAi?.apiKey || !openAi.baseUrl.startsWith(OPENAI_ORIGIN)) return named;
  const sora = { name: 'openai', kind: 'openai' as const, models: [{ id: 'sora-2', seconds: SORA_SECONDS }] };
  return [...named, ...connect(sora, openAi.apiKey)];
}

/** One engine for each model. */
function connect(entry: VideoUpstream, apiKey: string | undefined): VideoEngine[] {
  const { name, kind } = entry;
  const scheme = kind === 'fal' ? 'Key' : 'Bearer';
  const headers: Record<string, string> = apiKey ? { authorization: `${scheme} ${apiKey}` } : {};
  const server = { name, baseUrl: entry.base_url ?? PLACES[kind], headers };
  const limitMs = (entry.time_limit_seconds ?? TIME_LIMIT_SECONDS) * 1000;
  return entry.models.map((model) => new UpstreamVideo(model.id, sourceOf(entry, model, server, apiKey), limitMs));
}

function sourceOf(
  entry: VideoUpstream,
  model: VideoUpstream['models'][number],
  server: Provider,
  apiKey: string | undefined,
): FilmSource {
  const firstWaitMs = (entry.poll_seconds ?? FIRST_WAIT_SECONDS) * 1000;
  const pace = { firstWaitMs, longestWaitMs: firstWaitMs * LONGEST_WAIT_FACTOR };
  const upstreamId = model.upstream_id ?? model.id;
  if (entry.kind === 'openai') return openAiFilms({ server, model: upstreamId, pace, seconds: model.seconds });
  if (entry.kind === 'comfyui') return comfyFilms({ server, pace, ...workflowsOf(entry, model) });
  if (!apiKey)
    throw new Error(
      `video_upstreams: ${entry.name} needs a key: in the file api_key_env, and that variable must be set`,
    );
  if (entry.kind === 'luma') return lumaFilms({ server, model: upstreamId, pace });
  // The value was read from a JSON file, so it can only be JSON.
  const fixedInputs = model.fixed_inputs as JSONObject | undefined;
  return sdkFilms({ server, provider: entry.kind, apiKey, model: upstreamId, pace, fixedInputs });
}

const COMFY_FPS = 16;
const COMFY_GIVEN = ['prompt', 'negative_prompt', 'seed', 'width', 'height', 'seconds', 'frames', 'fps'] as const;

function workflowsOf({ name }: VideoUpstream, model: VideoUpstream['models'][number]) {
  const { id, workflow, image_workflow: fromImage, fps = COMFY_FPS } = model;
  if (!workflow && !fromImage) throw new Error(`video_upstreams: ${name}, ${id} needs workflow or image_workflow`);
  const use = { owner: `video_upstreams: ${name}, ${id}`, makes: 'videos', given: COMFY_GIVEN } as const;
  const ofImage = { ...use, given: [...COMFY_GIVEN, 'image'], needed: ['image'] } as const;
  return {
    fps,
    workflow: workflow ? readWorkflow(workflow, { ...use, needed: ['prompt'] }) : undefined,
    imageWorkflow: fromImage ? readWorkflow(fromImage, ofImage) : undefined,
  };
}

function apiKeyOf(entry: VideoUpstream, { secretByName }: VideoUpstreamSettings): string | undefined {
  return entry.api_key_env ? secretByName(entry.api_key_env) : undefined;
}
