// The settings of LiteLLM's configuration beside its models: each is named, and those that may limit or change calls are told from the others.
import { asRecord } from '../../core/unknown-json.ts';
import { plainText } from './plain-text.ts';
import { isSet } from './stays-behind.ts';

type Row = Record<string, unknown>;

/** What the other files of this folder read. */
const READ: Readonly<Record<string, readonly string[]>> = {
  router_settings: [
    'fallbacks',
    'default_fallbacks',
    'num_retries',
    'model_group_alias',
    'routing_strategy',
    'default_litellm_params',
  ],
  litellm_settings: ['fallbacks', 'default_fallbacks', 'num_retries'],
};
/** Storage, records, display and the speed of LiteLLM itself: no call is refused, changed or charged by them. */
const HARMLESS =
  /^(?:master_key|salt_key|database_\w+|database|redis_\w+|coordination_redis|store_\w+|cache|cache_params|cache_responses|cache_kwargs|caching_groups|(?:success|failure|service|audit_log)_callbacks?|callback_settings|langfuse_\w+|otel|set_verbose|debug_level|verbose|json_logs|log_\w+|turn_off_message_logging|redact_\w+|spend_logs_\w+|disable_spend_logs|maximum_spend_logs_\w+|alerting|alert_types|alert_to_webhook_url|alerting_args|alerting_threshold|alerting_config|slack_\w+|ui_\w+|health_check_\w+|background_health_checks|background_health_check_model_groups|infer_model_from_keys|plugins|request_timeout|timeout|stream_timeout|retry_after|max_retries|retry_policy|model_group_retry_policy|allowed_fails|allowed_fails_policy|cooldown_time|disable_cooldowns|client_ttl|proxy_batch_\w+|proxy_config_reload_interval_seconds|user_api_key_cache_\w+|enable_public_model_hub|supported_db_objects|scheduled_job_stagger|accounting_\w+|include_call_id_in_error_body|return_wildcard_routes|model_list_healthy_only|polling_via_cache|drop_params|suppress_debug_info)$/;
const HINTS: Readonly<Record<string, string>> = {
  master_key: ': the first start prints a key of the operator',
  database_url: ': DATABASE_URL is a database of its own here',
  success_callback: ': metrics, traces and the request log are in docs/guides/telemetry.md',
  failure_callback: ': see docs/guides/telemetry.md',
  callbacks: ': see docs/guides/telemetry.md',
  redis_host: ': REDIS_URL',
  max_budget: ': caps belong to keys, plans, members and customers here',
  request_timeout: ': first_token_ms and idle_ms of an upstream',
  timeout: ': first_token_ms and idle_ms of an upstream',
  store_model_in_db: ': upstreams can be added while the service runs',
  context_window_fallbacks: ': such a call is refused with context_length_exceeded',
  content_policy_fallbacks: ': such a call is refused',
  routing_strategy: ': upstreams share the calls of a model by weight',
};

/** `used` are the environment_variables whose values were taken over. */
export function leftSettings(file: Row, used: ReadonlySet<string>): { limiting: string[]; others: string[] } {
  const limiting: string[] = [];
  const others: string[] = [];
  for (const [section, value] of Object.entries(file)) {
    if (section === 'model_list' || !isSet(value)) continue;
    const settings = asRecord(value);
    if (!settings) limiting.push(`${plainText(section)}${Array.isArray(value) ? '' : ': it cannot be read'}`);
    for (const [name, one] of Object.entries(settings ?? {})) {
      if ((Object.hasOwn(READ, section) && READ[section]?.includes(name)) || !isSet(one)) continue;
      const words = `${plainText(section)}.${plainText(name)}${Object.hasOwn(HINTS, name) ? HINTS[name] : ''}`;
      if (section === 'environment_variables') {
        if (!used.has(name)) others.push(words);
      } else if (HARMLESS.test(name) || one === false) others.push(words);
      else limiting.push(words);
    }
  }
  return { limiting, others };
}
