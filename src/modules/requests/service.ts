// Reads an account's request log and changes how it is kept.
import type { Caller } from '../../core/caller.ts';
import { ServiceError } from '../../core/errors.ts';
import { cutPage, pageBody } from '../../core/page.ts';
import { type RedactionRules, type RequestLogLevel, STANDARD_RULES } from '../../core/request-log-terms.ts';
import { manages } from '../../core/roles.ts';
import type { Retention } from '../../money/retention.ts';
import { type Actor, insertLog } from '../../store/account-log.ts';
import type { Database } from '../../store/database.ts';
import { findBodies, findRequest, type ListedRequest, listRequests } from '../../store/request-log.ts';
import {
  findRequestLogSettings,
  type RequestLogSettings,
  saveRequestLogSettings,
} from '../../store/request-log-settings.ts';
import { cursorAfter, readPosition, readTime, showRequest } from './present.ts';
import type { RequestQuery, Rules, SettingsPatch } from './schema.ts';

export interface RequestLogTerms {
  level: RequestLogLevel;
  bodyKilobytes: number;
}

export interface RequestParts {
  database: Database;
  terms: RequestLogTerms;
  retention: Pick<Retention, 'daysOf'>;
  forgetCallers(accountId: string): void;
}

const DEFAULT_LIMIT = 20;

export class RequestService {
  readonly #parts: RequestParts;

  constructor(parts: RequestParts) {
    this.#parts = parts;
  }

  async list(caller: Caller, query: RequestQuery): Promise<object> {
    const limit = query.limit ?? DEFAULT_LIMIT;
    const rows = await listRequests(this.#parts.database.queries, caller, {
      limit: limit + 1,
      before: readPosition(query.cursor),
      keyId: query.key_id,
      model: query.model,
      module: query.module,
      status: query.status,
      isFailed: query.failed || (query.status ?? 0) >= 400,
      from: readTime(query.from, 'from'),
      to: readTime(query.to, 'to'),
    });
    const { page, next } = cutPage(rows, limit, cursorAfter);
    return pageBody(page.map(show), next);
  }

  async find(caller: Caller, id: string): Promise<object> {
    const { queries } = this.#parts.database;
    const request = await findRequest(queries, caller, id);
    if (!request)
      throw new ServiceError(
        'not_found',
        `There is no request "${id}" in the log. It may be off, or its life has ended.`,
      );
    const none = { request_body: null, response_body: null, bodies_cut: false };
    if (!mayReadBodies(caller, request)) return { ...show(request), bodies: 'not_allowed', ...none };
    const kept = await findBodies(queries, caller, id);
    if (!kept) return { ...show(request), bodies: 'not_kept', ...none };
    const bodies = { request_body: kept.request, response_body: kept.response, bodies_cut: kept.isCut };
    return { ...show(request), bodies: 'kept', ...bodies };
  }

  async settings(caller: Caller): Promise<object> {
    return this.#present(caller, await findRequestLogSettings(this.#parts.database.queries, caller.accountId));
  }

  async change(actor: Actor, patch: SettingsPatch): Promise<object> {
    const after = await this.#parts.database.transaction(async (trx) => {
      const before = await findRequestLogSettings(trx, actor.accountId);
      const wanted = {
        level: patch.level === undefined ? before.level : patch.level,
        rules: patch.rules === undefined ? before.rules : patch.rules && storedRules(patch.rules),
      };
      await saveRequestLogSettings(trx, actor.accountId, wanted);
      const facts = { before: { ...before }, after: { ...wanted } };
      await insertLog(trx, actor, { action: 'request_log.change', target: actor.accountId, ...facts });
      return wanted;
    });
    this.#parts.forgetCallers(actor.accountId);
    return this.#present(actor, after);
  }

  #present(caller: Caller, { level, rules }: RequestLogSettings): object {
    const { terms, retention } = this.#parts;
    const days = retention.daysOf(caller.plan);
    return {
      object: 'request_log.settings',
      level,
      default_level: terms.level,
      effective_level: level ?? terms.level,
      rules: shownRules(rules ?? STANDARD_RULES),
      days: days.request_log,
      body_days: days.request_bodies,
      body_kilobytes: terms.bodyKilobytes,
      may_change: !caller.member || manages(caller.member.role),
    };
  }
}

/**
 * Owners and admins read all bodies, developers those of their own calls, others none: a prompt may contain personal
 * data.
 */
function mayReadBodies({ member }: Caller, request: ListedRequest): boolean {
  if (!member || manages(member.role)) return true;
  return member.role === 'developer' && request.memberId === member.id;
}

function show(request: ListedRequest): object {
  return { ...showRequest(request), error_message: request.errorMessage };
}

function storedRules(rules: Rules): RedactionRules {
  return {
    mask: rules.mask ?? STANDARD_RULES.mask,
    maskFields: rules.mask_fields ?? STANDARD_RULES.maskFields,
    maskPatterns: rules.mask_patterns ?? STANDARD_RULES.maskPatterns,
    keepFields: rules.keep_fields ?? null,
  };
}

function shownRules({ mask, maskFields, maskPatterns, keepFields }: RedactionRules): object {
  return { mask, mask_fields: maskFields, mask_patterns: maskPatterns, keep_fields: keepFields };
}
