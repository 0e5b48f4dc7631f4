-- Figures of each office for its account manager, counted again every 15 minutes (contract/rules/client-health.ts).
create table client_health (
  account_id text primary key,
  points integer not null,
  last_sign_in_at timestamptz,
  overdue_callbacks integer not null,
  calls integer not null,
  unscored integer not null,
  missed integer not null,
  opportunities integer not null,
  calls_before integer not null,
  unscored_before integer not null,
  missed_before integer not null,
  opportunities_before integer not null,
  silent_mailings integer not null,
  open_disputes integer not null,
  counted_at timestamptz not null
);
create index client_health_in_order on client_health (points desc, account_id);
