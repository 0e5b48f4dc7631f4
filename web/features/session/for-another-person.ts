import { isSameEmail } from '@mailcall/contract/rules/email.ts';
import { currentSession } from '../../platform/session-store.ts';

/** Whether someone is signed in with another email address than the link's. */
export function isForAnotherPerson(email: string): boolean {
  const session = currentSession();
  return session !== null && !isSameEmail(session.profileEmail, email);
}
