-- Null for offices that were counted before this: they are not new.
alter table client_health add column first_counted_at timestamptz;
