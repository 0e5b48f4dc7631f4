-- The callback desk reads the actions of 60 days, of offices that have some of years.
create index callback_actions_by_time on callback_actions (account_id, happened_at);
