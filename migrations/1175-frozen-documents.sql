-- Issued documents cannot be changed or removed, and a series of numbers only counts on: the database refuses it, whoever asks.
-- For each row, so that the removal of an account without documents passes.
create function refuse_document_change() returns trigger language plpgsql as $$
begin
  raise exception 'issued documents are append-only';
end $$;
create trigger billing_documents_are_append_only before update or delete on billing_documents
  for each row execute function refuse_document_change();
create trigger billing_documents_are_not_emptied before truncate on billing_documents
  for each statement execute function refuse_document_change();

create function refuse_counter_change() returns trigger language plpgsql as $$
begin
  raise exception 'the numbers of documents only count on';
end $$;
create trigger document_counters_stay before delete on document_counters for each row execute function refuse_counter_change();
create trigger document_counters_count_on before update on document_counters
  for each row when (new.last is distinct from old.last + 1 or (new.environment, new.series, new.year) is distinct from (old.environment, old.series, old.year))
  execute function refuse_counter_change();
create trigger document_counters_are_not_emptied before truncate on document_counters
  for each statement execute function refuse_counter_change();
