-- The number of the account's seal that an entry is part of; null until the next one is made.
alter table access_log add column seal integer;
create index access_log_unsealed on access_log (account_id) where seal is null;
create index access_log_by_seal on access_log (account_id, seal);

-- The hash chain of what was done in each account, in seals of the entries of a minute. After pruning the last seal without entries stays.
create table activity_seals (
  account_id text not null,
  -- from 1, without a gap
  number integer not null,
  entries integer not null,
  -- the latest time of its entries: one that is committed late is part of a later seal
  newest timestamptz not null,
  sealed_at timestamptz not null,
  -- SHA-256, in hexadecimal: of the entries, of the seal before, of the seal
  entries_hash text not null,
  previous_hash text not null,
  hash text not null,
  -- its entries were removed because of their age
  pruned boolean not null default false,
  primary key (account_id, number)
);
