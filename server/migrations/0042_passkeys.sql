-- Where a session began, for the person's list of their sessions: the browser and system in words, and the shortened address.
alter table sessions add column device text;
alter table sessions add column network text;

-- Passkeys, with which people sign in. Only the public key is here; the private one never leaves the person's device.
create table passkeys (
  -- the id of the credential, base64url
  id text primary key,
  contact_id text not null,
  public_key bytea not null,
  -- how often it was used, by its own count; one that always says 0 does not count
  counter bigint not null,
  -- how the browser reaches it: 'internal', 'hybrid', 'usb'
  transports text[] not null,
  -- whether it may be copied to other devices of the person, and whether it is
  may_be_backed_up boolean not null,
  backed_up boolean not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_by_contact on passkeys (contact_id, created_at);

-- Challenges that were answered, until they end: each is good once.
create table used_passkey_challenges (
  challenge bytea primary key,
  expires_at timestamptz not null
);
create index used_passkey_challenges_by_end on used_passkey_challenges (expires_at);
