import type { Dependencies } from '../../dependencies.ts';
import type { Queryable } from '../../platform/database.ts';
import { OperatorProblem } from '../../platform/operator-problem.ts';
import type { Outbox } from '../outbox/index.ts';
import { reachableContact } from './contacts.ts';
import { openIdentitySecret } from './identity-secret.ts';
import { OneTimeCodes } from './one-time-codes.ts';
import { writeLink } from './password-links.ts';

export interface Invitation {
  contactId: string;
  email: string;
  sending: boolean;
  linkEndsAt: string;
}

/** The link replaces an earlier one. */
export const writeInvitation = (
  dependencies: Parameters<typeof writeLink>[0],
  transaction: Queryable,
  { id, email }: { id: string; email: string },
): Promise<void> =>
  writeLink(dependencies, transaction, 'invitation', { codesOf: id, email, recipient: email });

/** The link replaces an earlier one. @throws {OperatorProblem} if the contact does not exist or has a password */
export async function inviteContact(
  dependencies: Pick<Dependencies, 'database' | 'clock' | 'environment'> & { outbox: Outbox },
  email: string,
): Promise<Invitation> {
  const { database, clock, environment, outbox } = dependencies;
  const contact = await reachableContact(database.kysely, email);
  if (contact.passwordHash !== null)
    throw new OperatorProblem(
      `${contact.email} has a password already. For a new one: npm run cli -- setup-link ${contact.email}`,
    );
  const codes = new OneTimeCodes(await openIdentitySecret(environment.dataFolder));
  const now = clock.now();
  await database.transaction((transaction) =>
    writeInvitation({ ...dependencies, codes }, transaction, contact),
  );
  return {
    contactId: contact.id,
    email: contact.email,
    sending: outbox.sends('email'),
    linkEndsAt: new Date(now.getTime() + environment.setupLinkLifetime * 1000).toISOString(),
  };
}
