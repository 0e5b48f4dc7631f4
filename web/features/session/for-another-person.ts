import { currentSession } from '../../platform/session-store.ts';

/** Whether somebody is signed in here with another email address than that of a link. */
export function isForAnotherPerson(email: string): boolean {
  const session = currentSession();
  return session !== null && session.profileEmail.toLowerCase() !== email.trim().toLowerCase();
}
