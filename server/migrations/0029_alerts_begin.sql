-- When the alerts of an account began: its calls and shipments of before do not alert. Those of before this migration count as old.
alter table alert_progress add column began_at timestamptz not null default '-infinity';
alter table alert_progress alter column began_at drop default;
-- Whether it has had calls. The first ones can be its past: then its alerts begin once more.
alter table alert_progress add column has_calls boolean not null default true;
alter table alert_progress alter column has_calls drop default;
-- The version up to which first opportunities were looked for: lower than seen_version while an import may bring earlier calls.
alter table alert_progress add column first_version bigint not null default 0;
update alert_progress set first_version = seen_version;
alter table alert_progress alter column first_version drop default;
