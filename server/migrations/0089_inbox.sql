-- What a person of the provider acknowledged in the inbox, or put off until a time. The account '' is of things without an office.
create table inbox_dismissals (
  account_id text not null,
  kind text not null,
  item_id text not null,
  dismissed_by_id text not null,
  dismissed_at timestamptz not null,
  -- null: acknowledged
  hidden_until timestamptz,
  primary key (account_id, kind, item_id)
);

create index access_log_of_decisions on access_log (happened_at)
  where action in ('approve', 'choose') and subject_kind in ('design', 'mailing');

create index designs_in_review on designs (account_id, id)
  where next_review = 'CustomerReview' and not deleted and not archived;
