-- The last event of the account (alert_events.sequence) when the alert was switched on or got its frequency: daily and weekly
-- messages tell of later ones only. Set by the trigger, whoever writes the setting. Settings of before count as old.
alter table notification_settings add column after_sequence bigint not null default 0;

create function begin_notification_setting() returns trigger language plpgsql as $$
begin
  new.after_sequence := coalesce(
    (select max(sequence) from alert_events where account_id = new.account_id), 0);
  return new;
end $$;
create trigger notification_settings_inserted before insert on notification_settings
  for each row execute function begin_notification_setting();
create trigger notification_settings_changed before update on notification_settings
  for each row when (
    (old.deleted and not new.deleted)
    or (old.account_id, old.contact_id, old.alert_type, old.frequency)
      is distinct from (new.account_id, new.contact_id, new.alert_type, new.frequency))
  execute function begin_notification_setting();
