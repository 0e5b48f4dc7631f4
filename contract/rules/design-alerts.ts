import { minutes } from '../time/durations.ts';
import { daysAfter, instantInZone } from '../time/office-time.ts';
import type { AlertFrequency, AlertMethod } from './alert-types.ts';

/** Beside the six of `alert-types.ts`: on without a setting, and the same for all accounts of a person. */
export const designAlertTypes = [
  'Design to Review Alert',
  'Design Due Alert',
  'Design Decision Alert',
] as const;
export type DesignAlertType = (typeof designAlertTypes)[number];

export const designAlertFrequency: AlertFrequency = 'Real-time';
export const defaultDesignMethods: readonly AlertMethod[] = ['Email'];

/** Clients review designs, and the provider's people hear what they decided. */
export const designAlertsFor = (isTeam: boolean): readonly DesignAlertType[] =>
  designAlertTypes.filter((type) => (type === 'Design Decision Alert') === isTeam);

export const isDesignAlert = (kind: string): kind is DesignAlertType =>
  (designAlertTypes as readonly string[]).includes(kind);

export const defaultRemindDays = 1;
export const maxRemindDays = 30;

const eightOClock = 8 * 60;

/** At 8:00 in the account's time zone, like daily alerts. */
const reminderAt = (dueOn: string, remindDays: number, timeZone: string): Date =>
  instantInZone(daysAfter(dueOn, -remindDays), eightOClock, timeZone);

/** Not for a design that was sent later than its reminder, and not after the due date. */
export function isReminderDue(
  { dueOn, remindDays, sentAt }: { dueOn: string | null; remindDays: number | null; sentAt: Date },
  timeZone: string,
  now: Date,
): boolean {
  if (dueOn === null || remindDays === null) return false;
  const at = reminderAt(dueOn, remindDays, timeZone);
  return sentAt < at && at <= now && now < instantInZone(daysAfter(dueOn, 1), 0, timeZone);
}

/** Milliseconds without another concept after which one message reports all of them. */
const quietMoment = minutes(3);
/** Milliseconds after which they do not wait for further ones. */
const longestHold = minutes(15);

/** Whether concepts that were sent one by one still wait for the next one. */
export function holdsConcepts(sentAt: readonly Date[], now: Date): boolean {
  const times = sentAt.map((time) => time.getTime());
  return Math.max(...times) > now.getTime() - quietMoment && Math.min(...times) > now.getTime() - longestHold;
}

export interface ReviewPerson {
  id: string;
  isPrimary: boolean;
  /** To the account itself, not to one above. */
  isLinked: boolean;
}

/** Of those who may open the design: the chosen ones, else the primary contacts, else all people of the account itself. */
export function reviewersToTell<Person extends ReviewPerson>(
  people: readonly Person[],
  chosen: readonly string[] | null,
): Person[] {
  if (chosen) return people.filter(({ id }) => chosen.includes(id));
  const primary = people.filter(({ isPrimary }) => isPrimary);
  return primary.length > 0 ? primary : people.filter(({ isLinked }) => isLinked);
}

export interface DeskPerson {
  id: string;
  email: string;
  isManager: boolean;
  /** The account was chosen for the person; false for members who work for all accounts. */
  isChosen: boolean;
}

/** Of members who work for the account: who sent the design, its sales contact, and its account managers, else those of all accounts. */
export function deskPeopleToTell<Person extends DeskPerson>(
  people: readonly Person[],
  { senderId, salesEmail }: { senderId: string | null; salesEmail: string | null },
): Person[] {
  const managers = people.filter(({ isManager }) => isManager);
  const own = managers.filter(({ isChosen }) => isChosen);
  const told = own.length > 0 ? own : managers;
  return people.filter(
    (person) =>
      person.id === senderId ||
      told.includes(person) ||
      (salesEmail !== null && person.email.toLowerCase() === salesEmail.toLowerCase()),
  );
}
