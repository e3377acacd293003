// The calls of the API, made from /openapi.json. Not edited by hand: a test compares it and says how to renew it.
// Optional members take undefined too: it is left out of what is sent.
export interface Calls {
  'DELETE /account/keys/{id}': {
    params: { id: string };
    query: Record<string, never>;
    body: undefined;
    reply: { object: string; id: string; deleted: boolean };
  };
  'DELETE /builder/projects/{id}': {
    params: { id: string };
    query: Record<string, never>;
    body: undefined;
    reply: { id: string; object: "project"; deleted: true };
  };
  'DELETE /chat/conversations/{id}': {
    params: { id: string };
    query: Record<string, never>;
    body: undefined;
    reply: { id: string; object: "conversation.deleted"; deleted: true };
  };
  'DELETE /music/{id}': {
    params: { id: string };
    query: Record<string, never>;
    body: undefined;
    reply: { id: string; object: "music.track"; deleted: true };
  };
  'DELETE /video/{id}': {
    params: { id: string };
    query: Record<string, never>;
    body: undefined;
    reply: { id: string; object: "video.job"; deleted: true };
  };
  'DELETE /webhooks/{id}': {
    params: { id: string };
    query: Record<string, never>;
    body: undefined;
    reply: { id: string; deleted: true };
  };
  'GET /account': {
    params: Record<string, never>;
    query: Record<string, never>;
    body: undefined;
    reply: { object: "account"; id: string; email: string; name: string; plan: string; environment: string; attribution_setting: "required" | "waived"; is_owner: boolean; limits: { requests_per_minute: number; requests_per_day: number | null; concurrent_jobs: number }; created_at: string };
  };
  'GET /account/keys': {
    params: Record<string, never>;
    query: Record<string, never>;
    body: undefined;
    reply: { object: "list"; data: ({ object: "key"; id: string; name: string; environment: string; hint: string; key?: string | undefined; scopes: (string)[]; expires_at: string | null; ip_allow_list: (string)[] | null; requests_per_minute: number | null; monthly_credit_cap: number | null; last_used_at: string | null; created_at: string })[] };
  };
  'GET /builder/projects': {
    params: Record<string, never>;
    query: { limit?: number | undefined; cursor?: string | undefined };
    body: undefined;
    reply: { object: "list"; data: (Record<string, never>)[] };
  };
  'GET /builder/projects/{id}': {
    params: { id: string };
    query: Record<string, never>;
    body: undefined;
    reply: { id: string; object: "project"; name: string; framework: string; version: number };
  };
  'GET /builder/projects/{id}/bundle': {
    params: { id: string };
    query: Record<string, never>;
    body: undefined;
    reply: unknown;
  };
  'GET /builder/projects/{id}/diff': {
    params: { id: string };
    query: { from?: number | undefined; to?: number | undefined };
    body: undefined;
    reply: { object: "project.diff"; from: number; to: number; diff: string };
  };
  'GET /builder/projects/{id}/download': {
    params: { id: string };
    query: { version?: number | undefined };
    body: undefined;
    reply: unknown;
  };
  'GET /builder/projects/{id}/files': {
    params: { id: string };
    query: { version?: number | undefined };
    body: undefined;
    reply: { object: "list"; data: (Record<string, never>)[] };
  };
  'GET /builder/projects/{id}/versions': {
    params: { id: string };
    query: Record<string, never>;
    body: undefined;
    reply: { object: "list"; data: (Record<string, never>)[] };
  };
  'GET /chat/conversations': {
    params: Record<string, never>;
    query: { limit?: number | undefined; cursor?: string | undefined };
    body: undefined;
    reply: { object: "list"; data: ({ id: string; object: "conversation"; title: string; model: string; messages_count: number; created_at: string; updated_at: string })[]; has_more: boolean; next_cursor: string | null };
  };
  'GET /chat/conversations/{id}': {
    params: { id: string };
    query: Record<string, never>;
    body: undefined;
    reply: { id: string; object: "conversation"; title: string; model: string; messages_count: number; created_at: string; updated_at: string; messages: ({ role: "system" | "developer" | "user" | "assistant" | "tool"; content?: string | ({ type: "text" | "image_url" | "input_audio" | "file" | "refusal"; text?: string | undefined; image_url?: { url: string; detail?: string | undefined } | undefined })[] | null | undefined; name?: string | undefined; tool_calls?: ({ id: string; type: "function"; function: { name: string; arguments: string } })[] | undefined; tool_call_id?: string | undefined })[]; condensed: ({ text: string; messages: number; model: string; created_at: string })[] };
  };
  'GET /chat/models': {
    params: Record<string, never>;
    query: Record<string, never>;
    body: undefined;
    reply: { object: "list"; data: ({ id: string; object: "model"; created: number; owned_by: string; module: string; engine: string; context_window: number | null; max_output_tokens: number | null; capabilities: (string)[]; pricing: Record<string, unknown>; ready: boolean; progress?: number | undefined; note?: string | undefined })[] };
  };
  'GET /code/languages': {
    params: Record<string, never>;
    query: Record<string, never>;
    body: undefined;
    reply: { object: "list"; data: ({ id: string; object: "language"; name: string; extensions: (string)[]; aliases: (string)[]; checked: boolean })[] };
  };
  'GET /image/models': {
    params: Record<string, never>;
    query: Record<string, never>;
    body: undefined;
    reply: { object: "list"; data: (unknown)[] };
  };
  'GET /jobs': {
    params: Record<string, never>;
    query: { limit?: number | undefined; cursor?: string | undefined; status?: "processing" | "completed" | "failed" | "cancelled" | undefined; service?: "music" | "video" | "image" | "builder" | undefined };
    body: undefined;
    reply: { object: "list"; data: ({ id: string; object: string; status: "processing" | "completed" | "failed" | "cancelled"; progress: number; stage: string; queue_position: number; estimated_time: number; created_at: string; started_at: string | null; completed_at: string | null; error: { code: string; message: string } | null })[]; has_more: boolean; next_cursor: string | null };
  };
  'GET /jobs/{id}': {
    params: { id: string };
    query: Record<string, never>;
    body: undefined;
    reply: { id: string; object: string; status: "processing" | "completed" | "failed" | "cancelled"; progress: number; stage: string; queue_position: number; estimated_time: number; created_at: string; started_at: string | null; completed_at: string | null; error: { code: string; message: string } | null };
  };
  'GET /jobs/{id}/events': {
    params: { id: string };
    query: Record<string, never>;
    body: undefined;
    reply: { id: string; object: string; status: "processing" | "completed" | "failed" | "cancelled"; progress: number; stage: string; queue_position: number; estimated_time: number; created_at: string; started_at: string | null; completed_at: string | null; error: { code: string; message: string } | null };
  };
  'GET /models': {
    params: Record<string, never>;
    query: Record<string, never>;
    body: undefined;
    reply: { object: "list"; data: ({ id: string; object: "model"; created: number; owned_by: string; module: string; engine: string; context_window: number | null; max_output_tokens: number | null; capabilities: (string)[]; pricing: Record<string, unknown>; ready: boolean; progress?: number | undefined; note?: string | undefined })[] };
  };
  'GET /models/{id}': {
    params: { id: string };
    query: Record<string, never>;
    body: undefined;
    reply: { id: string; object: "model"; created: number; owned_by: string; module: string; engine: string; context_window: number | null; max_output_tokens: number | null; capabilities: (string)[]; pricing: Record<string, unknown>; ready: boolean; progress?: number | undefined; note?: string | undefined };
  };
  'GET /music/genres': {
    params: Record<string, never>;
    query: Record<string, never>;
    body: undefined;
    reply: { object: "list"; data: ({ id: string; name: string; description: string; tempo_range: (number)[]; example_prompt: string })[] };
  };
  'GET /music/library': {
    params: Record<string, never>;
    query: { limit?: number | undefined; cursor?: string | undefined; genre?: string | undefined; q?: string | undefined };
    body: undefined;
    reply: { object: "list"; data: ({ id: string; object: "music.track"; created_at: string; title?: string | undefined; genre?: string | null | undefined; duration?: number | undefined; tempo?: number | null | undefined; key?: string | null | undefined; sections?: ({ name: string; start: number; end: number })[] | undefined; lyrics?: string | null | undefined; voices?: (string)[] | undefined; audio_url?: string | undefined; formats?: Record<string, string> | undefined; stems?: Record<string, string> | undefined; stems_url?: string | null | undefined; midi_url?: string | null | undefined; waveform?: (number)[] | undefined; cover_url?: string | null | undefined; loudness?: { integrated_lufs: number; true_peak_db: number } | undefined; seed?: number | undefined; understood?: Record<string, unknown> | undefined; warnings?: (string)[] | undefined })[]; has_more: boolean; next_cursor: string | null };
  };
  'GET /music/status/{job_id}': {
    params: { job_id: string };
    query: Record<string, never>;
    body: undefined;
    reply: { id: string; object: "music.job"; status: "processing" | "completed" | "failed" | "cancelled"; progress: number; stage: string; queue_position: number; estimated_time: number; title?: string | undefined; genre?: string | null | undefined; duration?: number | undefined; tempo?: number | null | undefined; key?: string | null | undefined; sections?: ({ name: string; start: number; end: number })[] | undefined; lyrics?: string | null | undefined; voices?: (string)[] | undefined; audio_url?: string | undefined; formats?: Record<string, string> | undefined; stems?: Record<string, string> | undefined; stems_url?: string | null | undefined; midi_url?: string | null | undefined; waveform?: (number)[] | undefined; cover_url?: string | null | undefined; loudness?: { integrated_lufs: number; true_peak_db: number } | undefined; seed?: number | undefined; understood?: Record<string, unknown> | undefined; warnings?: (string)[] | undefined };
  };
  'GET /music/voices': {
    params: Record<string, never>;
    query: Record<string, never>;
    body: undefined;
    reply: { object: "list"; data: ({ id: string; name: string; gender: string; language: string; accent: string; style: string; range: { low: string; high: string }; preview_url: string | null })[] };
  };
  'GET /music/voices/{id}/preview': {
    params: { id: string };
    query: Record<string, never>;
    body: undefined;
    reply: unknown;
  };
  'GET /music/{id}': {
    params: { id: string };
    query: Record<string, never>;
    body: undefined;
    reply: { id: string; object: "music.job"; status: "processing" | "completed" | "failed" | "cancelled"; progress: number; stage: string; queue_position: number; estimated_time: number; title?: string | undefined; genre?: string | null | undefined; duration?: number | undefined; tempo?: number | null | undefined; key?: string | null | undefined; sections?: ({ name: string; start: number; end: number })[] | undefined; lyrics?: string | null | undefined; voices?: (string)[] | undefined; audio_url?: string | undefined; formats?: Record<string, string> | undefined; stems?: Record<string, string> | undefined; stems_url?: string | null | undefined; midi_url?: string | null | undefined; waveform?: (number)[] | undefined; cover_url?: string | null | undefined; loudness?: { integrated_lufs: number; true_peak_db: number } | undefined; seed?: number | undefined; understood?: Record<string, unknown> | undefined; warnings?: (string)[] | undefined };
  };
  'GET /operator/accounts': {
    params: Record<string, never>;
    query: { limit?: number | undefined; cursor?: string | undefined; q?: string | undefined; plan?: string | undefined; status?: "active" | "suspended" | undefined };
    body: undefined;
    reply: { object: "list"; data: ({ object: "operator.account"; id: string; email: string; name: string; plan: string; is_owner: boolean; status: "active" | "suspended"; suspended_at: string | null; credits: number; created_at: string })[]; has_more: boolean; next_cursor: string | null };
  };
  'GET /operator/accounts/{id}': {
    params: { id: string };
    query: Record<string, never>;
    body: undefined;
    reply: { object: "operator.account"; id: string; email: string; name: string; plan: string; is_owner: boolean; status: "active" | "suspended"; suspended_at: string | null; credits: number; created_at: string; attribution_setting: "required" | "waived"; balances: { live: { credits: number; held: number; available: number }; test: { credits: number; held: number; available: number } }; keys: { live: number; test: number; last_used_at: string | null }; jobs: { waiting: number; running: number }; subscription: { id: string; plan: string; status: string; current_period_end: string } | null; usage_30_days: { requests: number; errors: number; credits: number }; usage_by_module: ({ module: string; requests: number; errors: number; credits: number })[] };
  };
  'GET /operator/audit': {
    params: Record<string, never>;
    query: { limit?: number | undefined; cursor?: string | undefined; action?: "account.plan" | "account.credits" | "account.suspend" | "account.unsuspend" | "account.invite" | "model.pull" | "model.remove" | "job.cancel" | "delivery.replay" | undefined; account_id?: string | undefined };
    body: undefined;
    reply: { object: "list"; data: ({ object: "operator.audit_entry"; id: string; action: string; target: string; account_id: string | null; account_email: string | null; actor: { account_id: string; email: string; key_id: string | null }; asked: Record<string, unknown>; before: Record<string, unknown> | null; after: Record<string, unknown> | null; reason: string; request_id: string; created_at: string })[]; has_more: boolean; next_cursor: string | null };
  };
  'GET /operator/deliveries': {
    params: Record<string, never>;
    query: { limit?: number | undefined; cursor?: string | undefined; state?: "failed" | "retrying" | "pending" | "delivered" | undefined; endpoint_id?: string | undefined };
    body: undefined;
    reply: { object: "list"; data: ({ object: "operator.delivery"; id: string; event_id: string; event_type: string; endpoint_id: string; url: string; account_id: string; email: string; environment: string; state: string; attempts: number; next_attempt_at: string | null; last_status: number | null; last_problem: string | null; replay_of: string | null; created_at: string; completed_at: string | null })[]; has_more: boolean; next_cursor: string | null };
  };
  'GET /operator/endpoints': {
    params: Record<string, never>;
    query: { limit?: number | undefined; cursor?: string | undefined };
    body: undefined;
    reply: { object: "list"; data: ({ object: "operator.failing_endpoint"; id: string; account_id: string; email: string; environment: string; url: string; failing_since: string | null; disabled_at: string | null; disabled_reason: string | null; failed_deliveries: number; last_status: number | null; last_problem: string | null; last_failed_at: string | null })[]; has_more: boolean; next_cursor: string | null };
  };
  'GET /operator/engines': {
    params: Record<string, never>;
    query: Record<string, never>;
    body: undefined;
    reply: { object: "list"; data: ({ object: "operator.engine"; name: string; module: string; ready: boolean; models: ({ id: string; ready: boolean; progress: number | null; note: string | null; pricing: Record<string, number>; health: { state: "closed" | "open" | "testing"; opens_for_ms: number; calls: number; errors: number; error_rate: number | null; latency_ms: { p50: number; p95: number } | null; last_error: string | null; last_error_at: string | null } | null })[] })[] };
  };
  'GET /operator/jobs': {
    params: Record<string, never>;
    query: { limit?: number | undefined; cursor?: string | undefined; state?: "open" | "waiting" | "running" | "completed" | "failed" | "cancelled" | undefined; kind?: string | undefined; account_id?: string | undefined };
    body: undefined;
    reply: { object: "list"; data: ({ object: "operator.job"; id: string; account_id: string; email: string; environment: string; kind: string; state: string; stage: string; progress: number; attempt: number; machine: string | null; error: { code: string; message: string } | null; held_credits: number; cost_credits: number | null; age_seconds: number; created_at: string; started_at: string | null; completed_at: string | null })[]; has_more: boolean; next_cursor: string | null };
  };
  'GET /operator/models': {
    params: Record<string, never>;
    query: Record<string, never>;
    body: undefined;
    reply: { object: "list"; data: ({ object: "operator.model"; id: string; kind: string; title: string; licence: string; note: string | null; bytes: number; ready: boolean; pulling: boolean; progress: number; error: string | null })[] };
  };
  'GET /operator/queue': {
    params: Record<string, never>;
    query: Record<string, never>;
    body: undefined;
    reply: { object: "operator.queue"; waiting: number; running: number; kinds: ({ kind: string; waiting: number; running: number; oldest_seconds: number })[]; accounts: ({ account_id: string; email: string; environment: string; waiting: number; running: number; oldest_seconds: number })[]; workers: ({ id: string; machine: string; slots: number; seen_at: string })[] };
  };
  'GET /payments/balance': {
    params: Record<string, never>;
    query: Record<string, never>;
    body: undefined;
    reply: { object: "balance"; credits: number; held: number; available: number; currency: string; value: number; plan: string; attribution_waived: boolean; subscribed: boolean; next_grant_at: string | null };
  };
  'GET /payments/checkout/{id}': {
    params: { id: string };
    query: Record<string, never>;
    body: undefined;
    reply: { id: string; object: "checkout.session"; url: string; status: "open" | "complete" | "expired"; mode: "payment" | "subscription"; amount: number; currency: string; credits: number; plan: string | null; expires_at: string };
  };
  'GET /payments/prices': {
    params: Record<string, never>;
    query: Record<string, never>;
    body: undefined;
    reply: { object: "prices"; currency: string; attribution_waived: boolean; checkout: "stripe" | "builtin" | "none"; plans: ({ id: string; name: string; requests_per_minute: number; requests_per_day: number | null; concurrent_jobs: number; monthly_fee: number; included_credits: number; for_sale: boolean })[]; packages: ({ id: string; name: string; amount: number; credits: number })[]; modules: Record<string, Record<string, number>>; models: Record<string, Record<string, number>> };
  };
  'GET /payments/receipts': {
    params: Record<string, never>;
    query: Record<string, never>;
    body: undefined;
    reply: { object: "list"; data: ({ id: string; object: "payment"; amount: number; currency: string; credits: number; description: string; created_at: string })[] };
  };
  'GET /payments/receipts/{id}': {
    params: { id: string };
    query: Record<string, never>;
    body: undefined;
    reply: unknown;
  };
  'GET /payments/settings': {
    params: Record<string, never>;
    query: Record<string, never>;
    body: undefined;
    reply: { object: "billing_settings"; auto_top_up: { package: string; below: number } | null; low_balance_mail: { below: number } | null };
  };
  'GET /payments/subscription': {
    params: Record<string, never>;
    query: Record<string, never>;
    body: undefined;
    reply: { id: string; object: "subscription"; plan: string; next_plan: string | null; status: string; current_period_start: string; current_period_end: string; cancel_at_period_end: boolean };
  };
  'GET /payments/transactions': {
    params: Record<string, never>;
    query: { limit?: number | undefined; cursor?: string | undefined; type?: "purchase" | "grant" | "usage" | "refund" | "adjustment" | undefined; from?: string | undefined; to?: string | undefined };
    body: undefined;
    reply: { object: "list"; data: ({ id: string; type: string; credits: number; balance_after: number; module: string | null; model: string | null; request_id: string | null; job_id: string | null; payment_id: string | null; description: string; created_at: string })[]; has_more: boolean; next_cursor: string | null };
  };
  'GET /payments/transactions/export': {
    params: Record<string, never>;
    query: { limit?: number | undefined; cursor?: string | undefined; type?: "purchase" | "grant" | "usage" | "refund" | "adjustment" | undefined; from?: string | undefined; to?: string | undefined };
    body: undefined;
    reply: unknown;
  };
  'GET /usage': {
    params: Record<string, never>;
    query: { from?: string | undefined; to?: string | undefined; group_by?: "day" | "hour" | "module" | "model" | "key" | undefined };
    body: undefined;
    reply: { object: "usage"; from: string; to: string; group_by: string; total: { requests: number; errors: number; prompt_tokens: number; completion_tokens: number; total_tokens: number; images: number; seconds: number; credits: number }; data: ({ requests: number; errors: number; prompt_tokens: number; completion_tokens: number; total_tokens: number; images: number; seconds: number; credits: number; day?: string | undefined; hour?: string | undefined; module?: string | undefined; model?: string | undefined; key?: string | undefined })[] };
  };
  'GET /video': {
    params: Record<string, never>;
    query: { limit?: number | undefined; cursor?: string | undefined; status?: "processing" | "completed" | "failed" | "cancelled" | undefined };
    body: undefined;
    reply: { object: "list"; data: ({ id: string; object: "video.job"; status: "processing" | "completed" | "failed" | "cancelled"; progress: number; stage: string; queue_position: number; estimated_time: number; created_at: string; started_at: string | null; completed_at: string | null; error: { code: string; message: string } | null; type?: "text-to-video" | "image-to-video" | "avatar" | undefined; prompt?: string | undefined; model?: string | undefined; duration?: number | undefined; resolution?: "720p" | "1080p" | "4k" | undefined; fps?: number | undefined; seed?: number | undefined; format?: "mp4" | "webm" | undefined; preview_url?: string | undefined; video_url?: string | undefined; thumbnail_url?: string | undefined; subtitles_url?: string | null | undefined; width?: number | undefined; height?: number | undefined; has_audio?: boolean | undefined; understood?: Record<string, unknown> | undefined; warnings?: (string)[] | undefined })[]; has_more: boolean; next_cursor: string | null };
  };
  'GET /video/{id}': {
    params: { id: string };
    query: Record<string, never>;
    body: undefined;
    reply: { id: string; object: "video.job"; status: "processing" | "completed" | "failed" | "cancelled"; progress: number; stage: string; queue_position: number; estimated_time: number; created_at: string; started_at: string | null; completed_at: string | null; error: { code: string; message: string } | null; type?: "text-to-video" | "image-to-video" | "avatar" | undefined; prompt?: string | undefined; model?: string | undefined; duration?: number | undefined; resolution?: "720p" | "1080p" | "4k" | undefined; fps?: number | undefined; seed?: number | undefined; format?: "mp4" | "webm" | undefined; preview_url?: string | undefined; video_url?: string | undefined; thumbnail_url?: string | undefined; subtitles_url?: string | null | undefined; width?: number | undefined; height?: number | undefined; has_audio?: boolean | undefined; understood?: Record<string, unknown> | undefined; warnings?: (string)[] | undefined };
  };
  'GET /webhooks': {
    params: Record<string, never>;
    query: Record<string, never>;
    body: undefined;
    reply: { object: "list"; data: ({ id: string; object: "webhook_endpoint"; url: string; events: (string)[]; description: string; scope: string; enabled: boolean; disabled_reason: string | null; previous_secret_valid_until: string | null; created_at: string; secret?: string | undefined })[] };
  };
  'GET /webhooks/events': {
    params: Record<string, never>;
    query: Record<string, never>;
    body: undefined;
    reply: { id: string; type: "generation.started" | "generation.completed" | "generation.failed" | "payment.succeeded" | "payment.failed" | "subscription.created" | "subscription.updated" | "subscription.cancelled" | "user.created" | "credits.depleted"; created_at: string; data: Record<string, unknown> };
  };
  'GET /webhooks/{id}': {
    params: { id: string };
    query: Record<string, never>;
    body: undefined;
    reply: { id: string; object: "webhook_endpoint"; url: string; events: (string)[]; description: string; scope: string; enabled: boolean; disabled_reason: string | null; previous_secret_valid_until: string | null; created_at: string; secret?: string | undefined };
  };
  'GET /webhooks/{id}/deliveries': {
    params: { id: string };
    query: { limit?: number | undefined; cursor?: string | undefined; status?: "pending" | "delivered" | "failed" | undefined };
    body: undefined;
    reply: { object: "list"; data: ({ id: string; object: "webhook_delivery"; event_id: string; event_type: string; status: string; attempts: number; next_attempt_at: string | null; response_status: number | null; replay_of: string | null; created_at: string; completed_at: string | null; request_body: string; log: ({ attempt: number; at: string; duration_ms: number; status: number | null; problem: string | null; request_headers: Record<string, string>; response_excerpt: string | null })[] })[]; has_more: boolean; next_cursor: string | null };
  };
  'GET /webhooks/{id}/secret': {
    params: { id: string };
    query: Record<string, never>;
    body: undefined;
    reply: { object: "webhook_secret"; secret: string };
  };
  'PATCH /account': {
    params: Record<string, never>;
    query: Record<string, never>;
    body: { name?: string | undefined; attribution?: "required" | "waived" | undefined };
    reply: { object: "account"; id: string; email: string; name: string; plan: string; environment: string; attribution_setting: "required" | "waived"; is_owner: boolean; limits: { requests_per_minute: number; requests_per_day: number | null; concurrent_jobs: number }; created_at: string };
  };
  'PATCH /account/keys/{id}': {
    params: { id: string };
    query: Record<string, never>;
    body: { name?: string | undefined; scopes?: (string)[] | undefined; expires_at?: string | null | undefined; ip_allow_list?: (string)[] | null | undefined; requests_per_minute?: number | null | undefined; monthly_credit_cap?: number | null | undefined };
    reply: { object: "key"; id: string; name: string; environment: string; hint: string; key?: string | undefined; scopes: (string)[]; expires_at: string | null; ip_allow_list: (string)[] | null; requests_per_minute: number | null; monthly_credit_cap: number | null; last_used_at: string | null; created_at: string };
  };
  'PATCH /payments/settings': {
    params: Record<string, never>;
    query: Record<string, never>;
    body: { auto_top_up?: { package: string; below: number } | null | undefined; low_balance_mail?: { below: number } | null | undefined };
    reply: { object: "billing_settings"; auto_top_up: { package: string; below: number } | null; low_balance_mail: { below: number } | null };
  };
  'PATCH /webhooks/{id}': {
    params: { id: string };
    query: Record<string, never>;
    body: { url?: string | undefined; events?: ("*" | "generation.started" | "generation.completed" | "generation.failed" | "payment.succeeded" | "payment.failed" | "subscription.created" | "subscription.updated" | "subscription.cancelled" | "user.created" | "credits.depleted")[] | undefined; description?: string | undefined; enabled?: boolean | undefined };
    reply: { id: string; object: "webhook_endpoint"; url: string; events: (string)[]; description: string; scope: string; enabled: boolean; disabled_reason: string | null; previous_secret_valid_until: string | null; created_at: string; secret?: string | undefined };
  };
  'POST /account/keys': {
    params: Record<string, never>;
    query: Record<string, never>;
    body: { name: string; scopes?: (string)[] | undefined; expires_at?: string | null | undefined; ip_allow_list?: (string)[] | null | undefined; requests_per_minute?: number | null | undefined; monthly_credit_cap?: number | null | undefined };
    reply: { object: "key"; id: string; name: string; environment: string; hint: string; key?: string | undefined; scopes: (string)[]; expires_at: string | null; ip_allow_list: (string)[] | null; requests_per_minute: number | null; monthly_credit_cap: number | null; last_used_at: string | null; created_at: string };
  };
  'POST /account/keys/{id}/rotate': {
    params: { id: string };
    query: Record<string, never>;
    body: { overlap_seconds?: number | undefined };
    reply: { object: "key"; id: string; name: string; environment: string; hint: string; key?: string | undefined; scopes: (string)[]; expires_at: string | null; ip_allow_list: (string)[] | null; requests_per_minute: number | null; monthly_credit_cap: number | null; last_used_at: string | null; created_at: string };
  };
  'POST /builder/build': {
    params: Record<string, never>;
    query: Record<string, never>;
    body: { prompt: string; framework?: "react" | "vue" | "nextjs" | "nodejs" | "python" | undefined; project_id?: string | undefined; preview?: boolean | undefined; model?: string | undefined };
    reply: { id: string; object: "build.job"; status: string; project_id: string; version?: number | undefined; files?: ({ path: string; content: string; language: string; bytes: number })[] | undefined; changed?: (string)[] | undefined; preview_url?: string | null | undefined; download_url?: string | undefined };
  };
  'POST /builder/chat': {
    params: Record<string, never>;
    query: Record<string, never>;
    body: { message: string; context?: Record<string, never> | undefined; conversation_id?: string | undefined; project_id?: string | undefined; apply?: boolean | undefined; stream?: boolean | undefined; model?: string | undefined };
    reply: { id: string; object: "builder.message"; conversation_id: string; message: string; files: ({ path: string; content: string; language: string; bytes: number })[]; project_id?: string | undefined };
  };
  'POST /builder/projects/{id}/revert': {
    params: { id: string };
    query: Record<string, never>;
    body: { version: number };
    reply: { id: string; object: "project"; name: string; framework: string; version: number };
  };
  'POST /chat/completions': {
    params: Record<string, never>;
    query: Record<string, never>;
    body: { model: string; max_tokens?: number | null | undefined; temperature?: number | null | undefined; top_p?: number | null | undefined; n?: number | null | undefined; seed?: number | null | undefined; stop?: string | (string)[] | null | undefined; presence_penalty?: number | null | undefined; frequency_penalty?: number | null | undefined; logit_bias?: Record<string, number> | null | undefined; user?: string | null | undefined; stream?: boolean | null | undefined; stream_options?: { include_usage?: boolean | undefined } | null | undefined; messages: ({ role: "system" | "developer" | "user" | "assistant" | "tool"; content?: string | ({ type: "text" | "image_url" | "input_audio" | "file" | "refusal"; text?: string | undefined; image_url?: { url: string; detail?: string | undefined } | undefined })[] | null | undefined; name?: string | undefined; tool_calls?: ({ id: string; type: "function"; function: { name: string; arguments: string } })[] | undefined; tool_call_id?: string | undefined })[]; max_completion_tokens?: number | null | undefined; response_format?: { type: "text" | "json_object" | "json_schema"; json_schema?: { name: string; schema?: Record<string, unknown> | undefined; strict?: boolean | null | undefined } | undefined } | undefined; tools?: ({ type: "function"; function: { name: string; description?: string | undefined; parameters?: Record<string, unknown> | undefined; strict?: boolean | null | undefined } })[] | undefined; tool_choice?: "none" | "auto" | "required" | { type: "function"; function: { name: string } } | null | undefined; conversation_id?: string | null | undefined };
    reply: { id: string; created: number; model: string; usage?: { prompt_tokens: number; completion_tokens: number; total_tokens: number; credits?: number | undefined } | undefined; object: "chat.completion"; choices: ({ index: number; message: { role: "system" | "developer" | "user" | "assistant" | "tool"; content?: string | ({ type: "text" | "image_url" | "input_audio" | "file" | "refusal"; text?: string | undefined; image_url?: { url: string; detail?: string | undefined } | undefined })[] | null | undefined; name?: string | undefined; tool_calls?: ({ id: string; type: "function"; function: { name: string; arguments: string } })[] | undefined; tool_call_id?: string | undefined }; finish_reason: string | null })[]; conversation_id?: string | undefined };
  };
  'POST /chat/stream': {
    params: Record<string, never>;
    query: Record<string, never>;
    body: { model: string; max_tokens?: number | null | undefined; temperature?: number | null | undefined; top_p?: number | null | undefined; n?: number | null | undefined; seed?: number | null | undefined; stop?: string | (string)[] | null | undefined; presence_penalty?: number | null | undefined; frequency_penalty?: number | null | undefined; logit_bias?: Record<string, number> | null | undefined; user?: string | null | undefined; stream?: boolean | null | undefined; stream_options?: { include_usage?: boolean | undefined } | null | undefined; messages: ({ role: "system" | "developer" | "user" | "assistant" | "tool"; content?: string | ({ type: "text" | "image_url" | "input_audio" | "file" | "refusal"; text?: string | undefined; image_url?: { url: string; detail?: string | undefined } | undefined })[] | null | undefined; name?: string | undefined; tool_calls?: ({ id: string; type: "function"; function: { name: string; arguments: string } })[] | undefined; tool_call_id?: string | undefined })[]; max_completion_tokens?: number | null | undefined; response_format?: { type: "text" | "json_object" | "json_schema"; json_schema?: { name: string; schema?: Record<string, unknown> | undefined; strict?: boolean | null | undefined } | undefined } | undefined; tools?: ({ type: "function"; function: { name: string; description?: string | undefined; parameters?: Record<string, unknown> | undefined; strict?: boolean | null | undefined } })[] | undefined; tool_choice?: "none" | "auto" | "required" | { type: "function"; function: { name: string } } | null | undefined; conversation_id?: string | null | undefined };
    reply: { id: string; created: number; model: string; usage?: { prompt_tokens: number; completion_tokens: number; total_tokens: number; credits?: number | undefined } | undefined; object: "chat.completion"; choices: ({ index: number; message: { role: "system" | "developer" | "user" | "assistant" | "tool"; content?: string | ({ type: "text" | "image_url" | "input_audio" | "file" | "refusal"; text?: string | undefined; image_url?: { url: string; detail?: string | undefined } | undefined })[] | null | undefined; name?: string | undefined; tool_calls?: ({ id: string; type: "function"; function: { name: string; arguments: string } })[] | undefined; tool_call_id?: string | undefined }; finish_reason: string | null })[]; conversation_id?: string | undefined };
  };
  'POST /code/complete': {
    params: Record<string, never>;
    query: Record<string, never>;
    body: { code: string; cursor?: number | { line: number; column: number } | undefined; suffix?: string | undefined; language?: string | undefined; instruction?: string | undefined; max_tokens?: number | undefined; temperature?: number | undefined; seed?: number | undefined; stream?: boolean | undefined; model?: string | undefined };
    reply: { id: string; object: "code.generation" | "code.completion" | "code.refactoring" | "code.explanation"; created: number; language: string; code: string; completion?: string | undefined; explanation?: string | undefined; diff?: string | undefined; repaired?: boolean | undefined; syntax: { checked: boolean; ok: boolean; errors: ({ line: number; column: number; message: string })[] }; finish_reason: string; model: string; usage: { prompt_tokens: number; completion_tokens: number; total_tokens: number; credits?: number | undefined } };
  };
  'POST /code/explain': {
    params: Record<string, never>;
    query: Record<string, never>;
    body: { code: string; detail?: "brief" | "normal" | "thorough" | undefined; language?: string | undefined; instruction?: string | undefined; max_tokens?: number | undefined; temperature?: number | undefined; seed?: number | undefined; stream?: boolean | undefined; model?: string | undefined };
    reply: { id: string; object: "code.generation" | "code.completion" | "code.refactoring" | "code.explanation"; created: number; language: string; code: string; completion?: string | undefined; explanation?: string | undefined; diff?: string | undefined; repaired?: boolean | undefined; syntax: { checked: boolean; ok: boolean; errors: ({ line: number; column: number; message: string })[] }; finish_reason: string; model: string; usage: { prompt_tokens: number; completion_tokens: number; total_tokens: number; credits?: number | undefined } };
  };
  'POST /code/generate': {
    params: Record<string, never>;
    query: Record<string, never>;
    body: { prompt: string; language?: string | undefined; instruction?: string | undefined; max_tokens?: number | undefined; temperature?: number | undefined; seed?: number | undefined; stream?: boolean | undefined; model?: string | undefined };
    reply: { id: string; object: "code.generation" | "code.completion" | "code.refactoring" | "code.explanation"; created: number; language: string; code: string; completion?: string | undefined; explanation?: string | undefined; diff?: string | undefined; repaired?: boolean | undefined; syntax: { checked: boolean; ok: boolean; errors: ({ line: number; column: number; message: string })[] }; finish_reason: string; model: string; usage: { prompt_tokens: number; completion_tokens: number; total_tokens: number; credits?: number | undefined } };
  };
  'POST /code/refactor': {
    params: Record<string, never>;
    query: Record<string, never>;
    body: { code: string; goal?: string | undefined; language?: string | undefined; instruction?: string | undefined; max_tokens?: number | undefined; temperature?: number | undefined; seed?: number | undefined; stream?: boolean | undefined; model?: string | undefined };
    reply: { id: string; object: "code.generation" | "code.completion" | "code.refactoring" | "code.explanation"; created: number; language: string; code: string; completion?: string | undefined; explanation?: string | undefined; diff?: string | undefined; repaired?: boolean | undefined; syntax: { checked: boolean; ok: boolean; errors: ({ line: number; column: number; message: string })[] }; finish_reason: string; model: string; usage: { prompt_tokens: number; completion_tokens: number; total_tokens: number; credits?: number | undefined } };
  };
  'POST /completions': {
    params: Record<string, never>;
    query: Record<string, never>;
    body: { model: string; max_tokens?: number | null | undefined; temperature?: number | null | undefined; top_p?: number | null | undefined; n?: number | null | undefined; seed?: number | null | undefined; stop?: string | (string)[] | null | undefined; presence_penalty?: number | null | undefined; frequency_penalty?: number | null | undefined; logit_bias?: Record<string, number> | null | undefined; user?: string | null | undefined; stream?: boolean | null | undefined; stream_options?: { include_usage?: boolean | undefined } | null | undefined; prompt: string | (string)[] | (number)[] | ((number)[])[]; suffix?: string | null | undefined; echo?: boolean | null | undefined; best_of?: number | null | undefined };
    reply: { id: string; created: number; model: string; usage?: { prompt_tokens: number; completion_tokens: number; total_tokens: number; credits?: number | undefined } | undefined; object: "text_completion"; choices: ({ index: number; text: string; finish_reason: string | null })[] };
  };
  'POST /embeddings': {
    params: Record<string, never>;
    query: Record<string, never>;
    body: { model: string; input: string | (string)[] | (number)[] | ((number)[])[]; encoding_format?: "float" | "base64" | undefined; dimensions?: number | null | undefined; user?: string | null | undefined };
    reply: { object: "list"; data: ({ object: "embedding"; index: number; embedding: (number)[] | string })[]; model: string; usage: { prompt_tokens: number; total_tokens: number } };
  };
  'POST /files': {
    params: Record<string, never>;
    query: Record<string, never>;
    body: Record<string, never>;
    reply: { id: string; object: "file"; bytes: number; content_type: string; filename: string; url: string; created_at: number };
  };
  'POST /image/edit': {
    params: Record<string, never>;
    query: Record<string, never>;
    body: { image?: string | undefined; mask?: string | undefined; prompt?: string | undefined; operation?: "inpaint" | "remove-background" | "replace-background" | "style" | "enhance" | "outpaint" | "crop" | "adjust" | undefined; model?: string | undefined; format?: "png" | "webp" | "jpeg" | undefined; seed?: number | undefined };
    reply: { id: string; object: "image"; created: number; image_url: string; images: ({ url: string; width: number; height: number; seed: number | null; format: string })[]; model: string; warnings: (string)[]; usage: { images: number; credits?: number | undefined } };
  };
  'POST /image/generate': {
    params: Record<string, never>;
    query: Record<string, never>;
    body: { prompt: string; model?: string | undefined; width?: number | undefined; height?: number | undefined; steps?: number | undefined; size?: "512x512" | "1024x1024" | "1536x1024" | undefined; style?: "realistic" | "artistic" | "anime" | "3d" | undefined; count?: number | undefined; seed?: number | undefined; negative_prompt?: string | undefined; format?: "png" | "webp" | "jpeg" | undefined; background?: string | undefined };
    reply: { id: string; object: "image"; created: number; image_url: string; images: ({ url: string; width: number; height: number; seed: number | null; format: string })[]; model: string; warnings: (string)[]; usage: { images: number; credits?: number | undefined } };
  };
  'POST /image/upscale': {
    params: Record<string, never>;
    query: Record<string, never>;
    body: { image?: string | undefined; scale?: 2 | 4 | undefined; model?: string | undefined; format?: "png" | "webp" | "jpeg" | undefined };
    reply: { id: string; object: "image"; created: number; image_url: string; images: ({ url: string; width: number; height: number; seed: number | null; format: string })[]; model: string; warnings: (string)[]; usage: { images: number; credits?: number | undefined } };
  };
  'POST /images/edits': {
    params: Record<string, never>;
    query: Record<string, never>;
    body: { model?: string | undefined; n?: number | null | undefined; size?: string | null | undefined; response_format?: "url" | "b64_json" | null | undefined; output_format?: "png" | "webp" | "jpeg" | undefined; prompt: string; image?: string | undefined; mask?: string | undefined };
    reply: { created: number; data: ({ url?: string | undefined; b64_json?: string | undefined })[] };
  };
  'POST /images/generations': {
    params: Record<string, never>;
    query: Record<string, never>;
    body: { model?: string | undefined; n?: number | null | undefined; size?: string | null | undefined; response_format?: "url" | "b64_json" | null | undefined; output_format?: "png" | "webp" | "jpeg" | undefined; prompt: string; style?: unknown | undefined };
    reply: { created: number; data: ({ url?: string | undefined; b64_json?: string | undefined })[] };
  };
  'POST /jobs/{id}/cancel': {
    params: { id: string };
    query: Record<string, never>;
    body: undefined;
    reply: { id: string; object: string; status: "processing" | "completed" | "failed" | "cancelled"; progress: number; stage: string; queue_position: number; estimated_time: number; created_at: string; started_at: string | null; completed_at: string | null; error: { code: string; message: string } | null };
  };
  'POST /music/generate': {
    params: Record<string, never>;
    query: Record<string, never>;
    body: { prompt: string; genre?: string | undefined; duration?: number | undefined; voice?: string | undefined; voices?: (string)[] | undefined; vocals?: { enabled?: boolean | undefined; gender?: "female" | "male" | "duet" | "any" | undefined; style?: string | undefined } | undefined; lyrics?: string | undefined; title?: string | undefined; tempo?: number | undefined; key?: string | undefined; mood?: string | undefined; seed?: number | undefined; instrumental?: boolean | undefined; mastering?: { preset?: "streaming" | "loud" | "warm" | "off" | undefined; target_lufs?: number | undefined } | undefined; format?: "mp3" | "wav" | "flac" | undefined };
    reply: { id: string; object: "music.job"; status: "processing" | "completed" | "failed" | "cancelled"; progress: number; stage: string; queue_position: number; estimated_time: number; title?: string | undefined; genre?: string | null | undefined; duration?: number | undefined; tempo?: number | null | undefined; key?: string | null | undefined; sections?: ({ name: string; start: number; end: number })[] | undefined; lyrics?: string | null | undefined; voices?: (string)[] | undefined; audio_url?: string | undefined; formats?: Record<string, string> | undefined; stems?: Record<string, string> | undefined; stems_url?: string | null | undefined; midi_url?: string | null | undefined; waveform?: (number)[] | undefined; cover_url?: string | null | undefined; loudness?: { integrated_lufs: number; true_peak_db: number } | undefined; seed?: number | undefined; understood?: Record<string, unknown> | undefined; warnings?: (string)[] | undefined };
  };
  'POST /music/master': {
    params: Record<string, never>;
    query: Record<string, never>;
    body: { audio?: string | undefined; track_id?: string | undefined; title?: string | undefined; preset?: "streaming" | "loud" | "warm" | "off" | undefined; mastering?: { preset?: "streaming" | "loud" | "warm" | "off" | undefined; target_lufs?: number | undefined } | undefined; format?: "mp3" | "wav" | "flac" | undefined };
    reply: { id: string; object: "music.job"; status: "processing" | "completed" | "failed" | "cancelled"; progress: number; stage: string; queue_position: number; estimated_time: number; title?: string | undefined; genre?: string | null | undefined; duration?: number | undefined; tempo?: number | null | undefined; key?: string | null | undefined; sections?: ({ name: string; start: number; end: number })[] | undefined; lyrics?: string | null | undefined; voices?: (string)[] | undefined; audio_url?: string | undefined; formats?: Record<string, string> | undefined; stems?: Record<string, string> | undefined; stems_url?: string | null | undefined; midi_url?: string | null | undefined; waveform?: (number)[] | undefined; cover_url?: string | null | undefined; loudness?: { integrated_lufs: number; true_peak_db: number } | undefined; seed?: number | undefined; understood?: Record<string, unknown> | undefined; warnings?: (string)[] | undefined };
  };
  'POST /operator/accounts/{id}/credits': {
    params: { id: string };
    query: Record<string, never>;
    body: { credits: number; environment?: "live" | "test" | undefined; reason: string };
    reply: { object: "operator.adjustment"; id: string; account_id: string; environment: string; credits: number; balance_before: number; balance_after: number; audit_id: string };
  };
  'POST /operator/accounts/{id}/plan': {
    params: { id: string };
    query: Record<string, never>;
    body: { plan: string; reason: string };
    reply: { object: "operator.account"; id: string; email: string; name: string; plan: string; is_owner: boolean; status: "active" | "suspended"; suspended_at: string | null; credits: number; created_at: string; attribution_setting: "required" | "waived"; balances: { live: { credits: number; held: number; available: number }; test: { credits: number; held: number; available: number } }; keys: { live: number; test: number; last_used_at: string | null }; jobs: { waiting: number; running: number }; subscription: { id: string; plan: string; status: string; current_period_end: string } | null; usage_30_days: { requests: number; errors: number; credits: number }; usage_by_module: ({ module: string; requests: number; errors: number; credits: number })[] };
  };
  'POST /operator/accounts/{id}/suspend': {
    params: { id: string };
    query: Record<string, never>;
    body: { reason: string };
    reply: { object: "operator.account"; id: string; email: string; name: string; plan: string; is_owner: boolean; status: "active" | "suspended"; suspended_at: string | null; credits: number; created_at: string; attribution_setting: "required" | "waived"; balances: { live: { credits: number; held: number; available: number }; test: { credits: number; held: number; available: number } }; keys: { live: number; test: number; last_used_at: string | null }; jobs: { waiting: number; running: number }; subscription: { id: string; plan: string; status: string; current_period_end: string } | null; usage_30_days: { requests: number; errors: number; credits: number }; usage_by_module: ({ module: string; requests: number; errors: number; credits: number })[] };
  };
  'POST /operator/accounts/{id}/unsuspend': {
    params: { id: string };
    query: Record<string, never>;
    body: { reason: string };
    reply: { object: "operator.account"; id: string; email: string; name: string; plan: string; is_owner: boolean; status: "active" | "suspended"; suspended_at: string | null; credits: number; created_at: string; attribution_setting: "required" | "waived"; balances: { live: { credits: number; held: number; available: number }; test: { credits: number; held: number; available: number } }; keys: { live: number; test: number; last_used_at: string | null }; jobs: { waiting: number; running: number }; subscription: { id: string; plan: string; status: string; current_period_end: string } | null; usage_30_days: { requests: number; errors: number; credits: number }; usage_by_module: ({ module: string; requests: number; errors: number; credits: number })[] };
  };
  'POST /operator/deliveries/{id}/replay': {
    params: { id: string };
    query: Record<string, never>;
    body: { reason?: string | undefined };
    reply: { object: "operator.delivery"; id: string; event_id: string; event_type: string; endpoint_id: string; url: string; account_id: string; email: string; environment: string; state: string; attempts: number; next_attempt_at: string | null; last_status: number | null; last_problem: string | null; replay_of: string | null; created_at: string; completed_at: string | null };
  };
  'POST /operator/invites': {
    params: Record<string, never>;
    query: Record<string, never>;
    body: { reason?: string | undefined };
    reply: { object: "operator.invite"; url: string; expires_at: string; audit_id: string };
  };
  'POST /operator/jobs/{id}/cancel': {
    params: { id: string };
    query: Record<string, never>;
    body: { reason: string };
    reply: { object: "operator.job"; id: string; account_id: string; email: string; environment: string; kind: string; state: string; stage: string; progress: number; attempt: number; machine: string | null; error: { code: string; message: string } | null; held_credits: number; cost_credits: number | null; age_seconds: number; created_at: string; started_at: string | null; completed_at: string | null };
  };
  'POST /operator/models/{id}/pull': {
    params: { id: string };
    query: Record<string, never>;
    body: { reason?: string | undefined };
    reply: { object: "operator.model"; id: string; kind: string; title: string; licence: string; note: string | null; bytes: number; ready: boolean; pulling: boolean; progress: number; error: string | null };
  };
  'POST /operator/models/{id}/remove': {
    params: { id: string };
    query: Record<string, never>;
    body: { reason: string };
    reply: { object: "operator.model"; id: string; kind: string; title: string; licence: string; note: string | null; bytes: number; ready: boolean; pulling: boolean; progress: number; error: string | null };
  };
  'POST /payments/checkout': {
    params: Record<string, never>;
    query: Record<string, never>;
    body: { amount?: number | undefined; credits?: number | undefined; package?: string | undefined; plan?: string | undefined; currency?: string | undefined; success_url?: string | undefined; cancel_url?: string | undefined };
    reply: { id: string; object: "checkout.session"; url: string; status: "open" | "complete" | "expired"; mode: "payment" | "subscription"; amount: number; currency: string; credits: number; plan: string | null; expires_at: string };
  };
  'POST /payments/subscription/cancel': {
    params: Record<string, never>;
    query: Record<string, never>;
    body: undefined;
    reply: { id: string; object: "subscription"; plan: string; next_plan: string | null; status: string; current_period_start: string; current_period_end: string; cancel_at_period_end: boolean };
  };
  'POST /payments/subscription/change': {
    params: Record<string, never>;
    query: Record<string, never>;
    body: { plan: string };
    reply: { id: string; object: "subscription"; plan: string; next_plan: string | null; status: string; current_period_start: string; current_period_end: string; cancel_at_period_end: boolean };
  };
  'POST /video/generate': {
    params: Record<string, never>;
    query: Record<string, never>;
    body: { prompt: string; type?: "text-to-video" | "image-to-video" | "avatar" | undefined; duration?: number | undefined; resolution?: "720p" | "1080p" | "4k" | undefined; aspect_ratio?: "16:9" | "9:16" | "1:1" | "4:3" | undefined; fps?: 24 | 30 | undefined; format?: "mp4" | "webm" | undefined; seed?: number | undefined; style?: "realistic" | "artistic" | "anime" | "3d" | undefined; image?: string | undefined; audio?: boolean | undefined; script?: string | undefined; voice?: string | undefined; burn_subtitles?: boolean | undefined; model?: string | undefined };
    reply: { id: string; object: "video.job"; status: "processing" | "completed" | "failed" | "cancelled"; progress: number; stage: string; queue_position: number; estimated_time: number; created_at: string; started_at: string | null; completed_at: string | null; error: { code: string; message: string } | null; type?: "text-to-video" | "image-to-video" | "avatar" | undefined; prompt?: string | undefined; model?: string | undefined; duration?: number | undefined; resolution?: "720p" | "1080p" | "4k" | undefined; fps?: number | undefined; seed?: number | undefined; format?: "mp4" | "webm" | undefined; preview_url?: string | undefined; video_url?: string | undefined; thumbnail_url?: string | undefined; subtitles_url?: string | null | undefined; width?: number | undefined; height?: number | undefined; has_audio?: boolean | undefined; understood?: Record<string, unknown> | undefined; warnings?: (string)[] | undefined };
  };
  'POST /webhooks': {
    params: Record<string, never>;
    query: Record<string, never>;
    body: { url: string; events?: ("*" | "generation.started" | "generation.completed" | "generation.failed" | "payment.succeeded" | "payment.failed" | "subscription.created" | "subscription.updated" | "subscription.cancelled" | "user.created" | "credits.depleted")[] | undefined; description?: string | undefined; scope?: "account" | "service" | undefined };
    reply: { id: string; object: "webhook_endpoint"; url: string; events: (string)[]; description: string; scope: string; enabled: boolean; disabled_reason: string | null; previous_secret_valid_until: string | null; created_at: string; secret?: string | undefined };
  };
  'POST /webhooks/{id}/deliveries/{delivery_id}/replay': {
    params: { id: string; delivery_id: string };
    query: Record<string, never>;
    body: undefined;
    reply: { id: string; object: "webhook_delivery"; event_id: string; event_type: string; status: string; attempts: number; next_attempt_at: string | null; response_status: number | null; replay_of: string | null; created_at: string; completed_at: string | null; request_body: string; log: ({ attempt: number; at: string; duration_ms: number; status: number | null; problem: string | null; request_headers: Record<string, string>; response_excerpt: string | null })[] };
  };
  'POST /webhooks/{id}/rotate-secret': {
    params: { id: string };
    query: Record<string, never>;
    body: { overlap_seconds?: number | undefined };
    reply: { id: string; object: "webhook_endpoint"; url: string; events: (string)[]; description: string; scope: string; enabled: boolean; disabled_reason: string | null; previous_secret_valid_until: string | null; created_at: string; secret?: string | undefined };
  };
  'POST /webhooks/{id}/test': {
    params: { id: string };
    query: Record<string, never>;
    body: { type?: "generation.started" | "generation.completed" | "generation.failed" | "payment.succeeded" | "payment.failed" | "subscription.created" | "subscription.updated" | "subscription.cancelled" | "user.created" | "credits.depleted" | undefined };
    reply: { id: string; object: "webhook_delivery"; event_id: string; event_type: string; status: string; attempts: number; next_attempt_at: string | null; response_status: number | null; replay_of: string | null; created_at: string; completed_at: string | null; request_body: string; log: ({ attempt: number; at: string; duration_ms: number; status: number | null; problem: string | null; request_headers: Record<string, string>; response_excerpt: string | null })[] };
  };
}
