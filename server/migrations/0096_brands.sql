-- How the portal looks to the clients of a brand. Null: as the provider; in the provider's own row, as PROVIDER says.
create table brands (
  -- 'provider' for the provider's own
  id text primary key,
  name text,
  -- one of BRAND_ORIGINS
  origin text unique,
  logo_id text,
  color text,
  sender_name text,
  sender_address text,
  support_address text,
  -- false for none
  referral jsonb,
  created_at timestamptz not null
);
create unique index brands_by_name on brands (lower(name));

-- PNG files by their hash. They stay, because sent mails show them.
create table brand_logos (
  id text primary key,
  content bytea not null,
  added_at timestamptz not null
);

-- null: as the account above
alter table accounts add column brand_id text;
create index accounts_by_brand on accounts (brand_id) where brand_id is not null;
-- who sends it
alter table outbox add column brand_id text;
-- host name that a passkey belongs to; null for older ones, which belong to that of PUBLIC_URL
alter table passkeys add column site text;
