-- When an upstream that bills got the order of the job; null: none has it.
alter table jobs add column ordered_at timestamptz;
