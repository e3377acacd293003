-- Names that nodes of earlier versions call while an update runs. Nothing of this version calls them; drop them in the release after the next one.

create or replace function charge_one(
  lease text, account text, env text, total bigint, entry text, for_module text, for_model text, for_key text, request text, about text,
  prompts bigint, completions bigint, pictures bigint, lasted bigint, cached bigint, cache_written bigint, upstream_cost bigint
) returns bigint language plpgsql as $$
begin
  return charge_lease(lease, account, env, total,
    json_build_array(json_build_object('id', entry, 'cost', total, 'spent', total, 'module', for_module, 'model', for_model, 'key_id', for_key,
      'request_id', request, 'description', about)),
    json_build_array(json_build_object('module', for_module, 'model', for_model, 'key_id', coalesce(for_key, ''), 'requests', 1,
      'prompt_tokens', prompts, 'completion_tokens', completions, 'images', pictures, 'milliseconds', lasted, 'credits', total,
      'cached_tokens', cached, 'cache_write_tokens', cache_written, 'cost', upstream_cost)));
end $$;

create or replace function charge_lease_named(lease text, account text, env text, total bigint, calls json, uses json, customers json)
returns bigint language plpgsql as $$
declare
  available bigint := charge_lease(lease, account, env, total, calls, uses);
begin
  if available is not null then perform count_customers(account, env, customers); end if;
  return available;
end $$;
