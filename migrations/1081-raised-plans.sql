-- The plan that an upgrade was charged from: its payment stands for a plan only together with the one that paid for that plan. null: the payment is
-- for the plan itself, or from before there was this column.
alter table payments add column raises text;
