// The upstreams for the operator: those of the files beside those set live, which can be added, changed, tried and removed.
import { ServiceError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { microToCredits } from '../../core/money.ts';
import type { Seal } from '../../outbox/seal.ts';
import type { Transaction } from '../../store/database.ts';
import { insertUpstreamSecret, readUpstreamSecrets, type SettingValue } from '../../store/live-settings.ts';
import type { AuditTrail, Operator } from './audit-trail.ts';
import type { SettingChanges } from './setting-changes.ts';
import type { NewUpstream, TryAct, UpstreamChange } from './setting-schema.ts';

export interface UpstreamLine {
  name: string;
  makes: string;
  source: 'live' | 'file' | 'environment' | 'local';
  settings: SettingValue;
  hasKey: boolean;
  headerNames: readonly string[];
  models: readonly string[];
  problem: string | null;
}

export interface TriedCall {
  model: string;
  error: string | null;
  latencyMs: number;
  firstTokenMs: number | null;
  answer: string;
  usage: { promptTokens: number; completionTokens: number; cachedTokens?: number; reasoningTokens?: number };
  images: number;
  characters: number;
  milliseconds: number;
  price: number;
  /** null: unknown. */
  cost: number | null;
}

export interface UpstreamParts {
  changes: SettingChanges;
  trail: AuditTrail;
  /** Encrypts keys with SECRET. */
  seal: Seal;
  list(): readonly UpstreamLine[];
  /** Sends one call now; a failure of the upstream is a result. Undefined if no engine has this name. */
  try(name: string, asked: { model?: string; prompt?: string }, signal: AbortSignal): Promise<TriedCall | undefined>;
}

interface Secret {
  apiKey?: string;
  headers?: Record<string, string>;
}

/** With these, anyone with the operator's key could read any variable or file of the server. */
const FILE_ONLY = ['api_key_env', 'api_key_file'];
/** A string is the path of a file; the workflow itself can be sent. */
const WORKFLOWS = ['workflow', 'edit_workflow', 'image_workflow'];
const settingOf = (name: string) => `upstream:${name}`;

export class OperatorUpstreams {
  readonly #parts: UpstreamParts;

  constructor(parts: UpstreamParts) {
    this.#parts = parts;
  }

  list(): object {
    return { object: 'list', data: this.#parts.list().map(show) };
  }

  async create(operator: Operator, body: NewUpstream): Promise<object> {
    const { name, makes = 'text', reason } = body;
    const act = { action: 'upstream.create', name: settingOf(name), asked: askedOf(body), reason } as const;
    await this.#parts.changes.change(operator, act, async (current, trx) => {
      if (current || this.#fixed(name))
        throw new ServiceError('invalid_parameter', `There is already an upstream "${name}".`, { param: 'name' });
      return this.#valueOf(trx, { makes, body, current: null });
    });
    return this.#read(name);
  }

  async change(operator: Operator, name: string, body: UpstreamChange): Promise<object> {
    const act = {
      action: 'upstream.change',
      name: settingOf(name),
      asked: askedOf(body),
      reason: body.reason,
    } as const;
    await this.#parts.changes.change(operator, act, async (current, trx) => {
      if (!current) throw this.#missing(name);
      return this.#valueOf(trx, { makes: String(current.makes), body, current });
    });
    return this.#read(name);
  }

  async remove(operator: Operator, name: string, reason: string): Promise<object> {
    const act = { action: 'upstream.remove', name: settingOf(name), asked: {}, reason } as const;
    await this.#parts.changes.change(operator, act, async (current) => {
      if (!current) throw this.#missing(name);
      return null;
    });
    return this.list();
  }

  /** Logged, because the upstream charges for it. */
  async try(
    operator: Operator,
    name: string,
    { body, signal }: { body: TryAct; signal: AbortSignal },
  ): Promise<object> {
    const { reason = '', ...asked } = body;
    const tried = await this.#parts.try(name, asked, signal);
    if (!tried) throw this.#missing(name);
    const after = { ok: tried.error === null, latency_ms: tried.latencyMs, cost: creditsOf(tried.cost) };
    const act = { action: 'upstream.try', target: settingOf(name), asked: { model: tried.model }, reason } as const;
    await this.#parts.trail.perform(operator, act, async () => ({ before: null, after }));
    return showTried(name, tried);
  }

  async #valueOf(
    trx: Transaction,
    { makes, body, current }: { makes: string; body: UpstreamChange; current: SettingValue | null },
  ): Promise<SettingValue> {
    const { headers, name: _name, ...settings } = body.settings as SettingValue & { headers?: unknown };
    refuseFileOnly(settings);
    const secret = await this.#secretOf(trx, { body, headers, settings, current });
    const { apiKey, headers: kept = {} } = secret;
    const isSecret = apiKey !== undefined || Object.keys(kept).length > 0;
    const secretId = isSecret ? newId('upsec') : null;
    if (secretId) await insertUpstreamSecret(trx, secretId, this.#parts.seal.close(JSON.stringify(secret)));
    return { makes, settings, secret_id: secretId, has_key: apiKey !== undefined, header_names: Object.keys(kept) };
  }

  /**
   * Fields that are not sent stay unchanged, unless the address changes: a stored key must not go to another server.
   */
  async #secretOf(
    trx: Transaction,
    change: { body: UpstreamChange; headers: unknown; settings: SettingValue; current: SettingValue | null },
  ): Promise<Secret> {
    const { body, headers, settings, current } = change;
    const before = await this.#storedSecret(trx, current);
    const isKept = (body.api_key === undefined && before.apiKey) || (headers === undefined && before.headers);
    if (isKept && addressOf(settings) !== addressOf(current?.settings as SettingValue))
      throw new ServiceError(
        'invalid_parameter',
        'The address has changed: send the key (and headers) again, or null, so that a stored key does not go to another server.',
        { param: 'api_key' },
      );
    const apiKey = body.api_key === undefined ? before.apiKey : (body.api_key ?? undefined);
    const sent = headers === undefined ? before.headers : readHeaders(headers);
    return { ...(apiKey === undefined ? {} : { apiKey }), ...(sent === undefined ? {} : { headers: sent }) };
  }

  async #storedSecret(trx: Transaction, current: SettingValue | null): Promise<Secret> {
    if (typeof current?.secret_id !== 'string') return {};
    const [stored] = await readUpstreamSecrets(trx, [current.secret_id]);
    try {
      return stored ? (JSON.parse(this.#parts.seal.open(stored.sealed)) as Secret) : {};
    } catch {
      return {};
    }
  }

  #fixed(name: string): boolean {
    return this.#parts.list().some((one) => one.name === name);
  }

  #read(name: string): object {
    const line = this.#parts.list().find((one) => one.name === name && one.source === 'live');
    if (!line) throw this.#missing(name);
    return show(line);
  }

  #missing(name: string): ServiceError {
    const fixed = this.#parts.list().find((one) => one.name === name && one.source !== 'live');
    const message = fixed
      ? `"${name}" is set by ${fixed.source === 'local' ? 'a connected local server' : `the ${fixed.source}`}, not here. Change it there.`
      : `There is no upstream "${name}". GET /operator/upstreams lists them.`;
    return new ServiceError(fixed ? 'invalid_parameter' : 'not_found', message);
  }
}

