-- What settles a hold whose node dies in the middle of a stream: written every few seconds, from the first few seconds on.
alter table holds add column noted json;
