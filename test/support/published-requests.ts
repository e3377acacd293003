// Requests of published clients, one for each thing that was once refused, and what comes of them now.
import { plain } from './pictures.ts';
import { smallPdf } from './small-pdf.ts';
import { beep } from './small-wav.ts';

export interface PublishedRequest {
  sends: string;
  path: string;
  body: Record<string, unknown>;
  /** Of a refusal: its status, and a word of its message. An answer has 200. */
  refused?: [status: number, says: RegExp];
  /** The header `X-Left-Out` of an answer. */
  leftOut?: RegExp;
  /** In the text of an answer. */
  says?: RegExp;
}

const PDF = smallPdf('The answer is forty-two').toString('base64');
const PNG = Buffer.from(await plain(8, 8, '#4080c0')).toString('base64');
const SCHEMA = { type: 'object', properties: { city: { type: 'string' } } };
export const USER = { role: 'user', content: 'Name a colour.' };

const messages = (sends: string, more: object, expected: Partial<PublishedRequest> = {}): PublishedRequest => ({
  ...{ sends, path: '/v1/messages' },
  body: { max_tokens: 2_000, messages: [USER], ...more },
  ...expected,
});
const said = (...content: object[]) => ({ messages: [{ role: 'user', content }] });
const tool = (more: object) => ({ tools: [{ name: 'look', input_schema: SCHEMA, ...more }] });
const hosted = (type: string, name: string) => ({ tools: [{ type, name }] });

const ANTHROPIC: PublishedRequest[] = [
  messages('context_management', { context_management: { edits: [{ type: 'clear_tool_uses_20250919' }] } }),
  messages('thinking.display omitted', { thinking: { type: 'enabled', budget_tokens: 1_024, display: 'omitted' } }),
  messages('tools[].defer_loading', {
    tools: [
      { name: 'a', input_schema: SCHEMA },
      { name: 'b', input_schema: SCHEMA, defer_loading: true },
    ],
  }),
  messages('cache_control with ttl 1h', {
    system: [{ type: 'text', text: 'Be kind.', cache_control: { type: 'ephemeral', ttl: '1h' } }],
  }),
  messages(
    'a document (PDF)',
    said({ type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: PDF } }),
    { says: /READ forty-two/ },
  ),
  messages('web_search_20250305', hosted('web_search_20250305', 'web_search'), { leftOut: /web_search_20250305/ }),
  messages('thread', { thread: { id: 'thread_1' } }),
  messages('redacted_thinking', {
    messages: [
      USER,
      {
        role: 'assistant',
        content: [
          { type: 'redacted_thinking', data: 'x' },
          { type: 'text', text: 'Red.' },
        ],
      },
      USER,
    ],
  }),
  messages('an answer to be continued', { messages: [USER, { role: 'assistant', content: 'The colour is' }] }),
  messages(
    'a document (text)',
    said({ type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'The answer is forty-two' } }),
    { says: /READ forty-two/ },
  ),
  messages(
    'search_result',
    said({ type: 'search_result', source: 'https://a.example', title: 'A', content: [{ type: 'text', text: 'Ten.' }] }),
  ),
  messages('tool_reference', {
    tools: [
      { name: 'find', input_schema: SCHEMA },
      { name: 'later', input_schema: SCHEMA, defer_loading: true },
    ],
    messages: [
      USER,
      { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'find', input: {} }] },
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 't', content: [{ type: 'tool_reference', tool_name: 'later' }] }],
      },
    ],
  }),
  messages('tools[].input_examples', tool({ input_examples: [{ city: 'Rome' }] })),
  messages('tools[].allowed_callers', tool({ allowed_callers: ['direct'] })),
  messages('cache_control of the whole call', { cache_control: { type: 'ephemeral' } }),
  messages('speed', { speed: 'fast' }),
  messages('inference_geo global', { inference_geo: 'global' }),
  messages('inference_geo us', { inference_geo: 'us' }, { refused: [400, /where a model runs/] }),
  messages('the bash tool', hosted('bash_20250124', 'bash')),
  messages('the text editor', hosted('text_editor_20250728', 'str_replace_based_edit_tool')),
  messages('the memory tool', hosted('memory_20250818', 'memory')),
];

const responses = (sends: string, more: object, expected: Partial<PublishedRequest> = {}): PublishedRequest => ({
  ...{ sends, path: '/v1/responses' },
  body: { max_output_tokens: 2_000, input: 'Name a colour.', ...more },
  ...expected,
});
const chat = (sends: string, more: object, expected: Partial<PublishedRequest> = {}): PublishedRequest => ({
  ...{ sends, path: '/v1/chat/completions' },
  body: { max_completion_tokens: 2_000, messages: [USER], ...more },
  ...expected,
});
const functions = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    type: 'function',
    function: { name: `f${index}`, parameters: SCHEMA },
  }));
