// Connects the image servers that the configuration lists under image_upstreams, and OpenAI if a key is set.
import Type, { type Static } from 'typebox';
import { checkWorkflow, readWorkflow, workflowSetting } from '../../../net/comfyui/workflow.ts';
import { hostingSettings } from '../../../net/hosting.ts';
import { bearer, type Provider } from '../../../net/provider-call.ts';
import { priceSettings, retriesSetting, shareSettings } from '../../../net/routing-settings.ts';
import { entryReader } from '../../../net/upstream-entry.ts';
import { watchSettings } from '../../../net/watch-settings.ts';
import type { ImageEngine } from '../port.ts';
import type { Studio } from '../studio/studio.ts';
import { createSdkImageEngine } from './ai-sdk.ts';
import { createWebUiImageEngine } from './automatic1111.ts';
import { type ComfyModel, checkpointGraph, createComfyImageEngine } from './comfyui.ts';
import { createOpenAiImageEngine } from './openai.ts';

const ImageUpstream = Type.Object(
  {
    name: Type.String({ minLength: 1 }),
    ...retriesSetting,
    ...hostingSettings,
    ...watchSettings,
    kind: Type.Enum(['openai', 'automatic1111', 'comfyui', 'replicate', 'fal', 'luma', 'google']),
    base_url: Type.Optional(Type.String()),
    api_key_env: Type.Optional(Type.String({ description: 'The environment variable that holds the key.' })),
    upscaler: Type.Optional(Type.String({ description: "A web UI's upscaler, default R-ESRGAN 4x+." })),
    models: Type.Array(
      Type.Object(
        {
          ...shareSettings,
          ...priceSettings('per_image'),
          id: Type.String({ minLength: 1, description: 'The name that customers use, with a version suffix.' }),
          upstream_id: Type.Optional(
            Type.String({ description: "The upstream's own name of the model, or its checkpoint file." }),
          ),
          workflow: workflowSetting('For comfyui: an API-format workflow with placeholders, or its file.'),
          edit_workflow: workflowSetting('For comfyui: the same for edits, with {{image}} and perhaps {{mask}}.'),
        },
        { additionalProperties: false },
      ),
      { minItems: 1 },
    ),
  },
  { additionalProperties: false },
);
type ImageUpstream = Static<typeof ImageUpstream>;

export interface ImageUpstreamSettings {
  entries: readonly Record<string, unknown>[];
  openAi: { baseUrl: string; apiKey: string | null } | null;
  secretByName(name: string): string | undefined;
}

const read = entryReader('image_upstreams', ImageUpstream);
const OPENAI_ORIGIN = 'https://api.openai.com';

export function connectImageUpstreams(studio: Studio, settings: ImageUpstreamSettings): ImageEngine[] {
  const named = settings.entries.map((entry) => connect(studio, read(entry), settings));
  const { openAi } = settings;
  // Other OpenAI-compatible servers rarely generate images: list those that do in image_upstreams.
  if (!openAi?.apiKey || !openAi.baseUrl.startsWith(OPENAI_ORIGIN)) return named;
  const models = [{ id: 'gpt-image-1', upstreamId: 'gpt-image-1' }];
  return [
    ...named,
    createOpenAiImageEngine({ ...providerAt('openai', openAi.baseUrl, openAi.apiKey), studio, models }),
  ];
}

/** One entry, opened while the service runs. */
export function openImageUpstream(
  studio: Studio,
  entry: Record<string, unknown>,
  secretByName: ImageUpstreamSettings['secretByName'],
): ImageEngine {
  return connect(studio, read(entry), { secretByName });
}

function connect(
  studio: Studio,
  entry: ImageUpstream,
  { secretByName }: Pick<ImageUpstreamSettings, 'secretByName'>,
): ImageEngine {
  const { name, kind } = entry;
  const apiKey = entry.api_key_env ? secretByName(entry.api_key_env) : undefined;
  const models = entry.models.map(({ id, upstream_id: upstreamId }) => ({ id, upstreamId: upstreamId ?? id }));
  const baseUrl = entry.base_url;
  if (kind === 'openai' || kind === 'automatic1111' || kind === 'comfyui') {
    if (!baseUrl) throw new Error(`image_upstreams: ${name} needs a base_url`);
    const place = { ...providerAt(name, baseUrl, apiKey), studio };
    if (kind === 'openai') return createOpenAiImageEngine({ ...place, models });
    const weights = entry.models.map(({ id, upstream_id: checkpoint }) => ({ id, checkpoint }));
    if (kind === 'automatic1111')
      return createWebUiImageEngine({ ...place, models: weights, upscaler: entry.upscaler });
    return createComfyImageEngine({ ...place, models: entry.models.map((model) => comfyModel(name, model)) });
  }
  if (!apiKey)
    throw new Error(`image_upstreams: ${name} needs a key: in the file api_key_env, and that variable must be set`);
  return createSdkImageEngine({ name, provider: kind, apiKey, baseUrl, studio, models });
}

const WORDS = ['prompt', 'negative_prompt', 'seed'] as const;

/** Without any workflow, the model is a checkpoint. */
function comfyModel(name: string, model: ImageUpstream['models'][number]): ComfyModel {
  const { id, upstream_id: checkpoint = id, workflow, edit_workflow: edits } = model;
  const use = { owner: `image_upstreams: ${name}, ${id}`, makes: 'images', needed: ['prompt'] } as const;
  const generate = { ...use, given: [...WORDS, 'width', 'height', 'count'] } as const;
  const edit = { ...use, given: [...WORDS, 'image', 'mask'], needed: ['prompt', 'image'] } as const;
  if (!workflow && !edits)
    return { id, workflow: checkWorkflow(checkpointGraph(checkpoint), generate, (what) => new Error(what)) };
  return {
    id,
    workflow: workflow ? readWorkflow(workflow, generate) : undefined,
    editWorkflow: edits ? readWorkflow(edits, edit) : undefined,
  };
}

/** Long, because some upstreams respond only when the image is finished. */
const CALL_MS = 600_000;

function providerAt(name: string, baseUrl: string, apiKey: string | undefined): Provider {
  return { name, baseUrl, headers: bearer(apiKey), callMs: CALL_MS };
}
