-- Roles that operators give with the command line. The feed never writes them, so that it can neither give nor take
-- the role `operator`; the roles of the feed stay in `roles`.
alter table contacts add column portal_roles text[] not null default '{}';
update contacts set roles = array_remove(roles, 'operator') where 'operator' = any(roles);

-- Operators read the log of all accounts, newest first.
create index access_log_by_time on access_log (happened_at desc);
