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

/** `openai/gpt-4o` → the provider and the model; a name without a provider is one of OpenAI. */
export function splitModel(name: string): { provider: string; model: string } {
  const slash = name.indexOf('/');
  if (slash < 0) return { provider: name.startsWith('claude-') ? 'anthropic' : 'openai', model: name };
  return {
    provider: name.slice(0, slash),
    model: name.slice(slash + 1).replace(/^(?:converse|invoke|chat|responses)\//, ''),
  };
}

/** Undefined: there is no such provider here. */
export function placeOf(provider: string, apiBase: string | undefined): Place | undefined {
  const base = apiBase?.replace(/\/+$/, '');
  if (Object.hasOwn(KINDS, provider)) {
    const kind = KINDS[provider as keyof typeof KINDS];
    return { kind, ...(base ? { baseUrl: base } : {}) };
  }
  if (provider === 'azure') return base ? { kind: 'openai', baseUrl: azureBase(base) } : undefined;
  if (provider === 'ollama' || provider === 'ollama_chat')
    return { kind: 'openai', baseUrl: `${(base ?? OLLAMA).replace(/\/v1$/, '')}/v1` };
  if (OWN_SERVERS.includes(provider)) return base ? { kind: 'openai', baseUrl: base } : undefined;
  const known = Object.hasOwn(OPENAI_LIKE, provider) ? OPENAI_LIKE[provider] : undefined;
  const baseUrl = base ?? known;
  return baseUrl && (known || base) ? { kind: 'openai', baseUrl } : undefined;
}

/** Azure's address that needs no version of the API; the deployment is the model. */
function azureBase(base: string): string {
  return base.endsWith('/openai/v1') ? base : `${base.replace(/\/openai(?:\/.*)?$/, '')}/openai/v1`;
}
