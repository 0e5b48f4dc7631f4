import { messages } from '@mailcall/contract/rules/messages.ts';
import {
  changedContactDetails,
  contactProblems,
  normalContactDetails,
} from '@mailcall/contract/rules/user-settings.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { notPossible, notSignedIn, notValid } from '../../platform/http/problems.ts';
import { sqlStateOf } from '../../platform/logged-error.ts';
import { contactById, lockedContact, type SignInContact } from './contacts.ts';
import { contactChangedMail } from './mails.ts';
import type { MessageDependencies } from './message-dependencies.ts';
import { lockCodesOf } from './one-time-codes.ts';
import { noticeLifetime, sentPurposes } from './password-changed.ts';
import type { Viewer } from './viewer.ts';

/** PostgreSQL's state of a row whose unique value another one has. */
const valueTaken = '23505';

/** E-mail and phone as they were typed; an absent one stays. */
interface SettingsRequest {
  email?: string | undefined;
  phoneNumber?: string | undefined;
}

/**
 * Changes the viewer's e-mail and phone, and with them what they sign in with: codes and links that were sent stop
 * working, other clients reload the session, and the previous address is notified. The feed's latest values stay as they
 * are, so that only a new value of the feed changes them again.
 * @throws a 400 Problem naming the field, a 422 Problem when another contact has one of them, a 429 Problem after many changes.
 */
export async function changeUserSettingsOf(
  dependencies: MessageDependencies,
  viewer: Viewer,
  request: SettingsRequest,
  address: string,
): Promise<void> {
  const contact = await contactById(dependencies.database.kysely, viewer.contactId);
  if (!contact) throw notSignedIn();
  if (!differenceOf(contact, request)) return;
  // each change could probe whether a person is known, and sends a mail
  await dependencies.limits.take('settings', `contact ${contact.id}`, address, dependencies.clock.now());
  try {
    await dependencies.database.transaction((transaction) =>
      changeDetails(dependencies, transaction, contact.id, request),
    );
  } catch (error) {
    if (sqlStateOf(error) === valueTaken) throw notPossible(messages.emailTaken);
    throw error;
  }
}

/**
 * The new contact details, and which of them change; null when none does.
 * @throws a 400 Problem naming the field.
 */
function differenceOf(contact: SignInContact, request: SettingsRequest) {
  const typed = { email: request.email ?? contact.email, phone: request.phoneNumber ?? contact.phone };
  const problems = contactProblems(contact, typed);
  if (Object.keys(problems).length > 0) throw notValid(problems);
  const changed = changedContactDetails(contact, typed);
  return changed.email || changed.phone ? { next: normalContactDetails(typed), changed } : null;
}

async function changeDetails(
  dependencies: MessageDependencies,
  transaction: Queryable,
  contactId: string,
  request: SettingsRequest,
): Promise<void> {
  // one at a time: two people may want the same phone, or each other's address
  await sql`select pg_advisory_xact_lock(hashtextextended('contact details', 0))`.execute(transaction);
  // locks the codes before the contact, in the same order as using a code
  await lockCodesOf(transaction, contactId);
  const contact = await lockedContact(transaction, contactId);
  const difference = differenceOf(contact, request);
  if (!difference) return;
  const { next, changed } = difference;
  if (changed.phone) await refuseTakenPhone(transaction, contactId, next.phone);
  // The clients' sessions show the e-mail, which the version of roles and accounts does not cover: raising the session
  // version makes other clients reload it.
  await sql`
    update contacts set email = ${next.email}, phone = ${next.phone},
      session_version = session_version + ${changed.email ? 1 : 0}
    where id = ${contactId}
  `.execute(transaction);
  const now = dependencies.clock.now();
  await dependencies.codes.withdraw(transaction, { contactId, purposes: sentPurposes }, now);
  await dependencies.outbox.write(transaction, {
    channel: 'email',
    recipient: contact.email,
    goodUntil: new Date(now.getTime() + noticeLifetime),
    letter: contactChangedMail(dependencies.provider, changed),
  });
}

/** Feeds may give several people one phone; a person cannot take another's, because a shared one cannot be signed in with. */
async function refuseTakenPhone(
  transaction: Queryable,
  contactId: string,
  phone: string | null,
): Promise<void> {
  const { rows } = await sql`
    select from contacts where phone = ${phone} and id <> ${contactId} and not deleted limit 1
  `.execute(transaction);
  if (rows.length > 0) throw notPossible(messages.phoneTaken);
}
