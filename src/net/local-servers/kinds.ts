// Model servers that often run beside this service: their usual ports, how to recognise each, and how to list its
// models.
import type { Ask } from './ask.ts';

export interface Recognised {
  version: string | null;
  models: string[];
}

export interface LocalServerKind {
  id: string;
  title: string;
  /** The kind of work that its models do. */
  makes: 'text' | 'image';
  usualPort: number;
  /** Undefined: something else listens there. */
  recognise(ask: Ask): Promise<Recognised | undefined>;
}

const MAX_MODELS = 200;
const LONGEST_NAME = 200;

export const LOCAL_SERVER_KINDS: readonly LocalServerKind[] = [
  { id: 'ollama', title: 'Ollama', makes: 'text', usualPort: 11434, recognise: recogniseOllama },
  { id: 'lm-studio', title: 'LM Studio', makes: 'text', usualPort: 1234, recognise: recogniseLmStudio },
  { id: 'llama.cpp', title: 'llama.cpp', makes: 'text', usualPort: 8080, recognise: recogniseLlamaCpp },
  { id: 'vllm', title: 'vLLM', makes: 'text', usualPort: 8000, recognise: recogniseVllm },
  { id: 'comfyui', title: 'ComfyUI', makes: 'image', usualPort: 8188, recognise: recogniseComfyUi },
  { id: 'sd-webui', title: 'Stable Diffusion web UI', makes: 'image', usualPort: 7860, recognise: recogniseWebUi },
];

async function recogniseOllama(ask: Ask): Promise<Recognised | undefined> {
  const version = textOf(recordOf(await jsonAt(ask, '/api/version')).version);
  if (!version) return undefined;
  const { models } = recordOf(await jsonAt(ask, '/api/tags'));
  return Array.isArray(models) ? { version, models: namesIn(models, 'name') } : undefined;
}

/** Recognised by its own API, which other OpenAI-compatible servers lack. */
async function recogniseLmStudio(ask: Ask): Promise<Recognised | undefined> {
  const { data } = recordOf(await jsonAt(ask, '/api/v0/models'));
  if (Array.isArray(data))
    return data.every((one) => 'type' in recordOf(one) && 'state' in recordOf(one))
      ? { version: null, models: namesIn(data, 'id') }
      : undefined;
  const { models } = recordOf(await jsonAt(ask, '/api/v1/models'));
  return Array.isArray(models) && models.every((one) => 'key' in recordOf(one) && 'loaded_instances' in recordOf(one))
    ? { version: null, models: namesIn(models, 'key') }
    : undefined;
}

async function recogniseLlamaCpp(ask: Ask): Promise<Recognised | undefined> {
  const models = await modelsOwnedBy(ask, 'llamacpp');
  return models && { version: textOf(recordOf(await jsonAt(ask, '/props')).build_info), models };
}

async function recogniseVllm(ask: Ask): Promise<Recognised | undefined> {
  const version = textOf(recordOf(await jsonAt(ask, '/version')).version);
  const models = version ? await modelsOwnedBy(ask, 'vllm') : undefined;
  return models && { version, models };
}

async function modelsOwnedBy(ask: Ask, owner: string): Promise<string[] | undefined> {
  const { data } = recordOf(await jsonAt(ask, '/v1/models'));
  return Array.isArray(data) && data.length > 0 && data.some((one) => recordOf(one).owned_by === owner)
    ? namesIn(data, 'id')
    : undefined;
}

async function recogniseComfyUi(ask: Ask): Promise<Recognised | undefined> {
  const { system, devices } = recordOf(await jsonAt(ask, '/system_stats'));
  const facts = recordOf(system);
  if (!textOf(facts.python_version) || !Array.isArray(devices)) return undefined;
  const files = await jsonAt(ask, '/models/checkpoints');
  return { version: textOf(facts.comfyui_version), models: Array.isArray(files) ? named(files) : [] };
}

/** AUTOMATIC1111, Forge and SD.Next, started with --api. */
async function recogniseWebUi(ask: Ask): Promise<Recognised | undefined> {
  const list = await jsonAt(ask, '/sdapi/v1/sd-models');
  return Array.isArray(list) ? { version: null, models: namesIn(list, 'title') } : undefined;
}

async function jsonAt(ask: Ask, path: string): Promise<unknown> {
  const answer = await ask(path);
  return answer?.status === 200 ? answer.json : undefined;
}

function namesIn(items: readonly unknown[], field: string): string[] {
  return named(items.map((one) => recordOf(one)[field]));
}

/** Names end up in a log, a page and a settings file. */
function named(values: readonly unknown[]): string[] {
  const names = values.filter((value): value is string => typeof value === 'string' && value !== '');
  return names.slice(0, MAX_MODELS).map((name) => name.replace(/\p{Cc}/gu, ' ').slice(0, LONGEST_NAME));
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? (named([value])[0] ?? null) : null;
}

function recordOf(value: unknown): Record<string, unknown> {
  return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {};
}
