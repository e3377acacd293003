// Every table of the database and what becomes of it when an account is deleted or exported. test/contract/personal-data.test.ts
// fails for a table that is not listed here.

/** How a row belongs to an account: by its own column, or by that of its parent. */
export interface Link {
  column: string;
  parent?: string;
  /** The parent's column that `column` names, and the parent's column that names the account. */
  key?: string;
  owner?: string;
}

export interface OwnedTable {
  name: string;
  link: Link;
  /** The columns that order the rows; absent: the table is not exported. */
  keys?: readonly string[];
  /** Columns that an export leaves out: secrets, and what only this service can read. */
  hidden?: readonly string[];
  /** Rows for one transaction, fewer where a row is large or takes others with it. */
  atOnce: number;
}

const MANY = 1_000;
const FEW = 50;
const own: Link = { column: 'account_id' };
const under = (parent: string, column: string, key = 'id'): Link => ({ column, parent, key, owner: 'account_id' });

/** Erased in this order: what refers to other rows comes before them. */
export const ERASED: readonly OwnedTable[] = [
  { name: 'idempotency_keys', link: own, atOnce: FEW },
  { name: 'free_answers', link: own, atOnce: MANY },
  {
    name: 'cached_answers',
    link: own,
    keys: ['environment', 'key_id', 'digest'],
    hidden: ['digest'],
    atOnce: 200,
  },
  { name: 'library_shares', link: under('library_items', 'item_id'), keys: ['id'], hidden: ['token'], atOnce: MANY },
  { name: 'library_items', link: own, keys: ['environment', 'seq'], atOnce: MANY },
  { name: 'music_tracks', link: own, keys: ['environment', 'seq'], atOnce: MANY },
  {
    name: 'project_shares',
    link: under('projects', 'project_id'),
    keys: ['id'],
    hidden: ['token'],
    atOnce: MANY,
  },
  { name: 'project_publications', link: under('projects', 'project_id'), keys: ['project_id'], atOnce: MANY },
  {
    name: 'project_variables',
    link: under('projects', 'project_id'),
    keys: ['project_id', 'name'],
    hidden: ['sealed'],
    atOnce: MANY,
  },
  { name: 'project_data', link: under('projects', 'project_id'), keys: ['project_id', 'kind'], atOnce: 5 },
  {
    name: 'project_versions',
    link: under('projects', 'project_id'),
    keys: ['project_id', 'number'],
    hidden: ['files'],
    atOnce: 10,
  },
  { name: 'builder_messages', link: own, keys: ['seq'], atOnce: MANY },
  { name: 'projects', link: own, keys: ['environment', 'seq'], atOnce: FEW },
  { name: 'video_orders', link: under('jobs', 'job_id'), atOnce: FEW },
  { name: 'jobs', link: own, keys: ['environment', 'seq'], hidden: ['worker', 'machine', 'model_lists'], atOnce: FEW },
  { name: 'batch_lines', link: under('batches', 'batch_id'), keys: ['batch_id', 'line'], atOnce: 100 },
  { name: 'batches', link: own, keys: ['id'], atOnce: FEW },
  {
    name: 'background_events',
    link: under('background_responses', 'response_id'),
    atOnce: MANY,
  },
  { name: 'background_responses', link: own, keys: ['id'], atOnce: 10 },
  { name: 'responses', link: own, keys: ['id'], atOnce: FEW },
  { name: 'stored_completions', link: own, keys: ['id'], atOnce: FEW },
  {
    name: 'conversation_condensations',
    link: under('conversations', 'conversation_id'),
    keys: ['conversation_id', 'messages'],
    atOnce: MANY,
  },
  {
    name: 'inherited_messages',
    link: under('conversations', 'conversation_id'),
    keys: ['conversation_id', 'source_id'],
    atOnce: MANY,
  },
  {
    name: 'stored_messages',
    link: under('conversations', 'conversation_id'),
    keys: ['conversation_id', 'position'],
    atOnce: 200,
  },
  { name: 'conversations', link: own, keys: ['id'], atOnce: FEW },
  {
    name: 'vector_chunks',
    link: under('vector_stores', 'store_id'),
    keys: ['store_id', 'file_id', 'number'],
    hidden: ['vector', 'signs'],
    atOnce: 500,
  },
  { name: 'vector_files', link: under('vector_stores', 'store_id'), keys: ['store_id', 'file_id'], atOnce: FEW },
  { name: 'vector_stores', link: own, keys: ['id'], atOnce: FEW },
  { name: 'upload_parts', link: under('uploads', 'upload_id'), keys: ['id'], atOnce: MANY },
  { name: 'uploads', link: own, keys: ['id'], atOnce: MANY },
  { name: 'artifacts', link: own, keys: ['environment', 'created_at', 'id'], atOnce: MANY },
  {
    name: 'webhook_endpoints',
    link: own,
    keys: ['id'],
    hidden: ['secret', 'previous_secret'],
    atOnce: 5,
  },
  { name: 'events', link: own, keys: ['created_at', 'id'], atOnce: 200 },
  { name: 'request_bodies', link: own, keys: ['request_id'], atOnce: 200 },
  { name: 'request_log', link: own, keys: ['environment', 'seq'], atOnce: MANY },
  { name: 'request_log_settings', link: own, keys: ['account_id'], atOnce: 1 },
  { name: 'run_calls', link: own, keys: ['environment', 'seq'], atOnce: MANY },
  { name: 'runs', link: own, keys: ['seq'], atOnce: MANY },
  { name: 'customer_usage', link: own, atOnce: MANY },
  { name: 'end_customers', link: own, keys: ['environment', 'id'], atOnce: MANY },
  { name: 'usage_daily', link: own, keys: ['environment', 'dimension', 'day', 'name'], atOnce: MANY },
  { name: 'usage_hourly', link: own, keys: ['environment', 'hour', 'module', 'model', 'key_id'], atOnce: MANY },
  { name: 'budget_alerts', link: own, keys: ['seq'], atOnce: MANY },
  { name: 'alert_settings', link: own, keys: ['account_id'], atOnce: 1 },
  { name: 'job_lanes', link: own, atOnce: MANY },
  { name: 'top_ups', link: own, keys: ['id'], atOnce: MANY },
  { name: 'billing_settings', link: own, keys: ['account_id'], atOnce: 1 },
  { name: 'billing_details', link: own, keys: ['account_id'], atOnce: 1 },
  { name: 'referral_codes', link: own, keys: ['account_id'], atOnce: 1 },
  { name: 'invitations', link: own, keys: ['id'], hidden: ['token_hash'], atOnce: MANY },
  {
    name: 'key_spending',
    link: under('api_keys', 'key_id'),
    keys: ['key_id', 'month'],
    atOnce: MANY,
  },
  { name: 'api_keys', link: own, keys: ['id'], hidden: ['secret_hash', 'previous_hash'], atOnce: MANY },
  // The customer at the payment provider is deleted there first.
  { name: 'gateway_customers', link: own, atOnce: MANY },
  { name: 'account_log', link: own, keys: ['seq'], atOnce: MANY },
];

