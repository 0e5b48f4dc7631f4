import type { Proof } from '@mailcall/contract/proof.ts';
import { isSameEmail } from '@mailcall/contract/rules/email.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import {
  changedContactDetails,
  contactProblems,
  normalContactDetails,
} from '@mailcall/contract/rules/user-settings.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { notPossible, notSignedIn, notValid } from '../../platform/http/problems.ts';
import { retriedTransaction } from '../../platform/transactions.ts';
import { contactById, lockedContact, type SignInContact } from './contacts.ts';
import { contactChangeRequestedMail, newEmailMail, newPhoneText } from './mails.ts';
import { lockCodesOf } from './one-time-codes.ts';
import { noticeLifetime } from './password-changed.ts';
import {
  codeOfField,
  type DetailField,
  detailFields,
  pendingChangesOf,
  removePendingChanges,
  storePendingChange,
} from './pending-changes.ts';
import { checkProof } from './proof.ts';
import type { SignInDependencies } from './sign-in-dependencies.ts';
import { changeUserAlerts, type MissedCallAlerts, type UserAlertChanges } from './user-alert-settings.ts';
import type { Viewer } from './viewer.ts';
import { withdrawalUrl } from './withdrawal-links.ts';

interface SettingsRequest extends UserAlertChanges, Proof {
  email?: string | undefined;
  phoneNumber?: string | undefined;
}

export interface SettingsDependencies extends SignInDependencies {
  missedCallAlerts: MissedCallAlerts;
  /** False with an external issuer. */
  passwordHere: boolean;
}

/**
 * Saves all changes or none. The old email or phone works until the code that goes to the new one is confirmed; a notice goes to
 * the old address. Requesting the stored one again withdraws a waiting request.
 * @throws {Problem} 400 naming the field; 422 for a taken detail, a wrong proof, or recipients if no primary contact; 429 after
 * many
 */
export async function changeUserSettingsOf(
  dependencies: SettingsDependencies,
  viewer: Viewer,
  request: SettingsRequest,
  address: string,
): Promise<void> {
  const { clock, database, limits, missedCallAlerts } = dependencies;
  const contact = await contactById(database.kysely, viewer.contactId);
  if (!contact) throw notSignedIn();
  const { requested } = readDetails(contact, request);
  // each change could probe who is known, and sends messages
  if (requested.length > 0) await limits.take('settings', `contact ${contact.id}`, address, clock.now());
  const pending = await pendingChangesOf(database.kysely, contact.id, clock.now());
  const isPending = (field: DetailField, value: string) =>
    field === 'email' ? isSameEmail(pending.email ?? '', value) : pending.phone === value;
  // a pending value was proved when it was requested
  if (dependencies.passwordHere && requested.some(({ field, value }) => !isPending(field, value)))
    await checkProof(dependencies, contact, request, address);
  await retriedTransaction(database, async (transaction) => {
    await requestDetails(dependencies, transaction, contact.id, request);
    await changeUserAlerts(transaction, missedCallAlerts, { viewer, changes: request, at: clock.now() });
  });
}

interface ReadDetails {
  requested: { field: DetailField; value: string }[];
  kept: DetailField[];
}

/** @throws {Problem} 400 naming the field */
function readDetails(contact: SignInContact, request: SettingsRequest): ReadDetails {
  const typed = { email: request.email ?? contact.email, phone: request.phoneNumber ?? contact.phone };
  const problems = contactProblems(contact, typed);
  if (Object.keys(problems).length > 0) throw notValid(problems);
  const changed = changedContactDetails(contact, typed);
  const next = normalContactDetails(typed);
  const named: Record<DetailField, boolean> = {
    email: request.email !== undefined,
    phone: request.phoneNumber !== undefined,
  };
  return {
    requested: detailFields.flatMap((field) => {
      const value = next[field];
      return changed[field] && value !== null ? [{ field, value }] : [];
    }),
    kept: detailFields.filter((field) => named[field] && !changed[field]),
  };
}

async function requestDetails(
  dependencies: SettingsDependencies,
  transaction: Queryable,
  contactId: string,
  request: SettingsRequest,
): Promise<void> {
  if (request.email === undefined && request.phoneNumber === undefined) return;
  // codes before the contact, in the lock order of code users
  await lockCodesOf(transaction, contactId);
  const contact = await lockedContact(transaction, contactId);
  const { requested, kept } = readDetails(contact, request);
  const now = dependencies.clock.now();
  await removePendingChanges(transaction, contactId, kept);
  const purposes = kept.map((field) => codeOfField[field].purpose);
  if (purposes.length > 0) await dependencies.codes.withdraw(transaction, { contactId, purposes }, now);
  for (const { field, value } of requested) {
    await refuseTaken(transaction, contactId, { field, value });
    await sendCode(dependencies, transaction, { contactId, field, value, now });
  }
  if (requested.length === 0) return;
  const fields = requested.map(({ field }) => field);
  const brand = await dependencies.outbox.brands.of(transaction, { contactId });
  await dependencies.outbox.write(transaction, {
    brand,
    channel: 'email',
    recipient: contact.email,
    goodUntil: new Date(now.getTime() + noticeLifetime),
    letter: contactChangeRequestedMail(brand.provider, {
      email: fields.includes('email'),
      phone: fields.includes('phone'),
      withdrawalUrl: await withdrawalUrl(dependencies, transaction, { brand, contactId, now }),
    }),
  });
}

async function sendCode(
  { codes, environment, outbox }: SettingsDependencies,
  transaction: Queryable,
  { contactId, field, value, now }: { contactId: string; field: DetailField; value: string; now: Date },
): Promise<void> {
  const lifetime = environment.signInCodeLifetime;
  const expiresAt = new Date(now.getTime() + lifetime * 1000);
  const code = await codes.issue(transaction, { contactId, ...codeOfField[field], lifetime }, now);
  await storePendingChange(transaction, { contactId, field, value, expiresAt });
  const brand = await outbox.brands.of(transaction, { contactId });
  const { provider } = brand;
  const message = { brand, recipient: value, goodUntil: expiresAt };
  await outbox.write(
    transaction,
    field === 'email'
      ? { ...message, channel: 'email', letter: newEmailMail(provider, code, lifetime) }
      : { ...message, channel: 'sms', text: newPhoneText(provider, code, lifetime) },
  );
}

/** A feed may give several people one phone, but no person can take another's: a shared one cannot sign in. @throws {Problem} 422 */
export async function refuseTaken(
  transaction: Queryable,
  contactId: string,
  { field, value }: { field: DetailField; value: string },
): Promise<void> {
  const { rows } = await sql`
    select 1 from contacts
    where ${field === 'email' ? sql`lower(email) = lower(${value})` : sql`phone = ${value}`}
      and id <> ${contactId} and not deleted limit 1
  `.execute(transaction);
  if (rows.length > 0) throw notPossible(field === 'email' ? messages.emailTaken : messages.phoneTaken);
}
