-- The list of tracking lines counts the calls of each from this index alone, with the column that tells tombstones.
drop index calls_by_tracking_line;
create index calls_by_tracking_line on calls (account_id, tracking_line_id) include (deleted);
