// Writes an OpenAI API request: only fields that are known to be harmless, and one token limit, which the service sets.
import { keepsNothing } from '../../../core/zero-retention.ts';
import { refuseNamedUrls } from '../../../net/named-urls.ts';
import type { RelayOrder, TextOrder } from '../port.ts';
import type { UpstreamSettings } from '../upstream-settings.ts';

// OpenAI's reasoning models refuse the old name; every other server knows it.
const NAMES_IT_ANEW = /^(o\d|gpt-5)/;

/**
 * Fields of a client's body that may reach an upstream. None of these makes an answer longer than its limit, enables a
 * feature with its own price, or chooses another model. docs/guides/upstreams.md lists what is omitted.
 */
const RELAYED_FIELDS = [
  'messages',
  'prompt',
  'suffix',
  'echo',
  'n',
  'temperature',
  'top_p',
  'top_k',
  'min_p',
  'repetition_penalty',
  'presence_penalty',
  'frequency_penalty',
  'logit_bias',
  'logprobs',
  'top_logprobs',
  'seed',
  'stop',
  'response_format',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'reasoning_effort',
  'verbosity',
  'user',
  'safety_identifier',
];

/** Fields that this service sets itself: an operator cannot let clients set them. */
const OWN_FIELDS = ['model', 'stream', 'stream_options', 'max_tokens', 'max_completion_tokens', 'best_of'];

/** Members of messages and tools that OpenAI's API lacks: sent to a server only if its `pass_fields` name them. */
const MARKS = ['cache_control', 'reasoning_content', 'reasoning_signature'];
/** The fields whose items may have such members. */
const LISTS = ['messages', 'tools'];

export interface RelayRules {
  fields: ReadonlySet<string>;
  /** Members of messages and tools that this upstream does not get. */
  leftMarks: readonly string[];
  limitField: UpstreamSettings['token_limit_field'];
  /** A deployment may have any name: then our own name of the model tells which one it is. */
  areDeployments: boolean;
  /** What asks this upstream not to keep a call; empty where its API has no word for it. */
  unkept: Readonly<Record<string, unknown>>;
}

export function relayRules(
  settings: Pick<UpstreamSettings, 'pass_fields' | 'token_limit_field'> &
    Partial<Pick<UpstreamSettings, 'base_url' | 'kind'>>,
): RelayRules {
  const passedFields = (settings.pass_fields ?? []).filter((field) => !OWN_FIELDS.includes(field));
  return {
    fields: new Set([...RELAYED_FIELDS, ...passedFields]),
    leftMarks: MARKS.filter((mark) => !passedFields.includes(mark)),
    limitField: settings.token_limit_field,
    areDeployments: settings.kind === 'azure',
    // Azure keeps a completion only if it is asked to.
    unkept: settings.kind === 'azure' ? {} : unkeptAt(settings.base_url),
  };
}

/** Only where it is documented: other servers refuse fields that they do not know. */
export function unkeptAt(baseUrl: string | undefined): RelayRules['unkept'] {
  const host = baseUrl === undefined ? 'api.openai.com' : URL.parse(baseUrl)?.hostname;
  if (host === 'api.openai.com') return { store: false };
  return host === 'openrouter.ai' ? { provider: { data_collection: 'deny' } } : {};
}

/** Usage is always requested, because otherwise charges could not be exact. */
export function relayBody(order: RelayOrder, upstreamModel: string, rules: RelayRules): string {
  const body = pick(order.body, rules);
  refuseNamedUrls(body);
  body.model = upstreamModel;
  body[limitName(order.model, upstreamModel, rules)] = order.maxTokens;
  body.stream = order.stream;
  if (order.stream) body.stream_options = { include_usage: true };
  if (keepsNothing()) Object.assign(body, rules.unkept);
  return JSON.stringify(body);
}

export function orderBody(order: TextOrder, upstreamModel: string, rules: RelayRules): string {
  const extra = pick(order.extra ?? {}, rules);
  refuseNamedUrls({ messages: order.messages, ...extra });
  return JSON.stringify({
    ...extra,
    model: upstreamModel,
    ...(order.messages
      ? { messages: withoutMarks(order.messages, rules) }
      : { prompt: order.prompt ?? '', suffix: order.suffix }),
    [limitName(order.model, upstreamModel, rules)]: order.maxTokens,
    n: undefined,
    temperature: order.temperature,
    top_p: order.topP,
    seed: order.seed,
    stop: order.stop,
    presence_penalty: order.presencePenalty,
    frequency_penalty: order.frequencyPenalty,
    logit_bias: order.logitBias,
    response_format: order.responseFormat,
    tools: withoutMarks(order.tools, rules),
    tool_choice: order.toolChoice,
    user: order.user,
    stream: true,
    stream_options: { include_usage: true },
    ...(keepsNothing() ? rules.unkept : {}),
  });
}

/** A list of messages or tools without the members that this upstream does not get. */
function withoutMarks(list: unknown, { leftMarks }: RelayRules): unknown {
  return Array.isArray(list) && leftMarks.length > 0 ? list.map((one) => strip(one, leftMarks)) : list;
}

/** A message or tool without these members; the same object if it has none of them. */
function strip(value: unknown, marks: readonly string[]): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { content } = value as { content?: unknown };
  const parts = Array.isArray(content) ? content.map((part) => strip(part, marks)) : content;
  const isClean = !marks.some((mark) => Object.hasOwn(value, mark));
  if (isClean && (!Array.isArray(content) || content.every((part, at) => part === (parts as unknown[])[at])))
    return value;
  const kept = Object.entries(value).filter(([name]) => !marks.includes(name));
  return { ...Object.fromEntries(kept), ...(Array.isArray(content) ? { content: parts } : {}) };
}

function limitName(model: string, upstreamModel: string, { limitField, areDeployments }: RelayRules): string {
  const isNew = NAMES_IT_ANEW.test(upstreamModel) || (areDeployments && NAMES_IT_ANEW.test(model));
  return limitField ?? (isNew ? 'max_completion_tokens' : 'max_tokens');
}

/** The relayed fields of a body, in a new object. */
function pick(body: Readonly<Record<string, unknown>>, rules: RelayRules): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  for (const field of Object.keys(body))
    if (rules.fields.has(field)) picked[field] = LISTS.includes(field) ? withoutMarks(body[field], rules) : body[field];
  return picked;
}
