-- The kind of a call's record in the provider's system, by which All Calls is filtered.
alter table calls add column record_type smallint;
-- More about the type of a campaign than its name, and the day on which the provider began it.
alter table campaigns add column campaign_type_details text, add column created_date date;
-- The provider's picture of where a mailing goes.
alter table campaigns add column map_image text;
