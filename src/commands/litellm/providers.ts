// How LiteLLM names providers, and the kind of upstream and the address that they are here.

export interface Place {
  kind: 'openai' | 'anthropic' | 'google' | 'mistral' | 'bedrock';
  /** The provider's own when absent. */
  baseUrl?: string;
}

/** With an address of its own that speaks OpenAI's API. */
const OPENAI_LIKE: Readonly<Record<string, string>> = {
  openai: 'https://api.openai.com/v1',
  groq: 'https://api.groq.com/openai/v1',
  deepseek: 'https://api.deepseek.com/v1',
  openrouter: 'https://openrouter.ai/api/v1',
  together_ai: 'https://api.together.xyz/v1',
  fireworks_ai: 'https://api.fireworks.ai/inference/v1',
  perplexity: 'https://api.perplexity.ai',
  xai: 'https://api.x.ai/v1',
  cerebras: 'https://api.cerebras.ai/v1',
  nvidia_nim: 'https://integrate.api.nvidia.com/v1',
  sambanova: 'https://api.sambanova.ai/v1',
  deepinfra: 'https://api.deepinfra.com/v1/openai',
  moonshot: 'https://api.moonshot.ai/v1',
};

/** Servers that speak OpenAI's API at an address that the file names. */
const OWN_SERVERS = [
  'hosted_vllm',
  'vllm',
  'openai_like',
  'custom_openai',
  'litellm_proxy',
  'lm_studio',
  'llamafile',
  'xinference',
];
const KINDS = { anthropic: 'anthropic', gemini: 'google', mistral: 'mistral', bedrock: 'bedrock' } as const;
const OLLAMA = 'http://127.0.0.1:11434';

/** What LiteLLM takes for OpenAI's without a provider before the name. */
const OPENAI_NAMES =
  /^(?:gpt-|o\d|chatgpt-|codex-|text-embedding-|text-moderation|omni-moderation|tts-|whisper-|dall-e-|sora-|ft:|davinci|babbage)/;
/** Of the API that LiteLLM asks for the same model, of which there is one here. */
const ROUTE = /^(?:converse|invoke|chat|responses)\//;

/** `openai/gpt-4o` → the provider and the model. `custom` is the field custom_llm_provider, which wins. */
export function splitModel(name: string, custom: string | undefined): { provider: string; model: string } {
  const slash = name.indexOf('/');
  const start = slash < 0 ? '' : name.slice(0, slash);
  if (custom !== undefined)
    return { provider: custom, model: (start === custom ? name.slice(slash + 1) : name).replace(ROUTE, '') };
  if (slash >= 0) return { provider: start, model: name.slice(slash + 1).replace(ROUTE, '') };
  if (name.startsWith('claude-')) return { provider: 'anthropic', model: name };
  return { provider: OPENAI_NAMES.test(name) ? 'openai' : '', model: name };
}

/** Names of these providers that hold more than the model, such as a region. */
export function isPlainModel(provider: string, model: string): boolean {
  return !['bedrock', 'azure'].includes(provider) || !model.includes('/') || model.startsWith('arn:');
}

/** Undefined: there is no such provider here. */
export function placeOf(provider: string, apiBase: string | undefined): Place | undefined {
  const base = apiBase?.replace(/\/+$/, '');
  if (Object.hasOwn(KINDS, provider)) {
    const kind = KINDS[provider as keyof typeof KINDS];
    return { kind, ...(base ? { baseUrl: kind === 'anthropic' ? anthropicBase(base) : base } : {}) };
  }
  if (provider === 'azure') return base ? { kind: 'openai', baseUrl: azureBase(base) } : undefined;
  if (provider === 'ollama' || provider === 'ollama_chat')
    return { kind: 'openai', baseUrl: `${(base ?? OLLAMA).replace(/\/v1$/, '')}/v1` };
  if (OWN_SERVERS.includes(provider)) return base ? { kind: 'openai', baseUrl: base } : undefined;
  const known = Object.hasOwn(OPENAI_LIKE, provider) ? OPENAI_LIKE[provider] : undefined;
  // A provider that is not listed may speak another API, whatever its address.
  return known ? { kind: 'openai', baseUrl: base ?? known } : undefined;
}

/** Azure's address that needs no version of the API; the deployment is the model. */
function azureBase(base: string): string {
  return base.endsWith('/openai/v1') ? base : `${base.replace(/\/openai(?:\/.*)?$/, '')}/openai/v1`;
}

/** LiteLLM adds `/v1/messages` to what it is given. */
function anthropicBase(base: string): string {
  return `${base.replace(/(?:\/v1)?(?:\/messages)?$/, '')}/v1`;
}