/** The key and the values of headers never reach the audit log. */
function askedOf({ settings, api_key: key }: UpstreamChange): Record<string, unknown> {
  const { headers, ...rest } = settings;
  const names = typeof headers === 'object' && headers !== null ? Object.keys(headers) : [];
  return {
    settings: rest,
    header_names: names,
    api_key: key === undefined ? 'unchanged' : key === null ? 'none' : 'set',
  };
}

function refuseFileOnly(settings: SettingValue): void {
  const models = Array.isArray(settings.models) ? (settings.models as unknown[]) : [];
  for (const holder of [settings, ...models]) {
    const fields = typeof holder === 'object' && holder !== null ? Object.entries(holder) : [];
    const isPath = ([field, value]: [string, unknown]) => WORKFLOWS.includes(field) && typeof value === 'string';
    const [found] = fields.find((one) => FILE_ONLY.includes(one[0]) || isPath(one)) ?? [];
    if (found !== undefined)
      throw new ServiceError(
        'invalid_parameter',
        `"${found}" names a variable or a file of the server and can be set in the CONFIG file only. Send the key as api_key, and a workflow itself instead of its file.`,
        { param: `settings.${found}` },
      );
  }
}

function addressOf(settings: SettingValue): string {
  const { kind = 'openai', base_url: url = '', region = '', resource = '', location = '' } = settings;
  return JSON.stringify([kind, url, region, resource, location]);
}

function readHeaders(headers: unknown): Record<string, string> | undefined {
  if (headers === null) return undefined;
  const entries = typeof headers === 'object' && headers !== null ? Object.entries(headers) : [['', null]];
  if (entries.some(([name, value]) => !/^[A-Za-z0-9-]{1,64}$/.test(name as string) || !isHeaderValue(value)))
    throw new ServiceError('invalid_parameter', 'headers must be an object of header names and their values.', {
      param: 'settings.headers',
    });
  return Object.fromEntries(entries) as Record<string, string>;
}

function isHeaderValue(value: unknown): boolean {
  return typeof value === 'string' && value.length <= 4_096 && /^[\x20-\x7e]*$/.test(value);
}

function show(line: UpstreamLine): object {
  const { name: id, makes, source, settings, hasKey, headerNames, models, problem } = line;
  return {
    object: 'operator.upstream',
    id,
    makes,
    source,
    settings,
    has_key: hasKey,
    header_names: headerNames,
    models,
    problem,
  };
}

function showTried(name: string, tried: TriedCall): object {
  const { usage } = tried;
  return {
    object: 'operator.upstream_try',
    upstream: name,
    model: tried.model,
    ok: tried.error === null,
    error: tried.error,
    latency_ms: tried.latencyMs,
    first_token_ms: tried.firstTokenMs,
    answer: tried.answer,
    usage: {
      prompt_tokens: usage.promptTokens,
      completion_tokens: usage.completionTokens,
      cached_tokens: usage.cachedTokens ?? 0,
      reasoning_tokens: usage.reasoningTokens ?? 0,
      images: tried.images,
      characters: tried.characters,
      seconds: tried.milliseconds / 1000,
    },
    price_credits: microToCredits(tried.price),
    cost_credits: creditsOf(tried.cost),
  };
}

function creditsOf(micro: number | null): number | null {
  return micro === null ? null : microToCredits(micro);
}
