import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Environment } from '../../platform/env.ts';
import { publicUrlOf } from '../brands/index.ts';
import { reachableContact } from './contacts.ts';
import { openIdentitySecret } from './identity-secret.ts';
import { OneTimeCodes } from './one-time-codes.ts';
import { setupPurposes } from './password-links.ts';

/** Works once, for a first or new password; replaces an earlier one. @throws {OperatorProblem} if no contact has this email address */
export async function makeSetupLink(
  dependencies: {
    database: Database;
    clock: Clock;
    environment: Pick<Environment, 'dataFolder' | 'publicUrl' | 'brandOrigins' | 'setupLinkLifetime'>;
    printError?: (line: string) => void;
  },
  email: string,
): Promise<string> {
  const { database, clock, environment } = dependencies;
  const contact = await reachableContact(database.kysely, email);
  if (contact.passwordHash !== null) {
    dependencies.printError?.(
      `${contact.email} has a password already. Whoever uses the link chooses another one, and all of their sessions end.`,
    );
  }
  const codes = new OneTimeCodes(await openIdentitySecret(environment.dataFolder));
  const code = await database.transaction(async (transaction) => {
    const now = clock.now();
    await codes.withdraw(transaction, { contactId: contact.id, purposes: setupPurposes }, now);
    return codes.issue(
      transaction,
      {
        contactId: contact.id,
        purpose: 'setup',
        channel: 'command line',
        lifetime: environment.setupLinkLifetime,
      },
      now,
    );
  });
  const publicUrl = await publicUrlOf(database.kysely, environment, { contactId: contact.id });
  return `${publicUrl}/setup?${new URLSearchParams({ email: contact.email, code }).toString()}`;
}
