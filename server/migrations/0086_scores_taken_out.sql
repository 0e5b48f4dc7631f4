-- By which exports name disputes and second passes, and when each last changed.
alter table score_second_passes add column id uuid not null default gen_random_uuid();
create index score_second_passes_by_id on score_second_passes (id);
create index score_disputes_by_id on score_disputes (id);
alter table score_second_passes add column changed_at timestamptz not null default now();
alter table score_disputes add column changed_at timestamptz not null default now();
update score_second_passes set changed_at = greatest(chosen_at, second_at, returned_at, answered_at, decided_at);
update score_disputes set changed_at = greatest(opened_at, decided_at, withdrawn_at, answered_at, seen_at);

-- What people did so far is in data out too.
insert into portal_changes (account_id, file, row_id, action, contact_id, made_at)
select account_id, 'score-disputes', id::text, 'added', contact_id, now() from score_disputes order by opened_at, id;
insert into portal_changes (account_id, file, row_id, action, contact_id, made_at)
select account_id, 'score-second-passes', id::text, 'added', first_contact_id, now() from score_second_passes order by chosen_at, id;
