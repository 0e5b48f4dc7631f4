-- Other names by which people call a member of the staff.
alter table staff add column aliases text[] not null default '{}';
