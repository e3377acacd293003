// The part of the configuration file that connects a music server, and the engine it makes.
import Type, { type Static } from 'typebox';
import { readWorkflow, workflowSetting } from '../../../net/comfyui/workflow.ts';
import { hostingSettings } from '../../../net/hosting.ts';
import { bearer } from '../../../net/provider-call.ts';
import { priceSettings, retriesSetting, shareSettings } from '../../../net/routing-settings.ts';
import { watchSettings } from '../../../net/watch-settings.ts';
import type { MusicEngine } from '../port.ts';
import { aceStepSource } from './ace-step.ts';
import { comfySongs } from './comfyui.ts';
import { UpstreamMusic } from './engine.ts';
import { replicateSource } from './replicate.ts';

export const MusicUpstreamSettings = Type.Object(
  {
    name: Type.String({ minLength: 1 }),
    ...retriesSetting,
    ...hostingSettings,
    ...watchSettings,
    ...shareSettings,
    ...priceSettings('per_second'),
    kind: Type.Enum(['ace-step', 'replicate', 'comfyui']),
    base_url: Type.String({ minLength: 1 }),
    api_key_env: Type.Optional(Type.String({ description: 'The environment variable that holds the key.' })),
    model: Type.Optional(Type.String({ description: 'For replicate: owner/name or owner/name:version.' })),
    inputs: Type.Optional(
      Type.Record(Type.String(), Type.String(), { description: 'For replicate: our field → the model’s own name.' }),
    ),
    workflow: workflowSetting('For comfyui: an API-format workflow that makes songs, or its file.'),
    fixed_inputs: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  },
  { additionalProperties: false },
);
export type MusicUpstreamSettings = Static<typeof MusicUpstreamSettings>;

const CALL_MS = 120_000;

export function connectMusic(
  settings: MusicUpstreamSettings,
  local: MusicEngine,
  artist: string,
  secretByName: (name: string) => string | undefined,
): MusicEngine {
  const apiKey = settings.api_key_env ? secretByName(settings.api_key_env) : undefined;
  const server = { name: settings.name, baseUrl: settings.base_url, headers: bearer(apiKey), callMs: CALL_MS };
  if (settings.kind === 'ace-step') return new UpstreamMusic(aceStepSource(server), local, artist);
  if (settings.kind === 'comfyui')
    return new UpstreamMusic(comfySongs(server, readSongWorkflow(settings)), local, artist);
  if (!settings.model) throw new Error(`the music upstream "${settings.name}" needs a model`);
  const source = replicateSource({
    ...server,
    model: settings.model,
    ...(settings.inputs ? { inputs: settings.inputs } : {}),
    ...(settings.fixed_inputs ? { fixedInputs: settings.fixed_inputs } : {}),
  });
  return new UpstreamMusic(source, local, artist);
}

function readSongWorkflow({ name, workflow }: MusicUpstreamSettings) {
  const owner = `music_upstreams: ${name}`;
  if (!workflow) throw new Error(`${owner} needs a workflow`);
  return readWorkflow(workflow, {
    owner,
    makes: 'songs',
    given: ['prompt', 'lyrics', 'seed', 'seconds'],
    needed: ['prompt'],
  });
}
