-- Keys with which the provider's systems send data in and take it out (contract/rules/api-key-scopes.ts). Of a key only its hash is
-- stored. They belong to no account.
create table api_keys (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  -- the system that uses the key; several keys of a system replace each other over time
  system text not null,
  scopes text[] not null check (cardinality(scopes) > 0),
  -- SHA-256 of the key
  key_hash bytea not null unique,
  -- the first characters of the key, by which people recognize it
  prefix text not null,
  created_at timestamptz not null,
  -- to the minute
  last_used_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz
);
