// A server that speaks Anthropic's Messages API, scripted by the model's name; it records what it gets.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SeenMessage {
  body: Record<string, unknown> & { messages: { role: string; content: unknown }[] };
  headers: IncomingHttpHeaders;
}

export interface AnthropicUpstream {
  baseUrl: string;
  calls: SeenMessage[];
  close(): Promise<void>;
}

const PROMPT = { input_tokens: 100, cache_creation_input_tokens: 40, cache_read_input_tokens: 60 };
const THOUGHT = { type: 'thinking', thinking: 'Hm.', signature: 'signed-by-claude' };
export const CITED = { type: 'char_location', cited_text: 'Nine.', document_index: 0 };

export async function startAnthropicUpstream(): Promise<AnthropicUpstream> {
  const calls: SeenMessage[] = [];
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const body = JSON.parse(Buffer.concat(pieces).toString('utf8')) as SeenMessage['body'];
    calls.push({ body, headers: request.headers });
    answer(response, body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    calls,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function answer(response: ServerResponse, body: SeenMessage['body']): void {
  const model = String(body.model);
  if (model === 'claude-busy') {
    response.writeHead(529, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }));
    return;
  }
  const tool = toolOf(body);
  const content = tool
    ? [THOUGHT, { type: 'tool_use', id: 'toolu_1', name: tool, input: { command: 'echo loop-42' } }]
    : [THOUGHT, { type: 'text', text: saidBy(body, model), citations: [CITED] }];
  const stop_reason = tool ? 'tool_use' : 'end_turn';
  const usage = { ...PROMPT, output_tokens: 20, service_tier: 'standard' };
  const head = { id: 'msg_up', type: 'message', role: 'assistant', model, stop_sequence: null };
  if (!body.stream) {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ ...head, content, stop_reason, usage, context_management: { applied_edits: [] } }));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (event: { type: string; [member: string]: unknown }) =>
    response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  send({
    type: 'message_start',
    message: { ...head, content: [], stop_reason: null, usage: { ...PROMPT, output_tokens: 1 } },
  });
  send({ type: 'ping' });
  if (model === 'claude-breaks') {
    send({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } });
    send({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'One two' } });
    send({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } });
    response.end();
    return;
  }
  for (const [index, block] of content.entries()) for (const event of eventsOf(block, index)) send(event);
  // Says three words and falls silent: whoever leaves now has had them.
  if (model === 'claude-stalls') return;
  send({ type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 20 } });
  send({ type: 'message_stop' });
  response.end();
}

function saidBy(body: SeenMessage['body'], model: string): string {
  if (model === 'claude-endless') return 'word '.repeat(500);
  if (model === 'claude-stalls') return 'One two three';
  const results = JSON.stringify(body.messages).match(/loop-\d+/);
  return results ? `RESULT SEEN ${results[0]}` : 'Nine.';
}

function* eventsOf(block: Record<string, unknown>, index: number) {
  const { type } = block;
  const empty =
    type === 'text'
      ? { type, text: '' }
      : type === 'thinking'
        ? { type, thinking: '', signature: '' }
        : { ...block, input: {} };
  yield { type: 'content_block_start', index, content_block: empty };
  const deltas =
    type === 'text'
      ? [
          { type: 'text_delta', text: block.text },
          { type: 'citations_delta', citation: CITED },
        ]
      : type === 'thinking'
        ? [
            { type: 'thinking_delta', thinking: block.thinking },
            { type: 'signature_delta', signature: block.signature },
          ]
        : [{ type: 'input_json_delta', partial_json: JSON.stringify(block.input) }];
  for (const delta of deltas) yield { type: 'content_block_delta', index, delta };
  yield { type: 'content_block_stop', index };
}

function toolOf(body: SeenMessage['body']): string | undefined {
  if (JSON.stringify(body.messages).includes('tool_result')) return undefined;
  const tools = (body.tools ?? []) as { name: string }[];
  return (tools.find(({ name }) => name === 'Bash') ?? tools[0])?.name;
}
