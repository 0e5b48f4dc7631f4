-- When somebody last signed in without a second step in a remembered browser; until then, when it was remembered.
alter table remembered_browsers add column used_at timestamptz;
update remembered_browsers set used_at = created_at;
alter table remembered_browsers alter column used_at set not null;
