-- The models that a key may use: ids and patterns; null: all.
alter table api_keys add column models text[];

-- The lists that limit the models of a job, as they were when it was ordered: its engines may fall back on no other model.
alter table jobs add column model_lists json;
