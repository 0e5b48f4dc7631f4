import type { NotificationSetting } from '@mailcall/contract/notification-settings.ts';
import {
  type AlertFrequency,
  type AlertMethod,
  type AlertType,
  defaultFrequencies,
} from '@mailcall/contract/rules/alert-types.ts';

export interface AlertContact {
  id: string;
  name: string;
  email: string;
  /** Normalized: `+` and digits. Null without one. */
  phone: string | null;
}

export interface AlertRow {
  /** Id of the stored setting; empty without one. */
  id: string;
  contactId: string;
  name: string;
  emailAddress: string;
  phoneNumber: string | null;
  alertType: AlertType;
  frequency: AlertFrequency;
  email: boolean;
  sms: boolean;
}

export type AlertRows = ReadonlyMap<string, AlertRow>;

const keyOf = ({ alertType, contactId }: Pick<AlertRow, 'alertType' | 'contactId'>) =>
  `${alertType} ${contactId}`;

export const rowsByKey = (rows: readonly AlertRow[]): AlertRows =>
  new Map(rows.map((row) => [keyOf(row), row]));

export const storedRows = (settings: readonly NotificationSetting[]): AlertRows =>
  rowsByKey(
    settings.map(({ id, Alert_Type__c, Method__c, Frequency__c, Contact__r }) => ({
      id,
      contactId: Contact__r.Id,
      name: Contact__r.name,
      emailAddress: Contact__r.Email,
      phoneNumber: Contact__r.Phone,
      alertType: Alert_Type__c,
      frequency: Frequency__c,
      email: Method__c.includes('Email'),
      sms: Method__c.includes('SMS'),
    })),
  );

export const rowFor = (rows: AlertRows, contact: AlertContact, alertType: AlertType): AlertRow =>
  rows.get(keyOf({ alertType, contactId: contact.id })) ?? {
    id: '',
    contactId: contact.id,
    name: contact.name,
    emailAddress: contact.email,
    phoneNumber: contact.phone,
    alertType,
    frequency: defaultFrequencies[alertType],
    email: false,
    sms: false,
  };

export const isOn = ({ email, sms }: Pick<AlertRow, 'email' | 'sms'>): boolean => email || sms;

/** Whether rows mean the same; the frequency of one that is off is ignored. */
const isSame = (first: AlertRow, second: AlertRow) =>
  first.email === second.email &&
  first.sms === second.sms &&
  (first.frequency === second.frequency || !isOn(first));

export const changedRows = (stored: AlertRows, edited: AlertRows): AlertRow[] =>
  [...edited].flatMap(([key, row]) => {
    const before = stored.get(key);
    return (before ? isSame(before, row) : !isOn(row)) ? [] : [row];
  });

export const withRows = (rows: AlertRows, others: AlertRows): AlertRows => new Map([...rows, ...others]);

export const receiversOf = (rows: AlertRows, alertType: AlertType, myId: string): AlertRow[] =>
  [...rows.values()]
    .filter((row) => row.alertType === alertType && isOn(row))
    .sort(
      (a, b) =>
        Number(b.contactId === myId) - Number(a.contactId === myId) || a.name.localeCompare(b.name, 'en-US'),
    );

export const methodsOf = ({ email, sms }: Pick<AlertRow, 'email' | 'sms'>): AlertMethod[] => [
  ...(email ? (['Email'] as const) : []),
  ...(sms ? (['SMS'] as const) : []),
];

export const distinctContacts = (contacts: readonly AlertContact[]): AlertContact[] =>
  [...new Map(contacts.map((contact) => [contact.id, contact])).values()].sort((a, b) =>
    a.name.localeCompare(b.name, 'en-US'),
  );
