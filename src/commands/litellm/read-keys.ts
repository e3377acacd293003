// Reads the virtual keys of LiteLLM: the hash of each, its owner and its limits, with those of its team, user and budget.
// What is not understood, or cannot be held, stays behind and is named: no limit is lost.
import { createHash } from 'node:crypto';
import { ConfigError } from '../../config/values.ts';
import { asRecord } from '../../core/unknown-json.ts';
import { refuseOtherJoins, refuseUnknown } from './known-fields.ts';
import { type Limits, limitsOf, modelsInAll, tightest } from './limits.ts';
import { plainText } from './plain-text.ts';
import { scopesOf } from './routes.ts';
import { type BudgetRow, checkedRow, type KeyRow, rowsIn, type TeamRow, type UserRow } from './rows.ts';
import { isSet, StaysBehind } from './stays-behind.ts';

type Row = Record<string, unknown>;

export interface Owner {
  kind: 'team' | 'user' | 'key';
  /** As LiteLLM has it, uncut: two owners are one only if kind and id are the same. */
  id: string;
  /** For people. */
  name: string;
}

export interface ReadKey extends Limits {
  /** LiteLLM stores the same SHA-256 as this service, so that the key goes on working. */
  hash: Buffer;
  hint: string;
  name: string;
  /** Whose account it gets: a team's, a user's, or one of its own. */
  owner: Owner;
  scopes: string[];
  models: string[] | null;
  expiresAt: Date | null;
  /** Its limits are those of a team or user, so no second key may have them. */
  isShared: boolean;
}

export interface KeyFiles {
  keys: string;
  teams?: string | undefined;
  users?: string | undefined;
  budgets?: string | undefined;
  /** Fields of metadata that the operator vouches for. */
  metadata: readonly string[];
}

const KEY_LIST = 'GET /key/list?return_full_object=true';
/** LiteLLM's user of all keys that an operator made for nobody in particular. */
const NOBODY = 'default_user_id';
const TIME = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?)?$/;

export function readLiteLlmKeys(files: KeyFiles): { keys: ReadKey[]; left: string[] } {
  const rows = rowsIn(files.keys, 'keys', KEY_LIST);
  if (rows.length === 0) throw new ConfigError(`The file has no keys. Take the answer of ${KEY_LIST}.`);
  return new KeyReader(rows, files).read();
}

class KeyReader {
  readonly #rows: Row[];
  readonly #teams: Map<unknown, Row> | undefined;
  readonly #users: Map<unknown, Row> | undefined;
  readonly #budgets: Map<unknown, Row> | undefined;
  readonly #harmless: ReadonlySet<string>;
  /** How often each key, team and user is in the file. */
  readonly #counts = new Map<string, number>();
  readonly #left: string[] = [];

  constructor(rows: Row[], { teams, users, budgets, metadata }: KeyFiles) {
    this.#rows = rows;
    this.#teams = byId(teams && rowsIn(teams, 'teams', 'GET /team/list'), 'team_id');
    this.#users = byId(users && rowsIn(users, 'users', 'GET /user/list'), 'user_id');
    this.#budgets = byId(budgets && rowsIn(budgets, 'budgets', 'GET /budget/list'), 'budget_id');
    this.#harmless = new Set(metadata);
    for (const row of rows) {
      const hash = typeof row.token === 'string' ? hashIn(row.token)?.toString('hex') : undefined;
      for (const entry of [`key ${hash}`, `team ${row.team_id}`, `user ${row.user_id}`])
        this.#counts.set(entry, this.#countOf(entry) + 1);
    }
  }

  read(): { keys: ReadKey[]; left: string[] } {
    const keys = this.#rows.flatMap((row) => {
      const name = plainText(row.key_alias) || plainText(row.key_name) || 'Imported key';
      try {
        return [this.#readKey(row, name)];
      } catch (error) {
        if (!(error instanceof StaysBehind)) throw error;
        this.#left.push(`the key ${name} stays behind: ${error.message}`);
        return [];
      }
    });
    return { keys, left: this.#left };
  }

