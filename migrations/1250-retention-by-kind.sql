-- Retention by kind: the prompts of finished work end before the work does.
alter table jobs add column words_dropped boolean not null default false;
create index jobs_with_words on jobs (completed_at) where not words_dropped and completed_at is not null;
create index music_tracks_with_prompt on music_tracks (created_at) where prompt <> '';
create index library_items_with_prompt on library_items (created_at) where prompt <> '';

-- Empties every text in a value, except below the named members.
create function without_words(value jsonb, kept text[]) returns jsonb language plpgsql immutable as $$
begin
  case jsonb_typeof(value)
    when 'string' then return '""';
    when 'array' then
      return coalesce((select jsonb_agg(without_words(one, kept) order by place) from jsonb_array_elements(value) with ordinality as all_of (one, place)), '[]');
    when 'object' then
      return coalesce((select jsonb_object_agg(name, case when name = any(kept) then one else without_words(one, kept) end) from jsonb_each(value) as all_of (name, one)), '{}');
    else return value;
  end case;
end $$;

create function drop_words_of_jobs(ended bigint[], kept text[]) returns integer language plpgsql as $$
declare
  changed integer;
begin
  update jobs set words_dropped = true, extra = null, description = '',
    payload = without_words(payload::jsonb, kept)::json, result = without_words(result::jsonb, kept)::json,
    error = case when error is not null then json_build_object('code', error->>'code', 'message', '') end
  where seq = any(ended);
  get diagnostics changed = row_count;
  return changed;
end $$;

create function drop_words_of_songs(ended bigint[]) returns integer language plpgsql as $$
declare
  changed integer;
begin
  update music_tracks set prompt = '', details = jsonb_set(details, '{understood}', '{}', false) where seq = any(ended);
  get diagnostics changed = row_count;
  return changed;
end $$;
