// A server that speaks OpenAI's Responses API, scripted by the model's name; it records what it gets.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SeenResponse {
  path: string;
  // biome-ignore lint/suspicious/noExplicitAny: what a request holds is what the tests check.
  body: any;
}

export interface ResponsesUpstream {
  baseUrl: string;
  calls: SeenResponse[];
  close(): Promise<void>;
}

const USAGE = {
  input_tokens: 200,
  input_tokens_details: { cached_tokens: 60, cache_write_tokens: 40 },
  output_tokens: 20,
  output_tokens_details: { reasoning_tokens: 8 },
  total_tokens: 220,
};
export const ENCRYPTED = 'thought-encrypted-by-the-upstream';
export const CITATION = { type: 'file_citation', file_id: 'f', filename: 'notes.txt', index: 3 };
const LOGPROB = { token: 'Nine', logprob: -0.1, bytes: [78], top_logprobs: [] };

export async function startResponsesUpstream(): Promise<ResponsesUpstream> {
  const calls: SeenResponse[] = [];
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const body = JSON.parse(Buffer.concat(pieces).toString('utf8') || '{}') as SeenResponse['body'];
    calls.push({ path: request.url ?? '', body });
    if (request.url === '/v1/responses') answer(response, body);
    else answerChat(response, body);
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

function answer(response: ServerResponse, body: SeenResponse['body']): void {
  const { model, stream } = body;
  if (model === 'gpt-busy') {
    sendJson(response, 500, { error: { message: 'Busy' } });
    return;
  }
  if (model === 'gpt-picky') {
    sendJson(response, 400, { error: { message: 'Unsupported value', type: 'invalid_request_error', param: 'text' } });
    return;
  }
  const output = outputOf(body);
  const head = { id: 'resp_upstream', object: 'response', created_at: 1, model, error: null, incomplete_details: null };
  const whole = { ...head, status: 'completed', output, usage: USAGE, service_tier: 'default', store: false };
  if (!stream) {
    sendJson(response, 200, whole);
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  let sequence = 0;
  const send = (type: string, members: object) => {
    const event = { type, sequence_number: sequence, ...members };
    response.write(`event: ${type}\ndata: ${JSON.stringify(event)}\n\n`);
    sequence += 1;
  };
  for (const type of ['response.created', 'response.in_progress'])
    send(type, { response: { ...head, status: 'in_progress', output: [], usage: null } });
  for (const [index, item] of output.entries()) for (const [type, event] of eventsOf(item, index)) send(type, event);
  // Whoever leaves now has had three words.
  if (model === 'gpt-stalls') return;
  if (model === 'gpt-breaks') {
    send('response.failed', {
      response: { ...head, status: 'failed', error: { code: 'server_error', message: 'Oh' } },
    });
    response.end();
    return;
  }
  send('response.completed', { response: whole });
  response.end();
}

function sendJson(response: ServerResponse, status: number, json: object): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(json));
}

// biome-ignore lint/suspicious/noExplicitAny: items of any kind.
function outputOf(body: SeenResponse['body']): any[] {
  const { model, tools, input } = body;
  const thought = { id: 'rs_up', type: 'reasoning', summary: [], encrypted_content: ENCRYPTED };
  const given = JSON.stringify(input);
  const tool = given.includes('_output')
    ? undefined
    : tools?.find(({ type }: { type: string }) => type !== 'namespace');
  if (tool) {
    const call = { status: 'completed', call_id: 'call_1', name: tool.name };
    const item =
      tool.type === 'custom'
        ? { id: 'ctc_up', type: 'custom_tool_call', ...call, input: 'go west' }
        : { id: 'fc_up', type: 'function_call', ...call, arguments: '{"city":"Paris"}' };
    return [thought, item];
  }
  const text = model === 'gpt-endless' ? 'word '.repeat(500) : /stalls|breaks/.test(model) ? 'One two three' : 'Nine.';
  const part = { type: 'output_text', text, annotations: [CITATION], logprobs: body.top_logprobs ? [LOGPROB] : [] };
  return [thought, { id: 'msg_up', type: 'message', role: 'assistant', status: 'completed', content: [part] }];
}

// biome-ignore lint/suspicious/noExplicitAny: items of any kind.
function* eventsOf(item: any, output_index: number): Generator<[string, object]> {
  const { id: item_id, type } = item;
  const at = { item_id, output_index };
  const open =
    type === 'message' ? { ...item, status: 'in_progress', content: [] } : { ...item, arguments: '', input: '' };
  yield ['response.output_item.added', { output_index, item: type === 'reasoning' ? item : open }];
  if (type === 'message') {
    const [part] = item.content;
    const inPart = { ...at, content_index: 0 };
    yield ['response.content_part.added', { ...inPart, part: { ...part, text: '', annotations: [] } }];
    for (const delta of part.text.split(/(?<= )/))
      yield ['response.output_text.delta', { ...inPart, delta, logprobs: part.logprobs }];
    yield ['response.output_text.annotation.added', { ...inPart, annotation_index: 0, annotation: CITATION }];
    yield ['response.output_text.done', { ...inPart, text: part.text, logprobs: part.logprobs }];
    yield ['response.content_part.done', { ...inPart, part }];
  }
  if (type === 'function_call') {
    yield ['response.function_call_arguments.delta', { ...at, delta: item.arguments }];
    yield ['response.function_call_arguments.done', { ...at, name: item.name, arguments: item.arguments }];
  }
  if (type === 'custom_tool_call') {
    yield ['response.custom_tool_call_input.delta', { ...at, delta: item.input }];
    yield ['response.custom_tool_call_input.done', { ...at, input: item.input }];
  }
  yield ['response.output_item.done', { output_index, item }];
}

/** For calls that are translated: three words. */
function answerChat(response: ServerResponse, { model, stream }: SeenResponse['body']): void {
  const usage = { prompt_tokens: 10, completion_tokens: 3, total_tokens: 13 };
  const head = { id: 'x', created: 1, model };
  if (!stream) {
    response.writeHead(200, { 'content-type': 'application/json' });
    const message = { role: 'assistant', content: 'From a chat' };
    response.end(JSON.stringify({ ...head, choices: [{ index: 0, message, finish_reason: 'stop' }], usage }));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (chunk: object) => response.write(`data: ${JSON.stringify({ ...head, ...chunk })}\n\n`);
  send({ choices: [{ index: 0, delta: { content: 'From a chat' }, finish_reason: null }] });
  send({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });
  send({ choices: [], usage });
  response.end('data: [DONE]\n\n');
}
