-- How designs were sent to clients for review; the last row of a design counts.
create table design_reviews (
  account_id text not null,
  id uuid not null default gen_random_uuid(),
  design_id text not null,
  version_id text not null,
  sent_at timestamptz not null,
  sent_by_id text not null,
  reviewer_ids text[] not null,
  due_on date,
  primary key (account_id, id)
);
create index design_reviews_of_design on design_reviews (account_id, design_id, sent_at);