/** Kept without a name; `store/account-deletions.ts` removes the addresses from them. */
export const KEPT: readonly (OwnedTable & { why: string })[] = [
  {
    name: 'accounts',
    link: { column: 'id' },
    keys: ['id'],
    atOnce: 0,
    why: 'what the ledger and the invoices refer to; address, name and plan are removed',
  },
  {
    name: 'account_deletions',
    link: own,
    keys: ['account_id'],
    atOnce: 0,
    why: 'the proof that the account was deleted, and when',
  },
  {
    name: 'ledger',
    link: own,
    keys: ['environment', 'seq'],
    atOnce: 0,
    why: 'the accounts of the operator: amounts and ids',
  },
  {
    name: 'ledger_seals',
    link: own,
    keys: ['environment', 'day'],
    atOnce: 0,
    why: 'prove that the ledger is unchanged',
  },
  { name: 'ledger_months', link: own, atOnce: 0, why: 'sums of the ledger' },
  { name: 'balances', link: own, keys: ['environment'], atOnce: 0, why: 'the sum of the ledger' },
  { name: 'credit_grants', link: own, keys: ['seq'], atOnce: 0, why: 'part of the ledger' },
  { name: 'credit_lots', link: own, atOnce: 0, why: 'part of the ledger: when credits became revenue' },
  { name: 'revenue_marks', link: own, atOnce: 0, why: 'how far revenue is booked' },
  {
    name: 'billing_countries',
    link: own,
    keys: ['since'],
    atOnce: 0,
    why: "the country of what closed months of the operator's books say",
  },
  {
    name: 'payments',
    link: own,
    keys: ['environment', 'seq'],
    atOnce: 0,
    why: 'tax law; the buyer stays only where an invoice has a number',
  },
  {
    name: 'billing_documents',
    link: own,
    keys: ['seq'],
    atOnce: 0,
    why: 'tax law: an invoice may not change, and names its buyer',
  },
  {
    name: 'checkout_sessions',
    link: own,
    keys: ['id'],
    atOnce: 0,
    why: 'a payment may still arrive for it; addresses and members are removed',
  },
  { name: 'subscriptions', link: own, keys: ['id'], atOnce: 0, why: 'what payments were for; the card is removed' },
  { name: 'coupon_uses', link: own, keys: ['checkout_id'], atOnce: 0, why: 'part of a payment' },
  { name: 'redemptions', link: own, keys: ['id'], atOnce: 0, why: 'part of the ledger' },
  {
    name: 'referrals',
    link: { column: 'referred_id' },
    keys: ['seq'],
    atOnce: 0,
    why: 'part of the ledgers of both accounts',
  },
  { name: 'cost_hourly', link: own, atOnce: 0, why: "the operator's costs: models, amounts and ids" },
  { name: 'call_costs', link: own, atOnce: 0, why: 'become cost_hourly within seconds' },
  { name: 'holds', link: own, atOnce: 0, why: 'end within an hour; an account is erased once it has none' },
  { name: 'leases', link: own, atOnce: 0, why: 'end within minutes' },
  { name: 'audit_log', link: own, keys: ['seq'], atOnce: 0, why: 'what operators did; append-only' },
];

