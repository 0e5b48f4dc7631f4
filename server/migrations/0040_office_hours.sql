-- When offices are open, in minutes since midnight of their local time. Without a row the hours of an office are not known.
create table office_hours (
  account_id text not null,
  -- 0 (Sunday) to 6
  weekday smallint not null check (weekday between 0 and 6),
  opens smallint not null check (opens between 0 and 1439),
  closes smallint not null check (closes > opens and closes <= 1440),
  primary key (account_id, weekday, opens)
);

-- Days on which an office is closed.
create table office_holidays (
  account_id text not null,
  day date not null,
  primary key (account_id, day)
);
