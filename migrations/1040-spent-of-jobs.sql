-- What a running job has cost so far, in micro-credits, where its price follows its use. Whoever cancels it pays that.
-- null: a cancelled job pays the share of its price that its progress has used.
alter table jobs add column spent bigint;
