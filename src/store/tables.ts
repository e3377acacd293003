// The tables of the migrated database. Generated; renew with UPDATE=1 npm run test:full -- test/full/contract/sql-statements.test.ts
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { JsonColumns } from './json-columns.ts';

export interface Tables {
  account_log: {
    seq: GeneratedAlways<number>;
    id: string;
    account_id: string;
    actor_member_id: string | null;
    actor_email: string | null;
    actor_key_id: string | null;
    action: string;
    target: string;
    before: ColumnType<JsonColumns['account_log.before'] | null, string | null, string | null>;
    after: ColumnType<JsonColumns['account_log.after'] | null, string | null, string | null>;
    request_id: string | null;
    created_at: Generated<Date>;
  };
  accounts: {
    id: string;
    email: string;
    name: Generated<string>;
    plan: string;
    is_owner: Generated<boolean>;
    attribution: Generated<'required' | 'waived'>;
    user_id: string | null;
    suspended_at: Date | null;
    created_at: Generated<Date>;
    pending_grant: Generated<number>;
  };
  api_keys: {
    id: string;
    account_id: string;
    environment: 'live' | 'test';
    name: string;
    secret_hash: Buffer;
    hint: string;
    previous_hash: Buffer | null;
    previous_valid_until: Date | null;
    scopes: string[];
    ip_allow_list: string[] | null;
    requests_per_minute: number | null;
    monthly_cap: number | null;
    expires_at: Date | null;
    revoked_at: Date | null;
    last_used_at: Date | null;
    created_at: Generated<Date>;
    member_id: string | null;
  };
  artifacts: {
    id: string;
    account_id: string;
    environment: 'live' | 'test';
    extension: string;
    content_type: string;
    bytes: number;
    name: string;
    created_at: Generated<Date>;
    purpose: Generated<'made' | 'upload' | 'input'>;
    file_purpose: string | null;
    expires_at: Date | null;
  };
  audit_log: {
    seq: GeneratedAlways<number>;
    id: string;
    actor_account_id: string;
    actor_email: string;
    actor_key_id: string | null;
    action: string;
    target: string;
    account_id: string | null;
    asked: ColumnType<JsonColumns['audit_log.asked'], string, string>;
    before: ColumnType<JsonColumns['audit_log.before'] | null, string | null, string | null>;
    after: ColumnType<JsonColumns['audit_log.after'] | null, string | null, string | null>;
    reason: Generated<string>;
    request_id: string;
    idempotency_key: string | null;
    created_at: Generated<Date>;
  };
  auth_credentials: {
    id: string;
    account_id: string;
    provider_id: string;
    user_id: string;
    access_token: string | null;
    refresh_token: string | null;
    id_token: string | null;
    access_token_expires_at: Date | null;
    refresh_token_expires_at: Date | null;
    scope: string | null;
    password: string | null;
    created_at: Generated<Date>;
    updated_at: Date;
  };
  auth_second_factors: {
    id: string;
    user_id: string;
    secret: string;
    backup_codes: string;
    verified: Generated<boolean>;
    failed_verification_count: Generated<number>;
    locked_until: Date | null;
  };
  auth_sessions: {
    id: string;
    expires_at: Date;
    token: string;
    created_at: Generated<Date>;
    updated_at: Date;
    ip_address: string | null;
    user_agent: string | null;
    user_id: string;
    account_id: string | null;
  };
  auth_used_codes: {
    user_id: string;
    code: string;
    used_at: Generated<Date>;
  };
  auth_users: {
    id: string;
    name: string;
    email: string;
    email_verified: boolean;
    image: string | null;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    two_factor_enabled: Generated<boolean>;
  };
  auth_verifications: {
    id: string;
    identifier: string;
    value: string;
    expires_at: Date;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  balances: {
    account_id: string;
    environment: 'live' | 'test';
    balance: Generated<number>;
    held: Generated<number>;
    depleted_at: Date | null;
    leased: Generated<number>;
    overdrawn: Generated<number>;
  };
  batch_lines: {
    batch_id: string;
    line: number;
    has_failed: boolean;
    answer: string;
  };
  batches: {
    id: string;
    account_id: string;
    environment: 'live' | 'test';
    key_id: string | null;
    endpoint: string;
    input_file_id: string;
    status: Generated<
      'validating' | 'in_progress' | 'finalizing' | 'cancelling' | 'completed' | 'failed' | 'expired' | 'cancelled'
    >;
    metadata: ColumnType<JsonColumns['batches.metadata'] | null, string | null, string | null>;
    errors: ColumnType<JsonColumns['batches.errors'] | null, string | null, string | null>;
    total: Generated<number>;
    completed: Generated<number>;
    failed: Generated<number>;
    charged: Generated<number>;
    prompt_tokens: Generated<number>;
    completion_tokens: Generated<number>;
    output_file_id: string | null;
    error_file_id: string | null;
    output_seconds: number | null;
    created_at: Generated<Date>;
    expires_at: Date;
    in_progress_at: Date | null;
    finalizing_at: Date | null;
    cancelling_at: Date | null;
    ended_at: Date | null;
    member_id: string | null;
  };
  billing_details: {
    account_id: string;
    name: Generated<string>;
    email: string | null;
    line1: Generated<string>;
    line2: Generated<string>;
    city: Generated<string>;
    state: Generated<string>;
    postal_code: Generated<string>;
    country: string | null;
    tax_id_type: string | null;
    tax_id: string | null;
    updated_at: Generated<Date>;
  };
  billing_settings: {
    account_id: string;
    top_up_package: string | null;
    top_up_below: number | null;
    low_balance_below: number | null;
    low_balance_told_at: Date | null;
    top_up_started_at: Date | null;
    receipt_mail: Generated<boolean>;
    top_ups_per_day: Generated<number>;
    top_up_paused_at: Date | null;
    top_up_problem: string | null;
  };
  builder_messages: {
    seq: GeneratedAlways<number>;
    conversation_id: string;
    account_id: string;
    environment: 'live' | 'test';
    project_id: string | null;
    role: 'user' | 'assistant';
    content: string;
    created_at: Generated<Date>;
  };
  checkout_sessions: {
    id: string;
    account_id: string;
    environment: 'live' | 'test';
    mode: 'payment' | 'subscription';
    status: Generated<'open' | 'complete' | 'expired'>;
    amount: number;
    currency: string;
    credits: number;
    plan: string | null;
    gateway: string;
    url: Generated<string>;
    success_url: string | null;
    cancel_url: string | null;
    expires_at: Date;
    created_at: Generated<Date>;
    gateway_session: string | null;
  };
  conversation_condensations: {
    conversation_id: string;
    messages: number;
    text: string;
    model: string;
    created_at: Generated<Date>;
  };
  conversation_messages: {
    conversation_id: string;
    position: number;
    message: ColumnType<JsonColumns['conversation_messages.message'], string, string>;
    created_at: Generated<Date>;
  };
  conversations: {
    id: string;
    account_id: string;
    environment: 'live' | 'test';
    title: string;
    model: string;
    messages_count: Generated<number>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  deliveries: {
    seq: GeneratedAlways<number>;
    id: Generated<string>;
    event_id: string;
    endpoint_id: string;
    state: Generated<'pending' | 'delivered' | 'failed'>;
    attempts: Generated<number>;
    due_at: Generated<Date>;
    last_status: number | null;
    replay_of: string | null;
    created_at: Generated<Date>;
    ended_at: Date | null;
  };
  delivery_attempts: {
    delivery_id: string;
    attempt: number;
    at: Generated<Date>;
    duration_ms: number;
    status: number | null;
    problem: string | null;
    request_headers: ColumnType<JsonColumns['delivery_attempts.request_headers'], string, string>;
    response_excerpt: string | null;
  };
  events: {
    id: string;
    account_id: string;
    environment: 'live' | 'test';
    type: string;
    body: string;
    created_at: Generated<Date>;
  };
  gateway_customers: {
    gateway: string;
    account_id: string;
    customer: string | null;
    generation: Generated<number>;
    created_at: Generated<Date>;
  };
  gateway_events: {
    gateway: string;
    id: string;
    received_at: Generated<Date>;
  };
  granted_addresses: {
    address_hash: Buffer;
    created_at: Generated<Date>;
  };
  holds: {
    id: string;
    account_id: string;
    environment: string;
    amount: number;
    key_id: string | null;
    cap_month: Date | null;
    module: string;
    model: string;
    request_id: string | null;
    job_id: string | null;
    expires_at: Date;
    created_at: Generated<Date>;
    member_spender: string | null;
    member_month: Date | null;
  };
  idempotency_keys: {
    account_id: string;
    environment: string;
    key: string;
    fingerprint: Buffer;
    request_id: string;
    leased_until: Date | null;
    status: number | null;
    headers: ColumnType<JsonColumns['idempotency_keys.headers'] | null, string | null, string | null>;
    body: Buffer | null;
    created_at: Generated<Date>;
  };
  invitations: {
    id: string;
    account_id: string;
    email: string | null;
    role: 'owner' | 'admin' | 'developer' | 'billing' | 'viewer';
    monthly_cap: number | null;
    token_hash: Buffer;
    inviter_id: string;
    inviter_email: string;
    expires_at: Date;
    accepted_at: Date | null;
    revoked_at: Date | null;
    created_at: Generated<Date>;
  };
  job_lanes: {
    account_id: string;
    environment: 'live' | 'test';
    max_running: number;
    running: Generated<number>;
    waiting: Generated<number>;
    served_at: Generated<Date>;
    queue: Generated<string>;
  };
  jobs: {
    seq: GeneratedAlways<number>;
    id: string;
    account_id: string;
    environment: 'live' | 'test';
    kind: string;
    state: Generated<'waiting' | 'running' | 'completed' | 'failed' | 'cancelled'>;
    payload: ColumnType<JsonColumns['jobs.payload'], string, string>;
    result: ColumnType<JsonColumns['jobs.result'] | null, string | null, string | null>;
    error: ColumnType<JsonColumns['jobs.error'] | null, string | null, string | null>;
    progress: Generated<number>;
    stage: Generated<string>;
    extra: ColumnType<JsonColumns['jobs.extra'] | null, string | null, string | null>;
    size: Generated<number>;
    version: Generated<number>;
    hold_id: string | null;
    held: Generated<number>;
    cost: number | null;
    description: Generated<string>;
    request_id: string | null;
    attempt: Generated<number>;
    worker: string | null;
    machine: string | null;
    leased_until: Date | null;
    holds_slot: Generated<boolean>;
    created_at: Generated<Date>;
    started_at: Date | null;
    run_at: Date | null;
    completed_at: Date | null;
    queue: Generated<string>;
  };
  key_spending: {
    key_id: string;
    month: Date;
    spent: Generated<number>;
    held: Generated<number>;
  };
  leases: {
    id: string;
    account_id: string;
    environment: string;
    amount: number;
    expires_at: Date;
  };
  ledger: {
    seq: GeneratedAlways<number>;
    id: string;
    account_id: string;
    environment: string;
    type: 'purchase' | 'grant' | 'usage' | 'refund' | 'adjustment' | 'redemption';
    amount: number;
    balance_after: number;
    contra: 'revenue' | 'payments' | 'grants' | 'adjustments';
    module: string | null;
    model: string | null;
    key_id: string | null;
    request_id: string | null;
    job_id: string | null;
    payment_id: string | null;
    description: Generated<string>;
    created_at: Generated<Date>;
  };
  ledger_marks: {
    at: Date;
    seq: number;
  };
  live_settings: {
    name: string;
    value: ColumnType<JsonColumns['live_settings.value'], string, string>;
    version: number;
  };
  members: {
    id: string;
    account_id: string;
    user_id: string;
    role: 'owner' | 'admin' | 'developer' | 'billing' | 'viewer';
    monthly_cap: number | null;
    created_at: Generated<Date>;
  };
  migrations: {
    name: string;
    applied_at: Generated<Date>;
  };
  music_tracks: {
    seq: GeneratedAlways<number>;
    id: string;
    account_id: string;
    environment: 'live' | 'test';
    title: string;
    genre: string | null;
    prompt: string;
    lyrics: string | null;
    details: ColumnType<JsonColumns['music_tracks.details'], string, string>;
    artifact_ids: string[];
    created_at: Generated<Date>;
  };
  outgoing_mails: {
    id: string;
    recipient: string;
    subject: string;
    body: string;
    state: Generated<'pending' | 'sent' | 'failed'>;
    attempts: Generated<number>;
    due_at: Generated<Date>;
    created_at: Generated<Date>;
  };
  payment_links: {
    gateway: string;
    reference: string;
    gateway_id: string;
  };
  payments: {
    seq: GeneratedAlways<number>;
    id: string;
    account_id: string;
    environment: 'live' | 'test';
    gateway: string;
    gateway_id: string;
    amount: number;
    currency: string;
    credits: number;
    description: string;
    taken_back: Generated<number>;
    created_at: Generated<Date>;
    plan: string | null;
    subscription: string | null;
    covers_until: Date | null;
    billed_at: Generated<Date>;
    reversed: Generated<number>;
    buyer: ColumnType<JsonColumns['payments.buyer'] | null, string | null, string | null>;
    tax: Generated<number>;
    discount: Generated<number>;
  };
  plan_prices: {
    gateway: string;
    id: string;
    plan: string;
    replaces: string;
  };
  project_data: {
    project_id: string;
    kind: 'storage' | 'disk';
    content: Buffer;
    updated_at: Generated<Date>;
  };
  project_versions: {
    project_id: string;
    number: number;
    job_id: string | null;
    prompt: string;
    summary: string;
    engine: string;
    files: Buffer;
    files_count: number;
    bytes: number;
    changed: string[];
    blueprint: ColumnType<JsonColumns['project_versions.blueprint'] | null, string | null, string | null>;
    archive_id: string | null;
    archive_path: string | null;
    created_at: Generated<Date>;
  };
  projects: {
    seq: GeneratedAlways<number>;
    id: string;
    account_id: string;
    environment: 'live' | 'test';
    name: string;
    framework: string;
    version: number;
    preview_id: string;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  redeem_codes: {
    seq: GeneratedAlways<number>;
    id: string;
    batch_id: string;
    code_hash: string;
    hint: string;
    environment: 'live' | 'test';
    credits: Generated<number>;
    plan: string | null;
    plan_days: number | null;
    max_uses: number;
    used: Generated<number>;
    expires_at: Date | null;
    revoked_at: Date | null;
    created_at: Generated<Date>;
  };
  redemptions: {
    id: string;
    code_id: string;
    account_id: string;
    environment: 'live' | 'test';
    created_at: Generated<Date>;
  };
  responses: {
    id: string;
    account_id: string;
    environment: 'live' | 'test';
    previous_id: string | null;
    input: ColumnType<JsonColumns['responses.input'], string, string>;
    response: ColumnType<JsonColumns['responses.response'], string, string>;
    created_at: Generated<Date>;
    bytes: number;
  };
  reversals: {
    gateway: string;
    kind: 'refund' | 'dispute';
    id: string;
    reference: string;
    amount: number;
    currency: string | null;
    is_standing: boolean;
    told_at: Date;
    told_rank: string;
  };
  setting_changes: {
    version: GeneratedAlways<number>;
    name: string;
    before: ColumnType<JsonColumns['setting_changes.before'] | null, string | null, string | null>;
    after: ColumnType<JsonColumns['setting_changes.after'] | null, string | null, string | null>;
    audit_id: string;
    created_at: Generated<Date>;
  };
  settings: {
    name: string;
    value: ColumnType<JsonColumns['settings.value'], string, string>;
  };
  subscriptions: {
    id: string;
    account_id: string;
    environment: 'live' | 'test';
    gateway: string;
    gateway_id: string;
    plan: string;
    next_plan: string | null;
    status: 'active' | 'past_due' | 'cancelled';
    current_period_start: Date;
    current_period_end: Date;
    cancel_at_period_end: Generated<boolean>;
    told_at: Date;
    card: string | null;
    created_at: Generated<Date>;
    told_rank: Generated<string>;
  };
  top_ups: {
    id: string;
    account_id: string;
    gateway: string;
    amount: number;
    tax: Generated<number>;
    currency: string;
    credits: number;
    description: string;
    state: Generated<'started' | 'paid' | 'failed'>;
    card: string | null;
    calculation: string | null;
    started_at: Generated<Date>;
    asked_at: Date | null;
  };
  upstream_secrets: {
    id: string;
    sealed: Buffer;
    created_at: Generated<Date>;
  };
  usage_daily: {
    account_id: string;
    environment: string;
    dimension: 'day' | 'hour' | 'module' | 'model' | 'key';
    day: Date;
    name: string;
    requests: number;
    errors: number;
    prompt_tokens: number;
    completion_tokens: number;
    images: number;
    milliseconds: number;
    credits: number;
  };
  usage_hourly: {
    account_id: string;
    environment: string;
    hour: Date;
    module: string;
    model: string;
    key_id: string;
    requests: Generated<number>;
    errors: Generated<number>;
    prompt_tokens: Generated<number>;
    completion_tokens: Generated<number>;
    images: Generated<number>;
    milliseconds: Generated<number>;
    credits: Generated<number>;
    cost: Generated<number>;
    cached_tokens: Generated<number>;
    cache_write_tokens: Generated<number>;
  };
  usage_rolled: {
    day: Date;
  };
  video_orders: {
    job_id: string;
    state: ColumnType<JsonColumns['video_orders.state'], string, string>;
    updated_at: Generated<Date>;
  };
  webhook_endpoints: {
    id: string;
    account_id: string;
    environment: 'live' | 'test';
    scope: Generated<'account' | 'service'>;
    url: string;
    events: string[];
    description: Generated<string>;
    secret: Buffer;
    previous_secret: Buffer | null;
    previous_valid_until: Date | null;
    disabled_at: Date | null;
    disabled_reason: string | null;
    failure_mailed_at: Date | null;
    created_at: Generated<Date>;
  };
  workers: {
    id: string;
    machine: string;
    slots: number;
    seen_at: Generated<Date>;
  };
}
