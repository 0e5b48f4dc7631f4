import { currentSession } from '../../platform/session-store.ts';

/** Whether someone is signed in with another email address than the link's. */
export function isForAnotherPerson(email: string): boolean {
  const session = currentSession();
  return session !== null && session.profileEmail.toLowerCase() !== email.trim().toLowerCase();
}
