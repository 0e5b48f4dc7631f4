-- The provider's team: contacts without own accounts. Their roles are in contacts.portal_roles.
create table team_members (
  contact_id text primary key,
  -- works for every account, also for those that come later
  all_accounts boolean not null default false,
  -- languages in which the person scores calls, such as 'en'
  languages text[] not null default '{en}',
  added_at timestamptz not null,
  -- the user of the machine who ran the command; null for one without a name
  added_by text
);

-- Accounts for which a member works, with their sub-accounts.
create table team_member_accounts (
  contact_id text not null,
  account_id text not null,
  primary key (contact_id, account_id)
);

-- For a change of the role 'team', the accounts for which the person works from then on; '{*}' for all.
alter table role_changes add column account_ids text[];

-- Roles of the team come from the command line alone.
update contacts set roles = array(select role from unnest(roles) with ordinality as listed (role, place)
    where role <> all('{scorer,scoring-lead}') order by place)
  where roles && '{scorer,scoring-lead}';

-- Role of a member of the team when they did this; null for people of offices.
alter table access_log add column team_role text;