  #readKey(row: Row, name: string): ReadKey {
    const key = checkedRow('key', row);
    const hash = hashIn(key.token);
    if (!hash) throw new StaysBehind('its token is neither a hash nor a key');
    if (this.#countOf(`key ${hash.toString('hex')}`) > 1) throw new StaysBehind('it is in the file twice');
    if (key.blocked) throw new StaysBehind('it is blocked');
    refuseUnknown('key', row, this.#harmless);
    const expiresAt = expiryOf(key);
    const scopes = scopesOf(key.allowed_routes, key.key_type);
    if (isSet(key.allowed_routes))
      this.#left.push(`allowed_routes of the key ${name}: it may use ${scopes.join(', ')}`);
    const team = this.#teamOf(key);
    const user = this.#userOf(key, row);
    refuseOtherJoins(row, { team, user });
    // As LiteLLM: a user's budget and models are for the keys without a team, a user's rates are for all.
    const own = tightest([limitsOf(key), ...this.#budgetsOf(key, row)]);
    const shared = this.#sharedLimits(key, { team, user });
    const owner = ownerOf(key, { hash, name, isAlone: own.leftDollars !== null, team });
    const total = shared.leftDollars;
    if (total !== null && shared.count > 1 && (owner.kind === 'key' || own.leftDollars !== null))
      throw new StaysBehind('a budget that never starts anew is shared by keys that get accounts of their own');
    const limits = tightest([own, shared.limits, { ...NO_LIMITS, leftDollars: total }]);
    return {
      ...limits,
      hash,
      name,
      scopes,
      hint: plainText(key.key_name) || 'sk-…',
      owner,
      models: modelsInAll([key.models, team?.models, ...(team ? [] : [user?.models])]),
      expiresAt,
      isShared: shared.isShared,
    };
  }

  /** The file has to say what limits the team, because a row of a key does not. */
  #teamOf({ team_id: id, user_id: userId }: KeyRow): TeamRow | undefined {
    if (!id) return undefined;
    if (!this.#teams)
      throw new StaysBehind('the limits of its team are needed: --teams is the answer of GET /team/list');
    const row = this.#teams.get(id);
    if (!row) throw new StaysBehind('its team is not in the file of teams');
    refuseUnknown('team', row, this.#harmless);
    const team = checkedRow('team', row);
    if (team.blocked) throw new StaysBehind('its team is blocked');
    const member = team.team_memberships?.find((one) => one.user_id === userId);
    if (member && (member.budget_id || isSet(asRecord(member)?.litellm_budget_table)))
      throw new StaysBehind('its user has a budget as a member of the team');
    return team;
  }

  #userOf({ user_id: id }: KeyRow, row: Row): UserRow | undefined {
    if (!id) return undefined;
    const inside = asRecord(row.user);
    const found = inside ?? this.#users?.get(id);
    if (!found && id === NOBODY) return undefined;
    if (!this.#users && !inside)
      throw new StaysBehind('the limits of its user are needed: --users is the answer of GET /user/list');
    if (!found) throw new StaysBehind('its user is not in the file of users');
    refuseUnknown('user', found, this.#harmless);
    const user = checkedRow('user', found);
    if (user.user_id !== id) throw new StaysBehind('its user is another one');
    return user;
  }

  /** LiteLLM takes from a budget what the key leaves open; here the tighter one counts. */
  #budgetsOf(key: KeyRow, row: Row): Limits[] {
    const inside = asRecord(row.litellm_budget_table);
    if (isSet(row.litellm_budget_table) && !inside) throw new StaysBehind('its litellm_budget_table cannot be read');
    if (!inside && !key.budget_id) return [];
    const found = inside ?? this.#budgets?.get(key.budget_id);
    if (!found)
      throw new StaysBehind(
        `its budget ${plainText(key.budget_id)} is not in the file: --budgets is the answer of GET /budget/list`,
      );
    refuseUnknown('budget', found, this.#harmless);
    const budget: BudgetRow = checkedRow('budget', found);
    return [limitsOf({ ...budget, spend: key.spend ?? null })];
  }

  /** Caps and rates here are of one key: what several keys share can be held for the credits of an account only. */
  #sharedLimits(key: KeyRow, { team, user }: { team: TeamRow | undefined; user: UserRow | undefined }) {
    const all: { limits: Limits; count: number }[] = [];
    if (team) all.push({ limits: limitsOf(team), count: this.#countOf(`team ${key.team_id}`) });
    if (user) {
      const budget = team ? { max_budget: null, budget_duration: null } : {};
      all.push({
        limits: limitsOf({ ...user, ...budget }),
        count: this.#countOf(`user ${key.user_id}`),
      });
    }
    const perKey = all.map(({ limits }) => ({ ...limits, leftDollars: null }));
    const limits = tightest(perKey);
    const isShared = Object.values(limits).some((one) => one !== null);
    const count = Math.max(1, ...all.map((one) => one.count));
    if (isShared && count > 1)
      throw new StaysBehind(
        `its ${team ? 'team' : 'user'} has limits for ${count} keys together, and caps and rates here are of one key`,
      );
    return { limits, isShared, count, leftDollars: tightest(all.map((one) => one.limits)).leftDollars };
  }

  #countOf(entry: string): number {
    return this.#counts.get(entry) ?? 0;
  }
}

const NO_LIMITS = tightest([]);

function byId(rows: Row[] | '' | undefined, field: string): Map<unknown, Row> | undefined {
  if (!rows) return undefined;
  const found = new Map<unknown, Row>();
  for (const row of rows) {
    if (found.has(row[field])) throw new ConfigError(`${field} ${plainText(row[field])} is in its file twice.`);
    found.set(row[field], row);
  }
  return found;
}

/** A key that belongs to nobody gets an account of its own: such keys have nothing in common. So does one whose budget never starts anew. */
function ownerOf(
  { team_id: teamId, user_id: userId }: KeyRow,
  { hash, name, isAlone, team }: { hash: Buffer; name: string; isAlone: boolean; team: TeamRow | undefined },
): Owner {
  const label = plainText(teamId) || plainText(userId);
  if (!isAlone && teamId)
    return { kind: 'team', id: teamId, name: plainText(asRecord(team)?.team_alias) || label || 'team' };
  if (!isAlone && userId && userId !== NOBODY) return { kind: 'user', id: userId, name: label || 'user' };
  return { kind: 'key', id: hash.toString('hex'), name };
}

function hashIn(token: string): Buffer | undefined {
  if (/^[0-9a-f]{64}$/.test(token)) return Buffer.from(token, 'hex');
  return token.startsWith('sk-') ? createHash('sha256').update(token).digest() : undefined;
}

function expiryOf({ expires }: KeyRow): Date | null {
  if (!expires) return null;
  const parts = TIME.exec(expires);
  // LiteLLM's times without a zone are UTC.
  const time = new Date(`${expires.replace(' ', 'T')}${expires.length > 10 && !parts?.[1] ? 'Z' : ''}`);
  if (!parts || Number.isNaN(time.getTime())) throw new StaysBehind('the time at which it expires cannot be read');
  if (time.getTime() < Date.now()) throw new StaysBehind('it has expired');
  return time;
}
