import type { NotificationSetting } from '@mailcall/contract/notification-settings.ts';
import type { Receiver } from './receivers.ts';
import type { StoredSetting } from './store-settings.ts';

/** A setting in the form of the wire. */
export const presentSetting = (
  { id, alertType, frequency, methods }: StoredSetting,
  receiver: Receiver,
): NotificationSetting => ({
  id,
  Alert_Type__c: alertType,
  Method__c: [...methods],
  Frequency__c: frequency,
  Contact__r: { Id: receiver.id, name: receiver.name, Email: receiver.email, Phone: receiver.phone },
});
