import type { ContactWithdrawal } from '@mailcall/contract/contact-withdrawal.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import type { Queryable } from '../../platform/database.ts';
import { notPossible } from '../../platform/http/problems.ts';
import { refuseTaken } from './change-user-settings.ts';
import { lockContactDetails } from './confirm-user-settings.ts';
import {
  type ContactChange,
  changesSince,
  recordChangedContact,
  removeContactChanges,
  withdrawalTime,
} from './contact-changes.ts';
import { changesWithdrawnMail } from './mails.ts';
import type { MessageDependencies } from './message-dependencies.ts';
import { lockCodesOf } from './one-time-codes.ts';
import { listPasskeysOf, removePasskeysOf } from './passkeys.ts';
import { sentPurposes } from './password-changed.ts';
import { writeLink } from './password-links.ts';
import {
  codeOfField,
  type DetailField,
  detailFields,
  pendingChangesOf,
  removePendingChanges,
} from './pending-changes.ts';
import { forgetBrowsers } from './remembered-browsers.ts';
import { endPendingSignIns } from './second-step.ts';
import { endSessionsOf } from './sessions.ts';
import { readWithdrawalToken, type Withdrawal } from './withdrawal-links.ts';

export interface WithdrawalDependencies extends MessageDependencies {
  /** False with an external issuer. */
  passwordHere: boolean;
}

interface Withdrawable extends ContactWithdrawal {
  changed: ContactChange[];
}

/** Changes nothing, because mail scanners open links. @throws {Problem} 422 for an invalid or too old link, 429 after many invalid ones */
export async function lookAtWithdrawal(
  dependencies: WithdrawalDependencies,
  token: string,
  address: string,
): Promise<ContactWithdrawal> {
  const withdrawal = await readLink(dependencies, token, address);
  const { database, clock } = dependencies;
  const { state, fields } = await withdrawableOf(database.kysely, withdrawal, clock.now());
  return { state, fields };
}

/**
 * Undoes all changes since the link was mailed, and ends sessions, passkeys, sent codes and links. Whoever made them knew the password or
 * may have set one, so it is removed and the email gets a link to choose a new one. A concurrent confirmation is undone or fails.
 * @throws {Problem} 422 as above, or if another contact now has the previous email
 */
export async function withdrawChanges(
  dependencies: WithdrawalDependencies,
  token: string,
  address: string,
): Promise<ContactWithdrawal> {
  const withdrawal = await readLink(dependencies, token, address);
  const { contactId } = withdrawal;
  return dependencies.database.transaction(async (transaction) => {
    // locks of a confirmation, in its order
    await lockContactDetails(transaction);
    await lockCodesOf(transaction, contactId);
    const found = await withdrawableOf(transaction, withdrawal, dependencies.clock.now());
    if (found.state === 'requested' || found.state === 'changed')
      await takeBack(dependencies, transaction, contactId, found);
    const state = found.state === 'nothing' ? 'nothing' : 'withdrawn';
    return { state, fields: found.fields };
  });
}

/** An invalid link counts as an attempt. */
async function readLink(
  { clock, limits, secret }: WithdrawalDependencies,
  token: string,
  address: string,
): Promise<Withdrawal> {
  const now = clock.now();
  const ticket = await limits.take('code', `withdrawal ${token}`, address, now);
  const withdrawal = readWithdrawalToken(secret, token);
  if (!withdrawal) throw notPossible(messages.withdrawalLinkUnknown);
  await ticket.succeeded();
  if (withdrawal.since.getTime() + withdrawalTime <= now.getTime())
    throw notPossible(messages.withdrawalLinkExpired);
  return withdrawal;
}

async function withdrawableOf(
  database: Queryable,
  { contactId, since }: Withdrawal,
  now: Date,
): Promise<Withdrawable> {
  const contact = await database
    .selectFrom('contacts')
    .select(['email', 'phone', 'changes_withdrawn_at as withdrawnAt'])
    .where('id', '=', contactId)
    .where('deleted', '=', false)
    .executeTakeFirst();
  if (!contact) throw notPossible(messages.withdrawalLinkUnknown);
  if (contact.withdrawnAt && contact.withdrawnAt >= since)
    return { state: 'withdrawn', fields: [], changed: [] };
  // keeps values that the provider set since then
  const changed = (await changesSince(database, contactId, since)).filter(
    ({ field, newValue }) => contact[field] === newValue,
  );
  const pending = await pendingChangesOf(database, contactId, now);
  const isNamed = (each: DetailField) =>
    pending[each] !== null || changed.some(({ field }) => field === each);
  const passkeys = await listPasskeysOf(database, contactId);
  const hasNewPasskey = passkeys.some(({ createdAt }) => new Date(createdAt) >= since);
  const wasChanged = changed.length > 0 || hasNewPasskey;
  const fields = [...detailFields.filter(isNamed), ...(hasNewPasskey ? (['passkey'] as const) : [])];
  return {
    state: wasChanged ? 'changed' : fields.length > 0 ? 'requested' : 'nothing',
    fields,
    changed,
  };
}

async function takeBack(
  dependencies: WithdrawalDependencies,
  transaction: Queryable,
  contactId: string,
  { changed, fields, state }: Withdrawable,
): Promise<void> {
  const wasChanged = state === 'changed';
  const { clock, codes } = dependencies;
  const now = clock.now();
  const requested = Object.values(codeOfField).map(({ purpose }) => purpose);
  await codes.withdraw(transaction, { contactId, purposes: [...sentPurposes, ...requested] }, now);
  await removePendingChanges(transaction, contactId);
  // also restores a phone shared by the feed; two people cannot share an email
  for (const { field, previousValue: value } of changed)
    if (field === 'email' && value !== null) await refuseTaken(transaction, contactId, { field, value });
  const { email } = await transaction
    .updateTable('contacts')
    .set((row) => ({
      ...Object.fromEntries(changed.map(({ field, previousValue }) => [field, previousValue])),
      changes_withdrawn_at: now,
      session_version: row('session_version', '+', 1),
      ...(wasChanged && { password_hash: null }),
    }))
    .where('id', '=', contactId)
    .returning('email')
    .executeTakeFirstOrThrow();
  if (changed.length > 0) await recordChangedContact(transaction, contactId, now);
  // the intruder may have added a passkey days earlier
  await removePasskeysOf(transaction, contactId);
  await forgetBrowsers(transaction, contactId);
  await endPendingSignIns(transaction, contactId);
  await removeContactChanges(transaction, contactId);
  await endSessionsOf(transaction, contactId, 'changes withdrawn', now);
  if (!dependencies.passwordHere) return;
  await writeLink(dependencies, transaction, 'reset', {
    codesOf: contactId,
    email,
    recipient: email,
    letter: (provider, url, lifetime) =>
      changesWithdrawnMail(provider, { url, lifetime, fields, wasChanged }),
  });
}
