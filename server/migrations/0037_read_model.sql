-- What a columnar copy of the calls needs of the record.
--
-- The version of an account says which of its rows changed, but not that rows were deleted. Whoever deletes rows of an
-- account raises its epoch, and a copy then reads the account anew. A row that is made again never has the epoch of the
-- row before it.
alter table account_version add column epoch bigint not null
  default (extract(epoch from clock_timestamp()) * 1000000)::bigint;

-- Inquiries with what a scope is compared with, so that they are counted by one text wherever they are read.
create view call_inquiries as
select calls.account_id, inquiries.account_id as inquiry_account_id, calls.id as call_number, calls.call_date_time,
  calls.campaign_id, calls.campaign_type, inquiries.kind, inquiries.item_id, inquiries.item_name,
  calls.deleted or inquiries.deleted as deleted
from calls join inquiries on inquiries.account_id = calls.account_id and inquiries.call_id = calls.id;
