-- The newest inquiry about each offer of an account, which every opened call reads.
create index inquiries_newest_offers on inquiries (account_id, item_id, version desc, id, source)
  where kind = 'offer' and not deleted;
