-- The week in which a mailing arrives: the feed's, otherwise the Monday of the week from Sunday in which it was delivered.
alter table campaigns rename column delivery_week to reported_delivery_week;
alter table campaigns add column delivery_week date generated always as (coalesce(
  reported_delivery_week,
  coalesce(delivery_date, pieces_delivery_date) - extract(dow from coalesce(delivery_date, pieces_delivery_date))::integer + 1
)) stored;
