// Stand-ins for the model servers that run beside the service: each answers as the real one does, on a port of its own.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { plain } from './pictures.ts';

export interface StandIn {
  port: number;
  /** The requests that it got, such as "GET /api/tags". */
  asked: string[];
  stop(): Promise<void>;
}

type Answer = (request: IncomingMessage, body: string) => unknown;

/** 404 as text for every other path. */
export async function standIn(answers: Record<string, Answer>): Promise<StandIn> {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const path = new URL(request.url ?? '/', 'http://here').pathname;
    asked.push(`${request.method} ${path}`);
    await reply(answers[path], request, body, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function reply(
  answer: Answer | undefined,
  request: IncomingMessage,
  body: string,
  response: ServerResponse,
): Promise<void> {
  if (!answer) {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('404 page not found');
    return;
  }
  const value = await answer(request, body);
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

const openAiModels = (owner: string, ids: readonly string[]) => () => ({
  object: 'list',
  data: ids.map((id) => ({ id, object: 'model', created: 1_760_000_000, owned_by: owner })),
});

const completion: Answer = (_request, body) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1_760_000_000,
  model: JSON.parse(body).model,
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hello from beside.' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 9, completion_tokens: 4, total_tokens: 13 },
});

const embeddings: Answer = (_request, body) => {
  const { model, input } = JSON.parse(body) as { model: string; input: string | string[] };
  const data = [input].flat().map((text, index) => ({ object: 'embedding', index, embedding: [text.length, 1, 0, 0] }));
  return { object: 'list', data, model, usage: { prompt_tokens: 3 * data.length, total_tokens: 3 * data.length } };
};

export const ollama = () =>
  standIn({
    '/api/version': () => ({ version: '0.12.6' }),
    '/api/tags': () => ({
      models: [
        {
          name: 'llama3.2:3b',
          model: 'llama3.2:3b',
          modified_at: '2026-05-04T17:37:44.706015396-07:00',
          size: 2019393189,
          digest: 'a80c4f17acd55265feec403c7aef86be0c25983ab279d83f3bcd3abbcb5b8b72',
          details: { format: 'gguf', family: 'llama', parameter_size: '3.2B', quantization_level: 'Q4_K_M' },
        },
      ],
    }),
    '/v1/models': openAiModels('library', ['llama3.2:3b', 'nomic-embed-text:latest']),
    '/v1/chat/completions': completion,
    '/v1/embeddings': embeddings,
  });

export const lmStudio = () =>
  standIn({
    '/api/v0/models': () => ({
      object: 'list',
      data: [
        {
          id: 'qwen2-vl-7b-instruct',
          object: 'model',
          type: 'vlm',
          publisher: 'mlx-community',
          arch: 'qwen2_vl',
          compatibility_type: 'mlx',
          quantization: '4bit',
          state: 'not-loaded',
          max_context_length: 32768,
        },
      ],
    }),
  });

export const llamaCpp = () =>
  standIn({
    '/health': () => ({ status: 'ok' }),
    '/props': () => ({ default_generation_settings: { n_ctx: 4096 }, total_slots: 1, build_info: 'b8681-4f2a1c' }),
    '/v1/models': openAiModels('llamacpp', ['gemma-3-4b-it-Q4_K_M.gguf']),
  });

export const vllm = () =>
  standIn({
    '/version': () => ({ version: '0.11.0' }),
    '/v1/models': openAiModels('vllm', ['Qwen/Qwen3-8B']),
  });

export const comfyUi = () =>
  standIn({
    '/system_stats': () => ({
      system: { os: 'linux', comfyui_version: '0.7.0', python_version: '3.12.3', pytorch_version: '2.9.1', argv: [] },
      devices: [{ name: 'cuda:0', type: 'cuda', index: 0, vram_total: 1, vram_free: 1 }],
    }),
    '/models/checkpoints': () => ['SDXL/sd_xl_base_1.0.safetensors'],
  });

export const webUi = () =>
  standIn({
    '/sdapi/v1/sd-models': () => [
      {
        title: 'dreamshaper_8.safetensors [879db523c3]',
        model_name: 'dreamshaper_8',
        hash: '879db523c3',
        sha256: null,
        filename: '/models/Stable-diffusion/dreamshaper_8.safetensors',
        config: null,
      },
    ],
    '/sdapi/v1/progress': () => ({ progress: 0.5 }),
    '/sdapi/v1/txt2img': async () => ({
      images: [Buffer.from(await plain(64, 64, '#00aa00')).toString('base64')],
      parameters: {},
      info: '{}',
    }),
  });
