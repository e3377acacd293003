// Prepares an upstream's error message for the customer: removes keys, parts of keys, URLs, hosts, IP addresses, and what names the
// upstream itself: its entry, its host, its software, and its own names of models.
import { redact } from '../core/log.ts';

const MAX_CHARACTERS = 500;
const HIDDEN_PATTERNS = [
  /\b(?:Bearer|Basic|Token)\s+[^\s,;)]+/gi,
  // An upstream that masks a key itself still shows its first and last characters.
  /[^\s"'(]*(?:\*{2,}|…|\.{3,})[^\s"'),;]+/g,
  /\b[a-z][a-z0-9+.-]*:\/\/[^\s"'),;]+/gi,
  /\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b/g,
  /\[[0-9a-f:]*:[0-9a-f:.]*\](?::\d+)?/gi,
  // Hosts: by a port, or by an ending that names of fields and files do not have.
  /(?<![\w./-])(?:[a-z\d-]{1,63}\.){1,8}[a-z][a-z\d-]{1,62}:\d{2,5}(?:\/[^\s"'),;]*)?/gi,
  /(?<![\w./-])(?:[a-z\d-]{1,63}\.){1,8}(?:com|net|org|io|ai|dev|app|cloud|internal|intranet|local|lan|corp|home|svc|test|example|de|eu|uk|fr|cn|jp)(?![\w-])(?:\/[^\s"'),;]*)?/gi,
  // The upstream's customer is the operator.
  /\/?\b(?:subscriptions|resourceGroups|tenants)\/[^\s"'),;]+/gi,
  /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/gi,
  /\b(?:org|proj|project|acct|user|team)[-_][a-z\d]*\d[\w-]*/gi,
  // Software, with its version and the names of its errors; a model may be called `ollama/…`.
  /(?<![\w./-])(?:vllm|sglang|litellm|llama[._-]?cpp|ollama|lm[ _-]?studio|lmdeploy|localai|koboldcpp|text-generation-(?:inference|webui)|tensorrt-llm|triton inference server|openrouter|new-api|one-api|comfyui|automatic1111)(?:\.\w+)*(?:[ /]v?\d[\w.]*)?(?![\w/])/gi,
];
/** A shorter word may be part of any sentence. */
const MIN_WORD = 4;
const SPECIAL = /[.*+?^${}()|[\]\\/]/g;

/** Names of an entry and of its account, by upstream, because a word that names one may be an ordinary word of another. */
const entries = new Map<string, Map<string, RegExp>>();
/** Hosts and own names of models of all upstreams: several serve one model, and each may name another. */
const hidden = new Map<string, RegExp>();
/** Customers know these. */
const shown = new Set<string>();

/** Called when an upstream is connected. */
export function hideUpstream(upstream: {
  name: string;
  address?: string | undefined;
  models?: readonly { id: string; upstream_id?: string | undefined }[] | undefined;
  /** What the operator's account at the provider is called: also as a part of a path. */
  places?: readonly (string | undefined)[];
}): void {
  const { name, address, models = [], places = [] } = upstream;
  const host = address === undefined ? undefined : URL.parse(address)?.hostname;
  for (const { id } of models) shown.add(id.toLowerCase());
  // A short name is hidden where it can be no word: with a digit or a sign in it.
  const resource = host?.endsWith('.azure.com') ? host.split('.', 1) : [];
  const own = entries.get(name) ?? new Map<string, RegExp>();
  entries.set(name, own);
  if (name.length >= MIN_WORD || NO_WORD.test(name)) own.set(name, patternOf(name));
  for (const place of [...places, ...resource])
    if (place !== undefined && place.length >= MIN_WORD)
      own.set(`/${place}`, new RegExp(`(?<![\\w-])${place.replace(SPECIAL, '\\$&')}(?![\\w-])`, 'gi'));
  for (const { id, upstream_id: theirs } of models)
    if (theirs !== undefined && theirs !== id && theirs.length >= MIN_WORD) hidden.set(theirs, patternOf(theirs));
  if (host) hidden.set(host, patternOf(host, '(?::\\d+)?(?:/[^\\s"\'),;]*)?'));
}

const NO_WORD = /[^a-z]|[a-z][A-Z]/;

export function quoteUpstream(text: string, upstream: string): string {
  let quoted = redact(text.slice(0, 4 * MAX_CHARACTERS));
  for (const pattern of HIDDEN_PATTERNS) quoted = quoted.replace(pattern, hide);
  for (const pattern of entries.get(upstream)?.values() ?? []) quoted = quoted.replace(pattern, hide);
  for (const pattern of hidden.values()) quoted = quoted.replace(pattern, hide);
  return quoted.slice(0, MAX_CHARACTERS);
}

function hide(word: string): string {
  return shown.has(word.toLowerCase()) ? word : '…';
}

/** With whatever separates its parts, and with a version behind it. As a whole: `openai` is no part of the model's name `openai/gpt-4o`. */
function patternOf(word: string, rest = ''): RegExp {
  const parts = word.split(/[-_ ]/).map((part) => part.replace(SPECIAL, '\\$&'));
  return new RegExp(`(?<![\\w./-])${parts.join('[-_ ]?')}(?:[-_.:@][\\w.:@-]*\\w)?${rest}(?![\\w/-])`, 'gi');
}
