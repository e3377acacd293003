-- Old responses are found by the order in which they were stored: a block range index costs an insert almost nothing.
drop index responses_created;
create index responses_created on responses using brin (created_at) with (pages_per_range = 16, autosummarize = on);
