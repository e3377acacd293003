-- A value sealed with SECRET, so that a start with another SECRET is refused; made by the first start that finds none.
create table secret_probe (
  is_only boolean primary key default true check (is_only),
  sealed bytea not null
);
