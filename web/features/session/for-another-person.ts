import { isSameEmail } from '@mailcall/contract/rules/email.ts';
import { currentSession } from '../../platform/session-store.ts';

export function isForAnotherPerson(email: string): boolean {
  const session = currentSession();
  return session !== null && !isSameEmail(session.profileEmail, email);
}
