import { messages } from '@mailcall/contract/rules/messages.ts';
import { passwordChangeProblems } from '@mailcall/contract/rules/user-settings.ts';
import { sql } from 'kysely';
import { notPossible, notSignedIn, notValid } from '../../platform/http/problems.ts';
import { contactById, lockedContact } from './contacts.ts';
import { lockCodesOf } from './one-time-codes.ts';
import { passwordChanged } from './password-changed.ts';
import { notifyOfLock } from './password-grant.ts';
import { hashPassword, isPassword } from './passwords.ts';
import { checkProof } from './proof.ts';
import { isOpenSession } from './sessions.ts';
import type { SignInDependencies } from './sign-in-dependencies.ts';
import type { Viewer } from './viewer.ts';

interface PasswordChangeRequest {
  oldPassword: string;
  code: string;
  newPassword: string;
}

/** Needs the current password or a mailed code. Ends other sessions. @throws {Problem} 400 naming the field, 422 if wrong, 429 */
export async function changePasswordOf(
  dependencies: SignInDependencies,
  viewer: Viewer,
  request: PasswordChangeRequest,
  address: string,
): Promise<void> {
  const contact = await contactById(dependencies.database.kysely, viewer.contactId);
  if (!contact) throw notSignedIn();
  const known = contact.passwordHash;
  const problems = passwordChangeProblems({ ...request, confirmation: request.newPassword }, known !== null);
  // only the form uses the confirmation
  delete problems.confirmation;
  if (Object.keys(problems).length > 0) throw notValid(problems);

  if (known === null) await checkProof(dependencies, contact, { password: '', code: request.code }, address);
  const countedAs = `contact ${contact.id}`;
  const ticket = await dependencies.limits.take('sign-in', countedAs, address, dependencies.clock.now());
  if (known !== null && !(await isPassword(known, request.oldPassword))) {
    if (ticket.locks) await notifyOfLock(dependencies, contact);
    throw notPossible(messages.currentPasswordWrong);
  }
  const hash = await hashPassword(request.newPassword);
  await dependencies.database.transaction(async (transaction) => {
    // codes before the contact, in the lock order of code users
    await lockCodesOf(transaction, contact.id);
    const present = await lockedContact(transaction, contact.id);
    // the session may have ended during hashing
    if (!(await isOpenSession(transaction, viewer.sessionId))) throw notSignedIn();
    if (present.passwordHash !== known) throw notPossible(messages.currentPasswordWrong);
    await sql`
      update contacts set password_hash = ${hash}, activated_at = coalesce(activated_at, ${dependencies.clock.now()}),
        password_by_mail = password_by_mail or ${known === null}
      where id = ${contact.id}
    `.execute(transaction);
    await passwordChanged(dependencies, transaction, present, { sessionThatStays: viewer.sessionId });
  });
  await ticket.succeeded();
}
