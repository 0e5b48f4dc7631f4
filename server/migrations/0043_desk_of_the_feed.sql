-- Attempts to call back that the provider's feed brings: its ids are texts, and nobody of the portal made them.
alter table callback_actions alter column id drop default;
alter table callback_actions alter column id type text using id::text;
alter table callback_actions alter column id set default gen_random_uuid()::text;
alter table callback_actions alter column contact_id drop not null;
alter table callback_actions add column deleted boolean not null default false;
create index callback_actions_by_id on callback_actions (id);

-- The hours of a day of the week are one row, which people and the feed change; the office and the day are its id.
alter table office_hours drop constraint office_hours_pkey;
alter table office_hours drop constraint office_hours_weekday_check;
alter table office_hours alter column weekday type text
  using (array['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'])[weekday + 1];
alter table office_hours
  add column id text,
  -- '08:00-12:00;13:00-17:00' or 'closed'; null while not known
  add column hours text,
  add column deleted boolean not null default false,
  add column feed jsonb not null default '{}';
update office_hours set id = office_hours.account_id || ':' || office_hours.weekday, hours = whole.hours
from (
  select account_id, weekday, string_agg(
    to_char(make_interval(mins => opens), 'HH24:MI') || '-' ||
      case closes when 1440 then '24:00' else to_char(make_interval(mins => closes), 'HH24:MI') end, ';' order by opens) as hours
  from office_hours group by account_id, weekday
) as whole
where whole.account_id = office_hours.account_id and whole.weekday = office_hours.weekday;
delete from office_hours using office_hours earlier
where earlier.account_id = office_hours.account_id and earlier.weekday = office_hours.weekday and earlier.opens < office_hours.opens;
alter table office_hours drop column opens;
alter table office_hours drop column closes;
alter table office_hours alter column id set not null;
alter table office_hours add primary key (account_id, id);
create index office_hours_by_id on office_hours (id);

alter table office_holidays drop constraint office_holidays_pkey;
alter table office_holidays
  add column id text,
  add column name text,
  add column deleted boolean not null default false,
  add column feed jsonb not null default '{}';
update office_holidays set id = account_id || ':' || day;
alter table office_holidays alter column id set not null;
alter table office_holidays add primary key (account_id, id);
create index office_holidays_by_id on office_holidays (id);

-- What people did so far is in data out too.
insert into portal_changes (account_id, file, row_id, action, contact_id, made_at)
select account_id, 'callback-attempts', id, 'added', contact_id, now() from callback_actions
where kind not in ('claim', 'release') order by happened_at, id;
insert into portal_changes (account_id, file, row_id, action, made_at)
select account_id, 'office-hours', id, 'changed', now() from office_hours order by account_id, id;
insert into portal_changes (account_id, file, row_id, action, made_at)
select account_id, 'office-holidays', id, 'changed', now() from office_holidays order by account_id, id;
