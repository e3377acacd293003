-- What the upstreams charged the operator for the usage, and the prompt tokens that they read from and wrote to their caches.
alter table usage_hourly
  add column cost bigint not null default 0,
  add column cached_tokens bigint not null default 0,
  add column cache_write_tokens bigint not null default 0;
