-- What could not be delivered, among the deliveries of a month.
create index webhook_deliveries_failed on webhook_deliveries (last_attempt_at desc, position desc)
  where delivered_at is null;

-- Queues that count when deliveries are shared among webhooks, among those of all accounts.
create index webhook_queues_busy on webhook_queues (webhook_id) where claimed_until is not null;
create index webhook_queues_failing on webhook_queues (webhook_id)
  where waiting and attempts > 0 and paused_at is null;