/** Erased in the last step, with the users whom no other account has. */
export const OF_USERS: Readonly<Record<string, string>> = {
  members: 'the members of the account',
  auth_users: 'users who are members of no other account',
  auth_credentials: 'falls with its user',
  auth_passkeys: 'falls with its user',
  auth_second_factors: 'falls with its user',
  auth_sessions: 'falls with its user; those that act for the account fall with it',
  auth_sign_in_links: 'falls with its user',
  auth_used_codes: 'falls with its user',
  auth_verifications: 'those that name the user',
  settings: 'one-time links that name the user or the account',
  outgoing_mails: 'mails to the users and to the account',
};

/** A user's own rows, which an export holds too. */
export const OF_USER: readonly OwnedTable[] = [
  { name: 'auth_users', link: { column: 'id' }, keys: ['id'], atOnce: 0 },
  { name: 'auth_sessions', link: { column: 'user_id' }, keys: ['id'], hidden: ['token'], atOnce: 0 },
  {
    name: 'auth_credentials',
    link: { column: 'user_id' },
    keys: ['id'],
    hidden: ['password', 'access_token', 'refresh_token', 'id_token'],
    atOnce: 0,
  },
  {
    name: 'auth_passkeys',
    link: { column: 'user_id' },
    keys: ['id'],
    hidden: ['public_key', 'credential_id'],
    atOnce: 0,
  },
];

/** Rows that end by themselves with their parents, which are erased. */
export const CASCADED: readonly string[] = ['deliveries', 'delivery_attempts'];

/** No row names an account or a user. */
export const OTHERS: Readonly<Record<string, string>> = {
  auth_attempts: 'hashes of addresses and names, for ten minutes and more',
  coupons: "the operator's",
  document_counters: "the operator's",
  gateway_events: 'ids of events of the payment provider',
  gateway_marks: "the operator's",
  gateway_movements: 'ids of movements at the payment provider',
  granted_addresses: 'a hash of each mailbox that got its free credits, so that it gets them once',
  ledger_keys: "the operator's",
  ledger_marks: "the operator's",
  ledger_sealing: "the operator's",
  media_keys: "the operator's",
  media_signers: "the operator's",
  live_settings: "the operator's",
  migrations: "the operator's",
  payment_links: 'ids of payments at the payment provider',
  plan_prices: "the operator's prices; names a member's id",
  redeem_codes: "the operator's",
  secret_probe: "the operator's",
  revenue_months: 'sums over all accounts',
  reversals: 'ids of refunds and disputes at the payment provider',
  setting_changes: "the operator's",
  upstream_days: 'sums over all accounts',
  upstream_secrets: "the operator's",
  usage_rolled: 'days',
  workers: 'machines',
};
