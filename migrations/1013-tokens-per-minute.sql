-- The most tokens that the calls of a key may read and write in a minute; null: no limit of its own.
alter table api_keys add column tokens_per_minute integer check (tokens_per_minute > 0);
