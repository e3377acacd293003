// The fields of LiteLLM's rows that are understood here or limit nothing. Every other field that has a value keeps a key behind, so that a field of
// a newer version cannot lose a limit.
import { isDeepStrictEqual } from 'node:util';
import { asRecord } from '../../core/unknown-json.ts';
import { plainText } from './plain-text.ts';
import { isSet, StaysBehind } from './stays-behind.ts';

type Row = Record<string, unknown>;
export type Kind = 'key' | 'team' | 'user' | 'budget';

const LIMITS = ['max_budget', 'budget_duration', 'tpm_limit', 'rpm_limit'];
/** Display, times, and what was spent so far. A soft budget sends a mail and refuses nothing. */
const HARMLESS = [
  ...['created_at', 'created_by', 'created_by_user', 'updated_at', 'updated_by', 'last_active', 'last_refreshed_at'],
  ...['budget_reset_at', 'soft_budget', 'soft_budget_cooldown', 'model_spend'],
];

const KNOWN: Readonly<Record<Kind, ReadonlySet<string>>> = {
  key: new Set([
    ...[...LIMITS, ...HARMLESS, 'token', 'api_key', 'key_alias', 'key_name', 'team_id', 'user_id', 'models', 'spend'],
    ...['expires', 'blocked', 'allowed_routes', 'key_type', 'metadata', 'budget_id', 'litellm_budget_table', 'user'],
    ...['rotation_count', 'last_rotation_at', 'team_alias', 'team_spend', 'team_soft_budget', 'user_email'],
    // No imported key may manage anything, whatever its user may.
    ...['user_role', 'user_spend', 'team_member', 'team_member_spend'],
  ]),
  team: new Set([
    ...[...LIMITS, ...HARMLESS, 'team_id', 'team_alias', 'models', 'spend', 'blocked', 'metadata', 'team_memberships'],
    ...['admins', 'members', 'members_with_roles', 'members_count', 'keys', 'keys_count', 'team_member_permissions'],
  ]),
  user: new Set([
    ...[...LIMITS, ...HARMLESS, 'user_id', 'user_alias', 'user_email', 'user_role', 'sso_user_id', 'teams', 'models'],
    ...['spend', 'metadata', 'key_count'],
  ]),
  budget: new Set([...LIMITS, ...HARMLESS, 'budget_id']),
};
/** Limits, or promises such as a rotation, only when true. */
const ONLY_FALSE = new Set(['auto_rotate', 'is_session_token', 'allow_team_guardrail_config', 'team_blocked']);
/** What a key says about its team and its user has to be what their own rows say, which are judged themselves. */
const JOINED = /^(?:team|user)_(max_budget|models|tpm_limit|rpm_limit|metadata|blocked)$/;

export function refuseUnknown(kind: Kind, row: Row, harmlessMetadata: ReadonlySet<string>): void {
  const unknown = Object.keys(row).filter(
    (name) =>
      isSet(row[name]) &&
      !KNOWN[kind].has(name) &&
      !(kind === 'key' && JOINED.test(name)) &&
      !(ONLY_FALSE.has(name) && row[name] === false),
  );
  const metadata = asRecord(row.metadata);
  if (isSet(row.metadata) && !metadata) unknown.push('metadata');
  for (const [name, value] of Object.entries(metadata ?? {}))
    if (isSet(value) && !harmlessMetadata.has(name)) unknown.push(`metadata.${name}`);
  if (unknown.length > 0)
    throw new StaysBehind(
      `${kind === 'key' ? '' : `its ${kind} has `}${unknown.map(plainText).join(', ')}${kind === 'key' ? ' has' : ', which have'} no counterpart here`,
    );
}

/** `whole` are the rows of the team and the user of the key. */
export function refuseOtherJoins(key: Row, whole: Readonly<Record<string, Row | undefined>>): void {
  for (const name of Object.keys(key)) {
    const field = JOINED.exec(name)?.[1];
    if (!field || !isSet(key[name]) || key[name] === false) continue;
    const row = whole[name.slice(0, 4)];
    if (!row || !isDeepStrictEqual(row[field], key[name]))
      throw new StaysBehind(`its ${plainText(name)} is not what the row of its ${name.slice(0, 4)} says`);
  }
}
