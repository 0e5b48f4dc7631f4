-- From where it was done: the address without what tells computers of one network apart. Null when no request did it.
alter table access_log add column place text;

-- Primary contacts read what was done in an office, newest first.
create index access_log_by_account on access_log (account_id, happened_at desc, id);

-- The downloads of calls from before they were logged like everything else, once for each account.
insert into access_log (account_id, id, contact_id, action, subject_kind, subject_id, happened_at)
select distinct account_id, exports.id, contact_id, 'export', 'calls', exports.id::text, requested_at
from exports, unnest(account_ids) as account_id
on conflict do nothing;
