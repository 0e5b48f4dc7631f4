-- First day, at the office, of new calls from this address that wait for a callback; null: all of them.
alter table twilio_webhooks add column callbacks_from date;
