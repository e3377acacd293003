// The settings of models: upstreams, searches of the web, model names, and where weights come from.
import type { Declaration } from './declaration.ts';

export const MODELS = {
  OPENAI_BASE_URL: {
    meaning: 'One upstream that speaks the OpenAI API: Ollama, vLLM, LM Studio, OpenAI.',
    otherwise: 'no upstream; with `OPENAI_API_KEY` alone, OpenAI',
    example: 'http://localhost:11434/v1',
  },
  OPENAI_PROVIDER: {
    meaning:
      'The provider that bills the calls of that upstream, for example `openai`, where the address is that of a proxy.',
    otherwise: 'recognised by the address; an address on this machine or a private network counts as own hardware',
    example: 'openai',
  },
  OPENAI_API_KEY: { meaning: 'The key of that upstream.', otherwise: 'none', example: 'none' },
  SEARCH_ENGINE: {
    meaning:
      'The search engine with which models search the web: `searxng` or `brave` ([searches](guides/upstreams.md#searches-of-the-web)).',
    otherwise: 'none: tools that search the web are left out',
    example: 'searxng',
  },
  SEARCH_URL: {
    meaning: 'The address of the SearXNG server, which must answer in JSON; or of a proxy of the Brave Search API.',
    otherwise: 'Brave: `https://api.search.brave.com`',
    example: 'http://127.0.0.1:8888',
  },
  SEARCH_API_KEY: { meaning: 'The key of the Brave Search API.', otherwise: 'none', example: 'BSA…', isSecret: true },
  LOCAL_SERVERS: {
    meaning: 'Where to look for model servers on this machine: auto, off, or a list.',
    default: 'auto',
    example: 'ollama,comfyui:8288',
  },
  MODEL_ALIASES: {
    meaning:
      "What happens to a call that names another service's model, such as `gpt-4o`: `off` refuses it, `suggested` says in the error what would fit and what it costs, `on` lets the model of this service answer, which the answer names.",
    default: 'suggested',
    example: 'on',
  },
  MODEL_NAMES: {
    meaning: 'Which models stand for which names, as `name=model`, separated by commas. A name may contain `*`.',
    otherwise: 'the first ready model of the same kind',
    example: 'gpt-4o*=my-model-1',
  },
  MODEL_ROUTING: {
    meaning:
      'How the upstreams of one model share its calls, as `model=policy`, separated by commas; a name may contain `*`, and the first that fits counts. `weight`: by their weights; `cheapest`: the one that costs you least; `fastest`: the one whose first token or result usually came first in the last 15 minutes; `sticky`: the same one for all calls of a conversation, whose prompt it may have in its cache.',
    otherwise: 'by weight',
    example: '*=sticky',
  },
  PULL_MODELS: {
    meaning: '`0`: never download models by itself.',
    otherwise: 'downloads the default models',
    example: '0',
  },
  HF_ENDPOINT: { meaning: 'The model hub.', default: 'https://huggingface.co', example: 'https://hub.example.com' },
  HF_TOKEN: { meaning: 'A token for the model hub.', otherwise: 'none', example: 'hf_…', isSecret: true },
  MODELS_MIRROR: {
    meaning: 'Private mirrors of the model hub, asked first; separated by commas.',
    otherwise: 'none',
    example: 'https://mirror.example.com',
  },
  MODELS_MIRROR_TOKEN: { meaning: 'A token for the mirrors.', otherwise: 'none', example: 'm_…', isSecret: true },
  GPU: { meaning: 'Where local text models run: auto, off, cuda, vulkan or metal.', default: 'auto', example: 'off' },
  MODELS_MEMORY: {
    meaning: 'What the loaded text models may take together.',
    otherwise: "a share of the machine's memory",
    example: '8GB',
  },
} as const satisfies Record<string, Declaration>;
