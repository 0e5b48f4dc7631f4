-- A member of the team looks at the portal as a contact of an office.
create table client_views (
  id uuid primary key,
  -- the member of the team
  contact_id text not null,
  -- the view ends with this session; null with an external issuer
  session_id text,
  viewed_contact_id text not null,
  -- keyed hash of the token
  token_hash bytea not null unique,
  began_at timestamptz not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index client_views_of_person on client_views (contact_id);
create index client_views_of_viewed on client_views (viewed_contact_id);
