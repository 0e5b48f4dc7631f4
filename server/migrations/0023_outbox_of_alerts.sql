-- The address that stops mails like this one, for the List-Unsubscribe header; emptied with the text once it was sent.
alter table outbox add column unsubscribe_url text;
-- The kind of the alert, for operators; null for messages that are not alerts.
alter table outbox add column alert_kind text;
