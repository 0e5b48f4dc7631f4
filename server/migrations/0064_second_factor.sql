-- Whether a session has a second factor, and whether it is limited because its person has none.
alter table sessions add column second_factor boolean not null default false;
alter table sessions add column lacks_second_factor boolean not null default false;

-- The password was chosen with a mailed link: whoever reads the mail has it, so that a mailed code beside it proves nothing more.
alter table contacts add column password_by_mail boolean not null default false;

-- Sign-ins that await a second step. The token is stored as a keyed hash.
create table pending_sign_ins (
  token_hash bytea primary key,
  contact_id text not null,
  -- 'password', 'email', 'sms'
  first_factor text not null,
  expires_at timestamptz not null
);
create index pending_sign_ins_by_contact on pending_sign_ins (contact_id);
create index pending_sign_ins_by_end on pending_sign_ins (expires_at);

-- Codes that an operator prints for a person; each is a second step, once. Stored as keyed hashes.
create table recovery_codes (
  code_hash bytea primary key,
  contact_id text not null,
  created_at timestamptz not null,
  used_at timestamptz
);
create index recovery_codes_by_contact on recovery_codes (contact_id);

-- Browsers in which a person needs no second step. The browser keeps a secret in a cookie, which its people share.
create table remembered_browsers (
  id uuid primary key default gen_random_uuid(),
  contact_id text not null,
  browser_hash bytea not null,
  device text,
  network text,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index remembered_browsers_by_contact on remembered_browsers (contact_id, created_at);
create index remembered_browsers_by_hash on remembered_browsers (browser_hash);
create index remembered_browsers_by_end on remembered_browsers (expires_at);
