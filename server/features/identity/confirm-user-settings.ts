import { messages } from '@mailcall/contract/rules/messages.ts';
import { readSignInCode } from '@mailcall/contract/rules/sign-in-code.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { notPossible } from '../../platform/http/problems.ts';
import { sqlStateOf } from '../../platform/logged-error.ts';
import { refuseTaken } from './change-user-settings.ts';
import { lockedContact } from './contacts.ts';
import { contactChangedMail } from './mails.ts';
import type { MessageDependencies } from './message-dependencies.ts';
import type { CodeState } from './one-time-codes.ts';
import { noticeLifetime, sentPurposes } from './password-changed.ts';
import { recordChangedContact, storeContactChange } from './contact-changes.ts';
import {
  codeOfField,
  type DetailField,
  detailFields,
  pendingChangesOf,
  removePendingChanges,
} from './pending-changes.ts';
import type { Viewer } from './viewer.ts';
import { withdrawalUrl } from './withdrawal-links.ts';

const uniqueViolation = '23505';

/** Without a field, the code may fit any. */
interface PresentedChange {
  code: string;
  field?: DetailField | undefined;
}

/**
 * Sent codes and links stop working, other clients reload the session, and the previous address gets a notice. Keeps the feed's latest
 * values, so that only a new one changes the details again.
 * @throws {Problem} 422 if the code is wrong or expired, or another contact has the detail; 429 after many wrong codes
 */
export async function confirmUserSettingsOf(
  dependencies: MessageDependencies,
  viewer: Viewer,
  presented: PresentedChange,
  address: string,
): Promise<void> {
  const { clock, database, limits } = dependencies;
  const { contactId } = viewer;
  const ticket = await limits.take('code', `new details of contact ${contactId}`, address, clock.now());
  const { state, isOver } = await database
    .transaction((transaction) => confirm(dependencies, transaction, contactId, presented))
    .catch((error: unknown) => {
      throw sqlStateOf(error) === uniqueViolation ? notPossible(messages.emailTaken) : error;
    });
  if (isOver) throw notPossible(messages.codeOver);
  if (state === 'unknown') throw notPossible(messages.wrongCode);
  if (state !== 'live') throw notPossible(messages.newDetailsCodeExpired);
  await ticket.succeeded();
}

/** Serializes changes of sign-in details, because two people may have requested the same phone. */
export async function lockContactDetails(transaction: Queryable): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('contact details', 0))`.execute(transaction);
}

async function confirm(
  dependencies: MessageDependencies,
  transaction: Queryable,
  contactId: string,
  presented: PresentedChange,
): Promise<{ state: CodeState; isOver: boolean }> {
  const { clock, codes, outbox } = dependencies;
  const now = clock.now();
  await lockContactDetails(transaction);
  const { state, purpose, isOver } = await codes.use(
    transaction,
    {
      contactId,
      purposes: (presented.field ? [presented.field] : detailFields).map(
        (field) => codeOfField[field].purpose,
      ),
      code: readSignInCode(presented.code),
    },
    now,
    { keepOthers: true },
  );
  const field = detailFields.find((each) => codeOfField[each].purpose === purpose);
  if (state !== 'live' || !field) return { state, isOver };
  const value = (await pendingChangesOf(transaction, contactId, now))[field];
  if (value === null) return { state: 'expired', isOver: false };
  const contact = await lockedContact(transaction, contactId);
  await refuseTaken(transaction, contactId, { field, value });
  // readers of the previous address can undo the change
  const brand = await outbox.brands.of(transaction, { contactId });
  const url = await withdrawalUrl(dependencies, transaction, { brand, contactId, now });
  await storeContactChange(
    transaction,
    contactId,
    { field, previousValue: contact[field], newValue: value },
    now,
  );
  // the access version does not cover the email; the session version makes other clients reload it
  await sql`
    update contacts set ${sql.ref(field)} = ${value},
      session_version = session_version + ${field === 'email' ? 1 : 0}
    where id = ${contactId}
  `.execute(transaction);
  await recordChangedContact(transaction, contactId, now);
  await removePendingChanges(transaction, contactId, [field]);
  await codes.withdraw(transaction, { contactId, purposes: sentPurposes }, now);
  await outbox.write(transaction, {
    brand,
    channel: 'email',
    recipient: contact.email,
    goodUntil: new Date(now.getTime() + noticeLifetime),
    letter: contactChangedMail(brand.provider, { field, withdrawalUrl: url }),
  });
  return { state, isOver: false };
}
