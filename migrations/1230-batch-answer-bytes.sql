-- What the answers of a batch take until its files are written: they count towards the storage of the plan, as the files do then.
alter table batches add column answer_bytes bigint not null default 0;
update batches b set answer_bytes = (select coalesce(sum(octet_length(answer)), 0) from batch_lines where batch_id = b.id)
  where ended_at is null;
create index batches_open on batches (account_id) where ended_at is null;
