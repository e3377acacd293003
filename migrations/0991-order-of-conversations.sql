-- Cursors have milliseconds. With times of the same precision, a page of conversations is read along the index, without rounding.
alter table conversations alter column updated_at type timestamptz(3);
