-- Tables and columns get the names that engineers search for; their data stays.

alter table account_clock rename to account_version;
alter table account_version rename column v to version;
alter table calls rename column v to version;
alter table inquiries rename column v to version;
alter table appointments rename column v to version;

alter table attempt_limits rename column tries to attempts;
alter table attempt_limits rename column waits_until to blocked_until;
alter table attempt_limits rename column forgotten_at to expires_at;
alter index attempt_limits_by_end rename to attempt_limits_by_expiry;

alter table one_time_codes rename column wrong_guesses to failed_attempts;

alter table sessions rename column ended_because to end_reason;

alter table exports rename column asked to request;
alter table exports rename column tries to attempts;
alter table exports rename column heard_at to heartbeat_at;
alter table exports rename column way to delivery;
alter index exports_under_way rename to exports_in_progress;

alter table export_tokens rename column opens to resource;
alter index export_tokens_by_end rename to export_tokens_by_expiry;

alter table outbox rename column good_until to expires_at;
alter table outbox rename column given_up_at to abandoned_at;

-- Constraints keep the names of the columns they were made for; PostgreSQL 18 also names those of "not null".
do $$
declare
  constraint_name record;
begin
  for constraint_name in
    select distinct on (existing.oid) existing.conrelid::regclass as table_name, existing.conname as old_name,
      renamed.new_start || substr(existing.conname, length(renamed.old_start) + 1) as new_name
    from pg_constraint existing
    join (values
      ('account_version', 'account_clock_v_', 'account_version_version_'),
      ('account_version', 'account_clock_', 'account_version_'),
      ('calls', 'calls_v_', 'calls_version_'),
      ('inquiries', 'inquiries_v_', 'inquiries_version_'),
      ('appointments', 'appointments_v_', 'appointments_version_'),
      ('attempt_limits', 'attempt_limits_tries_', 'attempt_limits_attempts_'),
      ('attempt_limits', 'attempt_limits_waits_until_', 'attempt_limits_blocked_until_'),
      ('attempt_limits', 'attempt_limits_forgotten_at_', 'attempt_limits_expires_at_'),
      ('one_time_codes', 'one_time_codes_wrong_guesses_', 'one_time_codes_failed_attempts_'),
      ('exports', 'exports_asked_', 'exports_request_'),
      ('exports', 'exports_tries_', 'exports_attempts_'),
      ('exports', 'exports_heard_at_', 'exports_heartbeat_at_'),
      ('exports', 'exports_way_', 'exports_delivery_'),
      ('export_tokens', 'export_tokens_opens_', 'export_tokens_resource_'),
      ('outbox', 'outbox_good_until_', 'outbox_expires_at_')
    ) renamed (table_name, old_start, new_start)
      on existing.conrelid = renamed.table_name::regclass and starts_with(existing.conname, renamed.old_start)
    order by existing.oid, length(renamed.old_start) desc
  loop
    execute format('alter table %s rename constraint %I to %I',
      constraint_name.table_name, constraint_name.old_name, constraint_name.new_name);
  end loop;
end $$;
