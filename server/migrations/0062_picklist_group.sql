-- Which filter of campaigns has a campaign type; null for what Mailcall knows itself, and for other fields.
alter table picklists add column campaign_group text check (campaign_group in ('mailing', 'non-mailing'));
