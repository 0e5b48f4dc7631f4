import type { NotificationSetting } from '@mailcall/contract/notification-settings.ts';
import {
  type AlertFrequency,
  type AlertMethod,
  type AlertType,
  defaultFrequencies,
} from '@mailcall/contract/rules/alert-types.ts';

/** A contact of an account, who can receive its alerts. */
export interface AlertContact {
  id: string;
  name: string;
  email: string;
  /** Normalized: `+` and digits. Null without one. */
  phone: string | null;
}

/** An alert of a contact as the form has it; off when neither method is on. */
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

/** Rows by their {@link keyOf}. */
export type AlertRows = ReadonlyMap<string, AlertRow>;

/** Identifies a row: a contact has one of each kind. */
const keyOf = ({ alertType, contactId }: Pick<AlertRow, 'alertType' | 'contactId'>) =>
  `${alertType} ${contactId}`;

/** Rows by their key. */
export const rowsByKey = (rows: readonly AlertRow[]): AlertRows =>
  new Map(rows.map((row) => [keyOf(row), row]));

/** The rows of stored settings. */
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

/** A contact's row of an alert: off, with the default frequency, where there is none. */
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

/** Whether an alert is sent. */
export const isOn = ({ email, sms }: Pick<AlertRow, 'email' | 'sms'>): boolean => email || sms;

/** Whether two rows mean the same; the frequency of one that is off means nothing. */
const isSame = (first: AlertRow, second: AlertRow) =>
  first.email === second.email &&
  first.sms === second.sms &&
  (first.frequency === second.frequency || !isOn(first));

/** The rows that differ from the stored ones. */
export const changedRows = (stored: AlertRows, edited: AlertRows): AlertRow[] =>
  [...edited].flatMap(([key, row]) => {
    const before = stored.get(key);
    return (before ? isSame(before, row) : !isOn(row)) ? [] : [row];
  });

/** The rows with others in their place. */
export const withRows = (rows: AlertRows, others: AlertRows): AlertRows => new Map([...rows, ...others]);

/** Who gets an alert: the person first, then by name. */
export const receiversOf = (rows: AlertRows, alertType: AlertType, myId: string): AlertRow[] =>
  [...rows.values()]
    .filter((row) => row.alertType === alertType && isOn(row))
    .sort(
      (a, b) =>
        Number(b.contactId === myId) - Number(a.contactId === myId) || a.name.localeCompare(b.name, 'en-US'),
    );

/** The methods of a row, by the names of the wire. */
export const methodsOf = ({ email, sms }: AlertRow): AlertMethod[] => [
  ...(email ? (['Email'] as const) : []),
  ...(sms ? (['SMS'] as const) : []),
];

/** The contacts with each of several lists' people once, sorted by name. */
export const distinctContacts = (contacts: readonly AlertContact[]): AlertContact[] =>
  [...new Map(contacts.map((contact) => [contact.id, contact])).values()].sort((a, b) =>
    a.name.localeCompare(b.name, 'en-US'),
  );