const chosen = [{ type: 'function', function: { name: 'f1' } }];

const OPENAI: PublishedRequest[] = [
  responses('client_metadata', { client_metadata: { origin: 'cli' } }),
  responses('tools of a namespace', {
    tools: [
      {
        type: 'namespace',
        name: 'crm',
        description: 'd',
        tools: [{ type: 'function', name: 'find', parameters: SCHEMA }],
      },
    ],
  }),
  responses('web_search', { tools: [{ type: 'web_search' }] }, { leftOut: /web_search/ }),
  responses('a custom tool', { tools: [{ type: 'custom', name: 'apply_patch', format: { type: 'text' } }] }),
  responses('tool_search', { tools: [{ type: 'tool_search', execution: 'client', parameters: SCHEMA }] }),
  responses(
    'an image in the result of a function',
    {
      input: [
        { type: 'message', role: 'user', content: 'Look.' },
        { type: 'function_call', call_id: 'c', name: 'see', arguments: '{}' },
        {
          type: 'function_call_output',
          call_id: 'c',
          output: [{ type: 'input_image', image_url: `data:image/png;base64,${PNG}` }],
        },
      ],
    },
    { says: /RESULTS|SAW 1/ },
  ),
  chat('a custom tool in a chat', { tools: [{ type: 'custom', custom: { name: 'apply_patch' } }] }),
  responses('reasoning.effort max', { reasoning: { effort: 'max' } }),
  responses('prompt_cache_retention', { prompt_cache_retention: '24h' }),
  responses('max_tool_calls', { max_tool_calls: 3 }),
  responses('service_tier flex', { service_tier: 'flex' }),
  chat('service_tier priority', { service_tier: 'priority' }),
  chat('allowed_tools', {
    tools: functions(2),
    tool_choice: { type: 'allowed_tools', allowed_tools: { mode: 'auto', tools: chosen } },
  }),
  chat('200 tools', { tools: functions(200) }),
  chat(
    'a file',
    {
      messages: [
        {
          role: 'user',
          content: [{ type: 'file', file: { filename: 'a.pdf', file_data: `data:application/pdf;base64,${PDF}` } }],
        },
      ],
    },
    { says: /READ forty-two/ },
  ),
  chat(
    'a recording, where nothing can hear',
    {
      messages: [
        {
          role: 'user',
          content: [{ type: 'input_audio', input_audio: { data: beep(1).toString('base64'), format: 'wav' } }],
        },
      ],
    },
    { refused: [503, /model/] },
  ),
  responses(
    'thoughts to take along',
    { store: false, include: ['reasoning.encrypted_content'], reasoning: { effort: 'low' } },
    { says: /encrypted_content/ },
  ),
  {
    sends: 'responses.inputTokens',
    path: '/v1/responses/input_tokens',
    body: { input: 'Name a colour.' },
    says: /input_tokens/,
  },
  {
    sends: 'responses.compact',
    path: '/v1/responses/compact',
    body: { input: 'The door is blue.' },
    says: /compaction/,
  },
];

const contents = (...parts: object[]) => ({ contents: [{ role: 'user', parts }] });
const GEMINI: PublishedRequest[] = [
  {
    sends: 'generateContent below /v1',
    path: '/v1/models/{model}:generateContent',
    body: contents({ text: 'Name a colour.' }),
  },
  {
    sends: 'a PDF',
    path: '/v1/models/{model}:generateContent',
    body: contents({ inlineData: { mimeType: 'application/pdf', data: PDF } }),
    says: /READ fo.*rty-two/,
  },
  {
    sends: 'countTokens of a result without its call',
    path: '/v1beta/models/{model}:countTokens',
    body: contents({ functionResponse: { name: 'weather', response: { sky: 'clear' } } }),
    says: /totalTokens/,
  },
];
const OTHERS: PublishedRequest[] = [
  {
    sends: 'tool_choice to Ollama',
    path: '/api/chat',
    body: { stream: false, messages: [USER], tools: functions(1), tool_choice: 'auto' },
  },
  {
    sends: 'options.repeat_last_n to Ollama',
    path: '/api/chat',
    body: { stream: false, messages: [USER], options: { repeat_last_n: 64 } },
  },
  { sends: 'chat of Cohere', path: '/v2/chat', body: { messages: [USER] } },
];

export const PUBLISHED_REQUESTS: readonly PublishedRequest[] = [...ANTHROPIC, ...OPENAI, ...GEMINI, ...OTHERS];
