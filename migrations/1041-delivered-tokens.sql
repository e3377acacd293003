-- What a client got of an answer that it left; null for calls whose client stayed.
alter table request_log add column delivered_tokens bigint;
